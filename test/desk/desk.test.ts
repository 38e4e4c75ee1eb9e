import { createServer } from 'node:http';
import { parseEnv } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { Requester } from 'translation-requester';
import { createSeededSandbox } from 'translation-requester/sandbox';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Desk, describeInChromium, simpleOrder } from './browser.js';
import { findViolations, measureWidth, tabTo } from './look.js';

const button = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) });
const rows = (page: Page, list: string) => page.getByRole('listbox', { name: list }).getByRole('option');
const readId = async (response: Response): Promise<number> =>
  Number(/(\d+)$/.exec(response.headers.get('location') ?? '')?.[1]);

/** Orders by the API, and waits until the desk shows it. */
async function order(desk: Desk, page: Page, ...texts: readonly string[]): Promise<number> {
  const id = await readId(await desk.send('POST', 'simple/questions', simpleOrder(...texts)));
  await rows(page, 'Orders')
    .filter({ hasText: String(id) })
    .waitFor();
  return id;
}

const readStatus = async (desk: Desk, id: number): Promise<number> => {
  const body = (await (await desk.send('GET', `simple/questions/${id}`)).json()) as {
    question: { status: number };
  };
  return body.question.status;
};

describeInChromium('the desk', (open) => {
  test('explains itself at the first visit, and shows an order as soon as it is sent', async () => {
    const desk = open();
    const page = await desk.open();
    await page.getByRole('heading', { name: 'Play the translator' }).waitFor();
    await button(page, 'Copy: 1. Order a translation').click();
    const command = await page.evaluate(() => navigator.clipboard.readText());
    const [, url = '', body = ''] = /^curl (\S+) .*-d '(.*)'$/.exec(command) ?? [];
    const headers = { 'content-type': 'application/json' };
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(201);
    await rows(page, 'Orders').filter({ hasText: 'Good morning' }).waitFor();
    await page.getByRole('heading', { name: /Simple question \d+/ }).waitFor();
    expect(await page.getByRole('heading', { name: 'Play the translator' }).count()).toBe(0);
  });

  test('gives a .env file of each account, with which a client works', async () => {
    const desk = open();
    const page = await desk.open();
    onTestFinished(() => void vi.unstubAllEnvs());
    for (const { login } of desk.sandbox.accounts) {
      await page.getByRole('combobox', { name: 'Account', exact: true }).selectOption(login);
      await button(page, 'Copy: For a .env file').click();
      const copied = parseEnv(await page.evaluate(() => navigator.clipboard.readText()));
      for (const [name, value] of Object.entries(copied)) vi.stubEnv(name, value);
      expect((await Requester.fromEnv().account.get()).login).toBe(login);
    }
  });

  test('copies a command, and places samples, in languages of the seed', async () => {
    const desk = open();
    const seeded = await createSeededSandbox({ languages: [{ from: 'en', to: 'it' }] });
    const page = await desk.open({ snapshot: seeded.snapshot() });
    await button(page, 'Copy: 1. Order a translation').click();
    const command = await page.evaluate(() => navigator.clipboard.readText());
    expect(command).toContain('"language_id":"en","translated_language_id":"it"');
    for (const name of ['+ Simple', '+ Project']) await button(page, name).click();
    await rows(page, 'Orders').filter({ hasText: 'en → it' }).nth(1).waitFor();
  });

  test('shows the instructions of an order, and the note of each text above it', async () => {
    const desk = open();
    const page = await desk.open();
    const description = 'A shop for tools.\n\nNotes:\n1: menu.open: a verb\n2: an adjective';
    await desk.send('POST', 'simple/questions', { ...simpleOrder('Open', 'Open'), description });
    const detail = page.getByRole('region', { name: /^Simple question/ });
    await detail.getByText('A shop for tools.').waitFor();
    await detail.getByRole('article', { name: 'Text 1' }).getByText('menu.open: a verb').waitFor();
    await detail.getByRole('article', { name: 'Text 2' }).getByText('an adjective').waitFor();
    expect(await detail.getByText('a verb').count()).toBe(1);
    const question = { type: 'string', body: 'Hi', description: 'To a friend.', custom_field: 'mail/1' };
    const pair = { language_id: 'en', translated_language_id: 'ja' };
    await desk.send('POST', 'projects', { ...pair, questions: [question] });
    await rows(page, 'Orders').first().click();
    const part = page.getByRole('region', { name: /^Project/ }).getByRole('article');
    for (const text of ['To a friend.', 'mail/1']) await part.getByText(text).waitFor();
    await desk.send('POST', 'projects', { ...pair, questions: [{ ...question, description: 'إلى صديق' }] });
    await rows(page, 'Orders').first().click();
    const note = part.getByText('إلى صديق');
    expect(await note.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
  });

  test('an order by the API is translated by hand on the page, and completes', async () => {
    const desk = open();
    const page = await desk.open();
    const id = await order(desk, page, 'Add to cart', 'Check out');
    const detail = page.getByRole('region', { name: `Simple question ${id}` });
    await detail.getByLabel('Translation of “Add to cart”').fill('In den Warenkorb');
    await button(detail.getByRole('article').first(), 'Submit').click();
    await detail.getByText('1 of 2').waitFor();
    expect(await readStatus(desk, id)).toBe(1);
    await detail.getByLabel('Translation of “Check out”').fill('Zur Kasse');
    await button(detail, 'Submit').click();
    await detail.getByText('completed').waitFor();
    expect(await readStatus(desk, id)).toBe(4);
    expect(await detail.getByText('Zur Kasse').isVisible()).toBe(true);
    expect(await rows(page, 'Event log').count()).toBe(4);
  });

  test('a text gets its second translation on the page, after the order was in status 8', async () => {
    const desk = open();
    const page = await desk.open({ translationsPerBody: 2 });
    const id = await order(desk, page, 'Add to cart', 'Check out');
    const detail = page.getByRole('region', { name: `Simple question ${id}` });
    const inRows = (text: string) => rows(page, 'Orders').filter({ hasText: text }).waitFor();
    await button(detail, 'Translate each text once').click();
    await detail.getByText('translated', { exact: true }).waitFor();
    await detail.getByText('2 of 4').waitFor();
    await inRows('translated');
    expect(await readStatus(desk, id)).toBe(8);
    expect(await button(detail, 'Translate each text once').count()).toBe(0);
    await detail.getByLabel('Further translation of “Add to cart”').fill('In den Warenkorb');
    await button(detail.getByRole('article').first(), 'Submit').click();
    await detail.getByText('3 of 4').waitFor();
    const first = detail.getByRole('article').first();
    for (const text of ['[ja] Add to cart', 'In den Warenkorb']) await first.getByText(text).waitFor();
    expect(await first.getByRole('textbox', { name: /ranslation of “/ }).count()).toBe(0);
    expect(await readStatus(desk, id)).toBe(8);
    await button(detail, 'Translate this order').click();
    await detail.getByText('4 of 4').waitFor();
    await inRows('completed');
    expect(await readStatus(desk, id)).toBe(4);
  });

  test('a project’s question is taken, commented on and translated, a text a field', async () => {
    const desk = open();
    const page = await desk.open();
    await button(page, '+ Project').click();
    const detail = page.getByRole('region', { name: /^Project / });
    const greeting = detail.getByRole('article').first();
    await button(greeting, /^Take question/).click();
    await greeting.getByText('translating').waitFor();
    await greeting.getByText('Comment', { exact: true }).click();
    await greeting.getByLabel(/as a translator$/).fill('Who is greeted?');
    await button(greeting, 'Write it').click();
    await greeting.getByText('Who is greeted?').waitFor();
    const fields = greeting.getByRole('textbox', { name: /^Translation of/ });
    const count = await fields.count();
    for (let index = 0; index < count; index += 1) await fields.nth(index).fill(`Text ${index}`);
    await button(greeting, 'Submit').click();
    await greeting.getByText('feedback').waitFor();
    const [project] = desk.sandbox.orders();
    const { project: read } = (await (await desk.send('GET', `projects/${project?.id}`)).json()) as {
      project: { questions: { status: number }[] };
    };
    expect(read.questions.map(({ status }) => status)).toEqual([6, 0]);
  });

  test('a translation is rejected with its reason, and a reason that is too short is refused aloud', async () => {
    const desk = open();
    desk.expects(/422/);
    const page = await desk.open();
    const id = await order(desk, page, 'Add to cart');
    await button(page, 'Translate this order').click();
    await page.getByText('Reject', { exact: true }).click();
    const reason = page.getByLabel('Reason, as the requester gives it');
    await reason.evaluate((input) => input.removeAttribute('minlength'));
    await reason.fill('No.');
    await button(page, 'Reject it').click();
    await page.getByRole('alert').filter({ hasText: 'too short' }).waitFor();
    await reason.fill('Too literal for a button.');
    await button(page, 'Reject it').click();
    await page.getByText('Rejected: Too literal for a button.').waitFor();
    expect(await readStatus(desk, id)).toBe(1);
  });

  test('translate all completes every order, of both kinds', async () => {
    const desk = open();
    const page = await desk.open();
    await button(page, '+ Simple').click();
    await button(page, '+ Project').click();
    await rows(page, 'Orders').nth(1).waitFor();
    await button(page, 'Translate all').click();
    await expect.poll(() => rows(page, 'Orders').filter({ hasText: 'completed' }).count()).toBe(2);
    await page.getByText('Submitted 5 translations.').waitFor();
  });

  test('the clock moves by 5 minutes, by a day, and to the next expiry', async () => {
    const desk = open();
    const page = await desk.open();
    await order(desk, page, 'Add to cart');
    const before = desk.sandbox.clock.now();
    await button(page, '+5 minutes').click();
    await page.getByRole('time').filter({ hasText: '09:35:00' }).first().waitFor();
    await rows(page, 'Orders').filter({ hasText: 'in progress' }).waitFor();
    await button(page, /To the next expiry/).click();
    await rows(page, 'Orders').filter({ hasText: 'all expired' }).waitFor();
    expect(desk.sandbox.clock.now()).toBe(before + 24 * 3_600_000);
    await button(page, '+1 day').click();
    await page.getByText('7 Jan 2026').waitFor();
  });

  test('times have their date once the clock was moved, or where they are of another day', async () => {
    const desk = open();
    const page = await desk.open();
    await order(desk, page, 'Add to cart');
    const event = rows(page, 'Event log').getByRole('time');
    expect(await event.innerText()).toBe('09:30:00');
    await button(page, '+5 minutes').click();
    await event.getByText('5 Jan, 09:30:00').waitFor();
  });

  test('shows requests with their bodies and answers, without secrets', async () => {
    const desk = open();
    const page = await desk.open();
    await order(desk, page, 'Add to cart');
    await page.getByRole('tab', { name: /Requests/ }).click();
    await rows(page, 'Requests').first().click();
    await page.getByRole('heading', { name: 'Answer 201' }).waitFor();
    await page.getByText('"success": true').waitFor();
    const shown = await page.getByRole('tabpanel').first().innerText();
    expect(shown).toContain('"body": "Add to cart"');
    expect(shown).toContain('"access_token": "[redacted]"');
    expect(shown).not.toContain(desk.sandbox.accessToken);
  });

  test('shows the events and the requests of all accounts, and says whose they are', async () => {
    const desk = open();
    const page = await desk.open();
    await page.setViewportSize({ width: 1280, height: 800 });
    const [, second] = desk.sandbox.accounts;
    await desk.sandbox.place.simpleQuestion(['Of the first']);
    await desk.sandbox.place.simpleQuestion(['Of the second'], { account: second });
    await rows(page, 'Event log').filter({ hasText: 'Of the second' }).waitFor();
    const event = rows(page, 'Event log').filter({ hasText: second.login });
    expect([await event.count(), await rows(page, 'Event log').count()]).toEqual([1, 2]);
    await page.getByRole('tab', { name: /Requests/ }).click();
    const request = rows(page, 'Requests').filter({ hasText: second.login });
    await request.filter({ hasText: '/simple/questions' }).waitFor();
    expect([await request.count(), await rows(page, 'Requests').count()]).toEqual([1, 2]);
    await fetch(`${desk.url}/api/v1/my?access_token=wrong`);
    await rows(page, 'Requests')
      .filter({ hasText: 'no valid token' })
      .filter({ hasText: '09:30:00' })
      .click();
    await page.getByText('no valid token, 5 Jan 2026, 09:30:00').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1280);
  });

  test('an order that is a script is shown as a text', async () => {
    const desk = open();
    const page = await desk.open();
    const text = '<img src="https://elsewhere.example/x.png" onerror="alert(1)"> Hello';
    await order(desk, page, text);
    await page.getByRole('article').getByText(text).waitFor();
  });

  test('points are added and taken, and the figure follows', async () => {
    const desk = open();
    desk.expects(/422/);
    const page = await desk.open({ points: 1000 });
    await page.getByLabel('Change the points').fill('250');
    await button(page, 'Add').click();
    await page.getByText('1,250').first().waitFor();
    await page.getByLabel('Change the points').fill('1251');
    await button(page, 'Take').click();
    await page.getByRole('alert').filter({ hasText: 'Only 1250 points can be taken.' }).waitFor();
  });

  test('the points of each organization are shown, and changed for the one that is chosen', async () => {
    const desk = open();
    const page = await desk.open({ points: 1000 });
    const points = page.getByRole('region', { name: 'Points' });
    const shown = (name: string) => points.getByRole('listitem').filter({ hasText: name });
    await shown('First organization of first-requester').getByText('1,000').waitFor();
    await points.getByLabel('Organization').selectOption('Second organization of second-requester');
    for (const total of ['100,007', '100,014']) {
      await points.getByLabel('Change the points').fill('7');
      await button(points, 'Add').click();
      await shown('Second organization of second-requester').getByText(total).waitFor();
    }
    await shown('First organization').getByText('1,000').waitFor();
  });

  test('a failure is a sentence, with the answer of the service behind it', async () => {
    const desk = open();
    desk.expects(/422/);
    const page = await desk.open({ points: 10 });
    await button(page, '+ Simple').click();
    const alert = page.getByRole('alert');
    await alert.filter({ hasText: 'The service answered 422: point is not enough.' }).waitFor();
    expect(await alert.innerText()).not.toContain('{');
    await page.getByText('What it answered').click();
    await page.getByText('"point": "is not enough"').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await button(page, 'Close the message').click();
    expect(await page.getByText('What it answered').count()).toBe(0);
  });

  test('reset asks first, and then removes everything', async () => {
    const desk = open();
    const page = await desk.open();
    await order(desk, page, 'Add to cart');
    await button(page, 'Reset…').click();
    await button(page, 'Keep them').click();
    expect(desk.sandbox.orders()).toHaveLength(1);
    await button(page, 'Reset…').click();
    await button(page, 'Remove all orders').click();
    await page.getByRole('heading', { name: 'Play the translator' }).waitFor();
    expect(desk.sandbox.orders()).toEqual([]);
  });

  test('says when the sandbox has gone', async () => {
    const desk = open();
    desk.expects(/ERR_/);
    const page = await desk.open();
    await desk.stop();
    await page.getByText('The sandbox does not answer.').waitFor();
    expect(await page.getByText('No answer').isVisible()).toBe(true);
  });

  test('works beyond a loopback address with the token, and says why it does not without', async () => {
    const desk = open();
    desk.expects(/403/);
    const page = await desk.open({ accessToken: 'own-token-4711' }, { host: '0.0.0.0' });
    await button(page, '+ Simple').click();
    await rows(page, 'Orders').first().waitFor();
    await page.goto('about:blank');
    await page.goto(desk.url);
    await page.getByRole('alert').filter({ hasText: 'The control token is missing' }).waitFor();
  });
});

