import { beforeEach, describe, expect, test } from 'vitest';
import { createSandbox, type Fault, type Sandbox } from '../../src/sandbox.js';
import { type Api, connect, MOMENT, projectOrder, simpleOrder } from './api.js';

let sandbox: Sandbox;
let api: Api;

beforeEach(() => {
  sandbox = createSandbox({ now: MOMENT });
  api = connect(sandbox);
});

/** The paths of all fields in which two answers differ: `-` is missing, `0` is null. */
function differences(full: unknown, given: unknown, path = ''): string[] {
  if (given === undefined) return [`-${path}`];
  if (given === null && full !== null) return [`0${path}`];
  if (typeof full !== 'object' || full === null) return Object.is(full, given) ? [] : [`!${path}`];
  return Object.entries(full).flatMap(([name, value]) =>
    differences(value, (given as Record<string, unknown>)[name], path === '' ? name : `${path}.${name}`),
  );
}

/** What a read lacks. */
async function lackingIn(path: string, options: object = {}): Promise<string[]> {
  const { body: full } = await api.get(path);
  sandbox.faults.add({ on: 'GET *', fault: { kind: 'sparse', ...options } });
  const { status, body } = await api.get(path);
  expect(status).toBe(200);
  return differences(full, body);
}

const ADDRESSES = ['url', 'html_url'];
const under = (path: string, ...names: readonly string[]) => names.map((name) => `-${path}.${name}`);

/** A simple question with a translation and a project with a comment and a revision. */
async function place() {
  const [simple, project] = [
    await sandbox.place.completedSimpleQuestion(['one']),
    await sandbox.place.completedProject(['one']),
  ];
  const { body } = await api.get(`simple/questions/${simple.id}`);
  const [{ translations }] = body.question.question_bodies;
  const [questionId = 0] = project.questionIds;
  const comment = sandbox.translators.commentOnQuestion(questionId, 'What is meant?');
  return { simple: simple.id, translation: translations[0].id, question: questionId, comment: comment.id };
}

describe('a sparse answer lacks', () => {
  test('the decoration of the account', async () => {
    expect(await lackingIn('my')).toEqual(['-message', '-locale', '-picture_url', '-default_organization']);
  });

  test('the addresses of an organization that was asked for, and nothing else of it', async () => {
    const { default_organization_id: id } = (await api.get('my')).body;
    expect(await lackingIn(`organizations/${id}`)).toEqual([
      '-message',
      ...under('organization', ...ADDRESSES),
    ]);
  });

  test('the names of languages', async () => {
    const lacking = await lackingIn('languages');
    expect(lacking.slice(0, 2)).toEqual(under('language_pairs.0', 'language', 'translated_language'));
  });

  test('what is embedded in a question', async () => {
    const { question } = await place();
    expect((await lackingIn(`questions/${question}`)).sort()).toEqual(
      [
        ...under('question', 'status_text', 'user', 'language', 'translated_language', ...ADDRESSES),
        ...under('question.translation', ...ADDRESSES),
        '-message',
      ].sort(),
    );
  });

  test('the translations of a body, which are null', async () => {
    const { simple } = await place();
    const lacking = await lackingIn(`simple/questions/${simple}`);
    expect(lacking).toContain('0question.question_bodies.0.translations');
    expect(lacking.filter((path) => path.startsWith('-')).sort()).toEqual(
      [
        '-message',
        ...under('question', 'status_text', 'views_count', 'tag_text', ...ADDRESSES),
        ...under('question', 'user', 'organization', 'language', 'translated_language'),
      ].sort(),
    );
  });

  test('the companions of a comment, a list of comments and a revision, and the one who wrote them', async () => {
    const { question, comment } = await place();
    const companions = ['-message', '-organization', '-question'];
    expect((await lackingIn(`questions/${question}/comments/${comment}`)).sort()).toEqual(
      [...companions, '-comment.user'].sort(),
    );
    expect(await lackingIn(`questions/${question}/comments`)).toEqual(
      expect.arrayContaining([...companions, '-comments.0.user']),
    );
    expect((await lackingIn(`questions/${question}/revisions/1`)).sort()).toEqual(
      [...companions, ...under('translation', ...ADDRESSES)].sort(),
    );
    expect(await lackingIn(`questions/${question}/revisions`)).toEqual(
      expect.arrayContaining([...companions, '-translation_revisions.0.url']),
    );
  });

  test('the companions of a translation, and its translator', async () => {
    const { translation } = await place();
    expect((await lackingIn(`simple/translations/${translation}`)).sort()).toEqual(
      ['-message', '-organization', '-question', '-question_body', '-translation.user'].sort(),
    );
  });

  test('what is embedded in events, but no question, project or translation', async () => {
    await place();
    const lacking = await lackingIn('my/application_events?order=id_asc');
    const [created, submitted, , project] = (await api.get('my/application_events?order=id_asc')).body.events;
    expect([created.type, submitted.type, project.type]).toEqual([
      'simple_question.created',
      'simple_question.submitted_translation',
      'project.created',
    ]);
    expect(lacking).toEqual(
      expect.arrayContaining([
        ...under('events.0.question', 'user', 'language', 'translated_language', 'status_text'),
        ...under('events.1.translation', 'user'),
        ...under('events.3.project', 'organization', 'language'),
      ]),
    );
    expect(lacking.filter((path) => /\.(question|project|translation|type|id)$/.test(path))).toEqual([]);
  });
});

