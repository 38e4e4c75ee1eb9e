import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInChromium, simpleOrder } from './browser.js';
import { readFocus, tabTo } from './look.js';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

/** Focuses the button, and presses Enter. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  await button(page, name).first().focus();
  await page.keyboard.press('Enter');
}

describeInChromium('the focus stays where the work is', (open) => {
  test('when the last text of an order is translated, and its field goes', async () => {
    const page = await open().open({}, {}, (sandbox) => sandbox.place.simpleQuestion(['one', 'two']));
    for (const text of ['one', 'two']) {
      await page.getByLabel(`Translation of “${text}”`).fill('übersetzt');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect.poll(() => page.getByLabel(`Translation of “${text}”`).count()).toBe(0);
      await expect.poll(() => readFocus(page)).toMatch(/^Text \d+/);
    }
  });

  test('when an order is translated at once, and its buttons go', async () => {
    const page = await open().open({}, {}, (sandbox) => sandbox.place.simpleQuestion(['one']));
    await press(page, 'Translate this order');
    await expect.poll(() => button(page, 'Translate this order').count()).toBe(0);
    await expect.poll(() => readFocus(page)).toMatch(/^Simple question \d+/);
  });

  test('when nothing is left to translate, and the button can’t be used any more', async () => {
    const page = await open().open({}, {}, (sandbox) => sandbox.place.simpleQuestion(['one']));
    await press(page, 'Translate all');
    await expect.poll(() => button(page, 'Translate all').isDisabled()).toBe(true);
    await expect.poll(() => readFocus(page)).toBe('Orders');
    await page.keyboard.press('Shift+Tab');
    expect(await readFocus(page)).not.toBe('nothing');
  });

  test('when a fault is removed, the only one', async () => {
    const page = await open().open();
    await press(page, 'Let it happen');
    await press(page, /^Remove status/);
    await expect.poll(() => button(page, /^Remove status/).count()).toBe(0);
    await expect.poll(() => readFocus(page)).toBe('Make it go wrong');
  });

  test('when the first order comes, and the introduction goes', async () => {
    const page = await open().open();
    await press(page, 'Place a sample order');
    await page.getByRole('heading', { name: /^Simple question/ }).waitFor();
    await expect.poll(() => readFocus(page)).not.toBe('nothing');
    await tabTo(page, '+ Simple');
  });

  test('when a message is closed', async () => {
    const page = await open().open({}, {}, (sandbox) => sandbox.place.simpleQuestion(['one']));
    await press(page, '+5 minutes');
    await page.getByText('The clock is 5 minutes further.').waitFor();
    await press(page, 'Close the message');
    await expect.poll(() => button(page, 'Close the message').count()).toBe(0);
    expect(await readFocus(page)).toBe('+5 minutes');
  });

  test('in a list that grows', async () => {
    const desk = open();
    const page = await desk.open({}, {}, async (sandbox) => {
      for (const text of ['one', 'two', 'three']) await sandbox.place.simpleQuestion([text]);
    });
    const list = page.getByRole('listbox', { name: 'Orders' });
    await list.focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('article').getByText('two').waitFor();
    await desk.send('POST', 'simple/questions', simpleOrder('four'));
    await list.getByRole('option').filter({ hasText: 'four' }).waitFor();
    expect(await readFocus(page)).toBe('Orders');
    await page.keyboard.press('ArrowDown');
    await page.getByRole('article').getByText('one').waitFor();
    const active = await list.getAttribute('aria-activedescendant');
    expect(await page.locator(`[id="${active}"]`).innerText()).toContain('one');
  });

  test('after Enter in the list, at the heading of the order', async () => {
    const page = await open().open({}, {}, (sandbox) => sandbox.place.simpleQuestion(['one']));
    await page.getByRole('listbox', { name: 'Orders' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => readFocus(page)).toMatch(/^Simple question/);
    await page.keyboard.press('Tab');
    expect(await readFocus(page)).toBe('Translate this order');
  });
});

describeInChromium('Escape', (open) => {
  test('closes the question before a reset, which keeps the keyboard and begins at the harmless answer', async () => {
    const desk = open();
    const page = await desk.open({}, {}, (sandbox) => sandbox.place.simpleQuestion(['one']));
    await press(page, 'Reset…');
    await page.getByRole('dialog', { name: 'Remove all orders?' }).waitFor();
    expect(await readFocus(page)).toBe('Keep them');
    for (const name of ['Remove all orders', 'nothing', 'Keep them']) {
      await page.keyboard.press('Tab');
      expect(await readFocus(page)).toBe(name);
    }
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect(await readFocus(page)).toBe('Reset…');
    expect(desk.sandbox.orders()).toHaveLength(1);
  });

  test('closes a message, and empties a search', async () => {
    const page = await open().open({}, {}, (sandbox) => sandbox.place.simpleQuestion(['one']));
    await button(page, '+1 day').click();
    await page.getByText('The clock is a day further.').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByText('The clock is a day further.').count()).toBe(0);
    await page.getByLabel('Find orders').fill('nothing of the kind');
    await page.getByText('Nothing here has').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('listbox', { name: 'Orders' }).getByRole('option').waitFor();
    expect(await readFocus(page)).toBe('Find orders');
  });
});

describeInChromium('the first tab stop', (open) => {
  test('leads past the header, and leaves the token in the address', async () => {
    const page = await open().open({ accessToken: 'own-token-4711' }, { host: '0.0.0.0' });
    const before = page.url();
    await page.keyboard.press('Tab');
    expect(await readFocus(page)).toBe('Skip to the orders');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await readFocus(page)).toBe('+ Simple');
    expect(page.url()).toBe(before);
  });
});
