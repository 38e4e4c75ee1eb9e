import { describe, expect, test } from 'vitest';
import { createSandbox, type SandboxOptions } from '../../src/sandbox.js';
import {
  codeIn,
  connect,
  MINUTE,
  MOMENT,
  projectOrder,
  send,
  signInUrl,
  simpleOrder,
  upload,
} from './api.js';

function open(options: SandboxOptions = {}) {
  const sandbox = createSandbox({ now: MOMENT, ...options });
  return { sandbox, api: connect(sandbox) };
}

describe('a rate limit', () => {
  test('answers 429 within the window, with the time until a request is answered again', async () => {
    const { sandbox, api } = open({ rateLimit: { requests: 2, window: 10_000 } });
    await api.get('my');
    await sandbox.clock.advance(4_500);
    await api.get('my');
    const { status, headers, body } = await api.get('my');
    expect([status, body.error_code, headers.get('retry-after')]).toEqual([429, 429, '6']);
    await sandbox.clock.advance(5_499);
    expect((await api.get('my')).headers.get('retry-after')).toBe('1');
    await sandbox.clock.advance(1);
    expect((await api.get('my')).status).toBe(200);
    expect((await api.get('my')).headers.get('retry-after')).toBe('5');
  });

  test('refuses without effect, counts each token separately, and starts again after a reset', async () => {
    const { sandbox, api } = open({ rateLimit: { requests: 1, window: MINUTE } });
    expect((await api.post('projects', projectOrder())).status).toBe(201);
    expect((await api.post('projects', projectOrder())).status).toBe(429);
    expect(sandbox.orders()).toHaveLength(1);
    expect((await connect(sandbox, sandbox.accounts[1]?.accessToken).get('my')).status).toBe(200);
    sandbox.reset();
    expect((await api.get('my')).status).toBe(200);
  });

  test('is one for all tokens that are not known', async () => {
    const { sandbox, api } = open({ rateLimit: { requests: 1, window: MINUTE } });
    const statuses = [];
    for (const token of ['unknown', 'another'])
      statuses.push((await connect(sandbox, token).get('my')).status);
    expect([...statuses, (await api.get('my')).status]).toEqual([401, 429, 200]);
  });

  test('that lets nothing pass is refused', () => {
    for (const rateLimit of [
      { requests: 0, window: 1 },
      { requests: 1, window: 0 },
      { requests: Number.NaN, window: 1 },
    ])
      expect(() => open({ rateLimit })).toThrow(TypeError);
  });
});

test('latency with jitter takes different times, at least the given one', async () => {
  const { api } = open({ latency: { ms: 5, jitter: 40 } });
  const times = [];
  for (let call = 0; call < 8; call += 1) {
    const started = performance.now();
    await api.get('my');
    times.push(performance.now() - started);
  }
  expect(Math.min(...times)).toBeGreaterThanOrEqual(4);
  expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(8);
  expect(() => open({ latency: -1 })).toThrow(TypeError);
  expect(() => open({ latency: { ms: 1, jitter: -1 } })).toThrow(TypeError);
});

test('the analysis of a file takes `analysisTime`', async () => {
  const { sandbox, api } = open({ analysisTime: MINUTE });
  const { id } = (await upload(sandbox, 'a.txt', 'abc')).body.question_source;
  const status = async () => (await api.get(`my/files/${id}`)).body.question_source.status;
  await sandbox.clock.advance(MINUTE - 1);
  expect(await status()).toBe(1);
  await sandbox.clock.advance(1);
  expect(await status()).toBe(2);
});

