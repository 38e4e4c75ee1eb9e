import { beforeEach, describe, expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/sandbox.js';
import { type Api, connect, HOUR, MOMENT, projectOrder, simpleOrder } from './api.js';

let sandbox: Sandbox;
let api: Api;

beforeEach(() => {
  sandbox = createSandbox({ now: MOMENT });
  api = connect(sandbox);
});

/** Whether `updated_at` of what `read` gives moves when `act` is done an hour later. */
async function moves(read: () => Promise<{ updated_at: string }>, act: () => unknown): Promise<boolean> {
  const before = (await read()).updated_at;
  await sandbox.clock.advance(HOUR);
  expect((await read()).updated_at).toBe(before);
  await act();
  const after = (await read()).updated_at;
  return Date.parse(after) === sandbox.clock.now() && after !== before;
}

describe('updated_at of an organization', () => {
  const organization = async () => (await api.get('my')).body.default_organization;

  test('moves when points are reserved, given back and spent', async () => {
    let question = 0;
    const place = async () => {
      question = (await api.post('projects', projectOrder())).body.project.questions[0].id;
    };
    expect(await moves(organization, place)).toBe(true);
    const cancel = () => api.put(`questions/${question}/cancel`);
    expect(await moves(organization, cancel)).toBe(true);
    let body = 0;
    const placeSimple = async () => {
      const order = await api.post('simple/questions', simpleOrder(['one']));
      body = order.body.question.question_bodies[0].id;
    };
    expect(await moves(organization, placeSimple)).toBe(true);
    let translation = 0;
    const translate = () => {
      translation = sandbox.translators.translateBody(body, '一').id;
    };
    expect(await moves(organization, translate)).toBe(true);
    const reason = 'This is another language.';
    expect(
      await moves(organization, () => api.put(`simple/translations/${translation}/reject`, { reason })),
    ).toBe(true);
  });

  test('stays when an order is only checked', async () => {
    expect(await moves(organization, () => api.post('projects/check', projectOrder()))).toBe(false);
  });
});

describe('updated_at of a question and its project', () => {
  test('moves with comments and with every revision', async () => {
    const { project } = (await api.post('projects', projectOrder())).body;
    const { id } = project.questions[0];
    const read = async () => (await api.get(`projects/${project.id}`)).body.project;
    const readQuestion = async () => (await api.get(`questions/${id}`)).body.question;
    await sandbox.clock.advance(HOUR); // It has been listed by then.
    let comment = 0;
    const acts = [
      async () => {
        comment = (await api.post(`questions/${id}/comments`, { body: 'Hello' })).body.comment.id;
      },
      () => api.put(`questions/${id}/comments/${comment}`, { body: 'Hello again' }),
      () => api.delete(`questions/${id}/comments/${comment}`),
      () => sandbox.translators.commentOnQuestion(id, 'Which morning?'),
      () => sandbox.translators.takeQuestion(id),
      () => sandbox.translators.translateQuestion(id, ['一']),
      () => sandbox.translators.translateQuestion(id, ['二']),
    ];
    for (const act of acts) {
      expect(await moves(read, act)).toBe(true);
      expect((await readQuestion()).updated_at).toBe((await read()).updated_at);
    }
  });
});

test('updated_at of a simple translation moves with its comments', async () => {
  const { question } = (await api.post('simple/questions', simpleOrder(['one', 'two']))).body;
  const { id } = sandbox.translators.translateBody(question.question_bodies[0].id, '一');
  const read = async () => (await api.get(`simple/translations/${id}`)).body.translation;
  expect(await moves(read, () => api.post(`simple/translations/${id}/comments/1`, { body: 'Thanks' }))).toBe(
    true,
  );
  expect(await moves(read, () => sandbox.translators.commentOnTranslation(id, 'You are welcome'))).toBe(true);
});
