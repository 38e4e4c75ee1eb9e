import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInChromium, simpleOrder } from './browser.js';

const rows = (page: Page, list: string) => page.getByRole('listbox', { name: list }).getByRole('option');

describeInChromium('what is searched for', (open) => {
  test('is found among 500 orders, by title, account and id, and followed while it changes', async () => {
    const desk = open();
    const page = await desk.open({}, {}, async (sandbox) => {
      const { accounts } = sandbox;
      for (let number = 0; number < 500; number += 1)
        await sandbox.place.simpleQuestion([`Text ${number}`], {
          account: accounts[number % 50 === 0 ? 1 : 0],
        });
    });
    const { accounts } = desk.sandbox;
    const search = page.getByLabel('Find orders');
    await search.fill('text 77');
    await expect.poll(() => rows(page, 'Orders').count()).toBe(1);
    await page.getByText('1 found').waitFor();
    await search.fill(accounts[1].login);
    await page.getByText('10 found').waitFor();
    await expect.poll(() => rows(page, 'Orders').filter({ hasText: accounts[1].login }).count()).toBe(10);
    await search.fill(String(desk.sandbox.orders()[400]?.id));
    await rows(page, 'Orders').filter({ hasText: 'Text 400' }).waitFor();
    await search.fill('COMPLETED');
    await page.getByText('Nothing here has “COMPLETED”.').waitFor();
    await page.getByRole('button', { name: 'Translate this order' }).click();
    await rows(page, 'Orders').filter({ hasText: 'Text 499' }).getByText('completed').waitFor();
    await search.fill('text 1');
    await page.getByText('111 found').waitFor();
    await desk.send('POST', 'simple/questions', simpleOrder('Text 1 again'));
    await page.getByText('112 found').waitFor();
    await rows(page, 'Orders').filter({ hasText: 'Text 1 again' }).waitFor();
  });

  test('is not found, which says what to do next', async () => {
    const page = await open().open({}, {}, (sandbox) => sandbox.place.simpleQuestion(['Add to cart']));
    for (const [list, label] of [
      ['Orders', 'Find orders'],
      ['Event log', 'Find events'],
    ] as const) {
      const text = '<b>"zebra" & %00 \u202e\ud800';
      await page.getByLabel(label).fill(text);
      await page.getByText('Nothing here has').waitFor();
      expect(await page.getByText('0 found').isVisible()).toBe(true);
      await page.getByRole('button', { name: 'Show all' }).click();
      await rows(page, list).waitFor();
      expect(await page.getByLabel(label).inputValue()).toBe('');
    }
  });

  test('is found among 5,000 events, and a chosen one leads to its order', async () => {
    const desk = open();
    const page = await desk.open({}, {}, async (sandbox) => {
      const { id } = await sandbox.place.simpleQuestion(['Add to cart']);
      sandbox.events.append(5_000);
      return id;
    });
    const [placed] = desk.sandbox.orders();
    await page.getByRole('tab', { name: /5,001/ }).waitFor();
    await page.getByLabel('Find events').fill(String(placed?.id));
    await expect.poll(() => rows(page, 'Event log').count()).toBe(1);
    await rows(page, 'Event log').click();
    await page.getByRole('button', { name: 'Show the order' }).click();
    await page.getByRole('article').getByText('Add to cart').waitFor();
  });
});

describeInChromium('an empty list says what to do next', (open) => {
  test('for orders, events, requests and deliveries', async () => {
    const desk = open();
    const page = await desk.open();
    await page.getByText('No order yet. Let your application send one').waitFor();
    await page.getByText('No event yet.').waitFor();
    await page.getByRole('tab', { name: /Requests/ }).click();
    await page.getByText('No request yet. Send one').waitFor();
    await page.getByRole('tab', { name: /Deliveries/ }).click();
    await page.getByText('Name the address of your receiver first.').waitFor();
    await page.getByLabel('Receiver').fill('http://127.0.0.1:9/events');
    await page.getByRole('button', { name: 'Deliver there' }).click();
    await page.getByText('No delivery yet. The next event is delivered: place an order.').waitFor();
    for (const label of ['Find orders', 'Find events', 'Find requests'])
      expect(await page.getByLabel(label).count()).toBe(0);
  });
});

describeInChromium('points', (open) => {
  test('that are set aside are explained, and only those', async () => {
    const desk = open();
    const page = await desk.open({ points: 1000 });
    const points = page.getByRole('region', { name: 'Points' });
    const first = points.getByRole('listitem').first();
    await first.getByText('1,000').waitFor();
    expect(await points.getByText('set aside').count()).toBe(0);
    const { id } = await desk.sandbox.place.simpleQuestion(['Add to cart']);
    await first.getByText(/^\d+ set aside/).waitFor();
    await points.getByText('What is set aside for open orders is paid when they are completed').waitFor();
    const [order] = desk.sandbox.orders();
    const left = String(1000 - (order?.points ?? 0));
    await first.getByText(left).waitFor();
    desk.sandbox.translators.translateOrder(id);
    await expect.poll(() => points.getByText('set aside').count()).toBe(0);
    await first.getByText(left).waitFor();
  });
});
