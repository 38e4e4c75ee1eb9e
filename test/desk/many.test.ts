import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type Desk, describeInChromium, simpleOrder } from './browser.js';

/** Counts the elements that are added from now on. */
const watch = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen = { added: 0 };
    Object.assign(globalThis, { seen });
    new MutationObserver((records) => {
      for (const { addedNodes } of records)
        for (const node of addedNodes)
          if (node instanceof Element) seen.added += 1 + node.querySelectorAll('*').length;
    }).observe(document.body, { childList: true, subtree: true });
  });

const readAdded = (page: Page): Promise<number> => page.evaluate(() => Reflect.get(globalThis, 'seen').added);

const fill = async (sandbox: Desk['sandbox']): Promise<void> => {
  const { accounts } = sandbox;
  for (let number = 0; number < 500; number += 1)
    await sandbox.place.simpleQuestion([`Text ${number}`], { account: accounts[number % 2] });
  sandbox.events.append(5_000);
};

const ARRIVING = 40;

describeInChromium('with 500 orders and 5,000 events', (open) => {
  test('an order that arrives changes a few elements, and asks for its own texts at most', async () => {
    const desk = open();
    const page = await desk.open({}, {}, fill);
    await page.getByText('500 in all').waitFor();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await watch(page);
    for (let number = 1; number <= ARRIVING; number += 1) {
      await desk.send('POST', 'simple/questions', simpleOrder(`Arriving ${number}`));
      await page.getByText(`${500 + number} in all`).waitFor();
    }
    const added = await readAdded(page);
    // Each list has one row more, and shows no more of them than before.
    expect(added / ARRIVING).toBeLessThan(120);
    // The chosen order is read again, and nothing else.
    expect(asked.filter((path) => !/^\/_sandbox\/orders\/\d+$/.test(path))).toEqual([]);
    expect(asked.length).toBeLessThanOrEqual(3 * ARRIVING);
  });

  test('what is found is listed at any place, and the page stays small', async () => {
    const desk = open();
    const page = await desk.open({}, {}, fill);
    await page.getByText('500 in all').waitFor();
    await page.getByLabel('Find events').fill('load');
    await page.getByText('5,000 found').waitFor();
    const list = page.getByRole('listbox', { name: 'Event log' });
    for (const share of [0.3, 0.7, 1]) {
      await list.evaluate((box, part) => box.scrollTo(0, box.scrollHeight * part), share);
      await expect.poll(() => list.locator('.skeleton').count()).toBe(0);
      expect(await list.getByRole('option').count()).toBeLessThan(40);
    }
  });
});