describe('a sparse answer', () => {
  test('to a write is that of what was carried out', async () => {
    sandbox.faults.add({ on: 'POST *', times: 2, fault: { kind: 'sparse' } });
    const project = await api.post('projects', projectOrder());
    expect([project.status, project.headers.get('location')]).toEqual([201, expect.any(String)]);
    expect(project.body).not.toHaveProperty('message');
    expect(project.body.project).toMatchObject({ id: expect.any(Number), questions: [{ status: 0 }] });
    const simple = await api.post('simple/questions', simpleOrder());
    expect(simple.body.question.question_bodies).toHaveLength(3);
    expect(sandbox.orders().map(({ id }) => id)).toEqual([project.body.project.id, simple.body.question.id]);
  });

  test('keeps the reason of a refusal', async () => {
    sandbox.faults.add({ on: '*', fault: { kind: 'sparse' } });
    const { status, body } = await api.post('simple/questions/check', {});
    expect([status, body.message, Object.keys(body.errors)]).toEqual([
      422,
      'Validation Fail',
      expect.arrayContaining(['language', 'translated_language']),
    ]);
  });

  test('of a file or page is as it was', async () => {
    const { question } = await place();
    sandbox.faults.add({ on: '*', fault: { kind: 'sparse' } });
    expect((await api.get(`questions/${question}/revisions/1/file`)).body).toBe('[ja] one');
  });

  test('lacks only the fields that are named', async () => {
    const { translation, simple } = await place();
    expect(
      await lackingIn(`simple/translations/${translation}`, { only: ['native_language', 'question_body'] }),
    ).toEqual(['-translation.user.native_language', '-question_body']);
    expect(await lackingIn(`simple/questions/${simple}`, { only: ['translations'] })).toEqual([
      '0question.question_bodies.0.translations',
    ]);
  });

  test('has null instead of a missing field with asNull', async () => {
    const { question, comment } = await place();
    const path = `questions/${question}/comments/${comment}`;
    expect((await lackingIn(path, { asNull: true })).sort()).toEqual(
      ['0message', '0organization', '0question', '0comment.user'].sort(),
    );
  });

  test('does not lack a field that an answer must have', () => {
    for (const only of [['id'], ['user', 'status'], [7]]) {
      const fault = { kind: 'sparse', only } as Fault;
      expect(() => sandbox.faults.add({ on: '*', fault })).toThrow('No answer may lack the field');
    }
  });
});
