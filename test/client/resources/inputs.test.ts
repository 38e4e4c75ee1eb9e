import { describe, expect, test } from 'vitest';
import type { Requester } from '../../../src/index.js';
import { createSandbox } from '../../../src/sandbox.js';
import { answer, recordedFetch, rejection, requesterOn, TOKEN } from '../../recorded-fetch.js';

const languages = { language_id: 'ja', translated_language_id: 'en' };
const text = { type: 'string', body: 'b' };

type Call = (requester: Requester, wrong: never) => PromiseLike<unknown>;
const orders: readonly (readonly [string, Call])[] = [
  ['projects.check', (r, wrong) => r.projects.check(wrong)],
  ['projects.create', (r, wrong) => r.projects.create(wrong)],
];
const simpleOrders: readonly (readonly [string, Call])[] = [
  ['simple.questions.check', (r, wrong) => r.simple.questions.check(wrong)],
  ['simple.questions.create', (r, wrong) => r.simple.questions.create(wrong)],
];

async function refused(call: Call, wrong: unknown, path: string): Promise<void> {
  const fetch = recordedFetch(answer({}));
  const error = await rejection(call(requesterOn(fetch), wrong as never));
  expect(error).toMatchObject({ name: 'InputError', outcome: 'not_sent' });
  expect((error as { issues: { path: string }[] }).issues.map((issue) => issue.path)).toContain(path);
  expect(fetch.arrived).toEqual([]);
}

const nothing: readonly (readonly [unknown, string])[] = [
  [undefined, 'order'],
  [null, 'order'],
  ['text', 'order'],
  [[], 'order'],
  [{}, 'order.language_id'],
  [{ ...languages, language_id: '' }, 'order.language_id'],
  [{ ...languages, organization_id: '21' }, 'order.organization_id'],
  [{ ...languages, access_token: 'x' }, 'order.access_token'],
  [{ ...languages, langauge_id: 'ja' }, 'order.langauge_id'],
];

describe.each(orders)('%s', (_, call) => {
  test.each<readonly [unknown, string]>([
    ...nothing,
    [{ ...languages }, 'order.questions'],
    [{ ...languages, questions: [] }, 'order.questions'],
    [{ ...languages, questions: [{ type: 'string' }] }, 'order.questions[0].body'],
    [{ ...languages, questions: [text, { type: 'string', body: '' }] }, 'order.questions[1].body'],
    [{ ...languages, questions: [{ type: 'file' }] }, 'order.questions[0].source_id'],
    [{ ...languages, questions: [{ type: 'image', body: 'b' }] }, 'order.questions[0].type'],
    [
      { ...languages, questions: [{ ...text, custom_field: 'x'.repeat(256) }] },
      'order.questions[0].custom_field',
    ],
    [{ ...languages, questions: [{ ...text, escape_text: 2 }] }, 'order.questions[0].escape_text'],
    [{ ...languages, individual: '2', questions: [text] }, 'order.individual'],
    [{ ...languages, questions: [{ ...text, title: 5 }] }, 'order.questions[0].title'],
  ])('refuses %j before anything is sent', (wrong, path) => refused(call, wrong, path));
});

describe.each(simpleOrders)('%s', (_, call) => {
  test.each<readonly [unknown, string]>([
    ...nothing,
    [{ ...languages }, 'order.question_bodies'],
    [{ ...languages, question_bodies: [] }, 'order.question_bodies'],
    [{ ...languages, question_bodies: ['b'] }, 'order.question_bodies[0]'],
    [{ ...languages, question_bodies: [{ body: '' }] }, 'order.question_bodies[0].body'],
    [{ ...languages, published_scope: 1, question_bodies: [{ body: 'b' }] }, 'order.published_scope'],
    [{ ...languages, text_format: 2, question_bodies: [{ body: 'b' }] }, 'order.text_format'],
  ])('refuses %j before anything is sent', (wrong, path) => refused(call, wrong, path));
});

test.each<readonly [string, Call, unknown, string]>([
  ['organizations.create', (r, wrong) => r.organizations.create(wrong), { name: 5 }, 'input.name'],
  ['organizations.create', (r, wrong) => r.organizations.create(wrong), { nmae: 'n' }, 'input.nmae'],
  ['organizations.create', (r, wrong) => r.organizations.create(wrong), undefined, 'input'],
  ['comments.create', (r, wrong) => r.comments.create(41, wrong), { body: 5 }, 'input.body'],
  ['comments.create', (r, wrong) => r.comments.create(41, wrong), 'text', 'input'],
  ['comments.update', (r, wrong) => r.comments.update(41, 61, wrong), {}, 'input.body'],
  [
    'translations.reject',
    (r, wrong) => r.simple.translations.reject(91, wrong),
    { reason: 'x'.repeat(15) },
    'rejection.reason',
  ],
  [
    'translations.reject',
    (r, wrong) => r.simple.translations.reject(91, wrong),
    { reason: ' '.repeat(15) },
    'rejection.reason',
  ],
])('%s refuses a wrong argument before anything is sent (%#)', (_, call, wrong, path) =>
  refused(call, wrong, path),
);

