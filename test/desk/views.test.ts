import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import type { Sandbox } from 'translation-requester/sandbox';
import { expect, test } from 'vitest';
import { describeInChromium, simpleOrder } from './browser.js';
import { findCutOff, findViolations, measureWidth, readFocus, showView, tabTo } from './look.js';

/** Some of everything: orders of both kinds in several states, comments, a delivery, faults and prohibitions. */
async function fill(sandbox: Sandbox): Promise<void> {
  sandbox.deliveries.to(() => new Response(null, { status: 500 }));
  const simple = await sandbox.place.simpleQuestion(['Add to cart', 'Check out', 'Empty']);
  const { id } = sandbox.translators.translateBody(simple.questionBodyIds[0] ?? 0, 'In den Warenkorb');
  sandbox.translators.commentOnTranslation(id, 'Is this a button?');
  await sandbox.place.completedProject(['Good morning']);
  await sandbox.clock.advance(5 * 60_000);
  await sandbox.place.takenProject(['Good evening']);
}

/** Shows everything that can be unfolded. */
async function unfold(page: Page): Promise<void> {
  await page.getByRole('listbox').getByRole('option').first().waitFor();
  await page.evaluate(() => {
    for (const each of document.querySelectorAll('details')) each.open = true;
  });
}

/** Goes through every tab, and calls `look` in each. */
async function eachTab(page: Page, look: () => Promise<void>): Promise<void> {
  await showView(page, 'What happened');
  const tabs = page.getByRole('tab');
  const count = await tabs.count();
  for (let index = 0; index < count; index += 1) {
    await tabs.nth(index).click();
    await unfold(page);
    await look();
  }
}

