import { describe, expect, test, vi } from 'vitest';
import { OPERATIONS } from '../../../src/client/contract/operations.js';
import type { Requester } from '../../../src/index.js';
import * as f from '../../fixtures.js';
import { answer, recordedFetch, requesterOn, TOKEN } from '../../recorded-fetch.js';
import { served, servedWithin } from '../../sparse-answers.js';

/** One call of the interface: what it sends, what is answered, and what it resolves to. */
interface Row {
  readonly call: (requester: Requester) => Promise<unknown> & { withResponse(): Promise<object> };
  readonly sends: string;
  readonly query?: object;
  readonly json?: object;
  readonly status?: number;
  readonly answer: object;
  readonly gives: unknown;
}

const { ok, organization, question } = f;
const languages = { language_id: 'ja', translated_language_id: 'en' };
const revisionAnswer = { ...ok, ...f.paging(1), organization, question, translation: f.revision };
const translationAnswer = {
  ...ok,
  translation: f.simpleTranslation,
  question: f.simpleQuestion,
  question_body: f.questionBody,
  organization,
};
const reason = 'not what was asked for';
const open = { ...ok, comments: { anything: [1] } };
const commentsAnswer = { ...translationAnswer, ...open };

const rows: Readonly<Record<string, Row>> = {
  'account.get': {
    call: (r) => r.account.get(),
    sends: 'GET /api/v1/my',
    answer: f.account,
    gives: f.account,
  },
  'organizations.create': {
    call: (r) => r.organizations.create({ name: 'Example Ltd.', description: 'All of us' }),
    sends: 'POST /api/v1/organizations',
    json: { name: 'Example Ltd.', description: 'All of us' },
    status: 201,
    answer: { ...ok, organization },
    gives: organization,
  },
  'organizations.get': {
    call: (r) => r.organizations.get(21),
    sends: 'GET /api/v1/organizations/21',
    answer: { ...ok, organization },
    gives: organization,
  },
  'languages.list': {
    call: (r) => r.languages.list(),
    sends: 'GET /api/v1/languages',
    answer: { language_pairs: [f.languagePair] },
    gives: [f.languagePair],
  },
  'files.get': {
    call: (r) => r.files.get(31),
    sends: 'GET /api/v1/my/files/31',
    answer: { ...ok, question_source: f.source },
    gives: f.source,
  },
  'projects.check': {
    call: (r) => r.projects.check({ ...languages, questions: [{ type: 'string', body: 'こんにちは' }] }),
    sends: 'POST /api/v1/projects/check',
    json: { ...languages, questions: [{ type: 'string', body: 'こんにちは' }] },
    answer: { ...ok, project: f.projectQuote },
    gives: f.projectQuote,
  },
  'projects.create': {
    call: (r) =>
      r.projects.create({
        ...languages,
        organization_id: 21,
        individual: true,
        translator_list_ids: [1, 2],
        questions: [
          { type: 'text_html', body: '<p>a</p>', title: 't', escape_text: true, double_check: false },
          { type: 'file', source_id: 31, custom_field: 'key', individual: 1 },
        ],
      }),
    sends: 'POST /api/v1/projects',
    json: {
      ...languages,
      organization_id: 21,
      individual: 1,
      translator_list_ids: [1, 2],
      questions: [
        { type: 'text_html', body: '<p>a</p>', title: 't', escape_text: 1, double_check: 0 },
        { type: 'file', source_id: 31, custom_field: 'key', individual: 1 },
      ],
    },
    status: 201,
    answer: { ...ok, project: f.project },
    gives: f.project,
  },
  'projects.get': {
    call: (r) => r.projects.get(51),
    sends: 'GET /api/v1/projects/51',
    answer: { ...ok, project: f.project },
    gives: f.project,
  },
  'questions.get': {
    call: (r) => r.questions.get(41),
    sends: 'GET /api/v1/questions/41',
    answer: { ...ok, question: f.questionDetail },
    gives: f.questionDetail,
  },
  'questions.cancel': {
    call: (r) => r.questions.cancel(41),
    sends: 'PUT /api/v1/questions/41/cancel',
    answer: { ...ok, question: { ...question, status: 3, cancelable: false } },
    gives: { ...question, status: 3, cancelable: false },
  },
  'comments.get': {
    call: (r) => r.comments.get(41, 61),
    sends: 'GET /api/v1/questions/41/comments/61',
    answer: f.commentAnswer,
    gives: f.comment,
  },
  'comments.create': {
    call: (r) => r.comments.create(41, { body: 'text' }),
    sends: 'POST /api/v1/questions/41/comments',
    json: { body: 'text' },
    status: 201,
    answer: f.commentAnswer,
    gives: f.comment,
  },
  'comments.update': {
    call: (r) => r.comments.update(41, 61, { body: 'text' }),
    sends: 'PUT /api/v1/questions/41/comments/61',
    json: { body: 'text' },
    answer: f.commentAnswer,
    gives: f.comment,
  },
  'comments.delete': {
    call: (r) => r.comments.delete(41, 61),
    sends: 'DELETE /api/v1/questions/41/comments/61',
    answer: f.commentAnswer,
    gives: f.comment,
  },
  'revisions.get': {
    call: (r) => r.revisions.get(41, 1),
    sends: 'GET /api/v1/questions/41/revisions/1',
    answer: revisionAnswer,
    gives: f.revision,
  },
  'revisions.latest': {
    call: (r) => r.revisions.latest(41),
    sends: 'GET /api/v1/questions/41/revisions/latest',
    answer: revisionAnswer,
    gives: f.revision,
  },
  'simple.questions.check': {
    call: (r) => r.simple.questions.check({ ...languages, question_bodies: [{ body: 'a' }] }),
    sends: 'POST /api/v1/simple/questions/check',
    json: { ...languages, question_bodies: [{ body: 'a' }] },
    answer: { ...ok, question: f.simpleQuote },
    gives: f.simpleQuote,
  },
  'simple.questions.create': {
    call: (r) =>
      r.simple.questions.create({
        ...languages,
        published_scope: 2,
        text_format: 1,
        escape_text: false,
        native: true,
        question_bodies: [{ body: 'a' }, { body: 'b' }],
      }),
    sends: 'POST /api/v1/simple/questions',
    json: {
      ...languages,
      published_scope: 2,
      text_format: 1,
      escape_text: 0,
      native: 1,
      question_bodies: [{ body: 'a' }, { body: 'b' }],
    },
    status: 201,
    answer: { ...ok, question: f.simpleQuestion },
    gives: f.simpleQuestion,
  },
  'simple.questions.get': {
    call: (r) => r.simple.questions.get(81),
    sends: 'GET /api/v1/simple/questions/81',
    answer: { ...ok, question: f.simpleQuestion },
    gives: f.simpleQuestion,
  },
  'simple.questions.cancel': {
    call: (r) => r.simple.questions.cancel(81),
    sends: 'PUT /api/v1/simple/questions/81/cancel',
    answer: { ...ok, question: f.simpleDraft },
    gives: f.simpleDraft,
  },
  'simple.translations.get': {
    call: (r) => r.simple.translations.get(91),
    sends: 'GET /api/v1/simple/translations/91',
    answer: translationAnswer,
    gives: f.simpleTranslation,
  },
  'simple.translations.reject': {
    call: (r) => r.simple.translations.reject(91, { reason }),
    sends: 'PUT /api/v1/simple/translations/91/reject',
    json: { reason },
    answer: { ...translationAnswer, reason },
    gives: f.simpleTranslation,
  },
  'simple.translations.comments.list': {
    call: (r) => r.simple.translations.comments.list(91),
    sends: 'GET /api/v1/simple/translations/91/comments',
    answer: commentsAnswer,
    gives: commentsAnswer,
  },
  'simple.translations.comments.get': {
    call: (r) => r.simple.translations.comments.get(91, 5),
    sends: 'GET /api/v1/simple/translations/91/comments/5',
    answer: open,
    gives: open,
  },
  'events.get': {
    call: (r) => r.events.get(101),
    sends: 'GET /api/v1/my/application_events/101',
    answer: { ...ok, event: f.event },
    gives: f.event,
  },
};

