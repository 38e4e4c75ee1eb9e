import type { Page } from 'playwright-core';
import type { Sandbox } from 'translation-requester/sandbox';
import { expect, test } from 'vitest';
import { describeInChromium } from './browser.js';
import { measureWidth, readFocus, showView } from './look.js';

const PHONES = [
  [390, 844],
  [360, 640],
  [320, 568],
] as const;

const place = async (sandbox: Sandbox, count = 30): Promise<void> => {
  for (let number = 0; number < count; number += 1) await sandbox.place.simpleQuestion([`Text ${number}`]);
};

const row = (page: Page, text: string) =>
  page
    .getByRole('listbox', { name: 'Orders' })
    .getByRole('option')
    .filter({ has: page.getByText(text, { exact: true }) });

const detail = (page: Page) => page.getByRole('region', { name: /^Simple question/ });

describeInChromium('the header', (open) => {
  test.each([320, 360, 390, 640, 768, 1024, 1119, 1120, 1280, 1440])(
    'is one line at %i pixels, and its menu has what it has no room for',
    async (width) => {
      const page = await open().open({}, { width }, place);
      await page.getByRole('option').first().waitFor();
      const header = await page.getByRole('banner').boundingBox();
      expect(header?.height).toBeLessThanOrEqual(64);
      expect(await measureWidth(page)).toBeLessThanOrEqual(width);
      for (const name of ['+5 minutes', '+1 day', 'Reset…']) {
        const control = page.getByRole('button', { name, exact: true });
        if (!(await control.isVisible())) await page.getByRole('button', { name: 'Menu' }).click();
        const box = await control.boundingBox();
        expect((box?.x ?? 0) + (box?.width ?? width)).toBeLessThanOrEqual(width);
      }
    },
  );

  test('closes its menu with Escape, and gives the focus back', async () => {
    const page = await open().open({}, { width: 390 }, place);
    const menu = page.getByRole('button', { name: 'Menu' });
    await menu.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: '+1 day' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('button', { name: '+1 day' }).isVisible()).toBe(false);
    expect(await readFocus(page)).toBe('Menu');
  });
});

describeInChromium('on a phone', (open) => {
  test.each(PHONES)('an order is shown at once when it is touched, at %i × %i', async (width, height) => {
    const page = await open().open({}, { width, height, hasTouch: true }, place);
    await row(page, 'Text 27').tap();
    const heading = page.getByRole('heading', { name: /^Simple question/ });
    await heading.waitFor();
    await detail(page).getByText('Text 27').waitFor();
    const box = await heading.boundingBox();
    expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThan(height / 2);
    expect(await page.getByRole('listbox').count()).toBe(0);
    expect(await readFocus(page)).toMatch(/^Simple question/);
    expect(await measureWidth(page)).toBeLessThanOrEqual(width);
  });

  test('its button leads back to the list as it was, and the browser’s buttons back and forward too', async () => {
    const page = await open().open({}, { width: 390, height: 844 }, place);
    const list = page.getByRole('listbox', { name: 'Orders' });
    await list.evaluate((box) => box.scrollTo(0, 1200));
    await row(page, 'Text 12').click();
    await page.getByRole('button', { name: '← Orders' }).click();
    await list.waitFor();
    await expect.poll(() => list.evaluate((box) => box.scrollTop)).toBe(1200);
    await expect.poll(() => readFocus(page)).toBe('Orders');
    expect(await row(page, 'Text 12').getAttribute('aria-selected')).toBe('true');
    await page.goForward();
    await detail(page).getByText('Text 12').waitFor();
    await page.goBack();
    await list.waitFor();
    expect(await detail(page).count()).toBe(0);
  });

  test('the address says which order is open: a reload shows it again, and its button leads to the list', async () => {
    const page = await open().open({}, { width: 390, height: 844 }, place);
    await row(page, 'Text 27').click();
    await detail(page).getByText('Text 27').waitFor();
    await page.reload();
    await detail(page).getByText('Text 27').waitFor();
    await page.getByRole('button', { name: '← Orders' }).click();
    await row(page, 'Text 27').waitFor();
  });

  test.each([
    '#order=1',
    '#order=-1',
    '#order=1e9',
    '#order=99999999999999999',
    '#order=<b>',
    '#view=__proto__',
    '#=&%',
  ])('an address with %s shows the list', async (fragment) => {
    const desk = open();
    desk.expects(/422/);
    const page = await desk.open({}, { width: 390, height: 844 }, place);
    await page.goto('about:blank');
    await page.goto(`${desk.url}/${fragment}`);
    await row(page, 'Text 29').waitFor();
  });

  test('arrow keys choose an order, and Enter goes to it', async () => {
    const page = await open().open({}, { width: 390, height: 844 }, place);
    await page.getByRole('listbox', { name: 'Orders' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await row(page, 'Text 27').getAttribute('aria-selected')).toBe('true');
    expect(await detail(page).count()).toBe(0);
    await page.keyboard.press('Enter');
    await detail(page).getByText('Text 27').waitFor();
    await expect.poll(() => readFocus(page)).toMatch(/^Simple question/);
  });

  test('the order of an event is opened from there, and back leads to the events', async () => {
    const page = await open().open({}, { width: 390, height: 844 }, place);
    await showView(page, 'What happened');
    await page.getByRole('listbox', { name: 'Event log' }).getByRole('option').nth(3).click();
    await page.getByRole('button', { name: 'Show the order' }).click();
    await detail(page).getByText('Text 26').waitFor();
    await page.goBack();
    await page.getByRole('listbox', { name: 'Event log' }).waitFor();
    await page.goForward();
    await page.getByRole('button', { name: '← Orders' }).click();
    await row(page, 'Text 26').waitFor();
  });

  test('whoever resets while an order is open comes back to the list', async () => {
    const desk = open();
    const page = await desk.open({}, { width: 390, height: 844 }, place);
    await row(page, 'Text 27').click();
    await detail(page).waitFor();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Reset…' }).click();
    await page.getByRole('button', { name: 'Remove all orders' }).click();
    await page.getByRole('heading', { name: 'Play the translator' }).waitFor();
    expect(await page.getByRole('button', { name: '+ Simple' }).isVisible()).toBe(true);
  });

  test.each(PHONES)('everything that is touched is large enough, at %i × %i', async (width, height) => {
    const page = await open().open({}, { width, height, hasTouch: true }, place);
    const small = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('button, a, input, select, textarea, summary, [role="option"]')]
          .filter((control) => control.checkVisibility({ visibilityProperty: true }))
          .map((control) => ({ control, box: control.getBoundingClientRect() }))
          .filter(({ box }) => box.height < 40 || box.width < 40)
          .map(({ control }) => control.outerHTML),
      );
    await row(page, 'Text 29').waitFor();
    expect(await small()).toEqual([]);
    for (const view of ['What happened', 'Controls'] as const) {
      await showView(page, view);
      expect(await small()).toEqual([]);
    }
    await page.getByRole('button', { name: 'Menu' }).click();
    expect(await small()).toEqual([]);
    await page.keyboard.press('Escape');
    await showView(page, 'Orders');
    await row(page, 'Text 29').click();
    await page.getByRole('button', { name: 'Translate this order' }).click();
    await detail(page).getByText('completed').waitFor();
    expect(await small()).toEqual([]);
  });
});
