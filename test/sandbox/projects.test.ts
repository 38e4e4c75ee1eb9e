import { beforeEach, describe, expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/sandbox.js';
import { type Api, connect, HOUR, MINUTE, MOMENT, projectOrder } from './api.js';

let sandbox: Sandbox;
let api: Api;

beforeEach(() => {
  sandbox = createSandbox({ now: MOMENT });
  api = connect(sandbox);
});

async function order(question: object = {}): Promise<number> {
  const { body } = await api.post('projects', projectOrder(question));
  return body.project.questions[0].id;
}

const read = async (id: number) => (await api.get(`questions/${id}`)).body.question;
const balance = async () => (await api.get('my')).body.default_organization;

describe('ordering', () => {
  test('an order is answered with 201, its address and its pending questions', async () => {
    const { status, headers, body } = await api.post(
      'projects',
      projectOrder({ custom_field: 'key', title: 'Hi' }),
    );
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(body.project.url);
    expect(body.project).toMatchObject({ point: 44, question_count: 1, individual: false });
    expect(body.project.questions[0]).toMatchObject({
      title: 'Hi',
      custom_field: 'key',
      status: 0,
      status_text: 'pending',
      cancelable: true,
      ended_at: null,
      file_type: 'string',
      letter_count: 11,
      total_point: 44,
    });
  });

  test('a check shows the price and registers nothing', async () => {
    const { status, body } = await api.post('projects/check', projectOrder());
    expect(status).toBe(200);
    expect(body.project.point).toBe(44);
    expect(body.project).not.toHaveProperty('id');
    expect(body.project.questions[0]).not.toHaveProperty('status');
    expect(sandbox.orders()).toEqual([]);
    expect((await balance()).available_point).toBe(10_000_000);
  });

  test('an empty order names everything that is missing', async () => {
    const { status, body } = await api.post('projects', {});
    expect(status).toBe(422);
    expect(body).toEqual({
      message: 'Validation Fail',
      error_code: 201,
      success: false,
      errors: {
        language: "can't be blank",
        translated_language: "can't be blank",
        translated_language_id: 'is invalid',
        questions: "can't be blank",
      },
    });
  });

  test.each([
    [
      'a text that is too long for custom_field',
      { custom_field: 'x'.repeat(256) },
      'questions[0].custom_field',
    ],
    ['a flag that is neither 0 nor 1', { escape_text: 2 }, 'questions[0].escape_text'],
    ['a flag that is a boolean', { double_check: true }, 'questions[0].double_check'],
    ['a blank text', { body: ' \n' }, 'questions[0].body'],
    ['an unknown type', { type: 'video' }, 'questions[0].type'],
    ['a file without source_id', { type: 'file', body: null }, 'questions[0].source_id'],
    ['a NUL in a text', { body: 'a\0b' }, 'questions[0].body'],
    ['half of a character', { body: 'a\ud83db' }, 'questions[0].body'],
  ])('%s is a 422 under its name', async (_, question, field) => {
    const { status, body } = await api.post('projects', projectOrder(question));
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([field]);
  });

  test('a custom_field has up to 255 characters, however many code units they take', async () => {
    const orderWith = async (custom_field: string) =>
      (await api.post('projects', projectOrder({ custom_field }))).status;
    expect([await orderWith('😀'.repeat(255)), await orderWith('😀'.repeat(256))]).toEqual([201, 422]);
  });

  test('a question without a title gets the first 20 characters of its text', async () => {
    const { body } = await api.post('projects', projectOrder({ body: ` ${'x'.repeat(19)}😀 and more` }));
    expect(body.project.questions[0].title).toBe(`${'x'.repeat(19)}😀`);
  });

  test('a project has at most 500 questions', async () => {
    const question = { type: 'string', body: 'x' };
    const makeQuestions = (count: number) => ({ questions: Array.from({ length: count }, () => question) });
    expect((await api.post('projects', projectOrder({}, makeQuestions(500)))).status).toBe(201);
    expect((await api.post('projects', projectOrder({}, makeQuestions(501)))).body.errors).toEqual({
      questions: 'is too long (maximum is 500 entries)',
    });
  });

  test('the premium option is accepted as the text "1" and costs more', async () => {
    const { body } = await api.post(
      'projects',
      projectOrder({}, { individual: '1', translator_list_ids: [5] }),
    );
    expect(body.project).toMatchObject({ individual: true, point: 66 });
  });

  test.each([
    ['ko', 'pt-BR'],
    ['de', 'de'],
  ])('a pair that is not offered is refused: %s to %s', async (language_id, translated_language_id) => {
    const order = projectOrder({}, { language_id, translated_language_id });
    expect((await api.post('projects', order)).body.errors).toEqual({
      translated_language_id: 'is invalid',
    });
  });

  test('a language in another case is not a language', async () => {
    expect((await api.post('projects', projectOrder({}, { translated_language_id: 'zh-CN' }))).status).toBe(
      201,
    );
    const order = projectOrder({}, { translated_language_id: 'zh-cn' });
    expect((await api.post('projects', order)).body.errors).toEqual({
      translated_language: 'is invalid',
      translated_language_id: 'is invalid',
    });
  });

  test('an order that costs more than the organization has is refused', async () => {
    const organization_id = sandbox.accounts[0]?.organizationIds[1];
    const { status, body } = await api.post(
      'projects',
      projectOrder({ body: 'x'.repeat(26) }, { organization_id }),
    );
    expect([status, body.errors]).toEqual([422, { point: 'is not enough' }]);
    expect(
      (await api.post('projects', projectOrder({ body: 'x'.repeat(25) }, { organization_id }))).status,
    ).toBe(201);
    // What is reserved can not be spent again.
    expect((await api.post('projects', projectOrder({ body: 'x' }, { organization_id }))).status).toBe(422);
    expect(sandbox.orders()).toHaveLength(1);
    expect((await balance()).available_point).toBe(10_000_000);
  });

  test('orders are listed with their keys as they were placed', async () => {
    await order({ custom_field: 'first' });
    sandbox.clock.advance(1000);
    await order();
    expect(sandbox.orders()).toMatchObject([
      { kind: 'project', key: 'first', points: 44, at: MOMENT },
      { kind: 'project', key: null, points: 44, at: MOMENT + 1000 },
    ]);
  });

  test('an order can be sent as a form', async () => {
    const form = new URLSearchParams({
      access_token: sandbox.accessToken,
      language_id: 'en',
      translated_language_id: 'ja',
    });
    for (const body of ['one', 'two']) {
      form.append('questions[][type]', 'string');
      form.append('questions[][body]', body);
      form.append('questions[][escape_text]', '1');
    }
    const response = await sandbox.fetch(`${sandbox.baseUrl}/api/v1/projects`, {
      method: 'POST',
      body: form,
    });
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ project: { question_count: 2, point: 24 } });
  });
});