/** Makes something go wrong by the form of the desk. @param title a part of its title, or the kind of a fault */
async function cause(page: Page, title: string, fields?: object): Promise<void> {
  const options = page.getByLabel('The service').getByRole('option');
  const isKind = /^[a-z-]+$/.test(title);
  const index = await options.filter({ hasText: isKind ? `(${title})` : title }).getAttribute('value');
  await page.getByLabel('The service').selectOption(index);
  if (fields !== undefined) await page.getByLabel('How, as JSON').fill(JSON.stringify(fields));
  await button(page, 'Let it happen').click();
}

describeInChromium('what goes wrong on purpose', (open) => {
  test('a fault happens to the next requests of its path, and is shown until it is used up', async () => {
    const desk = open();
    const page = await desk.open();
    await cause(page, 'status', { on: 'GET /api/v1/my', times: 2, fault: { kind: 'status', status: 503 } });
    const shown = page.getByRole('listitem').filter({ hasText: 'status for GET /api/v1/my' });
    await shown.getByText('0 hits of 2').waitFor();
    expect((await desk.send('GET', 'my')).status).toBe(503);
    await shown.getByText('1 hit of 2').waitFor();
    expect((await desk.send('GET', 'my')).status).toBe(503);
    await expect.poll(() => shown.count()).toBe(0);
    expect((await desk.send('GET', 'my')).status).toBe(200);
  });

  test.each([
    'refuse',
    'drop-before',
    'drop-after',
    'drop-midway',
    'delay',
    'hang',
    'status',
    'html',
    'truncate',
    'empty',
    'wrong-shape',
    'sparse',
    'redirect',
    'alter',
  ])('%s is offered, with fields that the sandbox takes', async (kind) => {
    const desk = open();
    const page = await desk.open();
    await cause(page, kind);
    await page
      .getByRole('listitem')
      .filter({ hasText: `${kind} for POST *` })
      .waitFor();
  });

  test('a fault happens to the operation that is chosen from the list, and says how often it has', async () => {
    const desk = open();
    const page = await desk.open();
    const requests = page.getByLabel('For which requests');
    await requests.getByRole('option').nth(20).waitFor({ state: 'attached' });
    await requests.selectOption({ label: 'Read a simple question: GET /simple/questions/{question_id}' });
    await cause(page, 'Forbids requests');
    const shown = page.getByRole('listitem').filter({ hasText: '403 for GET /api/v1/simple/questions/*' });
    await shown.locator('.pill', { hasText: '0 hits' }).waitFor();
    const id = await order(desk, page, 'Add to cart');
    expect((await desk.send('GET', 'my')).status).toBe(200);
    expect((await desk.send('GET', `simple/questions/${id}`)).status).toBe(403);
    await shown.getByText('1 hit', { exact: true }).waitFor();
    expect(await shown.locator('.pill').count()).toBe(0);
  });

  test('a fault is removed, and one that can never happen is refused with the reason', async () => {
    const desk = open();
    desk.expects(/422/);
    const page = await desk.open();
    await cause(page, 'status', { on: 'nowhere', fault: { kind: 'status', status: 503 } });
    await page.getByRole('alert').filter({ hasText: 'is "*" or a method and a path' }).waitFor();
    await page.getByLabel('How, as JSON').fill('{"on": ');
    await button(page, 'Let it happen').click();
    await page.getByRole('alert').filter({ hasText: 'This is not JSON.' }).waitFor();
    await cause(page, 'status', { on: '*', fault: { kind: 'status', status: 503 } });
    await button(page, 'Remove status for *').click();
    await expect.poll(() => button(page, 'Remove status for *').count()).toBe(0);
    expect((await desk.send('GET', 'my')).status).toBe(200);
  });

  test('a permission is taken away and given back, and a token withdrawn', async () => {
    const desk = open();
    const page = await desk.open();
    await cause(page, 'Forbids requests', { on: 'GET /api/v1/my' });
    const remove = button(page, 'Remove 403 for GET /api/v1/my');
    await remove.waitFor();
    expect((await desk.send('GET', 'my')).status).toBe(403);
    await remove.click();
    await expect.poll(() => remove.count()).toBe(0);
    expect((await desk.send('GET', 'my')).status).toBe(200);
    await cause(page, 'Withdraws the access token');
    await page.getByText('The access token is withdrawn: 401.').waitFor();
    expect((await desk.send('GET', 'my')).status).toBe(401);
  });

  test('a rate limit and a lag are set, and taken back', async () => {
    const desk = open();
    const page = await desk.open();
    await cause(page, 'Limits the requests', { rateLimit: { requests: 2, window: 60_000 } });
    await button(page, 'Remove rateLimit').waitFor();
    await cause(page, 'Shows what is new later', { lag: { reads: 1_000 } });
    await button(page, 'Remove lag').waitFor();
    const id = await readId(await desk.send('POST', 'simple/questions', simpleOrder('one')));
    expect((await desk.send('GET', `simple/questions/${id}`)).status).toBe(404);
    expect((await desk.send('GET', 'my')).status).toBe(429);
    for (const name of ['rateLimit', 'lag']) {
      await button(page, `Remove ${name}`).click();
      await expect.poll(() => button(page, `Remove ${name}`).count()).toBe(0);
    }
    expect((await desk.send('GET', `simple/questions/${id}`)).status).toBe(200);
  });

  test('events are delivered, disturbed, retried and delivered again', async () => {
    const desk = open();
    const page = await desk.open();
    const statuses = [500, 200];
    const receiver = createServer((_, response) => response.writeHead(statuses.shift() ?? 200).end());
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const address = receiver.address();
    const port = typeof address === 'object' ? address?.port : 0;
    await page.getByRole('tab', { name: /^Deliveries/ }).click();
    await page.getByLabel('Receiver').fill(`http://127.0.0.1:${port}/events`);
    await button(page, 'Deliver there').click();
    await button(page, 'Stop').waitFor();
    await desk.send('POST', 'simple/questions', simpleOrder('one'));
    await rows(page, 'Deliveries').filter({ hasText: '500' }).waitFor();
    await button(page, '+5 minutes').click();
    const retry = rows(page, 'Deliveries').filter({ hasText: 'retry 1' });
    await retry.getByText('200').waitFor();
    await retry.click();
    await cause(page, 'double');
    await button(page, 'Remove double').waitFor();
    await button(page, /^Deliver event \d+ again/).click();
    await expect.poll(() => desk.sandbox.deliveries.attempts.length).toBe(4);
    await new Promise((resolve) => receiver.close(resolve));
  });
});