describe('a lag', () => {
  test('of reads makes what was just created a 404 at first', async () => {
    const { sandbox, api } = open({ lag: { reads: 3_000 } });
    const { project } = (await api.post('projects', projectOrder())).body;
    const { question } = (await api.post('simple/questions', simpleOrder())).body;
    const { organization } = (await api.post('organizations', { name: 'New' })).body;
    const { question_source: file } = (await upload(sandbox, 'a.txt', 'x')).body;
    const paths = [
      `projects/${project.id}`,
      `questions/${project.questions[0].id}`,
      `simple/questions/${question.id}`,
      `organizations/${organization.id}`,
      `my/files/${file.id}`,
      `my/application_events/${sandbox.events.ids()[0]}`,
    ];
    const statuses = () => Promise.all(paths.map(async (path) => (await api.get(path)).status));
    await sandbox.clock.advance(2_999);
    expect(await statuses()).toEqual(paths.map(() => 404));
    expect((await api.get('my/questions')).body.total_count).toBe(1);
    await sandbox.clock.advance(1);
    expect(await statuses()).toEqual(paths.map(() => 200));
  });

  test('of listings hides the newest entries at first, in every order', async () => {
    const { sandbox, api } = open({ lag: { listings: 3_000 } });
    const listed = async () => ({
      questions: (await api.get('my/questions')).body.questions.length,
      organizations: (await api.get('my/organizations')).body.total_count,
      newest: (await api.get('my/application_events')).body.events.map((each: { id: number }) => each.id),
      oldest: (await api.get('my/application_events?order=id_asc')).body.events.map(
        (each: { id: number }) => each.id,
      ),
    });
    await api.post('projects', projectOrder());
    await sandbox.clock.advance(2_000);
    const second = (await api.post('projects', projectOrder())).body.project;
    await api.post('organizations', { name: 'New' });
    expect(await listed()).toEqual({ questions: 0, organizations: 2, newest: [], oldest: [] });
    expect((await api.get(`projects/${second.id}`)).status).toBe(200);
    await sandbox.clock.advance(1_000);
    const [first = 0, last = 0] = sandbox.events.ids();
    expect(await listed()).toEqual({ questions: 1, organizations: 2, newest: [first], oldest: [first] });
    const since = `my/application_events?order=id_asc&since=${last}`;
    expect((await api.get(since)).body).toMatchObject({ total_count: 0, events: [] });
    await sandbox.clock.advance(2_000);
    expect(await listed()).toEqual({
      questions: 2,
      organizations: 3,
      newest: [last, first],
      oldest: [first, last],
    });
  });
});

describe('access', () => {
  test('a withdrawn token is a 401, and another one can be fetched', async () => {
    const { sandbox, api } = open();
    const second = sandbox.accounts[1]?.accessToken;
    sandbox.access.withdraw();
    expect((await api.get('my')).status).toBe(401);
    expect((await connect(sandbox, second).get('my')).status).toBe(200);
    sandbox.access.withdraw(second);
    expect((await connect(sandbox, second).get('my')).status).toBe(401);
    expect(() => sandbox.access.withdraw('unknown')).toThrow('There is no such access token.');
    const { clientId, clientSecret, redirectUri } = sandbox.application;
    const code = codeIn(await sandbox.authorize(signInUrl(sandbox)));
    const grant = { client_id: clientId, client_secret: clientSecret, redirect_uri: redirectUri, code };
    const { body } = await send(sandbox, `${sandbox.baseUrl}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ ...grant, grant_type: 'authorization_code' }),
    });
    expect((await connect(sandbox, body.access_token).get('my')).status).toBe(200);
  });

  test('a permission that was taken away is a 403 until it is given back', async () => {
    const { sandbox, api } = open();
    const another = connect(sandbox, sandbox.accounts[1]?.accessToken);
    const permit = sandbox.access.forbid('POST /api/v1/projects', { accessToken: sandbox.accessToken });
    const { status, body } = await api.post('projects', projectOrder());
    expect([status, body]).toEqual([403, { success: false, message: 'Forbidden', error_code: 403 }]);
    expect((await api.get('my')).status).toBe(200);
    expect((await another.post('projects', projectOrder())).status).toBe(201);
    permit();
    expect((await api.post('projects', projectOrder())).status).toBe(201);
    sandbox.access.forbid('*');
    expect((await another.get('my')).status).toBe(403);
    sandbox.reset();
    expect((await api.get('my')).status).toBe(200);
    expect(() => sandbox.access.forbid('my')).toThrow(TypeError);
  });
});

describe('points', () => {
  test('are added and taken while the sandbox runs', async () => {
    const { sandbox, api } = open({ points: 10 });
    const place = async () => (await api.post('projects', projectOrder())).status;
    expect(await place()).toBe(422);
    sandbox.points.add(50);
    expect(await place()).toBe(201);
    const balance = async () => (await api.get('my')).body.default_organization;
    expect(await balance()).toMatchObject({ point: 60, available_point: 16 });
    expect(() => sandbox.points.take(17)).toThrow('Only 16 points can be taken.');
    sandbox.points.take(16);
    expect(await balance()).toMatchObject({ point: 44, available_point: 0 });
  });

  test('of any organization', async () => {
    const { sandbox } = open();
    const [id = 0] = sandbox.accounts[1]?.organizationIds ?? [];
    sandbox.points.add(7, id);
    const { body } = await connect(sandbox, sandbox.accounts[1]?.accessToken).get(`organizations/${id}`);
    expect(body.organization.available_point).toBe(100_007);
    expect(() => sandbox.points.add(7, 12)).toThrow('There is no organization 12.');
    for (const wrong of [0, -1, 1.5, Number.NaN]) expect(() => sandbox.points.add(wrong)).toThrow(RangeError);
  });
});