describe('the life of a question', () => {
  test('a translation of a pending question completes it at once', async () => {
    const id = await order();
    sandbox.translators.translateQuestion(id, ['おはよう']);
    expect(await read(id)).toMatchObject({ status: 4, status_text: 'completed', cancelable: false });
    expect((await read(id)).translated_at).toBe('2026-01-01T09:00:00.000+09:00');
    expect((await read(id)).ended_at).not.toBeNull();
    expect((await read(id)).translation).toMatchObject({ revision_number: 1, submitted: true });
  });

  test('it is listed, taken, translated, and completed 24 hours after the submission', async () => {
    const id = await order();
    await sandbox.clock.advance(5 * MINUTE);
    expect(await read(id)).toMatchObject({ status: 1, status_text: 'listing', cancelable: true });
    sandbox.translators.takeQuestion(id);
    expect(await read(id)).toMatchObject({ status: 2, status_text: 'translating', cancelable: false });
    expect((await read(id)).grab_expires_at).not.toBeNull();
    sandbox.translators.translateQuestion(id, ['a']);
    expect(await read(id)).toMatchObject({
      status: 6,
      status_text: 'feedback',
      ended_at: null,
      grab_expires_at: null,
    });
    await sandbox.clock.advance(24 * HOUR - 1);
    expect((await read(id)).status).toBe(6);
    await sandbox.clock.advance(1);
    expect((await read(id)).status).toBe(4);
  });

  test('it is listed again when the translator does nothing', async () => {
    const id = await order();
    sandbox.translators.takeQuestion(id);
    await sandbox.clock.advance(24 * HOUR);
    expect(await read(id)).toMatchObject({ status: 1, grab_expires_at: null });
  });

  test('a translation of a listed question waits for feedback, and a second one makes that no longer', async () => {
    const id = await order();
    await sandbox.clock.advance(5 * MINUTE);
    sandbox.translators.translateQuestion(id, ['a']);
    expect((await read(id)).status).toBe(6);
    await sandbox.clock.advance(23 * HOUR);
    sandbox.translators.translateQuestion(id, ['b']);
    const { comments } = (await api.get(`questions/${id}/comments`)).body;
    expect([(await read(id)).translation.revision_number, comments.length]).toEqual([2, 1]);
    await sandbox.clock.advance(HOUR);
    expect((await read(id)).status).toBe(4);
  });

  test.each(['completed', 'cancelled'])('it stays %s, however long ago that was', async (end) => {
    const id = await order();
    if (end === 'completed') sandbox.translators.translateQuestion(id, ['a']);
    else await api.put(`questions/${id}/cancel`);
    const [ended, points] = [await read(id), await balance()];
    await sandbox.clock.advance(30 * 24 * HOUR);
    expect([await read(id), await balance()]).toEqual([ended, points]);
    expect(ended.status_text).toBe(end);
  });

  test('it expires after seven days without a translation, and its points come back', async () => {
    const id = await order();
    await sandbox.clock.advance(7 * 24 * HOUR);
    expect(await read(id)).toMatchObject({ status: 5, status_text: 'expired', cancelable: false });
    expect(await balance()).toMatchObject({ point: 10_000_000, available_point: 10_000_000 });
    expect(() => sandbox.translators.translateQuestion(id, ['late'])).toThrow('cannot be translated');
  });

  test('cancelling returns the points, and cannot be repeated', async () => {
    const id = await order();
    expect((await balance()).available_point).toBe(9_999_956);
    const { status, body } = await api.put(`questions/${id}/cancel`);
    expect([status, body.question.status, body.question.status_text]).toEqual([200, 3, 'cancelled']);
    expect(body.question).toMatchObject({ cancelable: false, ended_at: '2026-01-01T09:00:00.000+09:00' });
    expect((await balance()).available_point).toBe(10_000_000);
    expect((await api.put(`questions/${id}/cancel`)).status).toBe(422);
    expect(() => sandbox.translators.translateQuestion(id, ['late'])).toThrow('cannot be translated');
  });

  test('completion spends what the order reserved', async () => {
    const id = await order();
    expect(await balance()).toMatchObject({ point: 10_000_000, available_point: 9_999_956 });
    sandbox.translators.translateQuestion(id, ['a']);
    expect(await balance()).toMatchObject({ point: 9_999_956, available_point: 9_999_956 });
  });

  test('an order writes project.created, with the project as it was', async () => {
    const id = await order({ custom_field: 'key' });
    await api.put(`questions/${id}/cancel`);
    const { events } = (await api.get('my/application_events')).body;
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ type: 'project.created', project: { questions: [{ id, status: 0 }] } });
    expect(events[0]).not.toHaveProperty('question');
  });

  test('questions are listed newest first, with their organization and languages', async () => {
    const ids = [await order(), await order(), await order()];
    const { body } = await api.get('my/questions?per_page=2');
    expect(body).toMatchObject({ page: 1, per_page: 2, total_pages: 2, total_count: 3 });
    expect(body.questions.map((each: { id: number }) => each.id)).toEqual([ids[2], ids[1]]);
    expect(body.questions[0]).toMatchObject({ organization: { default: 1 }, language: { id: 'en' } });
  });
});