test('the fields of extra are sent with the fields of an order', async () => {
  const fetch = recordedFetch(answer({}, { status: 422 }), answer({}, { status: 422 }));
  const requester = requesterOn(fetch);
  const question = { type: 'string', body: 'b', extra: { tone: 'warm' } } as const;
  await rejection(requester.projects.create({ ...languages, questions: [question], extra: { priority: 1 } }));
  await rejection(
    requester.simple.questions.create({
      ...languages,
      question_bodies: [{ body: 'b' }],
      extra: { priority: 2 },
    }),
  );
  expect(fetch.arrived.map(({ json }) => json)).toMatchObject([
    { ...languages, questions: [{ type: 'string', body: 'b', tone: 'warm' }], priority: 1 },
    { ...languages, question_bodies: [{ body: 'b' }], priority: 2 },
  ]);
  for (const { text: sent } of fetch.arrived) expect(sent).not.toContain('extra');
});

test('what stands in extra is sent beside the fields of an organization, a comment and a rejection', async () => {
  const fetch = recordedFetch(answer({}, { status: 422 }));
  const { organizations, comments, simple } = requesterOn(fetch);
  const extra = { tone: 'warm' };
  const reason = 'It is another text.';
  await rejection(organizations.create({ name: 'n', extra }));
  await rejection(comments.create(41, { body: 'b', extra }));
  await rejection(comments.update(41, 61, { body: 'b', extra }));
  await rejection(simple.translations.reject(91, { reason, extra }));
  expect(fetch.arrived.map(({ json }) => json)).toEqual(
    [{ name: 'n' }, { body: 'b' }, { body: 'b' }, { reason }].map((own) => ({
      ...own,
      ...extra,
      access_token: TOKEN,
    })),
  );
});

test.each<readonly [string, Call]>([
  ['organizations.create', (r) => r.organizations.create({ extra: { name: 'n' } })],
  ['comments.create', (r) => r.comments.create(41, { body: 'b', extra: { body: 'c' } })],
  [
    'translations.reject',
    (r) => r.simple.translations.reject(91, { reason: 'r'.repeat(16), extra: { access_token: 't' } }),
  ],
])('extra of %s takes no known field', async (_, call) => {
  const fetch = recordedFetch(answer({}));
  const error = await rejection(call(requesterOn(fetch), undefined as never));
  expect(error).toMatchObject({ name: 'InputError', issues: [{ path: expect.stringMatching(/\.extra\./) }] });
});

test('flags as texts are sent as the numbers that the service promises', async () => {
  const fetch = recordedFetch(answer({}, { status: 422 }));
  const questions = [
    { type: 'string', body: 'b', title: null, escape_text: '0', double_check: true },
  ] as const;
  await rejection(requesterOn(fetch).projects.create({ ...languages, individual: '1', questions }));
  expect(fetch.last.json).toEqual({
    ...languages,
    individual: 1,
    questions: [{ type: 'string', body: 'b', title: null, escape_text: 0, double_check: 1 }],
    access_token: TOKEN,
  });
});

describe('what the service is to refuse is sent:', () => {
  const sandbox = createSandbox();
  const client = requesterOn(sandbox.fetch, { baseUrl: sandbox.baseUrl, accessToken: sandbox.accessToken });

  test.each([{}, { name: '' }, { name: ' ' }])('the organization %j', async (input) => {
    const error = await rejection(client.organizations.create(input));
    expect(error).toMatchObject({ name: 'ValidationError', status: 422, errors: { name: "can't be blank" } });
  });

  test('a revision with the number 0', async () => {
    const { questions } = await client.projects.create({
      ...languages,
      questions: [{ type: 'string', body: 'b' }],
    });
    const error = await rejection(client.revisions.get(questions[0]?.id ?? 0, 0));
    expect(error).toMatchObject({ name: 'NotFoundError' });
    expect(sandbox.requests.at(-1)?.path).toMatch(/\/revisions\/0$/);
  });
});

test("a file goes by the type of a text too, and a title that is null is the file's name", async () => {
  const sandbox = createSandbox();
  const client = requesterOn(sandbox.fetch, { baseUrl: sandbox.baseUrl, accessToken: sandbox.accessToken });
  const { id } = await client.files.upload(new File(['Hello'], 'a.txt'));
  await sandbox.clock.advance(60_000);
  for (const type of ['string', 'file'] as const) {
    for (const body of [undefined, null]) {
      const question = {
        type,
        source_id: id,
        title: null,
        individual: '1',
        ...(body === null && { body }),
      } as const;
      const { questions } = await client.projects.create({ ...languages, questions: [question] });
      expect(questions).toMatchObject([
        { question_source_id: id, letter_count: 5, title: 'a.txt', individual: true },
      ]);
    }
  }
});

test('a blank comment is sent, since the service is to refuse it', async () => {
  const fetch = recordedFetch(answer({}, { status: 422 }));
  await rejection(requesterOn(fetch).comments.create(41, { body: '' }));
  expect(fetch.arrived).toHaveLength(1);
});

test('a circular body is refused before anything is sent', () => {
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  return refused((r, wrong) => r.request({ method: 'POST', path: '/api/v1/a', json: wrong }), circle, 'json');
});

test('no message shows a value that was refused', async () => {
  const secret = 'the text that nobody should read';
  const wrong = {
    language_id: 5,
    translated_language_id: secret,
    questions: [{ type: secret, body: secret }],
    [secret.slice(0, 3)]: secret,
  };
  const error = await rejection(requesterOn(recordedFetch()).projects.create(wrong as never));
  expect(JSON.stringify(error)).not.toContain(secret);
});

test('an argument of the caller is not changed', async () => {
  const order = Object.freeze({
    ...languages,
    questions: [Object.freeze({ type: 'string' as const, body: 'b', escape_text: true })],
  });
  await rejection(requesterOn(recordedFetch(answer({}, { status: 422 }))).projects.create(order));
  expect(order.questions[0]?.escape_text).toBe(true);
});
