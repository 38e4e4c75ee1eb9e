import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** @param within what is looked at; everything without it */
export async function findViolations(page: Page, within = 'html'): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).include(within).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** The width that the page needs, in pixels. */
export const measureWidth = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(document.documentElement.scrollWidth, document.body.scrollWidth));

/** The texts that a box around them cuts off. */
export const findCutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.row *, header *, .tabs *, article *, dd, .views *')]
      .filter((part) => {
        const box = part.closest('.row, header, .tabs, article, dl, .views')?.getBoundingClientRect();
        const { left, right, width } = part.getBoundingClientRect();
        const isUnseen = part.closest('.unseen, .name, .tag, dialog, [popover]') !== null;
        return box && width > 0 && !isUnseen && (right > box.right + 1 || left < box.left - 1);
      })
      .map((part) => part.textContent ?? ''),
  );

/** What has the focus, as it is called. */
export const readFocus = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    if (element === null || element === document.body) return 'nothing';
    const labels = (element.getAttribute('aria-labelledby') ?? '').split(' ');
    const [label] = labels.map((id) => (id === '' ? null : document.getElementById(id)?.textContent));
    return element.getAttribute('aria-label') ?? label ?? element.textContent ?? '';
  });

/** Presses Tab until the element with this name has the focus. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    const focused = await readFocus(page);
    if (typeof name === 'string' ? focused === name : name.test(focused)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach "${name}".`);
}

/** Goes to a view of the narrow desk. A wide one shows everything. */
export async function showView(page: Page, name: 'Orders' | 'What happened' | 'Controls'): Promise<void> {
  const link = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name });
  if ((await link.count()) > 0) await link.click();
}