describe('revisions', () => {
  test('a question without one says so, and has no latest one', async () => {
    const id = await order();
    expect((await read(id)).translation).toEqual({
      revision_number: 0,
      submitted: false,
      download_url: null,
      downloadable: false,
      submitted_at: null,
      user_id: null,
      url: null,
      html_url: null,
    });
    expect((await api.get(`questions/${id}/revisions/latest`)).status).toBe(404);
    expect((await api.get(`questions/${id}/revisions/1`)).status).toBe(404);
    expect((await api.get(`questions/${id}/revisions/1/file`)).status).toBe(404);
  });

  test('each submission is a revision with its paragraphs beside the original ones', async () => {
    const id = await order({ body: 'Good morning\n\nGood night' });
    sandbox.translators.translateQuestion(id, ['a', 'b']);
    sandbox.translators.translateQuestion(id, ['A', 'B']);
    const list = (await api.get(`questions/${id}/revisions`)).body;
    expect(list).toMatchObject({ total_count: 2, question: { id }, organization: { default: 1 } });
    const { translation } = (await api.get(`questions/${id}/revisions/latest`)).body;
    expect(translation).toMatchObject({ revision_number: 2 });
    expect(translation.paragraphs).toMatchObject([
      { display_order: 1, original_text: 'Good morning', translated_text: 'A', revision_number: 2 },
      { display_order: 2, original_text: 'Good night', translated_text: 'B', revision_number: 2 },
    ]);
    const [first] = (await api.get(`questions/${id}/revisions/1`)).body.translation.paragraphs;
    expect(first.translated_text).toBe('a');
    expect(translation.paragraphs[0].paragraph_id).toBe(first.paragraph_id);
    expect(translation.paragraphs[0].id).not.toBe(first.id);
  });

  test('a single one comes with its question, its organization and the fields of a page', async () => {
    const id = await order();
    sandbox.translators.translateQuestion(id, ['one']);
    for (const which of ['latest', '1']) {
      const { body } = await api.get(`questions/${id}/revisions/${which}`);
      expect(body).toMatchObject({ question: { id }, organization: { default: 1 } });
      expect(body).toMatchObject({ page: 1, per_page: 30, total_pages: 1, total_count: 1 });
    }
  });

  test('the name of a download is escaped in its header', async () => {
    const id = await order({ title: 'été "x"\r\ny' });
    sandbox.translators.translateQuestion(id, ['one', 'two']);
    const url = `${(await read(id)).translation.download_url}?access_token=${sandbox.accessToken}`;
    const response = await sandbox.fetch(url);
    expect(await response.text()).toBe('one\ntwo');
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const disposition = response.headers.get('content-disposition') ?? '';
    expect(disposition).toMatch(/^attachment; filename="[\w .-]+"; filename\*=UTF-8''[\w%.-]+$/);
    expect(decodeURIComponent(disposition.split("''")[1] ?? '')).toBe('été "x"\r\ny.txt');
  });

  test('a download needs the token like any other read', async () => {
    const id = await order();
    sandbox.translators.translateQuestion(id, ['one']);
    expect((await sandbox.fetch((await read(id)).translation.download_url)).status).toBe(401);
  });
});