describe.each(Object.entries(rows))('%s', (name, row) => {
  const status = row.status ?? 200;
  const location = 'https://other.example/api/v1/things/7';
  const fetch = recordedFetch(answer(row.answer, { status, headers: { location } }));
  const gives = row.gives === row.answer ? served(row.gives) : servedWithin(row.gives);

  test('sends its method and path, once', async () => {
    await row.call(requesterOn(fetch));
    expect(`${fetch.last.method} ${fetch.last.path}`).toBe(row.sends);
    expect(fetch.arrived).toHaveLength(1);
  });

  test('sends its arguments and the token where they belong, and nothing else', () => {
    const token = { access_token: TOKEN };
    expect(fetch.last.query).toEqual(row.json === undefined ? { ...row.query, ...token } : {});
    expect(fetch.last.json).toEqual(row.json && { ...row.json, ...token });
    expect(fetch.last.text === undefined).toBe(row.json === undefined);
  });

  test('tells observers the name that the contract has for it', async () => {
    const onRequest = vi.fn();
    const reply = answer(row.answer, { status: row.status ?? 200 });
    await row.call(requesterOn(recordedFetch(reply), { hooks: { onRequest } }));
    expect(Object.keys(OPERATIONS)).toContain(name);
    expect(onRequest.mock.calls.map(([{ operation }]) => operation)).toEqual([name]);
  });

  test('resolves to its object', async () => {
    expect(await row.call(requesterOn(fetch))).toEqual(gives);
  });

  test('gives the whole answer with withResponse', async () => {
    expect(await row.call(requesterOn(fetch)).withResponse()).toMatchObject({
      data: gives,
      body: served(row.answer),
      response: { status, location },
      attempts: 1,
    });
  });
});

