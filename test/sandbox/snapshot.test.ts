import { describe, expect, test } from 'vitest';
import { createSandbox, type Sandbox, type SandboxSnapshot } from '../../src/sandbox.js';
import {
  codeIn,
  connect,
  HOUR,
  MINUTE,
  MOMENT,
  projectOrder,
  signInUrl,
  simpleOrder,
  upload,
} from './api.js';

/** A copy that has been through a file. */
function written(snapshot: SandboxSnapshot): SandboxSnapshot {
  return JSON.parse(JSON.stringify(snapshot));
}

/** A sandbox with an order in every state that changes by itself, and its copy. */
async function busySandbox() {
  const sandbox = createSandbox({ now: MOMENT });
  const api = connect(sandbox);
  const file = (await upload(sandbox, 'letter.txt', 'Good morning')).body.question_source;
  const pending = (await api.post('projects', projectOrder())).body.project.questions[0];
  const taken = (await api.post('projects', projectOrder())).body.project.questions[0];
  const submitted = (await api.post('projects', projectOrder())).body.project.questions[0];
  const simple = (await api.post('simple/questions', simpleOrder(['one', 'two']))).body.question;
  sandbox.translators.takeQuestion(taken.id);
  sandbox.translators.takeQuestion(submitted.id);
  sandbox.translators.translateQuestion(submitted.id, ['おはよう']);
  sandbox.translators.translateBody(simple.question_bodies[0].id, '一');
  const paths = [pending, taken, submitted].map(({ id }) => `questions/${id}`);
  paths.push(`simple/questions/${simple.id}`, 'my/organizations', 'my/application_events', 'my/questions');
  paths.push(`my/files/${file.id}`);
  return { sandbox, paths };
}

async function readAnswers(sandbox: Sandbox, paths: readonly string[]): Promise<unknown[]> {
  const answers = [];
  for (const path of paths) answers.push((await connect(sandbox).get(path)).body);
  return answers;
}