describe('comments', () => {
  test('they are created, read, changed and removed', async () => {
    const id = await order();
    const created = await api.post(`questions/${id}/comments`, { body: 'Please be quick.' });
    const comment = created.body.comment;
    expect([created.status, comment.type_id, comment.body]).toEqual([201, 1, 'Please be quick.']);
    expect(created.headers.get('location')).toBe(
      `${sandbox.baseUrl}/api/v1/questions/${id}/comments/${comment.id}`,
    );
    expect(created.body).toMatchObject({ question: { id }, organization: { default: 1 } });
    const path = `questions/${id}/comments/${comment.id}`;
    expect((await api.put(path, { body: 'No hurry.' })).body.comment.body).toBe('No hurry.');
    expect((await api.get(path)).body.comment.body).toBe('No hurry.');
    expect((await api.delete(path)).body.comment.id).toBe(comment.id);
    expect((await api.get(path)).status).toBe(404);
    expect((await api.get(`questions/${id}/comments`)).body).toMatchObject({ total_count: 0, comments: [] });
  });

  test('system comments appear with an empty body, and cannot be changed', async () => {
    const id = await order();
    await api.post(`questions/${id}/comments`, { body: 'Hello' });
    sandbox.translators.takeQuestion(id);
    sandbox.translators.translateQuestion(id, ['a']);
    await sandbox.clock.advance(24 * HOUR);
    const { comments } = (await api.get(`questions/${id}/comments`)).body;
    const seen = comments.map((each: { type_id: number; body: string }) => [each.type_id, each.body]);
    expect(seen).toEqual([
      [1, 'Hello'],
      [10, ''],
      [13, ''],
      [14, ''],
    ]);
    expect((await api.put(`questions/${id}/comments/${comments[1].id}`, { body: 'x' })).status).toBe(422);
    expect((await api.delete(`questions/${id}/comments/${comments[3].id}`)).status).toBe(422);
  });

  test('a comment of a translator cannot be changed', async () => {
    const id = await order();
    const comment = sandbox.translators.commentOnQuestion(id, 'Who is greeted?');
    const path = `questions/${id}/comments/${comment.id}`;
    expect([(await api.put(path, { body: 'x' })).status, (await api.delete(path)).status]).toEqual([
      422, 422,
    ]);
  });

  test('an empty comment is refused', async () => {
    const id = await order();
    expect((await api.post(`questions/${id}/comments`, {})).body.errors).toEqual({ body: "can't be blank" });
  });
});