describeInChromium('a sign-in with another redirect address', (open) => {
  const asked = 'http://localhost:5173/back?x=1';
  const signIn = ({ sandbox, url }: Desk, address: string) =>
    `${url}/oauth/authorize?${new URLSearchParams({
      client_id: sandbox.application.clientId,
      response_type: 'code',
      state: 'é&"<',
      redirect_uri: address,
    })}`;

  test('shows both addresses', async () => {
    const desk = open();
    desk.expects(/400/);
    const page = await desk.open();
    await page.goto(signIn(desk, asked));
    expect(await page.getByText(asked).isVisible()).toBe(true);
    expect(await page.getByText(desk.sandbox.application.redirectUri).isVisible()).toBe(true);
    expect(await findViolations(page)).toEqual([]);
  });

  test.each([
    ['light', 1280],
    ['dark', 390],
  ] as const)('the sign-in looks like the desk, in %s at %i px', async (colorScheme, width) => {
    const desk = open();
    const page = await desk.open({}, { colorScheme, width });
    const readLook = () =>
      page.evaluate(() => {
        const card = getComputedStyle(
          document.querySelector('main.desk .card, body > main') ?? document.body,
        );
        const ground = getComputedStyle(document.body);
        return [
          card.backgroundColor,
          card.borderColor,
          card.borderRadius,
          ground.backgroundColor,
          ground.font,
        ];
      });
    const look = await readLook();
    await page.goto(signIn(desk, desk.sandbox.application.redirectUri));
    expect(await readLook()).toEqual(look);
    expect(await findViolations(page)).toEqual([]);
    expect(await measureWidth(page)).toBeLessThanOrEqual(width);
    await tabTo(page, 'Authorize');
  });

  test('is shown on the desk too, with a button that registers it', async () => {
    const desk = open();
    const page = await desk.open();
    await fetch(signIn(desk, asked));
    const notice = page.getByRole('region', { name: 'Redirect address' });
    await notice.getByText(asked).waitFor();
    await button(notice, 'Register the one it asked for').click();
    await expect.poll(() => notice.count()).toBe(0);
    expect(desk.sandbox.application.redirectUri).toBe(asked);
    expect((await fetch(signIn(desk, asked))).status).toBe(200);
  });

  test('an address that is a script is shown as a text, and is not registered', async () => {
    const desk = open();
    desk.expects(/400|422|favicon|404/);
    const page = await desk.open();
    const before = desk.sandbox.application.redirectUri;
    const script = 'javascript:alert("<b>1</b>")';
    await fetch(signIn(desk, script));
    const notice = page.getByRole('region', { name: 'Redirect address' });
    await notice.getByText(script).waitFor();
    await button(notice, 'Register the one it asked for').click();
    await page.getByText('is not an address').waitFor();
    expect(desk.sandbox.application.redirectUri).toBe(before);
  });
});
