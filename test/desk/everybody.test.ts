import type { Page } from 'playwright-core';
import type { Sandbox } from 'translation-requester/sandbox';
import { expect, test } from 'vitest';
import { type Desk, describeInChromium, simpleOrder } from './browser.js';
import { findViolations, measureWidth, showView } from './look.js';

const place = async (sandbox: Sandbox, count = 3): Promise<void> => {
  for (let number = 0; number < count; number += 1)
    await sandbox.place.simpleQuestion([`Text ${number}`], { account: sandbox.accounts[number % 2] });
};

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function openMenu(page: Page): Promise<void> {
  const menu = button(page, 'Menu');
  if (await menu.isVisible()) await menu.click();
}

interface Scene {
  readonly orders: number;
  readonly show: (page: Page, desk: Desk) => Promise<unknown>;
}

/** What the desk can look like beside its usual views. */
const SCENES: Readonly<Record<string, Scene>> = {
  'an open menu': { orders: 3, show: openMenu },
  'a question before a reset': {
    orders: 3,
    show: async (page) => {
      await openMenu(page);
      await button(page, 'Reset…').click();
      await page.getByRole('dialog').waitFor();
    },
  },
  'nothing in it': { orders: 0, show: (page) => page.getByText('No order yet.').waitFor() },
  '500 orders': { orders: 500, show: (page) => page.getByText('500 in all').waitFor() },
  'nothing found': {
    orders: 3,
    show: async (page) => {
      await page.getByLabel('Find orders').fill('zebra');
      await page.getByText('Nothing here has').waitFor();
    },
  },
  'an order': { orders: 3, show: (page) => page.getByRole('option').first().click() },
  controls: { orders: 3, show: (page) => showView(page, 'Controls') },
  'a failure': {
    orders: 3,
    show: async (page, desk) => {
      desk.expects(/422/);
      await showView(page, 'Controls');
      await page.getByLabel('Change the points').fill('99999999999');
      await button(page, 'Take').click();
      await page.getByRole('alert').filter({ hasText: 'can be taken' }).waitFor();
    },
  },
  'a sandbox that does not answer': {
    orders: 3,
    show: async (page, desk) => {
      desk.expects(/ERR_|Failed/);
      await desk.stop();
      await page.getByText('The sandbox does not answer.').waitFor();
    },
  },
};

const LOOKS = [
  { colorScheme: 'light', width: 1440, height: 900 },
  { colorScheme: 'dark', width: 1440, height: 900 },
  { colorScheme: 'light', width: 390, height: 844 },
  { colorScheme: 'dark', width: 320, height: 568 },
  { colorScheme: 'light', width: 720, height: 450 }, // 1440 × 900 at 200 %
] as const;

describeInChromium('with axe', (open) => {
  test.each(Object.entries(SCENES))('the desk with %s has no violation in any look', async (_, scene) => {
    for (const look of LOOKS) {
      const desk = open();
      const page = await desk.open({}, look, (sandbox) => place(sandbox, scene.orders));
      await scene.show(page, desk);
      expect([look, await findViolations(page)]).toEqual([look, []]);
      expect([look, (await measureWidth(page)) <= look.width]).toEqual([look, true]);
    }
  });
});

describeInChromium('for a screen reader', (open) => {
  test('nothing is read out while others work: orders, events and requests come quietly', async () => {
    const desk = open();
    const page = await desk.open({}, {}, place);
    await page.evaluate(() => {
      const heard: string[] = [];
      Object.assign(globalThis, { heard });
      for (const region of document.querySelectorAll('[role="status"], [role="alert"], [aria-live]'))
        new MutationObserver(() => heard.push(region.outerHTML)).observe(region, {
          childList: true,
          characterData: true,
          subtree: true,
        });
    });
    for (let number = 0; number < 20; number += 1)
      await desk.send('POST', 'simple/questions', simpleOrder('more'));
    await page.getByText('23 in all, 23 open').waitFor();
    expect(await page.evaluate(() => Reflect.get(globalThis, 'heard'))).toEqual([]);
  });

  test('each order says what it is: its title, state, account and progress', async () => {
    const page = await open().open({}, {}, (sandbox) => sandbox.place.simpleQuestion(['Add to cart']));
    const name = /^Add to cart pending first-requester · Simple \d+ en → ja · 18 points 0\/1 translated$/;
    await page.getByRole('option', { name, selected: true }).waitFor();
  });
});

describeInChromium('with colours of one’s own', (open) => {
  test.each(['light', 'dark'] as const)('what is chosen is seen, in %s', async (colorScheme) => {
    const page = await open().open({}, { colorScheme, forcedColors: 'active' }, place);
    const readEdges = (role: 'option' | 'tab') =>
      page.getByRole(role).evaluateAll((all) =>
        all.map((part) => {
          const { borderLeftWidth, borderBottomColor } = getComputedStyle(part);
          return part.getAttribute('role') === 'option' ? borderLeftWidth : borderBottomColor;
        }),
      );
    await page.getByRole('option').first().waitFor();
    for (const role of ['option', 'tab'] as const) {
      const [chosen, ...others] = await readEdges(role);
      expect(others).not.toContain(chosen);
    }
    expect(await findViolations(page)).toEqual([]);
  });
});

describeInChromium('without motion', (open) => {
  test('nothing moves, also while a menu and a question open', async () => {
    const page = await open().open({}, { width: 390 }, place);
    const moves = () => page.evaluate(() => document.getAnimations().length);
    for (const name of ['Menu', 'Reset…', 'Keep them']) {
      await button(page, name).click();
      expect(await moves()).toBe(0);
    }
  });
});
