import { beforeEach, expect, test } from 'vitest';
import { memoryStore, Requester } from '../../../../src/index.js';
import { createSandbox, type Sandbox } from '../../../../src/sandbox.js';
import {
  collectTexts,
  commentOnText,
  orderTexts,
  rejectText,
  type TextResult,
} from '../../../../src/texts.js';
import { rejection } from '../../../recorded-fetch.js';

let sandbox: Sandbox;
let requester: Requester;

beforeEach(() => {
  sandbox = createSandbox({ translationsPerBody: 2 });
  const { baseUrl, accessToken, fetch } = sandbox;
  requester = new Requester({ baseUrl, accessToken, fetch, store: memoryStore() });
});

const REASON = { reason: 'This is not the word of our shop.' };
/** Milliseconds for which a repeated call doubts that a translation is gone. */
const SOON = { timeout: 300 };
const order = (texts: Readonly<Record<string, string>>, more: object = {}) =>
  orderTexts(requester, { name: 'shop', from: 'en', to: ['de'], texts, ...more });

/** Translates each body of the only simple question once more. */
async function translateAll(prefix: string): Promise<void> {
  const [{ id = 0 } = {}] = sandbox.orders();
  const { question_bodies } = await requester.simple.questions.get(id);
  for (const { id, body } of question_bodies) sandbox.translators.translateBody(id, `${prefix}${body}`);
}

async function collected(job: Awaited<ReturnType<typeof order>>): Promise<Record<string, TextResult>> {
  const results: Record<string, TextResult> = {};
  for await (const result of collectTexts(requester, job, { wait: false })) results[result.key] = result;
  return results;
}

const rejected = () =>
  sandbox.requests.filter(({ path, status }) => path.endsWith('/reject') && status === 200);

test('the newest translation is rejected, and the other is collected', async () => {
  const job = await order({ add: 'Add', put: 'Add', bye: 'Bye' });
  await translateAll('1');
  await translateAll('2');
  const place = { language: 'de', key: 'put' };
  expect(await rejectText(requester, job, place, REASON)).toEqual({
    keys: ['add', 'put'],
    text: '2Add',
    translations: [expect.any(Number)],
  });
  const results = await collected(job);
  expect(results.add).toMatchObject({ text: '1Add', mayChange: true });
  expect(results.bye).toMatchObject({ text: '2Bye', alternatives: ['1Bye'] });
});

test('a finished order whose text is rejected is waited for again, beside another order', async () => {
  const job = await order({ add: 'Add' }, { to: ['de', 'ja'] });
  for (const { id, key } of sandbox.orders())
    if (key?.includes('/de/')) {
      const { question_bodies } = await requester.simple.questions.get(id);
      for (const word of ['1', '2'])
        for (const body of question_bodies) sandbox.translators.translateBody(body.id, word);
    }
  await rejectText(requester, job, { language: 'de', key: 'add' }, REASON);
  const all = collectTexts(requester, job, { ready: 'finished', timeout: 60, interval: 5, maxInterval: 5 });
  expect(await rejection(all.next())).toMatchObject({ name: 'TimeoutError' });
});

test('of a long text, each piece is rejected once, also one that it has twice', async () => {
  const job = await order({ long: 'Paragraph 1\n\nParagraph 2\n\nParagraph 1' }, { limits: { letters: 12 } });
  await translateAll('x');
  const { text, translations } = await rejectText(requester, job, { language: 'de', key: 'long' }, REASON);
  expect(text).toBe('xParagraph 1\n\nxParagraph 2\n\nxParagraph 1');
  expect(translations).toHaveLength(2);
  expect(rejected()).toHaveLength(2);
});

test('each piece of a text in projects gets the comment', async () => {
  const options = { using: 'project', limits: { letters: 12, questions: 1 } };
  const job = await order({ long: 'Paragraph 1\n\nParagraph 2', bye: 'Bye' }, options);
  const place = { language: 'de', key: 'long' };
  const { keys, comments } = await commentOnText(requester, job, place, { body: 'Say Absatz, please.' });
  expect(keys).toEqual(['long']);
  expect(comments.map(({ body }) => body)).toEqual(['Say Absatz, please.', 'Say Absatz, please.']);
  expect(new Set(comments.map(({ question_id: id }) => id)).size).toBe(2);
});

test.each([
  ['another key', { language: 'de', key: 'none' }, 'texts["none"] was not ordered in "de" as it is now'],
  ['a key of objects', { language: 'de', key: 'constructor' }, 'was not ordered in "de"'],
  ['another language', { language: 'ja', key: 'add' }, 'texts["add"] was not ordered in "ja" as it is now'],
  ['a text without letters', { language: 'de', key: 'empty' }, 'was not ordered in "de"'],
  [
    'a text without a translation',
    { language: 'de', key: 'add' },
    'has no translation that could be rejected',
  ],
])('%s is an InputError, and nothing is rejected', async (_, place, message) => {
  const job = await order({ add: 'Add', empty: ' ' });
  const error = await rejection(rejectText(requester, job, place, REASON));
  expect(error).toMatchObject({ name: 'InputError', message: expect.stringContaining(message) });
  expect(rejected()).toEqual([]);
});