describe('a copy made from a snapshot', () => {
  test('answers what the sandbox answers, now and at every later time', async () => {
    const { sandbox, paths } = await busySandbox();
    const copy = createSandbox({ snapshot: written(sandbox.snapshot()) });
    expect(copy.accessToken).toBe(sandbox.accessToken);
    for (const ms of [0, 2000, 5 * MINUTE, 24 * HOUR, 7 * 24 * HOUR]) {
      await Promise.all([sandbox.clock.advance(ms), copy.clock.advance(ms)]);
      expect(await readAnswers(copy, paths)).toEqual(await readAnswers(sandbox, paths));
    }
    expect(copy.orders()).toEqual(sandbox.orders());
  });

  test('gives the next order the same ids', async () => {
    const { sandbox } = await busySandbox();
    const copy = createSandbox({ snapshot: written(sandbox.snapshot()) });
    const next = await connect(sandbox).post('projects', projectOrder());
    expect((await connect(copy).post('projects', projectOrder())).body).toEqual(next.body);
  });

  test('shares nothing with the sandbox that it was taken of', async () => {
    const { sandbox, paths } = await busySandbox();
    const snapshot = sandbox.snapshot();
    const before = JSON.stringify(snapshot);
    const answers = await readAnswers(sandbox, paths);
    await sandbox.clock.advance(24 * HOUR);
    await connect(sandbox).post('projects', projectOrder());
    expect(JSON.stringify(snapshot)).toBe(before);
    expect(await readAnswers(createSandbox({ snapshot }), paths)).toEqual(answers);
  });

  test('can be taken of a copy, and is the same again', async () => {
    const { sandbox } = await busySandbox();
    const snapshot = written(sandbox.snapshot());
    expect(written(createSandbox({ snapshot }).snapshot())).toEqual(snapshot);
  });

  test('has codes, further tokens and appended events', async () => {
    const sandbox = createSandbox({ now: MOMENT });
    const { clientId, redirectUri } = sandbox.application;
    const code = codeIn(await sandbox.authorize(signInUrl(sandbox)));
    sandbox.events.append(1000);
    const copy = createSandbox({ snapshot: written(sandbox.snapshot()) });
    expect(copy.events.ids()).toEqual(sandbox.events.ids());
    const exchanged = await copy.fetch(`${copy.baseUrl}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: clientId,
        client_secret: copy.application.clientSecret,
        redirect_uri: redirectUri,
        code,
      }),
    });
    const { access_token: token } = (await exchanged.json()) as { access_token: string };
    const second = createSandbox({ snapshot: written(copy.snapshot()) });
    expect((await connect(second, token).get('my')).status).toBe(200);
  });

  test('shows the events that were held back', async () => {
    const sandbox = createSandbox({ now: MOMENT });
    sandbox.events.holdBack(1);
    await connect(sandbox).post('projects', projectOrder());
    expect(sandbox.events.ids().length).toBe(0);
    expect(createSandbox({ snapshot: sandbox.snapshot() }).events.ids().length).toBe(1);
  });

  test('has its orders translated by the autopilot, each text once', async () => {
    const sandbox = createSandbox({ now: MOMENT });
    const { question } = (await connect(sandbox).post('simple/questions', simpleOrder(['one', 'two']))).body;
    sandbox.translators.translateBody(question.question_bodies[0].id, '一');
    const copy = createSandbox({ snapshot: sandbox.snapshot(), autopilot: true });
    await copy.clock.advance(MINUTE);
    const read = (await connect(copy).get(`simple/questions/${question.id}`)).body.question;
    const texts = read.question_bodies.map((body: { translations: { body: string }[] }) =>
      body.translations.map((each) => each.body),
    );
    expect(texts).toEqual([['一'], ['[ja] twó']]);
    expect(read.status).toBe(4);
  });

  test('has the addresses that are given explicitly', () => {
    const snapshot = createSandbox({ redirectUri: 'http://localhost:1/a' }).snapshot();
    const { application } = createSandbox({ snapshot, callbackUrl: 'http://localhost:2/b' });
    expect(application).toMatchObject({
      redirectUri: 'http://localhost:1/a',
      callbackUrl: 'http://localhost:2/b',
    });
  });
});

describe('the time of a copy', () => {
  test('stands still where it stood', async () => {
    const sandbox = createSandbox({ now: MOMENT });
    await sandbox.clock.advance(HOUR);
    const copy = createSandbox({ snapshot: sandbox.snapshot() });
    expect(copy.clock.now()).toBe(MOMENT + HOUR);
  });

  test('runs on, as far ahead as it had been moved', async () => {
    const sandbox = createSandbox();
    await sandbox.clock.advance(24 * HOUR);
    const copy = createSandbox({ snapshot: sandbox.snapshot() });
    expect(Math.abs(copy.clock.now() - Date.now() - 24 * HOUR)).toBeLessThan(10_000);
  });

  test('takes another `now`, but does not go back', async () => {
    const snapshot = createSandbox({ now: MOMENT }).snapshot();
    expect(createSandbox({ snapshot, now: MOMENT - HOUR }).clock.now()).toBe(MOMENT);
    expect(createSandbox({ snapshot, now: MOMENT + HOUR }).clock.now()).toBe(MOMENT + HOUR);
    let time = 0;
    const copy = createSandbox({ snapshot, now: () => time });
    time = 5;
    expect(copy.clock.now()).toBe(MOMENT + 5);
  });
});

describe('a reset', () => {
  test('goes back to the snapshot, or to nothing', async () => {
    const { sandbox } = await busySandbox();
    const copy = createSandbox({ snapshot: sandbox.snapshot() });
    await connect(copy).post('projects', projectOrder());
    copy.reset();
    expect(copy.orders()).toEqual(sandbox.orders());
    expect(copy.clock.now()).toBe(MOMENT);
    copy.reset({ empty: true });
    expect(copy.orders()).toEqual([]);
    expect(copy.accessToken).toBe(sandbox.accessToken);
  });

  test('takes no other option', () => {
    // @ts-expect-error misspelt
    expect(() => createSandbox().reset({ emty: true })).toThrow('did you mean empty?');
  });
});

describe('what is not a snapshot', () => {
  const damaged = (change: object) => ({ ...createSandbox({ now: MOMENT }).snapshot(), ...change });

  test.each<[object, string]>([
    [{}, 'This is not a snapshot of a sandbox.'],
    [damaged({ version: 2 }), 'The snapshot has version 2. This sandbox reads version 1 only.'],
    [damaged({ clock: null }), 'The snapshot is damaged.'],
    [damaged({ clock: { now: 'x', offset: 0, runs: true } }), 'The snapshot is damaged.'],
    [damaged({ records: [] }), 'The snapshot is damaged.'],
    [damaged({ records: [{}] }), 'The snapshot is damaged.'],
    [damaged({ records: ['x'] }), 'The snapshot is damaged.'],
    [damaged({ records: [{ accounts: [7] }] }), 'The snapshot is damaged.'],
    [damaged({ records: null }), 'The snapshot is damaged.'],
  ])('%o is refused', (snapshot, message) => {
    // Nothing but a program or a file with a mistake says this.
    expect(() => createSandbox({ snapshot: snapshot as SandboxSnapshot })).toThrow(new TypeError(message));
  });
});
