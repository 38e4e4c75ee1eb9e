import { describe, expect, test } from 'vitest';
import { createSandbox, type SandboxOptions } from '../../src/sandbox.js';
import { connect, HOUR, MOMENT, projectOrder, simpleOrder } from './api.js';

const PACE = 1000;
const DAY = 24 * HOUR;

function start(options: SandboxOptions = {}) {
  const sandbox = createSandbox({ now: MOMENT, autopilot: { pace: PACE }, ...options });
  return { sandbox, api: connect(sandbox) };
}

type Api = ReturnType<typeof connect>;

/** Places simple questions, and waits until all of them have ended. */
async function placeMany({ sandbox, api }: ReturnType<typeof start>, count: number) {
  const ids: number[] = [];
  for (let n = 0; n < count; n += 1)
    ids.push((await api.post('simple/questions', simpleOrder())).body.question.id);
  await sandbox.clock.advance(2 * DAY);
  return Promise.all(ids.map(async (id) => (await api.get(`simple/questions/${id}`)).body.question));
}

/** What a project's question says, until it is completed: status and comments. */
async function watchProject({ sandbox, api }: ReturnType<typeof start>) {
  const { project } = (await api.post('projects', projectOrder())).body;
  const [{ id }] = project.questions;
  const states: string[] = [];
  for (let step = 0; step < 30; step += 1) {
    await sandbox.clock.advance(PACE / 10);
    const { status_text: text } = (await api.get(`questions/${id}`)).body.question;
    if (states.at(-1) !== text) states.push(text);
  }
  return { id, states };
}

async function readComments(api: Api, id: number) {
  const { comments } = (await api.get(`questions/${id}/comments`)).body;
  return comments.filter((each: { type_id: number }) => each.type_id === 1);
}

test('a project is visibly taken, translated and completed', async () => {
  const { states } = await watchProject(start());
  expect(states).toHaveLength(4);
  expect(states.slice(1)).toEqual(['translating', 'feedback', 'completed']);
});

test('the translator who takes a question translates it', async () => {
  const world = start();
  const { id } = await watchProject(world);
  const { comments } = (await world.api.get(`questions/${id}/comments`)).body;
  const byTranslators = comments.filter((each: { user: { translator: boolean } }) => each.user.translator);
  expect(byTranslators.length).toBeGreaterThanOrEqual(2);
  expect(new Set(byTranslators.map((each: { user: { id: number } }) => each.user.id)).size).toBe(1);
});

test.each([
  ['Good morning', '[ja] Góód mórníng'],
  [
    'Hello {{{user name}}}, <b class="over">you</b> &amp; me',
    '[ja] Hélló {{{user name}}}, <b class="over">yóú</b> &amp; mé',
  ],
  ['%{count} items at https://shop.example/a', '[ja] %{count} ítéms át https://shop.example/a'],
  ['{{{two\nlines}}}a{{{b}}}', '[ja] {{{two\nlines}}}á{{{b}}}'],
])('%j is translated as %j', async (text, translated) => {
  const { sandbox, api } = start();
  const { question } = (await api.post('simple/questions', simpleOrder([text]))).body;
  await sandbox.clock.advance(PACE);
  const read = (await api.get(`simple/questions/${question.id}`)).body.question;
  expect(read.question_bodies[0].translations[0].body).toBe(translated);
});

test('every order is translated', async () => {
  const statuses = (await placeMany(start(), 24)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([4]));
});

test('with failures, one of eight orders expires, and never one of the first three', async () => {
  const questions = await placeMany(start({ autopilot: { pace: PACE, realistic: true } }), 24);
  const expired = questions.flatMap(({ status }, number) => (status === 5 ? [number] : []));
  expect(expired.map((number) => Math.floor(number / 8))).toEqual([0, 1, 2]);
  expect(expired.filter((number) => number % 8 < 3)).toEqual([]);
  expect(questions.filter(({ status }) => status === 4)).toHaveLength(21);
});

test('some orders raise a question, before the translation of a project', async () => {
  const { sandbox, api } = start();
  const asked: boolean[] = [];
  for (let n = 0; n < 20; n += 1) {
    const { project } = (await api.post('projects', projectOrder())).body;
    await sandbox.clock.advance(PACE * 0.9);
    const comments = await readComments(api, project.questions[0].id);
    for (const { body } of comments) expect(body).toContain('?');
    asked.push(comments.length > 0);
  }
  expect(asked.filter(Boolean).length).toBeGreaterThan(2);
  expect(asked.filter((each) => !each).length).toBeGreaterThan(5);
});

describe('its work', () => {
  /** Everything that can be read after a few days of orders. */
  async function story(options: SandboxOptions) {
    const world = start(options);
    await placeMany(world, 12);
    const { id } = await watchProject(world);
    const { question } = (await world.api.get(`questions/${id}`)).body;
    const events = (await world.api.get('my/application_events')).body;
    return JSON.stringify([events, question]);
  }

  test('is the same with the same seed', async () => {
    expect(await story({ seed: 3 })).toBe(await story({ seed: 3 }));
  });

  test('differs with another seed', async () => {
    const expiring = async (seed: number) =>
      (await placeMany(start({ seed, autopilot: { pace: PACE, realistic: true } }), 40))
        .map(({ status }) => status)
        .join();
    expect(new Set(await Promise.all([1, 2, 3].map(expiring))).size).toBeGreaterThan(1);
  });

  test('goes on in the same way in a copy from a snapshot', async () => {
    const { sandbox, api } = start();
    const { project } = (await api.post('projects', projectOrder())).body;
    await sandbox.clock.advance(PACE / 2);
    const copy = createSandbox({ snapshot: sandbox.snapshot(), autopilot: { pace: PACE } });
    const path = `questions/${project.questions[0].id}`;
    expect((await connect(copy).get(path)).body.question.status_text).toBe('translating');
    for (const each of [sandbox, copy]) await each.clock.advance(5 * PACE);
    const [original, copied] = await Promise.all([api.get(path), connect(copy).get(path)]);
    expect(original.body.question.status).toBe(4);
    expect(copied.body).toEqual(original.body);
  });
});

test('translates orders that are in a snapshot of a sandbox without it', async () => {
  const before = createSandbox({ now: MOMENT });
  const { question } = (await connect(before).post('simple/questions', simpleOrder())).body;
  await before.clock.advance(HOUR);
  const { sandbox, api } = start({ snapshot: before.snapshot() });
  await sandbox.clock.advance(0);
  const read = (await api.get(`simple/questions/${question.id}`)).body.question;
  expect(read.status).toBe(4);
  expect(new Date(read.translated_at).getTime()).toBe(before.clock.now());
});

test('a text that was translated by hand is not translated again', async () => {
  const { sandbox, api } = start();
  const { question } = (await api.post('simple/questions', simpleOrder(['one', 'two']))).body;
  const [first] = (await api.get(`simple/questions/${question.id}`)).body.question.question_bodies;
  sandbox.translators.translateBody(first.id, 'by hand');
  await sandbox.clock.advance(3 * PACE);
  const read = (await api.get(`simple/questions/${question.id}`)).body.question;
  expect(read.question_bodies[0].translations.map((each: { body: string }) => each.body)).toEqual([
    'by hand',
  ]);
  expect(read.status).toBe(4);
});