describe('a listing', () => {
  const lists: readonly (readonly [
    string,
    string,
    object,
    (r: Requester) => PromiseLike<{ items: readonly unknown[] }>,
  ])[] = [
    [
      'organizations.list',
      '/api/v1/my/organizations',
      { organizations: [organization] },
      (r) => r.organizations.list({ page: 2, per_page: 5 }),
    ],
    [
      'questions.list',
      '/api/v1/my/questions',
      { questions: [f.questionListItem] },
      (r) => r.questions.list({ page: 2, per_page: 5 }),
    ],
    [
      'comments.list',
      '/api/v1/questions/41/comments',
      { organization, question, comments: [f.comment] },
      (r) => r.comments.list(41, { page: 2, per_page: 5 }),
    ],
    [
      'revisions.list',
      '/api/v1/questions/41/revisions',
      { organization, question, translation_revisions: [f.revisionSummary] },
      (r) => r.revisions.list(41, { page: 2, per_page: 5 }),
    ],
    [
      'events.list',
      '/api/v1/my/application_events',
      { events: [f.event] },
      (r) => r.events.list({ page: 2, per_page: 5 }),
    ],
  ];

  test.each(lists)('%s sends its path and query, and gives its items', async (name, path, body, list) => {
    const fetch = recordedFetch(answer({ ...ok, ...f.paging(6, 2, 5), ...body }));
    const onRequest = vi.fn();
    const page = await list(requesterOn(fetch, { hooks: { onRequest } }));
    expect(onRequest.mock.calls.map(([{ operation }]) => operation)).toEqual([name]);
    expect(`${fetch.last.method} ${fetch.last.path}`).toBe(`GET ${path}`);
    expect(fetch.last.query).toEqual({ page: '2', per_page: '5', access_token: TOKEN });
    expect(page.items).toEqual(servedWithin(Object.values(body).find(Array.isArray)));
  });

  test.each(['id_asc', 'id_desc'] as const)('of events is sent its order %s', async (order) => {
    const fetch = recordedFetch(answer({ ...ok, ...f.paging(1), events: [f.event] }));
    await requesterOn(fetch).events.list({ order });
    expect(fetch.last.query).toEqual({ order, access_token: TOKEN });
  });

  test('of events is sent its order under the name that the service gives it', async () => {
    const fetch = recordedFetch(answer({ ...ok, ...f.paging(1), events: [f.event] }));
    await requesterOn(fetch, { eventOrderParameter: 'sort[by]' }).events.list({ order: 'id_asc' });
    expect(fetch.last.query).toEqual({ 'sort[by]': 'id_asc', access_token: TOKEN });
  });
});
