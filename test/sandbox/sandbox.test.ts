import { describe, expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/sandbox.js';
import { connect, HOUR, MINUTE, MOMENT, projectOrder, simpleOrder, upload } from './api.js';

/** Some of everything, and what was answered. */
async function story(sandbox: Sandbox): Promise<unknown[]> {
  const api = connect(sandbox);
  const answers = [
    await api.get('my'),
    await api.post('projects', projectOrder()),
    await upload(sandbox, 'a.txt', 'x'),
  ];
  const { body } = await api.post('simple/questions', simpleOrder());
  sandbox.translators.translateBody(body.question.question_bodies[0].id, 'x');
  sandbox.events.append(3);
  await sandbox.clock.advance(26 * HOUR);
  answers.push(await api.get('my/application_events'), await api.get('my/questions'));
  return answers.map((answer) => answer.body);
}

describe('reproducibility', () => {
  test('the same seed and time give the same answers, byte for byte', async () => {
    const [one, two] = [createSandbox({ seed: 5, now: MOMENT }), createSandbox({ seed: 5, now: MOMENT })];
    expect(JSON.stringify(await story(one))).toBe(JSON.stringify(await story(two)));
    expect(one.application).toEqual(two.application);
  });

  test('another seed gives other tokens and ids', () => {
    const [one, two] = [createSandbox({ seed: 5 }), createSandbox({ seed: 6 })];
    expect(one.accessToken).not.toBe(two.accessToken);
    expect(one.accounts[0]?.userId).not.toBe(two.accounts[0]?.userId);
  });

  test('reset goes back to the beginning', async () => {
    const sandbox = createSandbox({ now: MOMENT });
    const { requests, fetch } = sandbox;
    const first = await story(sandbox);
    sandbox.faults.add({ on: '*', fault: { kind: 'refuse' } });
    sandbox.reset();
    expect([sandbox.orders(), requests, sandbox.clock.now(), sandbox.events.ids().length]).toEqual([
      [],
      [],
      MOMENT,
      0,
    ]);
    expect(await story(sandbox)).toEqual(first);
    expect(sandbox.fetch).toBe(fetch);
    expect(requests.length).toBeGreaterThan(0);
  });

  test('tokens and ids have the shapes that the service has', () => {
    const { accessToken, application, accounts } = createSandbox();
    for (const secret of [accessToken, application.clientId, application.clientSecret])
      expect(secret).toHaveLength(64);
    expect(accounts).toHaveLength(2);
    expect(accounts[0]?.accessToken).toBe(accessToken);
    expect(accounts[1]?.accessToken).not.toBe(accessToken);
    expect(accounts[0]?.userId).toBeGreaterThan(1e9);
  });
});

describe('the clock', () => {
  test.each([MOMENT, new Date(MOMENT), new Date(MOMENT).toISOString()])(
    'stands still at %s until it is moved',
    async (now) => {
      const sandbox = createSandbox({ now });
      expect(sandbox.clock.now()).toBe(MOMENT);
      await sandbox.clock.advance(1500);
      expect(sandbox.clock.now()).toBe(MOMENT + 1500);
    },
  );

  test('can be asked for, and runs with real time by default', () => {
    let time = 5;
    const sandbox = createSandbox({ now: () => time });
    time = 9;
    expect(sandbox.clock.now()).toBe(9);
    expect(Math.abs(createSandbox().clock.now() - Date.now())).toBeLessThan(1000);
  });

  test('only goes forward, and refuses a start that is not a time', () => {
    const sandbox = createSandbox();
    for (const ms of [-1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => sandbox.clock.advance(ms)).toThrow(RangeError);
    expect(() => createSandbox({ now: 'soon' })).toThrow(TypeError);
  });

  test('all changes have happened when advance returns, without awaiting it', async () => {
    const sandbox = createSandbox({ now: MOMENT });
    const { body } = await connect(sandbox).post('projects', projectOrder());
    const moved = sandbox.clock.advance(5 * MINUTE);
    const read = await connect(sandbox).get(`projects/${body.project.id}`);
    expect(read.body.project.questions[0].status).toBe(1);
    await moved;
  });

  test('changes happen in the order of their due times', async () => {
    const sandbox = createSandbox({ now: MOMENT });
    const { question } = (await connect(sandbox).post('simple/questions', simpleOrder())).body;
    sandbox.translators.translateBody(question.question_bodies[0].id, '一');
    await sandbox.clock.advance(100 * HOUR);
    const { events } = (await connect(sandbox).get('my/application_events')).body;
    expect(events[0]).toMatchObject({
      type: 'simple_question.expired',
      created_at: '2026-01-02T09:00:00.000+09:00',
    });
  });

  test('changes with the same due time happen in the order of the orders', async () => {
    const sandbox = createSandbox({ now: MOMENT, projectEvents: 'question.changed' });
    const placed: number[] = [];
    for (let nth = 0; nth < 5; nth += 1) placed.push((await sandbox.place.project()).id);
    await sandbox.clock.advance(5 * MINUTE);
    const { events } = (await connect(sandbox).get('my/application_events?order=id_asc')).body;
    const changed = events.filter(({ type }: { type: string }) => type === 'question.changed');
    expect(changed.map(({ project }: { project: { id: number } }) => project.id)).toEqual(placed);
  });
});

describe('the autopilot', () => {
  test('translates every order while the clock moves', async () => {
    const sandbox = createSandbox({ now: MOMENT, autopilot: true });
    const api = connect(sandbox);
    const { project } = (await api.post('projects', projectOrder())).body;
    const { question } = (await api.post('simple/questions', simpleOrder(['one', 'two']))).body;
    await sandbox.clock.advance(5000);
    expect((await api.get(`simple/questions/${question.id}`)).body.question.status).toBe(1);
    await sandbox.clock.advance(5000);
    const read = (await api.get(`simple/questions/${question.id}`)).body.question;
    expect(read.status).toBe(4);
    expect(read.question_bodies[1].translations[0].body).toBe('[ja] twó');
    expect((await api.get(`projects/${project.id}`)).body.project.questions[0].status).toBe(4);
  });

  test('leaves cancelled orders alone', async () => {
    const sandbox = createSandbox({ now: MOMENT, autopilot: { pace: 1000 } });
    const api = connect(sandbox);
    const { question } = (await api.post('simple/questions', simpleOrder())).body;
    const { project } = (await api.post('projects', projectOrder())).body;
    await api.put(`simple/questions/${question.id}/cancel`);
    await api.put(`questions/${project.questions[0].id}/cancel`);
    await sandbox.clock.advance(MINUTE);
    expect((await api.get('my/application_events')).body.total_count).toBe(2);
  });
});

describe('translators', () => {
  test('say what is wrong when there is nothing to translate', () => {
    const { translators } = createSandbox();
    expect(() => translators.translateBody(1, 'x')).toThrow('There is no question body 1.');
    expect(() => translators.translateQuestion(1, [])).toThrow('There is no question 1.');
    expect(() => translators.takeQuestion(1)).toThrow('There is no question 1.');
    for (const id of [1, 0, -1, 1.5, Number.NaN, Number.MAX_SAFE_INTEGER])
      expect(() => translators.translateOrder(id)).toThrow(`There is no order ${id}.`);
    expect(translators.translateAll()).toEqual({ translated: 0 });
    for (const translate of [translators.translateAll, translators.translateOrder.bind(translators, 1)])
      expect(() => translate.call(translators, { onlyMising: true } as object)).toThrow(
        'did you mean onlyMissing?',
      );
  });

  test('translate one order, of either kind, and leave the others', async () => {
    const sandbox = createSandbox();
    const project = await sandbox.place.project(['one', 'two\nthree']);
    const simple = await sandbox.place.simpleQuestion(['four', '{{{five}}}']);
    const another = await sandbox.place.simpleQuestion();
    expect(sandbox.translators.translateOrder(project.id)).toEqual({ translated: 2 });
    expect(sandbox.translators.translateOrder(simple.id)).toEqual({ translated: 2 });
    const { api, readStatus } = reader(sandbox);
    const { body } = await api.get(`questions/${project.questionIds[1]}/revisions/latest`);
    expect(body.translation.paragraphs).toMatchObject([
      { translated_text: '[ja] two' },
      { translated_text: '[ja] three' },
    ]);
    const { question } = (await api.get(`simple/questions/${simple.id}`)).body;
    expect(question.question_bodies[1].translations[0].body).toBe('[ja] {{{five}}}');
    expect(await Promise.all([simple, another].map(readStatus))).toEqual([4, 0]);
    expect(sandbox.translators.translateOrder(project.id)).toEqual({ translated: 0 });
    expect(sandbox.translators.translateOrder(simple.id)).toEqual({ translated: 0 });
  });

  test('translate everything that is open, of both accounts, and nothing that is not', async () => {
    const sandbox = createSandbox();
    const [, account] = sandbox.accounts;
    const cancelled = await sandbox.place.simpleQuestion();
    await connect(sandbox).put(`simple/questions/${cancelled.id}/cancel`);
    await sandbox.place.completedProject();
    await sandbox.place.takenProject();
    const begun = await sandbox.place.simpleQuestion(['one', 'two']);
    sandbox.translators.translateBody(begun.questionBodyIds[0] ?? 0, 'eins');
    const foreign = await sandbox.place.simpleQuestion(['one'], { account });
    expect(sandbox.translators.translateAll()).toEqual({ translated: 1 + 1 + 1 });
    expect(await reader(sandbox).readStatus(begun)).toBe(4);
    expect(await reader(sandbox, account.accessToken).readStatus(foreign)).toBe(4);
    expect(sandbox.translators.translateAll()).toEqual({ translated: 0 });
  });

  test('translate an order whose time ends meanwhile, and none whose time has ended', async () => {
    let now = MOMENT;
    let step = 0;
    const sandbox = createSandbox({ now: () => (now += step) });
    const texts = Array.from({ length: 1000 }, (_, index) => `Text ${index}`);
    const { id } = await sandbox.place.simpleQuestion(texts);
    const late = await sandbox.place.simpleQuestion();
    now += 24 * HOUR - 500;
    step = 1;
    expect(sandbox.translators.translateOrder(id)).toEqual({ translated: 1000 });
    expect(now).toBeGreaterThan(MOMENT + 24 * HOUR);
    expect(sandbox.translators.translateOrder(late.id)).toEqual({ translated: 0 });
  });

  test('cannot take what somebody has taken', async () => {
    const sandbox = createSandbox();
    const { project } = (await connect(sandbox).post('projects', projectOrder())).body;
    sandbox.translators.takeQuestion(project.questions[0].id);
    expect(() => sandbox.translators.takeQuestion(project.questions[0].id)).toThrow('cannot be taken');
  });
});

function reader(sandbox: Sandbox, token?: string) {
  const api = connect(sandbox, token);
  const readStatus = async ({ id }: { readonly id: number }): Promise<number> =>
    (await api.get(`simple/questions/${id}`)).body.question.status;
  return { api, readStatus };
}
