import type { Browser, Page } from 'playwright-core';
import { Requester } from 'translation-requester';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, startChromium } from '../browser/chromium.ts';
import {
  card,
  orderButton,
  orderText,
  overflow,
  signIn,
  startWorld,
  violations,
  visit,
  type World,
  writeText,
} from './world.ts';

let browser: Browser;
beforeAll(async () => {
  if (hasChromium()) browser = await startChromium();
});
afterAll(() => browser?.close());

const LONG =
  'A rather long text, as people write them, with a number of 12,345,678 and Donaudampfschifffahrtsgesellschaft';

const sizes = { 'a phone': { width: 375, height: 812 }, 'a desk': { width: 1280, height: 900 } } as const;

/** Goes through every state of the page, and calls `look` in each. */
async function walk(page: Page, world: World, look: (state: string) => Promise<void>): Promise<void> {
  const { sandbox } = world;
  await page.goto(`${world.url}/?sign-in=denied`);
  await page.getByText('You did not allow it').waitFor();
  await look('signed out');
  await signIn(page, world);
  await page.getByText('There are none yet.').waitFor();
  await look('empty');
  const { questionIds } = await sandbox.place.completedProject(['Good morning', LONG]);
  await page.getByRole('button', { name: 'Read anew' }).click();
  await page.getByRole('option', { name: 'Good morning' }).waitFor();
  await writeText(page, LONG);
  await look('a price and a listing');
  await orderButton(page).click();
  await card(page, LONG).getByRole('button', { name: 'Open' }).waitFor();
  const [, order] = sandbox.orders();
  const { question_bodies: bodies } = await sandbox.requester(Requester).simple.questions.get(order?.id ?? 0);
  sandbox.translators.translateBody(bodies[0]?.id ?? 0, LONG);
  await card(page, LONG).getByText('Completed').waitFor();
  await card(page, LONG).getByRole('button', { name: 'Open' }).click();
  for (const part of ['Comment…', 'Reject…']) await page.getByText(part).click();
  await page.getByText('None yet.').waitFor();
  await look('a text with its forms');
  await page.keyboard.press('Escape');
  await page.getByRole('option', { name: 'Good morning' }).click();
  await page.getByText('[ja] Good morning').waitFor();
  expect(questionIds).toHaveLength(2);
  await look('a question');
  await page.keyboard.press('Escape');
  await page.getByRole('radio', { name: 'A file' }).check();
  await page
    .getByLabel(/^File/)
    .setInputFiles({ name: 'parcels.pdf', mimeType: 'text/plain', buffer: Buffer.from('a') });
  await page.getByRole('alert').waitFor();
  await look('a file that is refused');
  sandbox.faults.add({ on: 'POST /api/v1/simple/questions', fault: { kind: 'drop-before' } });
  await page.getByRole('radio', { name: 'A text' }).check();
  await orderText(page, 'Good night');
  await page.getByText('It may have been placed: we are looking.').waitFor();
  await look('an order that is looked for');
  sandbox.faults.add({ on: '*', times: 1_000, fault: { kind: 'status', status: 503 } });
  await page.getByText('This page keeps trying.').waitFor();
  await look('a service that is down');
}

describe.skipIf(!hasChromium())('looks', () => {
  for (const [name, viewport] of Object.entries(sizes)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      test(`in ${colorScheme} colours on ${name}, axe finds nothing and nothing is wider than the window`, async () => {
        await using world = await startWorld();
        await using seen = await visit(browser, { viewport, colorScheme, reducedMotion: 'reduce' });
        const found: Record<string, unknown> = {};
        const states: string[] = [];
        await walk(seen.page, world, async (state) => {
          states.push(state);
          const wrong = await violations(seen.page);
          const wider = await overflow(seen.page);
          if (wrong.length > 0 || wider > 0) found[state] = { wrong, wider };
        });
        expect(found).toEqual({});
        expect(states).toHaveLength(8);
        expect(await brightness(seen.page)).toBeCloseTo(colorScheme === 'dark' ? 0.1 : 0.95, 0);
      });
    }
  }

  test('everything can be done by the keyboard alone', async () => {
    await using world = await startWorld({ autopilot: { pace: 300 } });
    await using seen = await visit(browser);
    const { page } = seen;
    await page.goto(world.url);
    await tabTo(page, 'Sign in at the translation service');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Authorize' }).waitFor();
    await tabTo(page, 'Authorize');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Your orders' }).waitFor();
    await page
      .getByRole('combobox', { name: 'From' })
      .locator('option')
      .first()
      .waitFor({ state: 'attached' });
    await tabTo(page, 'Text');
    await page.keyboard.type('Good morning');
    await orderButton(page).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await card(page, 'Good morning').getByText('Completed').waitFor();
    await tabTo(page, 'Open Good morning');
    await page.keyboard.press('Enter');
    await page.getByText('[ja] Góód mórníng').waitFor();
    await tabTo(page, 'Comment');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Write to the translator');
    await page.keyboard.type('Thank you');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('listitem').filter({ hasText: 'Thank you' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await focused(page)).toBe('Open Good morning');
    expect(seen.errors).toEqual([]);
  });

  test('the listing is one stop for the keyboard, and its rows are opened from it', async () => {
    await using world = await startWorld();
    await world.sandbox.place.project(Array.from({ length: 40 }, (_, index) => `Text ${index + 1}`));
    await using seen = await visit(browser);
    const { page } = seen;
    await signIn(page, world);
    await page.getByRole('option', { name: 'Text 40' }).waitFor();
    await tabTo(page, 'All questions');
    const active = () =>
      page.evaluate(
        () =>
          document
            .getElementById(document.activeElement?.getAttribute('aria-activedescendant') ?? '')
            ?.querySelector('.title')?.textContent,
      );
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    // The rows are drawn after the list has scrolled.
    await expect.poll(active, { timeout: 30_000 }).toBe('Text 38');
    await page.keyboard.press('End');
    await expect.poll(active, { timeout: 30_000 }).toBe('Text 1');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Text 1' }).getByText('Waiting').waitFor();
    await page.keyboard.press('Escape');
    expect(await focused(page)).toBe('All questions');
    await page.keyboard.press('Home');
    await expect.poll(active, { timeout: 30_000 }).toBe('Text 40');
    expect(seen.errors).toEqual([]);
  });
});

/** How bright the page's background is, from 0 to 1. */
function brightness(page: Page): Promise<number> {
  return page.evaluate(() => {
    const [red = 0, green = 0, blue = 0] = (
      getComputedStyle(document.body).backgroundColor.match(/[\d.]+/g) ?? []
    ).map(Number);
    return (red + green + blue) / 3 / 255;
  });
}

/** What has the focus, by the name that people hear. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (element === document.body) return '';
    const labels =
      element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.labels : null;
    const label = document.getElementById(element?.getAttribute('aria-labelledby') ?? '');
    return (labels?.[0] ?? label ?? element)?.textContent?.trim() ?? '';
  });
}

/** Presses Tab until something whose name begins like this has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const met: string[] = [];
  for (let steps = 0; steps < 40; steps += 1) {
    await page.keyboard.press('Tab');
    const here = await focused(page);
    if (here.startsWith(name)) return;
    met.push(here);
  }
  throw new Error(`Tab does not lead to "${name}", only to: ${met.join(', ')}`);
}
