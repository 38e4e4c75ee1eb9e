import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { orderArchive, SandboxTime } from '../../examples/dashboard/server/archive.ts';
import { hasChromium, startChromium } from '../browser/chromium.ts';
import { signIn, startWorld, visit } from './world.ts';

const ALL = 10_000;

let browser: Browser;
beforeAll(async () => {
  if (hasChromium()) browser = await startChromium();
});
afterAll(() => browser?.close());

async function startArchive() {
  const time = new SandboxTime();
  const world = await startWorld({ now: time.now });
  await orderArchive(world.sandbox, time, ALL);
  return world;
}

/** Notes how many rows there are at most, from now on. */
async function noteRows(list: Locator): Promise<() => Promise<number>> {
  await list.evaluate((box) => {
    const most = { rows: 0 };
    Object.assign(globalThis, { most });
    new MutationObserver(() => {
      most.rows = Math.max(most.rows, box.querySelectorAll('.row').length);
    }).observe(box, { subtree: true, childList: true });
  });
  return () => list.evaluate(() => (globalThis as unknown as { most: { rows: number } }).most.rows);
}

/** What stands in the middle of the list. */
function middle(list: Locator): Promise<string | undefined> {
  return list.evaluate((box) => {
    const { left, top, width, height } = box.getBoundingClientRect();
    const row = document.elementFromPoint(left + width / 2, top + height / 2)?.closest('.row');
    return row?.querySelector('.title')?.textContent ?? undefined;
  });
}

describe.skipIf(!hasChromium())('the listing', () => {
  test('10,000 questions scroll: few rows at a time, none missing, and pages only as far as they are needed', async () => {
    await using world = await startArchive();
    await using seen = await visit(browser, { viewport: { width: 1280, height: 1200 } });
    const { page } = seen;
    const pages = () => world.sandbox.requests.filter(({ path }) => path === '/api/v1/my/questions').length;
    await signIn(page, world);
    const list = page.getByRole('listbox', { name: 'All questions' });
    await page.getByText('500 of 10,000 read').waitFor();
    expect(pages()).toBeLessThan(15);
    const mostRows = await noteRows(list);
    await list.hover();
    for (let wheel = 0; wheel < 40; wheel += 1) {
      await page.mouse.wheel(0, 600);
      await expect.poll(() => middle(list), { timeout: 30_000 }).toMatch(/ \d+$/);
    }
    const middleNow = Number(/ (\d+)$/.exec((await middle(list)) ?? '')?.[1]);
    expect(middleNow).toBeLessThan(ALL - 300);
    expect(pages()).toBeLessThan(25);
    await list.press('End');
    await page.getByText('10,000 of 10,000 read').waitFor({ timeout: 60_000 });
    await page.getByRole('option', { name: /^Parcel label 1 / }).waitFor();
    expect(await page.getByRole('option', { name: /^Parcel label 1 / }).getAttribute('aria-posinset')).toBe(
      '10000',
    );
    // One page more at most: prefetching goes on until the end is known.
    expect(pages()).toBeLessThanOrEqual(ALL / 100 + 1);
    expect(await mostRows()).toBeLessThan(45);
    expect(seen.errors).toEqual([]);
  });

  test('a listing that can not be read says so, and is read anew', async () => {
    await using world = await startWorld();
    await world.sandbox.place.project(['Good morning']);
    world.sandbox.faults.add({ on: 'GET /api/v1/my/questions', times: 3, fault: { kind: 'html' } });
    await using seen = await visit(browser);
    const { page } = seen;
    await signIn(page, world);
    await page.getByText('The service does not answer properly at the moment.').waitFor();
    world.sandbox.faults.clear();
    await page.getByRole('button', { name: 'Read anew' }).click();
    await page.getByRole('option', { name: /^Good morning/ }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });
});
