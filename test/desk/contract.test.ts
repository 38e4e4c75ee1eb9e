import { expect, test } from 'vitest';
import { describeInChromium } from './browser.js';
import { findViolations, measureWidth, tabTo } from './look.js';

describeInChromium('the contract', (open) => {
  test.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
    ['dark', 390],
  ] as const)('is a page without an axe violation, in %s at %i px', async (colorScheme, width) => {
    const desk = open();
    const page = await desk.open({}, { colorScheme, width });
    await page.goto(`${desk.url}/docs`);
    await page.getByRole('heading', { name: 'Order a simple question', exact: true }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    expect(await measureWidth(page)).toBeLessThanOrEqual(width);
  });

  test('opens from the desk, which stays, and leads from an operation to the fields of its body, by keyboard', async () => {
    const desk = open();
    const page = await desk.open();
    await tabTo(page, 'API');
    const [docs] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Enter')]);
    await docs.getByRole('heading', { name: 'Types' }).waitFor();
    expect(await docs.title()).toBe('Translation Requester API');
    await tabTo(docs, 'Order a simple question');
    await docs.keyboard.press('Enter');
    await tabTo(docs, 'SimpleQuestionOrderRequest');
    await docs.keyboard.press('Enter');
    const fields = docs.locator('#type-SimpleQuestionOrderRequest').getByRole('listitem');
    for (const text of ['question_bodies list of SimpleQuestionOrderBody, required', 'access_token'])
      await fields.filter({ hasText: text }).first().waitFor();
    expect(new URL(docs.url()).hash).toBe('#type-SimpleQuestionOrderRequest');
  });

  test('shows the place that its address names', async () => {
    const desk = open();
    const page = await desk.open();
    for (const name of ['simple.questions.create', 'type-SimpleQuestionOrder']) {
      await page.goto('about:blank');
      await page.goto(`${desk.url}/docs#${name}`);
      const place = page.locator(`[id="${name}"]`);
      await expect.poll(async () => (await place.boundingBox())?.y).toBeLessThan(900);
    }
    await page.goto('about:blank');
    await page.goto(`${desk.url}/docs#&%<b>`);
    await page.getByRole('heading', { name: 'Types' }).waitFor();
  });
});
