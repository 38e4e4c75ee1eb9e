import { writeFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type Desk, describeInChromium, MOMENT } from './browser.js';
import { makeSmall } from './small-picture.js';

/** `SCREENSHOTS=write npm run test:browser -- test/desk/screenshots.test.ts` writes them. Otherwise they are only taken, so that they can be. */
const isWriting = process.env.SCREENSHOTS === 'write';
/** They are in the package. */
const MAX_BYTES = 60_000;
const MINUTE = 60_000;

/** Nothing in it changes from run to run: not the port, and not the time. */
const OPTIONS = { now: MOMENT, seed: 7, points: 20_000, publicUrl: 'http://127.0.0.1:4010' };

interface Placed {
  readonly question?: { readonly question_bodies: readonly { readonly id: number }[] };
  readonly project?: { readonly questions: readonly { readonly id: number }[] };
}

/** A morning in the life of a shop. */
async function fill(desk: Desk): Promise<void> {
  const { translators, clock, deliveries } = desk.sandbox;
  let isUp = false;
  deliveries.to(() => new Response(null, { status: isUp ? 200 : 503 }));
  const pair = { language_id: 'en', translated_language_id: 'de' };
  const simple = async (key: string, ...texts: string[]) => {
    const body = { ...pair, custom_field: key, question_bodies: texts.map((text) => ({ body: text })) };
    const placed = (await (await desk.send('POST', 'simple/questions', body)).json()) as Placed;
    await clock.advance(20 * MINUTE);
    return placed.question?.question_bodies.map(({ id }) => id) ?? [];
  };
  const project = async (key: string, title: string, body: string) => {
    const order = { ...pair, questions: [{ type: 'string', title, body, custom_field: key }] };
    const placed = (await (await desk.send('POST', 'projects', order)).json()) as Placed;
    await clock.advance(20 * MINUTE);
    return placed.project?.questions[0]?.id ?? 0;
  };
  const [password = 0, signIn = 0] = await simple('shop/sign-in', 'Forgot your password?', 'Sign in');
  translators.translateBody(password, 'Passwort vergessen?');
  translators.translateBody(signIn, 'Anmelden');
  isUp = true;
  translators.takeQuestion(
    await project('letters/5', 'Newsletter of May', 'Spring is here, and so are our new breads.'),
  );
  translators.translateQuestion(await project('pages/about', 'About us', 'We bake since 1922.'), [
    'Wir backen seit 1922.',
  ]);
  await simple('shop/stock', 'Out of stock', 'Notify me');
  const [cart = 0] = await simple('shop/cart', 'Add to cart', 'Proceed to checkout', 'Your cart is empty.');
  const { id } = translators.translateBody(cart, 'In den Warenkorb');
  translators.commentOnTranslation(id, 'Is this a button? Then it is short enough.');
  await desk.send('GET', 'my');
}

/** A picture that is the same twice in a row: the last state may still have to be drawn. */
async function settled(page: Page): Promise<Buffer> {
  let last: Buffer | undefined;
  for (let tries = 0; tries < 10; tries += 1) {
    const picture = await page.screenshot({ animations: 'disabled' });
    if (last !== undefined && picture.equals(last)) return picture;
    last = picture;
    await page.waitForTimeout(600); // longer than the sandbox takes to look at itself
  }
  throw new Error('The desk does not come to rest.');
}

async function choose(page: Page): Promise<void> {
  const orders = page.getByRole('listbox', { name: 'Orders' });
  await orders.getByRole('option').filter({ hasText: 'Add to cart' }).click();
  await page.getByText('Is this a button?').waitFor();
}

async function shoot(page: Page, name: string): Promise<void> {
  // How long an answer takes differs from run to run.
  await page.evaluate(() => document.styleSheets[0]?.insertRule('.ms { visibility: hidden }'));
  await page.mouse.move(0, 0);
  await page.evaluate(() => scrollTo(0, 0));
  const picture = await makeSmall(page, await settled(page));
  expect(picture.byteLength).toBeLessThan(MAX_BYTES);
  if (isWriting) await writeFile(new URL(`../../docs/images/${name}.png`, import.meta.url), picture);
}

describeInChromium('pictures of the desk', (open) => {
  test('in the light', async () => {
    const desk = open();
    const page = await desk.open(OPTIONS, { width: 1290, height: 660 });
    await fill(desk);
    await choose(page);
    await page.getByRole('tab', { name: 'Requests 6' }).waitFor();
    await shoot(page, 'desk-light');
  });

  test('in the dark, with a request and its answer', async () => {
    const desk = open();
    const page = await desk.open(OPTIONS, { width: 1360, height: 850, colorScheme: 'dark' });
    await fill(desk);
    await choose(page);
    await page.getByRole('tab', { name: 'Requests 6' }).click();
    await page.getByRole('listbox', { name: 'Requests' }).getByRole('option').first().click();
    await page.getByRole('heading', { name: 'Answer 200' }).waitFor();
    await shoot(page, 'desk-dark');
  });

  test('narrow', async () => {
    const desk = open();
    const page = await desk.open(OPTIONS, { width: 375, height: 850 });
    await fill(desk);
    await choose(page);
    await shoot(page, 'desk-narrow');
  });
});
