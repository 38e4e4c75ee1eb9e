import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defer } from '../../src/base/concurrency.ts';
import { hasChromium, startChromium } from '../browser/chromium.ts';
import { card, orderButton, ordersSent, orderText, signIn, startWorld, visit, writeText } from './world.ts';

const LOOKING = 'It may have been placed: we are looking.';
/** New orders show in listings after so many milliseconds: the answer is lost, and the order not to be seen at first. */
const LATE = { lag: { listings: 4_000, reads: 0 } };

let browser: Browser;
beforeAll(async () => {
  if (hasChromium()) browser = await startChromium();
});
afterAll(() => browser?.close());

function openButton(page: Page, title: string) {
  return card(page, title).getByRole('button', { name: 'Open' });
}

/** What the console says of each answer that is a failure: the browser, and the client when a poll has failed. */
const SAYS_OF_FAILURE = ['Failed to load resource', 'a poll '];

/** Errors of the page itself. */
function uncaught({ errors }: { readonly errors: readonly string[] }): string[] {
  return errors.filter((error) => SAYS_OF_FAILURE.every((begin) => !error.startsWith(begin)));
}

describe.skipIf(!hasChromium())('faults', () => {
  test('a text whose answer is lost is looked for, and found without being placed twice', async () => {
    await using world = await startWorld(LATE);
    await using seen = await visit(browser);
    const { page } = seen;
    await signIn(page, world);
    world.sandbox.faults.add({ on: 'POST /api/v1/simple/questions', fault: { kind: 'drop-after' } });
    await orderText(page, 'Good morning');
    await card(page, 'Good morning').getByText(LOOKING).waitFor();
    await openButton(page, 'Good morning').waitFor();
    expect(await page.getByText(LOOKING).count()).toBe(0);
    expect(world.sandbox.orders()).toHaveLength(1);
    expect(ordersSent(world)).toBe(1);
    expect(uncaught(seen)).toEqual([]);
  });

  test('a file whose answer is cut off is looked for, and found without being placed twice', async () => {
    await using world = await startWorld({ ...LATE, analysisTime: 100 });
    await using seen = await visit(browser);
    const { page } = seen;
    await signIn(page, world);
    await page.getByRole('radio', { name: 'A file' }).check();
    const buffer = Buffer.from('Every parcel has a number.');
    await page.getByLabel(/^File/).setInputFiles({ name: 'parcels.txt', mimeType: 'text/plain', buffer });
    world.sandbox.faults.add({ on: 'POST /api/v1/projects', fault: { kind: 'drop-midway' } });
    await orderButton(page).click();
    await card(page, 'parcels.txt').getByText(LOOKING).waitFor();
    await openButton(page, 'parcels.txt').waitFor();
    expect(world.sandbox.orders()).toHaveLength(1);
    expect(ordersSent(world)).toBe(1);
  });

  test('an order that the log shows while it is looked for is there once', async () => {
    // The search reads the events from their beginning, and fails; the page follows them, and does not.
    await using world = await startWorld();
    await using seen = await visit(browser);
    const { page } = seen;
    await signIn(page, world);
    world.sandbox.faults.add({ on: 'POST /api/v1/simple/questions', fault: { kind: 'drop-after' } });
    world.sandbox.faults.add({
      on: 'GET /api/v1/simple/questions/:id',
      times: 1_000,
      fault: { kind: 'status', status: 503 },
    });
    await orderText(page, 'Good morning');
    await openButton(page, 'Good morning').waitFor();
    expect(await card(page, 'Good morning').count()).toBe(1);
    expect(ordersSent(world)).toBe(1);
  });

  test('a page that is reloaded, and opened twice, while it looks, places nothing twice', async () => {
    await using world = await startWorld(LATE);
    await using seen = await visit(browser);
    const { page, context } = seen;
    await signIn(page, world);
    world.sandbox.faults.add({ on: 'POST /api/v1/simple/questions', fault: { kind: 'drop-after' } });
    await orderText(page, 'Good morning');
    await card(page, 'Good morning').getByText(LOOKING).waitFor();
    const another = await context.newPage();
    await Promise.all([page.reload(), another.goto(world.url)]);
    await Promise.all([page, another].map((each) => openButton(each, 'Good morning').waitFor()));
    expect(world.sandbox.orders()).toHaveLength(1);
    expect(ordersSent(world)).toBe(1);
    // Nothing is left to look for.
    await page.reload();
    await openButton(page, 'Good morning').waitFor();
    expect(await page.getByText(LOOKING).count()).toBe(0);
  });

  test('an order that is not found is not placed again, and the person decides', async () => {
    await using world = await startWorld();
    await using seen = await visit(browser);
    const { page } = seen;
    await page.clock.install();
    await signIn(page, world);
    world.sandbox.faults.add({ on: 'POST /api/v1/simple/questions', fault: { kind: 'drop-before' } });
    const unknown = page.getByText('we could not find it yet');
    const lookInVain = async (begin: () => Promise<unknown>): Promise<void> => {
      // A later search asks only once, so its answer waits until the page was seen to look.
      const seenLooking = defer();
      const search = '**/simple/questions?*';
      await page.route(search, (route) => seenLooking.promise.then(() => route.fallback()));
      await begin();
      await card(page, 'Good morning').getByText(LOOKING).waitFor();
      seenLooking.resolve();
      // The first search takes half a minute, which passes sooner here.
      await expect.poll(() => page.clock.fastForward(1_000).then(() => unknown.isVisible())).toBe(true);
      await page.unroute(search);
    };
    await lookInVain(() => orderText(page, 'Good morning'));
    await lookInVain(() => page.getByRole('button', { name: 'Look again' }).click());
    await lookInVain(() => page.reload());
    expect(ordersSent(world)).toBe(1);
    await page.getByRole('button', { name: 'Remove from this list' }).click();
    await page.reload();
    await page.getByText('Nothing is ordered yet').waitFor();
  });

  test('what another account has left open is not ordered by this one', async () => {
    await using world = await startWorld();
    await using seen = await visit(browser);
    const { page } = seen;
    await signIn(page, world);
    const order = {
      language_id: 'en',
      translated_language_id: 'ja',
      question_bodies: [{ body: 'Good morning' }],
    };
    const wanted = JSON.stringify({ kind: 'text', title: 'Good morning', points: 22, order });
    await page.evaluate((text) => localStorage.setItem('dashboard.pending.1.dashboard/x', text), wanted);
    await page.reload();
    await orderText(page, 'Good night');
    await openButton(page, 'Good night').waitFor();
    expect(ordersSent(world)).toBe(1);
    // The same of this account is ordered, so that the reason is the account.
    const id = world.sandbox.accounts[0]?.userId;
    await page.evaluate(
      ([text, user]) => localStorage.setItem(`dashboard.pending.${user}.dashboard/x`, text ?? ''),
      [wanted, String(id)],
    );
    await page.reload();
    await openButton(page, 'Good morning').waitFor();
    expect(ordersSent(world)).toBe(2);
  });

  test('a browser that can store nothing orders nothing, and says so', async () => {
    await using world = await startWorld();
    await using seen = await visit(browser);
    const { page } = seen;
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      };
    });
    await signIn(page, world);
    await orderText(page, 'Good morning');
    await page.getByText('Nothing was done. Your browser does not let this page remember').waitFor();
    expect(ordersSent(world)).toBe(0);
    expect(seen.errors).toEqual([]);
  });

  test('a price that rises after it was shown is not paid', async () => {
    await using world = await startWorld();
    await using seen = await visit(browser);
    const { page } = seen;
    await signIn(page, world);
    await writeText(page, 'Good morning');
    world.sandbox.faults.add({
      on: 'POST /api/v1/simple/questions/check',
      fault: {
        kind: 'alter',
        alter: ({ question, ...answer }) => ({
          ...answer,
          question: { ...question, total_point: question.total_point + 1 },
        }),
      },
    });
    await orderButton(page).click();
    await page
      .getByText('Nothing was done. The price has risen since you saw it. Please order again.')
      .waitFor();
    expect(ordersSent(world)).toBe(0);
    await page.getByRole('button', { name: 'Remove from this list' }).click();
    expect(seen.errors).toEqual([]);
  });

  test('an order that is refused says so, and one that is too dear can not be sent', async () => {
    await using world = await startWorld({ points: 1_000 });
    await using seen = await visit(browser);
    const { page } = seen;
    await signIn(page, world);
    await writeText(page, 'Good morning');
    world.sandbox.points.take(990);
    await orderButton(page).click();
    await page.getByText('The service refused, so nothing was done. Your points are not enough.').waitFor();
    await page.reload();
    await writeText(page, 'Good morning');
    await page.getByText('That is more than you have.').waitFor();
    await orderButton(page).click({ force: true });
    expect(ordersSent(world)).toBe(1);
    expect(world.sandbox.orders()).toHaveLength(0);
  });

  test('a service that is down is shown, and the page goes on when it is back', async () => {
    await using world = await startWorld();
    await using seen = await visit(browser);
    const { page } = seen;
    await signIn(page, world);
    await orderText(page, 'Good morning');
    await openButton(page, 'Good morning').waitFor();
    const fault = world.sandbox.faults.add({
      on: '*',
      times: 1_000,
      fault: { kind: 'status', status: 503, carriedOut: false },
    });
    const notice = page.getByText('The service does not answer at the moment. This page keeps trying.');
    await notice.waitFor();
    fault.remove();
    await notice.waitFor({ state: 'detached' });
    await orderText(page, 'Good night');
    await openButton(page, 'Good night').waitFor();
    expect(uncaught(seen)).toEqual([]);
  });

  test('a token that was withdrawn leads back to signing in', async () => {
    await using world = await startWorld();
    await using seen = await visit(browser);
    const { page } = seen;
    await signIn(page, world);
    for (const token of world.tokens) world.sandbox.access.withdraw(token);
    await page.getByText('You are not signed in any more. Sign in again to go on.').first().waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Authorize' }).click();
    await page.getByText('Nothing is ordered yet').waitFor();
  });
});
