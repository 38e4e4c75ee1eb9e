// Takes the pictures of examples/dashboard/README.md: npx node test/dashboard/screenshots.ts, after npm run test:browser
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { orderArchive, SandboxTime } from '../../examples/dashboard/server/archive.ts';
import { startChromium } from '../browser/chromium.ts';
import { card, orderButton, orderText, signIn, startWorld, visit, type World, writeText } from './world.ts';

const FOLDER = fileURLToPath(new URL('../../examples/dashboard/images/', import.meta.url));
const DESK = { width: 1280, height: 1240 };
const PHONE = { width: 375, height: 812 };

const TEXTS = [
  'Your parcel is on its way.\n\nIt arrives tomorrow.\n\nKeep the number until it is there.\n\nThank you.',
  'We are closed on Monday.',
  'Please wash at 30 degrees.\n\nDo not tumble dry.',
];

async function take(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `${FOLDER}${name}.png`, animations: 'disabled' });
  console.log(`${name}.png`);
}

/** Orders what the pictures show: some of it done, some of it being worked on. */
async function orderAll(page: Page): Promise<void> {
  for (const text of TEXTS.toReversed()) await orderText(page, text);
  await page.getByRole('radio', { name: 'A file' }).check();
  const buffer = Buffer.from('Every parcel has a number.\nKeep it.\nAsk us when it is late.');
  await page.getByLabel(/^File/).setInputFiles({ name: 'handbook.txt', mimeType: 'text/plain', buffer });
  await orderButton(page).click();
  await page.getByRole('radio', { name: 'A text' }).check();
  await card(page, 'We are closed on Monday.').getByText('Completed').waitFor();
  await writeText(page, 'Good morning\n\nThe shop opens at nine.');
}

async function onDesk(browser: Browser, world: World): Promise<void> {
  await using seen = await visit(browser, { viewport: DESK, colorScheme: 'light' });
  const { page } = seen;
  await page.setViewportSize({ ...DESK, height: 640 });
  await page.goto(world.url);
  await page.getByRole('link', { name: /sign in/i }).waitFor();
  await take(page, 'sign-in');
  await page.setViewportSize(DESK);
  await signIn(page, world);
  await page.getByText(/^500 of 10,00. read$/).waitFor();
  await orderAll(page);
  await take(page, 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await take(page, 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await card(page, 'Your parcel is on its way.').getByText('Completed').waitFor();
  await page.getByRole('button', { name: 'Open Your parcel is on its way.' }).click();
  await page
    .getByText(/^Comment/)
    .first()
    .click();
  await page.getByLabel('Write to the translator').fill('Is the number of the parcel meant?');
  await page.getByRole('button', { name: 'Send the comment' }).click();
  await page.getByRole('listitem').filter({ hasText: 'Is the number' }).waitFor();
  await take(page, 'result');
  await page.keyboard.press('Escape');
  world.sandbox.faults.add({ on: 'POST /api/v1/simple/questions', fault: { kind: 'drop-before' } });
  await orderButton(page).click();
  await page.getByText('we are looking').waitFor();
  await page.setViewportSize({ ...DESK, height: 620 });
  await take(page, 'looking');
}

async function onPhone(browser: Browser, world: World): Promise<void> {
  await using seen = await visit(browser, { viewport: PHONE, colorScheme: 'dark' });
  const { page } = seen;
  await signIn(page, world);
  await writeText(page, 'Good morning');
  await take(page, 'phone');
  await page.getByText(/^500 of 10,00. read$/).waitFor();
  await page.getByRole('listbox').scrollIntoViewIfNeeded();
  await take(page, 'phone-listing');
}

const time = new SandboxTime();
await using world = await startWorld({ seed: 7, now: time.now, autopilot: { pace: 4_000 } });
await orderArchive(world.sandbox, time, 10_000);
const browser = await startChromium();
try {
  await onDesk(browser, world);
  await onPhone(browser, world);
} finally {
  await browser.close();
}
