import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type Desk, describeInChromium, simpleOrder } from './browser.js';

/** Begins to measure. @returns a function that reads how many milliseconds the page has worked since */
async function measureWork(page: Page): Promise<() => Promise<{ script: number; all: number }>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const find = (wanted: string) => 1000 * (metrics.find(({ name }) => name === wanted)?.value ?? 0);
    return { script: find('ScriptDuration'), all: find('TaskDuration') };
  };
  const before = await read();
  return async () => {
    const { script, all } = await read();
    return { script: script - before.script, all: all - before.all };
  };
}

/** Counts the elements that are added from now on, and the tasks of more than 50 ms. */
const watch = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen = { added: 0, longTasks: 0 };
    Object.assign(globalThis, { seen });
    new MutationObserver((records) => {
      for (const { addedNodes } of records)
        for (const node of addedNodes)
          if (node instanceof Element) seen.added += 1 + node.querySelectorAll('*').length;
    }).observe(document.body, { childList: true, subtree: true });
    const count = (list: PerformanceObserverEntryList): void => {
      seen.longTasks += list.getEntries().length;
    };
    new PerformanceObserver(count).observe({ type: 'longtask' });
  });

const readSeen = (page: Page): Promise<{ added: number; longTasks: number }> =>
  page.evaluate(() => Reflect.get(globalThis, 'seen'));

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
    const readWork = await measureWork(page);
    for (let number = 1; number <= ARRIVING; number += 1) {
      await desk.send('POST', 'simple/questions', simpleOrder(`Arriving ${number}`));
      await page.getByText(`${500 + number} in all`).waitFor();
    }
    const work = await readWork();
    const { added, longTasks } = await readSeen(page);
    // Each list has one row more, and shows no more of them than before.
    expect(added / ARRIVING).toBeLessThan(120);
    // The chosen order is read again, and nothing else.
    expect(asked.filter((path) => !/^\/_sandbox\/orders\/\d+$/.test(path))).toEqual([]);
    expect(asked.length).toBeLessThanOrEqual(3 * ARRIVING);
    const each = (ms: number) => (ms / ARRIVING).toFixed(1);
    console.info(
      `an order that arrives: ${each(work.script)} ms of script, ${each(work.all)} ms in all, ${Math.round(added / ARRIVING)} elements, ${longTasks} tasks over 50 ms`,
    );
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
