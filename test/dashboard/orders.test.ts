import type { Browser, Page } from 'playwright-core';
import { Requester } from 'translation-requester';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, startChromium } from '../browser/chromium.ts';
import {
  card,
  orderButton,
  ordersSent,
  orderText,
  signIn,
  startWorld,
  visit,
  type World,
  writeText,
} from './world.ts';

let browser: Browser;
beforeAll(async () => {
  if (hasChromium()) browser = await startChromium();
});
afterAll(() => browser?.close());

/** Notes each value of the bars that carry a name, from now on. */
async function noteBars(page: Page, name: string): Promise<() => Promise<number[]>> {
  await page.evaluate((label) => {
    const values: number[] = [];
    Object.assign(globalThis, { values });
    const look = () => {
      const bar = document.querySelector<HTMLProgressElement>(`progress[aria-label="${label}"]`);
      if (bar !== null && values.at(-1) !== bar.value) values.push(bar.value);
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
  }, name);
  return () => page.evaluate(() => (globalThis as unknown as { values: number[] }).values);
}

const parcels = {
  name: 'parcels.txt',
  mimeType: 'text/plain',
  buffer: Buffer.from('Every parcel has a number.\nKeep it.'),
};

describe.skipIf(!hasChromium())('orders', () => {
  test('the price of a text is shown before anything is ordered, and is what the order costs', async () => {
    await using world = await startWorld();
    await using seen = await visit(browser);
    const { page } = seen;
    await signIn(page, world);
    await writeText(page, 'Good morning\n\nGood night');
    const { total_point: price } = await quote(world, ['Good morning', 'Good night']);
    expect(await orderButton(page).textContent()).toBe(`Order for ${price} points`);
    expect(ordersSent(world)).toBe(0);
    // Twice, as a nervous hand does.
    await orderButton(page).dblclick();
    await card(page, 'Good morning').getByRole('button', { name: 'Open' }).waitFor();
    expect(world.sandbox.orders()).toMatchObject([{ kind: 'simple', points: price }]);
    expect(seen.errors).toEqual([]);
  });

  test('the price is that of the text that is there, whichever answer comes last', async () => {
    await using world = await startWorld();
    await using seen = await visit(browser);
    const { page } = seen;
    await signIn(page, world);
    const { total_point: price } = await quote(world, ['Good night']);
    const slow = world.sandbox.faults.add({
      on: 'POST /api/v1/simple/questions/check',
      fault: { kind: 'delay', ms: 1_500 },
    });
    const box = page.getByRole('textbox', { name: 'Text' });
    await box.fill('A much longer text, which costs more than the other one');
    await expect.poll(() => slow.hits, { timeout: 30_000 }).toBe(1);
    await box.fill('Good night');
    await orderButton(page).waitFor();
    await page.waitForTimeout(2_000);
    expect(await orderButton(page).textContent()).toBe(`Order for ${price} points`);
    expect(seen.errors).toEqual([]);
  });

  test('a text is shown as it is, whatever it looks like', async () => {
    await using world = await startWorld({ autopilot: { pace: 100 } });
    await using seen = await visit(browser);
    const { page } = seen;
    await signIn(page, world);
    const text = '<img src="https://elsewhere.example/" onerror="alert(1)"> & {{{name}}}';
    await orderText(page, text);
    await page.getByRole('button', { name: `Open ${text}` }).click();
    await page.getByRole('dialog', { name: text }).getByText('Comment…').waitFor();
    expect(await page.locator('img').count()).toBe(0);
    expect(seen.errors).toEqual([]);
  });

  test('the bar of an order moves while translators work', async () => {
    await using world = await startWorld({ autopilot: { pace: 1_200 } });
    await using seen = await visit(browser);
    const { page } = seen;
    await signIn(page, world);
    const bars = await noteBars(page, 'Progress of One');
    await orderText(page, 'One\n\nTwo\n\nThree');
    await card(page, 'One').getByText('Completed').waitFor();
    const values = await bars();
    expect(values.length).toBeGreaterThanOrEqual(3);
    expect(values).toEqual(values.toSorted((a, b) => a - b));
    expect(values.at(-1)).toBe(100);
    expect(seen.errors).toEqual([]);
  });

  test('a file is uploaded with a bar, priced, ordered, translated and downloaded', async () => {
    await using world = await startWorld({ autopilot: { pace: 500 }, analysisTime: 500 });
    await using seen = await visit(browser);
    const { page, context } = seen;
    await signIn(page, world);
    const slowly = await context.newCDPSession(page);
    await slowly.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 200_000,
    });
    await page.getByRole('radio', { name: 'A file' }).check();
    const bars = await noteBars(page, 'Upload of parcels.txt');
    const large = Buffer.concat([parcels.buffer, Buffer.alloc(500_000, ' ')]);
    await page.getByLabel(/^File/).setInputFiles({ ...parcels, buffer: large });
    await orderButton(page).waitFor();
    const values = await bars();
    expect(values.length).toBeGreaterThan(3);
    expect(values).toEqual(values.toSorted((a, b) => a - b));
    await orderButton(page).click();
    await card(page, 'parcels.txt').getByText('Completed').waitFor();
    expect(world.sandbox.orders()).toMatchObject([{ kind: 'project', points: 29 * 4 }]);
    await page.getByRole('button', { name: 'Open parcels.txt' }).click();
    await page.getByText('[ja] Kéép ít.').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toBe('parcels.txt');
    expect(await text(await (await download).createReadStream())).toContain('[ja] Kéép ít.');
    expect(seen.errors).toEqual([]);
  });

  test('an upload can be stopped, and a file that can not be ordered says why', async () => {
    await using world = await startWorld({ analysisTime: 100 });
    await using seen = await visit(browser);
    const { page, context } = seen;
    await signIn(page, world);
    await page.getByRole('radio', { name: 'A file' }).check();
    const slowly = await context.newCDPSession(page);
    const speed = (uploadThroughput: number) =>
      slowly.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      });
    await speed(50_000);
    await page.getByLabel(/^File/).setInputFiles({ ...parcels, buffer: Buffer.alloc(900_000, 'a ') });
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('progressbar', { name: /Upload/ }).waitFor({ state: 'detached' });
    await speed(-1);
    await page.getByLabel(/^File/).setInputFiles({ ...parcels, buffer: Buffer.from('  \n ') });
    await page.getByText('There is no text in this file.').waitFor();
    await page.getByLabel(/^File/).setInputFiles({ ...parcels, name: 'parcels.pdf' });
    await page.getByRole('alert').filter({ hasText: 'Please check what you entered' }).waitFor();
    await page.getByLabel(/^File/).setInputFiles(parcels);
    await orderButton(page).waitFor();
    expect(ordersSent(world)).toBe(0);
    expect(seen.errors).toEqual([]);
  });

  test('results are read, commented on and rejected', async () => {
    await using world = await startWorld();
    await using seen = await visit(browser);
    const { page } = seen;
    await signIn(page, world);
    await orderText(page, 'Good morning');
    const open = card(page, 'Good morning').getByRole('button', { name: 'Open' });
    await open.click();
    const dialog = page.getByRole('dialog', { name: 'Good morning' });
    await dialog.getByText('Not translated yet.').waitFor();
    // The open dialog shows a translation as it comes.
    const { id: translationId } = await translateFirst(world, 'Guten Morgen');
    await dialog.getByText('Guten Morgen').waitFor();
    await dialog.getByText('Comment…').click();
    await dialog.getByLabel('Write to the translator').fill('Is this for one person?');
    await dialog.getByRole('button', { name: 'Send the comment' }).click();
    await dialog.getByRole('listitem').filter({ hasText: 'Is this for one person?' }).waitFor();
    await dialog.getByText('Reject…').click();
    await dialog.getByLabel('Why do you reject it?').fill('Too short');
    await dialog.getByText('7 more characters').waitFor();
    await dialog.getByRole('button', { name: 'Reject this translation' }).click({ force: true });
    expect(rejections(world)).toEqual([]);
    await dialog.getByLabel('Why do you reject it?').fill('It should say “Good day” here.');
    await dialog.getByRole('button', { name: 'Reject this translation' }).click();
    await dialog.getByText('Not translated yet.').waitFor();
    expect(rejections(world)).toEqual([`/api/v1/simple/translations/${translationId}/reject`]);
    await page.keyboard.press('Escape');
    await card(page, 'Good morning').getByText('Completed').waitFor({ state: 'detached' });
    expect(seen.errors).toEqual([]);
  });

  test('points over time are a chart, which the next visit goes on with', async () => {
    await using world = await startWorld();
    await using seen = await visit(browser);
    const { page } = seen;
    await signIn(page, world);
    await orderText(page, 'Good morning');
    await card(page, 'Good morning').getByRole('button', { name: 'Open' }).waitFor();
    const left = (10_000_000 - (world.sandbox.orders()[0]?.points ?? 0)).toLocaleString('en');
    const chart = page.getByRole('img', { name: new RegExp(`^From 10,000,000 points .* to ${left} points`) });
    await chart.waitFor();
    await page.reload();
    await chart.waitFor();
    expect(await chart.locator('polyline').getAttribute('points')).toMatch(
      /^0\.0,10\.0 300\.0,10\.0 300\.0,150\.0 600\.0,150\.0$/,
    );
    expect(await page.getByText('−').count()).toBe(1);
    expect(seen.errors).toEqual([]);
  });
});

function quote({ sandbox }: World, texts: readonly string[]) {
  const order = { language_id: 'en', translated_language_id: 'ja' };
  return sandbox
    .requester(Requester)
    .simple.questions.check({ ...order, question_bodies: texts.map((body) => ({ body })) });
}

async function translateFirst({ sandbox }: World, text: string): Promise<{ id: number }> {
  const [order] = sandbox.orders();
  const { question_bodies: bodies } = await sandbox.requester(Requester).simple.questions.get(order?.id ?? 0);
  return sandbox.translators.translateBody(bodies[0]?.id ?? 0, text);
}

function rejections({ sandbox }: World): string[] {
  return sandbox.requests.filter(({ path }) => path.endsWith('/reject')).map(({ path }) => path);
}

async function text(stream: NodeJS.ReadableStream): Promise<string> {
  let all = '';
  for await (const chunk of stream) all += String(chunk);
  return all;
}
