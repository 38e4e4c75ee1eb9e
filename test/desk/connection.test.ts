import type { Page } from 'playwright-core';
import { createSandbox, type Sandbox } from 'translation-requester/sandbox';
import { expect, test } from 'vitest';
import { type Desk, describeInChromium, MOMENT, simpleOrder } from './browser.js';

const rows = (page: Page, list = 'Orders') => page.getByRole('listbox', { name: list }).getByRole('option');

/** What the browser says of connections that end. */
const ENDED = /ERR_|Failed to load resource/;

const SILENCE = 'The sandbox does not answer.';

const create = async (options: object, ...texts: readonly string[]): Promise<Sandbox> => {
  const sandbox = createSandbox({ now: MOMENT, ...options });
  for (const text of texts) await sandbox.place.simpleQuestion([text]);
  return sandbox;
};

async function restart(desk: Desk, sandbox: Sandbox): Promise<void> {
  await desk.stop();
  await desk.start(sandbox);
}

describeInChromium('a sandbox that is started again under an open desk', (open) => {
  test('with nothing in it shows the beginning', async () => {
    const desk = open();
    desk.expects(ENDED);
    const page = await desk.open({}, {}, (sandbox) => sandbox.place.simpleQuestion(['Add to cart']));
    await rows(page).waitFor();
    await desk.stop();
    await page.getByText(SILENCE).waitFor();
    await desk.start(await create({}));
    await page.getByRole('heading', { name: 'Play the translator' }).waitFor();
    await expect.poll(() => page.getByText(SILENCE).count()).toBe(0);
    expect(await page.getByRole('region', { name: /^Simple question/ }).count()).toBe(0);
  });

  test('with as many orders, but others, shows those', async () => {
    const desk = open();
    desk.expects(ENDED);
    const page = await desk.open({ seed: 1 }, {}, (sandbox) => sandbox.place.simpleQuestion(['Before']));
    await page.getByRole('article').getByText('Before').waitFor();
    await restart(desk, await create({ seed: 2 }, 'After'));
    await page.getByRole('article').getByText('After').waitFor();
    await expect.poll(() => rows(page).allInnerTexts()).toEqual([expect.stringContaining('After')]);
  });

  test('with its state goes on where it was, with what was half typed', async () => {
    const desk = open();
    desk.expects(ENDED);
    const page = await desk.open({}, {}, (sandbox) => sandbox.place.simpleQuestion(['Add to cart']));
    const field = page.getByLabel('Translation of “Add to cart”');
    await field.fill('In den Waren');
    await restart(desk, createSandbox({ snapshot: desk.sandbox.snapshot() }));
    await desk.sandbox.place.simpleQuestion(['Later']);
    await rows(page).filter({ hasText: 'Later' }).waitFor();
    expect(await field.inputValue()).toBe('In den Waren');
  });

  test('with another control token says that, and works with its new address', async () => {
    const desk = open();
    desk.expects(/ERR_|403/);
    const accessToken = 'own-token-4711';
    const page = await desk.open({ accessToken }, { host: '0.0.0.0' });
    await restart(desk, await create({ accessToken }, 'After'));
    await page.getByRole('alert').filter({ hasText: 'The control token is missing or wrong' }).waitFor();
    await page.goto(`${desk.url}/#token=${desk.controlToken}`);
    await rows(page).filter({ hasText: 'After' }).waitFor();
  });
});

describeInChromium('without a connection', (open) => {
  test('an action says that the sandbox does not answer, and what happened meanwhile is shown afterwards', async () => {
    const desk = open();
    desk.expects(ENDED);
    const page = await desk.open({}, {}, (sandbox) => sandbox.place.simpleQuestion(['Add to cart']));
    await rows(page).waitFor();
    const { sandbox } = desk;
    await desk.stop();
    await page.getByRole('button', { name: '+ Simple' }).click();
    await page.getByRole('alert').filter({ hasText: SILENCE }).waitFor();
    await sandbox.place.simpleQuestion(['Meanwhile']);
    await desk.start(sandbox);
    await rows(page).filter({ hasText: 'Meanwhile' }).waitFor();
    await expect.poll(() => page.getByText('No answer').count()).toBe(0);
  });

  test('offline and online again, the desk shows what happened', async () => {
    const desk = open();
    desk.expects(ENDED);
    const page = await desk.open();
    await page.context().setOffline(true);
    await desk.send('POST', 'simple/questions', simpleOrder('Meanwhile'));
    await page.context().setOffline(false);
    await rows(page).filter({ hasText: 'Meanwhile' }).waitFor();
  });
});

describeInChromium('a desk that nobody looks at', (open) => {
  test('holds no connection, of which a browser has six, and shows what happened once it is seen again', async () => {
    const desk = open();
    const page = await desk.open();
    const show = (hidden: boolean) =>
      page.evaluate((isHidden) => {
        Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, hidden);
    const ended = page.waitForEvent('requestfailed', (request) => request.url().includes('/_sandbox/events'));
    await show(true);
    await ended;
    await desk.send('POST', 'simple/questions', simpleOrder('Meanwhile'));
    expect(await rows(page).count()).toBe(0);
    await show(false);
    await rows(page).filter({ hasText: 'Meanwhile' }).waitFor();
    expect(await page.getByText('No answer').count()).toBe(0);
  });
});

describeInChromium('two desks of one sandbox', (open) => {
  test('show the same, whoever acts', async () => {
    const desk = open();
    const first = await desk.open({}, {}, (sandbox) => sandbox.place.simpleQuestion(['one', 'two']));
    const second = await first.context().newPage();
    await second.goto(desk.url);
    await second.getByLabel('Translation of “one”').fill('half a tex');
    await first.getByLabel('Translation of “two”').fill('zwei');
    await first.getByRole('article').nth(1).getByRole('button', { name: 'Submit' }).click();
    await second.getByText('zwei').waitFor();
    expect(await second.getByLabel('Translation of “one”').inputValue()).toBe('half a tex');
    await second.getByRole('button', { name: 'Translate this order' }).click();
    await rows(first).filter({ hasText: 'completed' }).waitFor();
    await first.getByRole('button', { name: 'Reset…' }).click();
    await first.getByRole('button', { name: 'Remove all orders' }).click();
    await second.getByRole('heading', { name: 'Play the translator' }).waitFor();
  });

  test('one of which translates what the other has open already says so, and loses nothing', async () => {
    const desk = open();
    desk.expects(/422/);
    const page = await desk.open({}, {}, (sandbox) => sandbox.place.simpleQuestion(['one']));
    const field = page.getByLabel('Translation of “one”');
    await field.fill('eins');
    // The page does not hear of it in time.
    await page.route('**/_sandbox/**', async (route) => {
      if (route.request().method() === 'POST') desk.sandbox.translators.translateAll();
      await route.continue();
    });
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByRole('alert').filter({ hasText: 'is closed: nothing can be submitted to it.' }).waitFor();
  });
});
