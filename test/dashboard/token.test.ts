import type { Browser, CDPSession } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, startChromium } from '../browser/chromium.ts';
import { card, orderText, signIn, startWorld, visit } from './world.ts';

let browser: Browser;
beforeAll(async () => {
  if (hasChromium()) browser = await startChromium();
});
afterAll(() => browser?.close());

/** Everything that the page has in memory, as text. */
async function heap(session: CDPSession): Promise<string> {
  let all = '';
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => {
    all += chunk;
  });
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  return all;
}

describe.skipIf(!hasChromium())('the token', () => {
  test('is nowhere in the page: not in what it shows, stores, sends, gets or has in memory', async () => {
    await using world = await startWorld({ autopilot: { pace: 200 } });
    await using seen = await visit(browser);
    const { page, context, requests } = seen;
    const got: Promise<string>[] = [];
    page.on('response', (response) => {
      got.push(response.text().catch(() => ''));
      got.push(response.allHeaders().then(JSON.stringify, () => ''));
    });
    await signIn(page, world);
    await orderText(page, 'Good morning');
    await card(page, 'Good morning').getByText('Completed').waitFor();
    await page.getByRole('button', { name: 'Open Good morning' }).click();
    await page.getByText('[ja] Góód mórníng').waitFor();
    const [token = ''] = world.tokens;
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    const stored = await page.evaluate(() =>
      JSON.stringify([
        { ...localStorage },
        { ...sessionStorage },
        document.cookie,
        location.href,
        history.state,
      ]),
    );
    const places: Readonly<Record<string, string>> = {
      page: await page.content(),
      stored,
      sent: JSON.stringify(requests),
      got: (await Promise.all(got)).join('\n'),
      cookies: JSON.stringify(await context.cookies()),
      memory: await heap(await context.newCDPSession(page)),
    };
    // What is looked for would be found: each place has something that it must have.
    const marks = {
      page: 'Good morning',
      stored: 'dashboard.order',
      sent: 'Good morning',
      got: 'first-requester',
      cookies: 'dashboard_session',
      memory: '"session"',
    };
    for (const [place, mark] of Object.entries(marks)) expect(places[place], place).toContain(mark);
    for (const [place, all] of Object.entries(places)) expect(all.includes(token), place).toBe(false);
    const { clientSecret } = world.sandbox.application;
    for (const [place, all] of Object.entries(places)) expect(all.includes(clientSecret), place).toBe(false);
    // Scripts can not read the cookie.
    expect(await page.evaluate(() => document.cookie)).toBe('');
  });

  test('nothing is asked of any other host, but the sign-in itself', async () => {
    await using world = await startWorld({ autopilot: { pace: 200 } });
    await using seen = await visit(browser);
    const { page, requests } = seen;
    await signIn(page, world);
    await orderText(page, 'Good morning');
    await card(page, 'Good morning').getByText('Completed').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('link', { name: /sign in/i }).waitFor();
    const others = requests.filter(({ url }) => !url.startsWith(`${world.url}/`));
    expect(others.map(({ url }) => url.split('?')[0])).toEqual([
      `${world.serviceUrl}/oauth/authorize`,
      `${world.serviceUrl}/oauth/authorize`,
    ]);
    expect(requests.length).toBeGreaterThan(10);
    expect(seen.errors).toEqual([]);
  });
});