test('a reason that is too short is an InputError, and nothing is rejected', async () => {
  const job = await order({ add: 'Add' });
  await translateAll('1');
  const error = await rejection(rejectText(requester, job, { language: 'de', key: 'add' }, { reason: 'no' }));
  expect(error).toMatchObject({
    name: 'InputError',
    message: expect.stringContaining('reason must be a string'),
  });
  expect(rejected()).toEqual([]);
});

test('each kind of order has its own way', async () => {
  const place = { language: 'de', key: 'add' };
  const simple = await order({ add: 'Add' });
  expect(await rejection(commentOnText(requester, simple, place, { body: 'x' }))).toMatchObject({
    name: 'InputError',
    message: expect.stringContaining('reject its translation instead'),
  });
  const project = await order({ add: 'Add' }, { name: 'other', using: 'project' });
  expect(await rejection(rejectText(requester, project, place, REASON))).toMatchObject({
    name: 'InputError',
    message: expect.stringContaining('write a comment on it instead'),
  });
});

test('a rejection whose answer was lost is repeated for the same translations, and spares those that came meanwhile', async () => {
  const job = await order({ add: 'Add' });
  await translateAll('1');
  const place = { language: 'de', key: 'add' };
  sandbox.faults.add({
    on: 'PUT /api/v1/simple/translations/:id/reject',
    times: 1,
    fault: { kind: 'drop-after' },
  });
  expect(await rejection(rejectText(requester, job, place, REASON))).toMatchObject({ outcome: 'unknown' });
  await translateAll('2');
  const again = await rejectText(requester, job, place, REASON, SOON);
  expect(again.text).toBe('1Add');
  // It was carried out, though its answer was lost.
  expect(sandbox.requests.filter(({ path }) => path.endsWith('/reject'))).toHaveLength(1);
  expect((await collected(job)).add).toMatchObject({ text: '2Add' });
  // It is carried out: the next rejection is another one.
  expect((await rejectText(requester, job, place, REASON)).text).toBe('2Add');
});

test('a rejection that is repeated, and that another call carries out meanwhile, is done', async () => {
  const job = await order({ add: 'Add' });
  await translateAll('1');
  const place = { language: 'de', key: 'add' };
  let calls = 0;
  const racing = new Requester({
    baseUrl: sandbox.baseUrl,
    accessToken: sandbox.accessToken,
    store: requester.store,
    fetch: async (url, init) => {
      if (!String(url).includes('/reject')) return sandbox.fetch(url, init);
      calls += 1;
      if (calls === 1) throw new TypeError('fetch failed');
      await sandbox.fetch(url, init);
      return sandbox.fetch(url, init);
    },
  });
  await rejection(rejectText(racing, job, place, REASON));
  expect(rejected()).toEqual([]);
  await translateAll('2');
  expect(await rejectText(racing, job, place, REASON, SOON)).toMatchObject({ text: '1Add' });
  expect(calls).toBe(2);
  expect(rejected()).toHaveLength(1);
  // It is over: the next rejection is another one.
  expect((await rejectText(requester, job, place, REASON)).text).toBe('2Add');
});

test('of a long text, the pieces that were not rejected are rejected by the same call again', async () => {
  const job = await order({ long: 'Paragraph 1\n\nParagraph 2' }, { limits: { letters: 12 } });
  await translateAll('x');
  const place = { language: 'de', key: 'long' };
  let calls = 0;
  const failing = new Requester({
    baseUrl: sandbox.baseUrl,
    accessToken: sandbox.accessToken,
    store: requester.store,
    fetch: async (url, init) => {
      if (String(url).includes('/reject') && ++calls === 2) throw new TypeError('fetch failed');
      return sandbox.fetch(url, init);
    },
  });
  await rejection(rejectText(failing, job, place, REASON));
  await translateAll('y');
  const { text, translations } = await rejectText(requester, job, place, REASON, SOON);
  expect(text).toBe('xParagraph 1\n\nxParagraph 2');
  expect(translations).toHaveLength(2);
  expect(rejected()).toHaveLength(2);
  expect((await collected(job)).long).toMatchObject({ text: 'yParagraph 1\n\nyParagraph 2' });
});

test('a rejection that the service has refused is forgotten', async () => {
  const job = await order({ add: 'Add' });
  await translateAll('1');
  sandbox.faults.add({
    on: 'PUT /api/v1/simple/translations/:id/reject',
    times: 1,
    fault: {
      kind: 'status',
      status: 422,
      body: { success: false, message: 'Validation Fail', error_code: 201, errors: { reason: 'is wrong' } },
    },
  });
  const place = { language: 'de', key: 'add' };
  expect(await rejection(rejectText(requester, job, place, REASON))).toMatchObject({ outcome: 'rejected' });
  await translateAll('2');
  expect((await rejectText(requester, job, place, REASON)).text).toBe('2Add');
});
