import { describe, expect, onTestFinished, test } from 'vitest';
import { analysedFile, calls, simpleOrder, translatedQuestion } from './calls.js';
import { Judge } from './judge.js';
import { operations } from './operations.js';
import { createWorld, newSandbox, type World } from './world.js';

const ids = operations.map(({ id }) => id);

async function carriedOut(id: string, world: World, judge: Judge): Promise<void> {
  const call = await calls[id]?.(world);
  expect(call, `${id} has no call in test/client/contract/calls.ts`).toBeDefined();
  await call?.();
  expect(judge.exchanges.at(-1)).toMatchObject({ operationId: id, status: expect.toSatisfy((s) => s < 300) });
  expect(judge.problems).toEqual([]);
}

describe('the operations of the contract', () => {
  test('have one call each, and no call has none', () => {
    expect(Object.keys(calls).toSorted()).toEqual(ids.toSorted());
  });

  test.each(ids)('%s is sent and answered as the contract says', async (id) => {
    const judge = new Judge();
    await carriedOut(id, createWorld({ through: (fetch) => judge.over(fetch) }), judge);
  });

  // One of each form that a request or an answer has.
  test.each([
    'questions.list',
    'projects.create',
    'comments.delete',
    'files.upload',
    'revisions.download',
    'oauth.token',
  ])('%s is so over HTTP as well', async (id) => {
    const sandbox = newSandbox();
    const { url, close } = await sandbox.listen();
    onTestFinished(close);
    const judge = new Judge();
    const through = (fetch: typeof globalThis.fetch) => judge.over(fetch);
    await carriedOut(id, createWorld({ sandbox, baseUrl: url, fetch: globalThis.fetch, through }), judge);
  });
});

const text = new TextEncoder().encode('Good morning');
const languages = { language_id: 'en', translated_language_id: 'ja' };

/** Calls whose requests differ from those of the table in what they carry. */
const variations: Readonly<Record<string, (world: World) => Promise<unknown>>> = {
  'an upload of a stream': async ({ requester }) =>
    requester.files.upload(new Blob([text]).stream(), { filename: 'letter.txt' }),
  'an upload of bytes': async ({ requester }) => requester.files.upload(text, { filename: 'letter.txt' }),
  'an upload of a File': async ({ requester }) => requester.files.upload(new File([text], 'letter.pptx')),
  'an upload whose progress is watched': async ({ requester }) =>
    requester.files.upload(new Blob([text]), { filename: 'letter.txt', onProgress: () => undefined }),
  'an upload under a difficult name': async ({ requester }) =>
    requester.files.upload(new Blob([text]).stream(), { filename: '手紙 "1"\r\n;name=x.txt' }),
  'an organization without a description': async ({ requester }) =>
    requester.organizations.create({ name: 'Team' }),
  'a project with the least that it needs': async ({ requester }) =>
    requester.projects.create({ ...languages, questions: [{ type: 'string', body: 'Hello' }] }),
  'a project with a file that has no body': async (world) => {
    const { id } = await analysedFile(world);
    return world.requester.projects.create({ ...languages, questions: [{ type: 'file', source_id: id }] });
  },
  'a simple question with the least that it needs': async ({ requester }) =>
    requester.simple.questions.create({ ...languages, question_bodies: [{ body: 'Hello' }] }),
  'a simple question with undefined fields': async ({ requester }) =>
    requester.simple.questions.create({ ...simpleOrder, native: undefined, custom_field: undefined }),
  'a comment of many scripts': async (world) => {
    const { id } = await translatedQuestion(world);
    return world.requester.comments.create(id, { body: '日本語 \u{1F600} "\\" \u2028 &access_token=' });
  },
  'a listing without a query': async ({ requester }) => requester.events.list(),
  'a listing of every page': async ({ requester, sandbox }) => {
    sandbox.events.append(230);
    return requester.events.list({ order: 'id_desc' }).toArray({ max: 1_000 });
  },
  'the page after a page': async ({ requester, sandbox }) => {
    sandbox.events.append(5);
    return (await requester.events.list({ per_page: 2 })).next();
  },
  'a token with signs that addresses use': async ({ requester }) =>
    requester
      .withAccessToken('a+b&c=d/e%20?#')
      .account.get()
      .catch((error: unknown) => error),
};

describe('a request is as the contract says', () => {
  test.each(Object.entries(variations))('%s', async (_, act) => {
    const judge = new Judge();
    await act(createWorld({ through: (fetch) => judge.over(fetch) }));
    expect(judge.problems).toEqual([]);
  });
});