describeInChromium('to everybody', (open) => {
  test.each([
    ['light', 1440],
    ['dark', 1440],
    ['light', 1280],
    ['light', 375],
    ['dark', 375],
  ] as const)('the desk has no axe violation, in %s at %i px, in any tab', async (colorScheme, width) => {
    const page = await open().open({}, { colorScheme, width }, fill);
    await showView(page, 'Controls');
    await page.getByRole('button', { name: 'Let it happen' }).click();
    await page.getByText('0 hits of 1').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await showView(page, 'Orders');
    await unfold(page);
    expect(await findViolations(page)).toEqual([]);
    await eachTab(page, async () => {
      expect(await findViolations(page, '.activity')).toEqual([]);
      expect(await measureWidth(page)).toBeLessThanOrEqual(width);
    });
    await page.getByRole('tab', { name: /Requests/ }).click();
    await page.getByRole('listbox', { name: 'Requests' }).getByRole('option').first().click();
    await page.getByRole('heading', { name: /Answer/ }).waitFor();
    expect(await findViolations(page, '.activity')).toEqual([]);
    expect(await measureWidth(page)).toBeLessThanOrEqual(width);
  });

  test.each([1440, 375])('the first visit has no axe violation at %i px', async (width) => {
    const page = await open().open({}, { width });
    await page.getByRole('heading', { name: 'Play the translator' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    expect(await measureWidth(page)).toBeLessThanOrEqual(width);
  });

  test('the colors follow the color scheme of the system', async () => {
    const ground = async (colorScheme: 'light' | 'dark') => {
      const page = await open().open({}, { colorScheme });
      const color = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      return Math.max(...[...color.matchAll(/\d+/g)].slice(0, 3).map(Number));
    };
    expect(await ground('light')).toBeGreaterThan(220);
    expect(await ground('dark')).toBeLessThan(40);
  });
});

const measureTops = (page: Page, selector: string): Promise<number[]> =>
  page.evaluate(
    (all) => [...document.querySelectorAll(all)].map((item) => Math.round(item.getBoundingClientRect().top)),
    selector,
  );

describeInChromium('the desk at 1280 pixels', (open) => {
  const place = async (sandbox: Sandbox) => {
    await fill(sandbox);
    for (const version of [1, 2]) {
      const order = { ...simpleOrder('Proceed to checkout', 'Pay'), custom_field: makeKey(version) };
      await sandbox.fetch(`${sandbox.baseUrl}/api/v1/simple/questions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...order, access_token: sandbox.accessToken }),
      });
    }
  };
  const makeKey = (version: number) => `shop/pages/checkout/buttons-and-messages/version-${version}`;

  test.each(['light', 'dark'] as const)('cuts nothing off and wraps no clock, in %s', async (colorScheme) => {
    const page = await open().open({}, { width: 1280, height: 800, colorScheme }, place);
    await page.getByRole('option').nth(4).waitFor();
    expect(await findCutOff(page)).toEqual([]);
    expect(new Set(await measureTops(page, '.clock button')).size).toBe(1);
    expect(new Set(await measureTops(page, '.activity .tabs button')).size).toBe(1);
    const progress = page.getByRole('listbox', { name: 'Orders' }).getByText('0/2').first();
    expect(await progress.isVisible()).toBe(true);
  });

  test('tells orders of the same title apart by their keys, and shows the order of an event', async () => {
    const page = await open().open({}, { width: 1280, height: 800 }, place);
    for (const list of ['Orders', 'Event log']) {
      const rows = page.getByRole('listbox', { name: list }).getByRole('option');
      for (const version of [1, 2])
        await rows
          .filter({ hasText: makeKey(version) })
          .first()
          .waitFor();
    }
    expect(await findCutOff(page)).toEqual([]);
    const first = page.getByRole('listbox', { name: 'Event log' }).getByRole('option').first();
    await first.click();
    await page.getByText(`with the key ${makeKey(2)}`).waitFor();
  });
});

describeInChromium('an honest desk', (open) => {
  test('lists no limit where none is set', async () => {
    const page = await open().open({ latency: 0, lag: { listings: 0 } });
    await page.getByRole('button', { name: 'Let it happen' }).click();
    await page.getByRole('listitem').filter({ hasText: 'status for POST *' }).waitFor();
    expect(await page.getByRole('button', { name: 'Remove latency' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Remove lag' }).count()).toBe(0);
  });

  test('shows the name and the size of a document, and downloads its translation', async () => {
    const desk = open();
    const page = await desk.open();
    const form = new FormData();
    form.set('file', new File(['Soup\nBread'], 'menu.txt'));
    const files = `${desk.url}/api/v1/my/files?access_token=${desk.sandbox.accessToken}`;
    const { question_source } = await (await fetch(files, { method: 'POST', body: form })).json();
    await desk.sandbox.clock.advance(60_000);
    const question = { type: 'file', source_id: question_source.id, title: 'Lunch' };
    await desk.send('POST', 'projects', {
      language_id: 'en',
      translated_language_id: 'ja',
      questions: [question],
    });
    const detail = page.getByRole('article');
    await detail.getByText('menu.txt').waitFor();
    await detail.getByText('2 paragraphs, 9 letters').waitFor();
    expect(await detail.getByRole('button', { name: /^Download/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Translate this order' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      detail.getByRole('button', { name: 'Download the translation of menu.txt' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('menu.txt');
    expect(download.url()).not.toContain(desk.sandbox.accessToken);
    expect(await text(await download.createReadStream())).toBe('[ja] Soup\n[ja] Bread');
  });
});

describeInChromium('with the keyboard alone', (open) => {
  test('an order is placed, chosen, translated and completed', async () => {
    const desk = open();
    const page = await desk.open();
    const orders = page.getByRole('listbox', { name: 'Orders' }).getByRole('option');
    await tabTo(page, '+ Simple');
    await page.keyboard.press('Enter');
    await orders.waitFor();
    await tabTo(page, '+ Project');
    await page.keyboard.press('Enter');
    await orders.nth(1).waitFor();
    await tabTo(page, 'Orders');
    await page.keyboard.press('End');
    await page.getByRole('heading', { name: /^Simple question/ }).waitFor();
    await page.keyboard.press('Home');
    await page.getByRole('heading', { name: /^Project/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('heading', { name: /^Simple question/ }).waitFor();
    for (const text of ['Add to cart', 'Proceed to checkout', 'Your cart is empty.']) {
      await tabTo(page, `Translation of “${text}”`);
      await page.keyboard.type(`[de] ${text}`);
      await page.keyboard.press('Tab');
      expect(await readFocus(page)).toBe('Submit');
      await page.keyboard.press('Enter');
      await page.getByText(`[de] ${text}`).waitFor();
    }
    await orders.filter({ hasText: 'completed' }).waitFor();
  });

  test('every control is reached, and shows that it has the focus', async () => {
    const desk = open();
    const page = await desk.open({}, {}, fill);
    await page.getByRole('option').nth(2).waitFor();
    const wanted = await page.evaluate(() => {
      const all = document.querySelectorAll(
        'button:not(:disabled, [tabindex="-1"]), input, select, textarea, a',
      );
      return [...all].filter((each) => each.checkVisibility()).length;
    });
    const reached = new Set<string>();
    let count = 0;
    for (; count < 200; count += 1) {
      await page.keyboard.press('Tab');
      const seen = await page.evaluate(() => {
        const { activeElement: element } = document;
        if (element === null || element === document.body) return null;
        if (!(element instanceof HTMLElement)) return null;
        element.dataset.seen ??= String(document.querySelectorAll('[data-seen]').length);
        const { outlineStyle } = getComputedStyle(element);
        return {
          id: element.dataset.seen,
          isControl: element.matches('button, input, select, textarea, a'),
          outlineStyle,
        };
      });
      if (seen === null) break;
      if (seen.isControl) reached.add(seen.id);
      expect(seen.outlineStyle).not.toBe('none');
    }
    expect(reached.size).toBe(wanted);
  });

  test('arrow keys move between tabs, and one of them is a tab stop', async () => {
    const page = await open().open();
    const tabs = page.getByRole('tab');
    await tabs.first().focus();
    await page.keyboard.press('ArrowRight');
    expect(await readFocus(page)).toMatch(/^Requests/);
    await page.getByRole('tabpanel', { name: /^Requests/ }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    expect(await readFocus(page)).toMatch(/^Deliveries/);
    expect(await tabs.evaluateAll((all) => all.filter(({ tabIndex }) => tabIndex === 0).length)).toBe(1);
  });

  test('what is typed stays while the state changes', async () => {
    const desk = open();
    const page = await desk.open();
    await page.getByLabel('How, as JSON').fill('{"on": "GET *"');
    await desk.send('POST', 'simple/questions', simpleOrder('one'));
    await page.getByLabel('Translation of “one”').fill('half a tex');
    await desk.send('POST', 'simple/questions', simpleOrder('two'));
    await page.getByRole('option').nth(1).waitFor();
    expect(await page.getByLabel('Translation of “one”').inputValue()).toBe('half a tex');
    expect(await page.getByLabel('How, as JSON').inputValue()).toBe('{"on": "GET *"');
  });
});

describeInChromium('a translation that is half typed', (open) => {
  const choose = (page: Page, title: string) =>
    page.getByRole('listbox', { name: 'Orders' }).getByRole('option').filter({ hasText: title }).click();

  test('is there again after another order was looked at, until it is sent', async () => {
    const desk = open();
    const page = await desk.open({ translationsPerBody: 2 }, {}, async ({ place }) => {
      await place.simpleQuestion(['one', 'two']);
      await place.project(['three']);
    });
    const fields = page.getByRole('textbox', { name: /ranslation of “/ });
    const values = () =>
      fields.evaluateAll((all) => all.map((field) => (field as HTMLTextAreaElement).value));
    await choose(page, 'three');
    await page.getByLabel('Translation of “three”').fill('half of three');
    await choose(page, 'one');
    await page.getByLabel('Translation of “one”').fill('half of one');
    await page.getByLabel('Translation of “two”').fill('half of two');
    await choose(page, 'three');
    await expect.poll(values).toEqual(['half of three']);
    await choose(page, 'one');
    await expect.poll(values).toEqual(['half of one', 'half of two']);
    await page.getByRole('article').first().getByRole('button', { name: 'Submit' }).click();
    await page.getByLabel('Further translation of “one”').waitFor();
    await choose(page, 'three');
    await page.getByLabel('Translation of “three”').waitFor();
    await choose(page, 'one');
    await expect.poll(values).toEqual(['', 'half of two']);
  });

  test('is gone after a reset, although another text has its id then', async () => {
    const desk = open();
    const page = await desk.open();
    await desk.send('POST', 'simple/questions', simpleOrder('Before'));
    await page.getByLabel('Translation of “Before”').fill('half of it');
    const [before] = desk.sandbox.orders();
    desk.sandbox.reset();
    await page.getByRole('heading', { name: 'Play the translator' }).waitFor();
    await desk.send('POST', 'simple/questions', simpleOrder('After'));
    const field = page.getByLabel('Translation of “After”');
    await field.waitFor();
    expect(desk.sandbox.orders()[0]?.id).toBe(before?.id);
    expect(await field.inputValue()).toBe('');
  });
});

describeInChromium('the rows of the orders', (open) => {
  test.each([1440, 375])(
    'have their progress at the same place, whatever their keys, at %i px',
    async (width) => {
      const desk = open();
      const page = await desk.open({}, { width });
      const keys = [undefined, 'k', 'shop/4711', 'shop/4711/a/rather/long/one', `shop/${'long '.repeat(12)}`];
      for (const key of keys) {
        const order = { ...simpleOrder('Add to cart'), ...(key !== undefined && { custom_field: key }) };
        await desk.send('POST', 'simple/questions', order);
      }
      const rows = page.getByRole('listbox', { name: 'Orders' }).getByRole('option');
      await rows.nth(keys.length - 1).waitFor();
      const places = await rows.evaluateAll((all) =>
        all.map((row) => {
          const box = row.getBoundingClientRect();
          const { top = 0, right = 0 } = row.querySelector('.done')?.getBoundingClientRect() ?? {};
          return { below: top - box.top, before: box.right - right };
        }),
      );
      const measureSpread = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
      expect(measureSpread(places.map(({ below }) => below))).toBeLessThan(2);
      expect(measureSpread(places.map(({ before }) => before))).toBeLessThan(2);
      expect(await findCutOff(page)).toEqual([]);
    },
  );
});

const ORDERS = 10_000;

async function measureHeap(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 2 ** 20;
}

describeInChromium('10,000 orders', (open) => {
  test('are shown and scrolled through, while the page and its memory stay small', async () => {
    const desk = open();
    const page = await desk.open({ points: 100_000_000 }, {}, async (sandbox) => {
      for (let number = 0; number < ORDERS; number += 1)
        await sandbox.place.simpleQuestion([`Text ${number}`]);
    });
    await page.getByText('10,000 in all, 10,000 open').waitFor();
    const before = await measureHeap(page);
    const list = page.getByRole('listbox', { name: 'Orders' });
    for (const share of [0.25, 0.5, 0.75, 1]) {
      await list.evaluate((box, part) => box.scrollTo(0, box.scrollHeight * part), share);
      await expect.poll(() => list.locator('.skeleton').count()).toBe(0);
    }
    await list.getByRole('option').getByText('Text 0', { exact: true }).waitFor();
    expect(await list.getByRole('option').count()).toBeLessThan(60);
    expect((await measureHeap(page)) - before).toBeLessThan(8);
    await list.focus();
    await page.keyboard.press('Home');
    await page.getByRole('heading', { name: /^Simple question/ }).waitFor();
    await list.getByRole('option', { selected: true }).getByText('Text 9999', { exact: true }).waitFor();
  });

  test('an order far down is chosen, translated, and shown as it is then', async () => {
    const desk = open();
    const page = await desk.open({}, {}, async (sandbox) => {
      for (let number = 0; number < 500; number += 1) await sandbox.place.simpleQuestion([`Text ${number}`]);
    });
    const list = page.getByRole('listbox', { name: 'Orders' });
    await list.focus();
    await page.keyboard.press('End');
    const row = list.getByRole('option').filter({ has: page.getByText('Text 0', { exact: true }) });
    await row.click();
    await page.getByRole('button', { name: 'Translate this order' }).click();
    await row.getByText('completed').waitFor();
    // Whoever looks at old orders is not moved by new ones.
    await desk.send('POST', 'simple/questions', simpleOrder('new'));
    await page.getByText('501 in all, 500 open').waitFor();
    expect(await row.isVisible()).toBe(true);
  });
});
