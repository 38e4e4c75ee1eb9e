import { beforeEach, describe, expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/sandbox.js';
import { type Api, connect, HOUR, MINUTE, MOMENT, simpleOrder } from './api.js';

let sandbox: Sandbox;
let api: Api;

beforeEach(() => {
  sandbox = createSandbox({ now: MOMENT });
  api = connect(sandbox);
});

interface Placed {
  readonly id: number;
  readonly bodies: readonly number[];
}

async function order(texts?: readonly string[], fields?: object): Promise<Placed> {
  const { question } = (await api.post('simple/questions', simpleOrder(texts, fields))).body;
  return { id: question.id, bodies: question.question_bodies.map((each: { id: number }) => each.id) };
}

const read = async (id: number) => (await api.get(`simple/questions/${id}`)).body.question;
const balance = async () => (await api.get('my')).body.default_organization;

/** Types and statuses of all events, oldest first. */
async function history(): Promise<unknown[]> {
  const { events } = (await api.get('my/application_events?order=id_asc&per_page=100')).body;
  return events.map((event: { type: string; question: { status: number } }) => [
    event.type.replace('simple_question.', ''),
    event.question.status,
  ]);
}

describe('ordering', () => {
  test('an order is answered with 201, its address, and its pending bodies', async () => {
    const { status, headers, body } = await api.post('simple/questions', simpleOrder());
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(body.question.url);
    expect(body.question).toMatchObject({
      status: 0,
      status_text: 'Pending',
      cancelable: true,
      translations_count: 0,
      progress_rate: 0,
      letter_count: 11,
      total_point: 30,
      first_body: 'one',
      'listing?': false,
    });
    expect(
      body.question.question_bodies.map((each: { display_order: number }) => each.display_order),
    ).toEqual([1, 2, 3]);
  });

  test('a check creates nothing and has neither id nor bodies', async () => {
    const { status, body } = await api.post('simple/questions/check', simpleOrder());
    expect([status, body.question.total_point]).toEqual([200, 30]);
    expect(body.question).toMatchObject({ id: null, created_at: null, updated_at: null });
    expect(body.question).not.toHaveProperty('question_bodies');
    expect(sandbox.orders()).toEqual([]);
    expect(await history()).toEqual([]);
  });

  test('a check with an empty request names the four fields that the service names', async () => {
    const { status, body } = await api.post('simple/questions/check', {});
    expect(status).toBe(422);
    expect(Object.keys(body.errors).sort()).toEqual([
      'language',
      'question_bodies',
      'translated_language',
      'translated_language_id',
    ]);
  });

  test('letters of tags and of escaped text are not counted', async () => {
    const { body } = await api.post(
      'simple/questions/check',
      simpleOrder(['body2<hoge>ddd</hoge>', 'Hi {{{name}}}!', 'a }}} b {{{ c'], {
        text_format: 1,
        escape_text: 1,
      }),
    );
    expect(body.question.letter_count).toBe(8 + 3 + 3);
  });

  test('a body costs what its letters cost, more by native translators, more for each full 500, and 10 at least', async () => {
    const readPrice = async (letters: number, fields?: object) =>
      (await api.post('simple/questions/check', simpleOrder(['x'.repeat(letters)], fields))).body.question
        .total_point;
    expect([await readPrice(1), await readPrice(499), await readPrice(999)]).toEqual([10, 998, 1_998 + 50]);
    expect(await readPrice(1_000, { native: 1 })).toBe(3_000 + 100);
  });

  test('a text with only escaped text counts as blank', async () => {
    const { body } = await api.post('simple/questions', simpleOrder(['{{{name}}}'], { escape_text: 1 }));
    expect(body.errors).toEqual({ 'question_bodies[0].body': "can't be blank" });
  });

  test.each([
    ['published_scope', { published_scope: 1 }],
    ['text_format', { text_format: '1' }],
    ['organization_id', { organization_id: 12 }],
    ['organization_id', { organization_id: '12' }],
    ['native', { native: 'yes' }],
    ['custom_field', { custom_field: 7 }],
    ['question_bodies', { question_bodies: ['one'] }],
    ['question_bodies[0].body', { question_bodies: [{}] }],
  ])('a wrong %s is a 422 under its name', async (field, fields) => {
    const { status, body } = await api.post('simple/questions', simpleOrder(['one'], fields));
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });
});

describe('the life of a simple question', () => {
  test('it is in progress until every body is translated, and then completed, with an event for each', async () => {
    const { id, bodies } = await order();
    const [first = 0, second = 0, third = 0] = bodies;
    sandbox.translators.translateBody(first, '一');
    expect(await read(id)).toMatchObject({
      status: 1,
      status_text: 'In Progress',
      translations_count: 1,
      cancelable: false,
    });
    sandbox.translators.translateBody(second, '二');
    expect(await read(id)).toMatchObject({ status: 1, progress_rate: 66 });
    sandbox.translators.translateBody(third, '三');
    expect(await read(id)).toMatchObject({
      status: 4,
      status_text: 'Completed',
      progress_rate: 100,
      cancelable: false,
    });
    expect((await read(id)).translated_at).not.toBeNull();
    expect((await read(id)).question_bodies[0].translations[0]).toMatchObject({
      body: '一',
      user: { translator: true },
    });
    expect(await history()).toEqual([
      ['created', 0],
      ['submitted_translation', 1],
      ['submitted_translation', 1],
      ['submitted_translation', 8],
      ['finished', 4],
    ]);
  });

  test('events have the payload of their type, and keep it', async () => {
    const { bodies } = await order(['one']);
    sandbox.translators.translateBody(bodies[0] ?? 0, '一');
    const { events } = (await api.get('my/application_events?order=id_asc')).body;
    expect(events[0].question.question_bodies[0]).not.toHaveProperty('translations');
    expect(events[0].question).not.toHaveProperty('organization');
    expect(events[0].question.translations_count).toBe(0);
    expect(events[0].question.question_bodies[0].translations_count).toBe(0);
    expect(events[1].question).not.toHaveProperty('question_bodies');
    expect(events[1].question.progress_rate).toBeLessThan(100);
    expect(events[1].translation).toMatchObject({ body: '一', user: { grade_text: 'Standard' } });
    expect(events[2].question.question_bodies[0].translations).toHaveLength(1);
    expect((await api.get(`my/application_events/${events[2].id}`)).body.event).toEqual(events[2]);
  });

  test('it is listed after a while and can still be cancelled', async () => {
    const { id } = await order();
    await sandbox.clock.advance(5 * MINUTE);
    expect(await read(id)).toMatchObject({ status: 1, 'listing?': true, cancelable: true });
  });

  test('some bodies without a translation make it some expired, and their points come back', async () => {
    const { id, bodies } = await order();
    sandbox.translators.translateBody(bodies[0] ?? 0, '一');
    await sandbox.clock.advance(24 * HOUR);
    expect(await read(id)).toMatchObject({ status: 9, status_text: 'Some Expired', cancelable: false });
    expect((await history()).at(-1)).toEqual(['expired', 9]);
    expect(await balance()).toMatchObject({ point: 9_999_990, available_point: 9_999_990 });
    expect(() => sandbox.translators.translateBody(bodies[1] ?? 0, '二')).toThrow('closed');
  });

  test('a body with several translations does not make up for one without any', async () => {
    const { id, bodies } = await order();
    for (const text of ['一', '壱', 'いち']) sandbox.translators.translateBody(bodies[0] ?? 0, text);
    expect(await read(id)).toMatchObject({ status: 1, translations_count: 3 });
  });

  test('no translation at all makes it all expired, and no event is written', async () => {
    const { id } = await order();
    await sandbox.clock.advance(24 * HOUR);
    expect(await read(id)).toMatchObject({ status: 5, status_text: 'All Expired' });
    expect(await history()).toEqual([['created', 0]]);
    expect(await balance()).toMatchObject({ point: 10_000_000, available_point: 10_000_000 });
  });

  test('cancelling makes a draft, and the question itself still answers', async () => {
    const { id } = await order(['one'], { published_scope: 2 });
    const { status, headers, body } = await api.put(`simple/questions/${id}/cancel`);
    const draft = body.question;
    expect(status).toBe(200);
    expect(draft).toMatchObject({
      id: null,
      status: 0,
      published_scope: 0,
      expires_at: null,
      published_at: null,
    });
    expect(headers.get('location')).toBe(
      `${sandbox.baseUrl}/api/v1/simple/questions/${draft.draft_question_id}`,
    );
    expect(await read(id)).toMatchObject({
      id,
      status: 0,
      cancelable: false,
      draft_question_id: draft.draft_question_id,
    });
    expect(await read(draft.draft_question_id)).toMatchObject({
      id: draft.draft_question_id,
      parent_id: id,
      cancelable: false,
    });
    expect((await balance()).available_point).toBe(10_000_000);
    expect((await api.put(`simple/questions/${id}/cancel`)).status).toBe(422);
    expect((await api.put(`simple/questions/${draft.draft_question_id}/cancel`)).status).toBe(422);
    await sandbox.clock.advance(48 * HOUR);
    expect((await read(id)).status).toBe(0);
  });

  test('a question that somebody has worked on cannot be cancelled', async () => {
    const { id, bodies } = await order();
    sandbox.translators.translateBody(bodies[0] ?? 0, '一');
    expect((await api.put(`simple/questions/${id}/cancel`)).body.errors).toEqual({
      question: "can't be cancelled",
    });
  });
});

describe('simple translations', () => {
  async function translated(): Promise<{ id: number; questionId: number; bodyId: number }> {
    const { id: questionId, bodies } = await order(['one']);
    const bodyId = bodies[0] ?? 0;
    return { ...sandbox.translators.translateBody(bodyId, '一'), questionId, bodyId };
  }

  test('one is read with its question, body and organization', async () => {
    const { id, questionId, bodyId } = await translated();
    const { body } = await api.get(`simple/translations/${id}`);
    expect(body).toMatchObject({
      translation: { id, body: '一', user: { rate: 5 } },
      // The specification promises these of every simple question but those of some events.
      question: { id: questionId, organization: { default: 1 }, question_bodies: [{ id: bodyId }] },
      question_body: { id: bodyId },
      organization: { default: 1 },
    });
  });

  test('a rejection needs a reason of 16 characters', async () => {
    const { id } = await translated();
    for (const reason of ['fifteen letters', ' fifteen letters ', '😀'.repeat(15)]) {
      const { status, body } = await api.put(`simple/translations/${id}/reject`, { reason });
      expect([status, body.errors]).toEqual([422, { reason: 'is too short (minimum is 16 characters)' }]);
    }
  });

  test('a rejected translation opens the question again', async () => {
    const { id, questionId, bodyId } = await translated();
    const reason = 'This is another language.';
    const { status, body } = await api.put(`simple/translations/${id}/reject`, { reason });
    expect([status, body.reason, body.translation.id]).toEqual([200, reason, id]);
    expect(await read(questionId)).toMatchObject({
      status: 1,
      translations_count: 0,
      progress_rate: 0,
      cancelable: false,
    });
    expect((await api.put(`simple/translations/${id}/reject`, { reason })).status).toBe(422);
    sandbox.translators.translateBody(bodyId, '二');
    expect((await read(questionId)).status).toBe(4);
    expect(await balance()).toMatchObject({ point: 9_999_990, available_point: 9_999_990 });
  });

  test('nothing is rejected after the question has expired', async () => {
    const { id } = await translated();
    await sandbox.clock.advance(25 * HOUR);
    const { body } = await api.put(`simple/translations/${id}/reject`, { reason: 'It comes too late now.' });
    expect(body.errors).toEqual({ translation: "can't be rejected" });
  });

  test('comments are an object by id, empty at first', async () => {
    const { id } = await translated();
    expect((await api.get(`simple/translations/${id}/comments`)).body.comments).toEqual({});
    const created = await api.post(`simple/translations/${id}/comments/1`, { body: 'Thank you' });
    const commentId = created.body.comment.id;
    expect(created.status).toBe(201);
    expect((await api.get(`simple/translations/${id}/comments`)).body.comments[commentId].body).toBe(
      'Thank you',
    );
    expect((await api.get(`simple/translations/${id}/comments/${commentId}`)).body.comment.body).toBe(
      'Thank you',
    );
    expect((await api.get(`simple/translations/${id}`)).body.translation.comments_count).toBe(1);
    expect((await api.get(`simple/translations/${id}/comments/1`)).status).toBe(404);
  });
});
