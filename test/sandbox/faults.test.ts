import { beforeEach, describe, expect, test } from 'vitest';
import { createSandbox, type Fault, type Sandbox } from '../../src/sandbox.js';
import { operations } from '../client/contract/operations.js';
import { connect, MOMENT, projectOrder } from './api.js';

let sandbox: Sandbox;

beforeEach(() => {
  sandbox = createSandbox({ now: MOMENT });
});

function order(init: RequestInit = {}): Promise<Response> {
  return sandbox.fetch(`${sandbox.baseUrl}/api/v1/projects`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...projectOrder(), access_token: sandbox.accessToken }),
    redirect: 'manual',
    ...init,
  });
}

const meet = (fault: Fault) => sandbox.faults.add({ on: 'POST /api/v1/projects', fault });
const orders = () => sandbox.orders().length;

async function failure(promise: Promise<unknown>): Promise<{ name: string; message: string; code: unknown }> {
  const error = await promise.then(
    () => expect.fail('It should have failed.'),
    (reason: unknown) => reason,
  );
  const { name, message, cause } = error as Error & { cause?: { code?: unknown } };
  return { name, message, code: cause?.code };
}

describe('a lost connection fails as it does in fetch', () => {
  test('refuse: nothing arrives', async () => {
    meet({ kind: 'refuse' });
    expect(await failure(order())).toEqual({
      name: 'TypeError',
      message: 'fetch failed',
      code: 'ECONNREFUSED',
    });
    expect([orders(), sandbox.requests]).toEqual([0, []]);
  });

  test('drop-before: it arrives and is not carried out', async () => {
    meet({ kind: 'drop-before' });
    expect(await failure(order())).toMatchObject({ message: 'fetch failed', code: 'ECONNRESET' });
    expect([orders(), sandbox.requests.length, sandbox.requests[0]?.status]).toEqual([0, 1, null]);
  });

  test('drop-after: it is carried out and the answer is lost', async () => {
    meet({ kind: 'drop-after' });
    expect(await failure(order())).toMatchObject({ message: 'fetch failed', code: 'ECONNRESET' });
    expect(orders()).toBe(1);
  });

  test('drop-midway: the head and half of the body come', async () => {
    meet({ kind: 'drop-midway' });
    const response = await order();
    expect(response.status).toBe(201);
    expect(await failure(response.text())).toMatchObject({ name: 'TypeError', message: 'terminated' });
    expect(orders()).toBe(1);
  });
});

describe('broken answers', () => {
  test('status: any, with headers and a body, and nothing is carried out by default', async () => {
    meet({ kind: 'status', status: 429, headers: { 'retry-after': '3' }, body: { message: 'Slow down' } });
    const response = await order();
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '3']);
    expect(await response.json()).toEqual({ message: 'Slow down' });
    expect(orders()).toBe(0);
    meet({ kind: 'status', status: 502, body: 'Bad gateway', carriedOut: true });
    expect(await (await order()).text()).toBe('Bad gateway');
    expect(orders()).toBe(1);
  });

  test('status: a refusal without a body has that of the service, and a failure has none', async () => {
    meet({ kind: 'status', status: 403 });
    expect(await (await order()).json()).toEqual({ success: false, message: 'Refused', error_code: 403 });
    meet({ kind: 'status', status: 503 });
    expect(await (await order()).text()).toBe('');
  });

  test('html: a page instead of the JSON', async () => {
    meet({ kind: 'html' });
    const response = await order();
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect(await response.text()).toContain('<!doctype html>');
    expect(orders()).toBe(1);
  });

  test('truncate: half of the JSON with a clean end', async () => {
    meet({ kind: 'truncate' });
    const response = await order();
    const text = await response.text();
    expect([response.status, text.startsWith('{"success":true')]).toEqual([201, true]);
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    expect(orders()).toBe(1);
  });

  test('empty: nothing at all', async () => {
    meet({ kind: 'empty' });
    const response = await order();
    expect([response.status, await response.text()]).toEqual([201, '']);
  });

  test('wrong-shape: JSON of another shape', async () => {
    meet({ kind: 'wrong-shape' });
    const response = await order();
    expect(response.status).toBe(201);
    expect(await response.json()).not.toHaveProperty('project');
    meet({ kind: 'wrong-shape', body: [1], carriedOut: false });
    expect(await (await order()).json()).toEqual([1]);
    expect(orders()).toBe(1);
  });

  test('redirect: to another host, and not carried out', async () => {
    meet({ kind: 'redirect' });
    const response = await order();
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      'https://elsewhere.example/api/v1/projects',
    ]);
    expect(orders()).toBe(0);
  });

  test('a redirection is followed by default', async () => {
    const location = `/api/v1/my?access_token=${sandbox.accessToken}`;
    sandbox.faults.add({ on: 'GET /api/v1/languages', fault: { kind: 'redirect', location } });
    const response = await sandbox.fetch(`${sandbox.baseUrl}/api/v1/languages`);
    expect(await response.json()).toHaveProperty('login');
    meet({ kind: 'redirect' });
    expect(await failure(order({ redirect: 'follow' }))).toMatchObject({ code: 'ENOTFOUND' });
    meet({ kind: 'redirect' });
    expect((await failure(order({ redirect: 'error' }))).message).toBe('fetch failed');
  });
});

describe('an altered answer', () => {
  test('has another body, with the right status and headers', async () => {
    sandbox.faults.add({
      on: 'POST /api/v1/projects',
      fault: {
        kind: 'alter',
        alter: (answer) => {
          delete answer.project.id;
          answer.project.questions[0].status = 77;
          return answer;
        },
      },
    });
    const response = await order();
    expect([response.status, response.headers.get('location')]).toEqual([201, expect.any(String)]);
    const { project } = (await response.json()) as { project: object };
    expect(project).toMatchObject({ point: 44, questions: [{ status: 77 }] });
    expect(project).not.toHaveProperty('id');
    expect(orders()).toBe(1);
  });

  test('is a text when it was one', async () => {
    const alter = (page: string) => page.replace('<h1>', '<h1>Not ');
    sandbox.faults.add({ on: 'GET /oauth/authorize', fault: { kind: 'alter', alter } });
    const response = await sandbox.fetch(`${sandbox.baseUrl}/oauth/authorize`);
    expect(await response.text()).toContain('<h1>Not The request');
  });

  test('needs a function', () => {
    expect(() => meet({ kind: 'alter' } as unknown as Fault)).toThrow('alter');
  });
});

describe('waiting', () => {
  test('hang: nothing comes until the caller gives up, with the reason that it gave', async () => {
    meet({ kind: 'hang' });
    const reason = new Error('enough');
    const controller = new AbortController();
    const answer = order({ signal: controller.signal });
    await expect.poll(() => sandbox.requests.length).toBe(1);
    controller.abort(reason);
    await expect(answer).rejects.toBe(reason);
    expect(orders()).toBe(0);
  });

  test('delay: the order is placed at once and the answer comes later', async () => {
    meet({ kind: 'delay', ms: 60_000 });
    const controller = new AbortController();
    const answer = order({ signal: controller.signal });
    await expect.poll(orders).toBe(1);
    controller.abort();
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('delay: with carriedOut false, nothing happens when the caller has gone', async () => {
    const handle = meet({ kind: 'delay', ms: 60_000, carriedOut: false });
    const controller = new AbortController();
    const answer = order({ signal: controller.signal });
    await expect.poll(() => handle.hits).toBe(1);
    controller.abort();
    await expect(answer).rejects.toThrow();
    expect(orders()).toBe(0);
  });

  test('delay: the right answer comes in the end', async () => {
    meet({ kind: 'delay', ms: 5 });
    expect((await order()).status).toBe(201);
  });

  test('latency delays every answer', async () => {
    sandbox = createSandbox({ latency: 20 });
    const started = performance.now();
    expect((await connect(sandbox).get('my')).status).toBe(200);
    expect(performance.now() - started).toBeGreaterThanOrEqual(18);
  });

  test('a signal that was aborted before sends nothing', async () => {
    await expect(order({ signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
    expect(sandbox.requests).toEqual([]);
  });
});

describe('a fault happens to', () => {
  const fault: Fault = { kind: 'status', status: 500 };

  test('the first `times` ones, and the handle counts them', async () => {
    const handle = sandbox.faults.add({ on: 'GET /api/v1/my', times: 2, fault });
    const statuses = [];
    for (let call = 0; call < 4; call += 1) statuses.push((await connect(sandbox).get('my')).status);
    expect(statuses).toEqual([500, 500, 200, 200]);
    expect(handle.hits).toBe(2);
  });

  test('those after the first `after` ones', async () => {
    const handle = sandbox.faults.add({ on: 'GET /api/v1/my', after: 2, times: 2, fault });
    const statuses = [];
    await connect(sandbox).get('languages');
    for (let call = 0; call < 5; call += 1) statuses.push((await connect(sandbox).get('my')).status);
    expect(statuses).toEqual([200, 200, 500, 500, 200]);
    expect(handle.hits).toBe(2);
  });

  test('some of them with a `probability`, the same ones for the same seed', async () => {
    const readStatuses = async (seed: number) => {
      sandbox = createSandbox({ now: MOMENT, seed });
      const handle = sandbox.faults.add({ on: '*', probability: 0.25, fault });
      const statuses = [];
      for (let call = 0; call < 200; call += 1) statuses.push((await connect(sandbox).get('my')).status);
      expect(handle.hits).toBe(statuses.filter((status) => status === 500).length);
      return statuses;
    };
    const first = await readStatuses(1);
    expect(await readStatuses(1)).toEqual(first);
    expect(await readStatuses(2)).not.toEqual(first);
    const failed = first.filter((status) => status === 500).length;
    expect(failed).toBeGreaterThan(25);
    expect(failed).toBeLessThan(80);
  });

  test('a request that an earlier fault has spared', async () => {
    sandbox.faults.add({ on: '*', after: 1, fault: { kind: 'status', status: 501 } });
    sandbox.faults.add({ on: '*', fault: { kind: 'status', status: 502 } });
    expect((await connect(sandbox).get('my')).status).toBe(502);
    expect((await connect(sandbox).get('my')).status).toBe(501);
  });

  test.each([
    ['*', true],
    ['* *', true],
    ['GET *', true],
    ['* /api/v1/questions/:id/comments', true],
    ['GET /api/v1/questions/*/comments', true],
    ['GET /api/v1/*/*/comments', true],
    ['POST *', false],
    ['POST /api/v1/questions/:id/comments', false],
    ['GET /api/v1/questions/:id', false],
    ['GET /api/v1/questions/:id/comments/:id', false],
  ])('"%s" matches the comments of a question: %s', async (on, isMet) => {
    sandbox.faults.add({ on, fault });
    expect((await connect(sandbox).get('questions/5/comments?page=2')).status).toBe(isMet ? 500 : 404);
  });

  test('the first one that fits, one for a request, until they are removed', async () => {
    const first = sandbox.faults.add({
      on: '*',
      times: Number.POSITIVE_INFINITY,
      fault: { kind: 'status', status: 501 },
    });
    sandbox.faults.add({ on: '*', times: 9, fault: { kind: 'status', status: 502 } });
    expect((await connect(sandbox).get('my')).status).toBe(501);
    first.remove();
    expect((await connect(sandbox).get('my')).status).toBe(502);
    sandbox.faults.clear();
    expect((await connect(sandbox).get('my')).status).toBe(200);
  });

  test.each([
    ['POST /simple/questions', 'POST /api/v1/simple/questions'],
    ['PSOT /api/v1/projects', 'POST /api/v1/projects'],
    ['post /api/v1/projects', 'POST /api/v1/projects'],
    ['PSOT *', 'POST *'],
    ['PUT /api/v1/projects', 'POST /api/v1/projects'],
    ['GET /api/v1/projects/{id}', 'GET /api/v1/projects/:id'],
    ['GET /api/v1/projects/chek', 'GET /api/v1/projects/:id'],
    ['PUT /api/v1/questions/:id/cancle', 'PUT /api/v1/questions/:question_id/cancel'],
    ['POST /api/v1/projects/chek', 'POST /api/v1/projects/check'],
    ['DELETE /api/v1/projects', 'POST /api/v1/projects'],
    ['POST /api/v1/questions/:id/cancle', 'PUT /api/v1/questions/:question_id/cancel'],
    ['POST /api/v1/questions/:id/cancel', 'PUT /api/v1/questions/:question_id/cancel'],
    ['* /projects', '* /api/v1/projects'],
    ['GET /api/v1/questions/*/comment', 'GET /api/v1/questions/:question_id/comments'],
    ['GET /api/v1/projects/', 'GET /api/v1/projects/:id'],
    ['GET /api/v1/my/questions?page=2', 'GET /api/v1/my/questions'],
    ['GET /oauth/token', 'POST /oauth/token'],
    ['POST /api/v1/oauth/token', 'POST /oauth/token'],
  ])('no request by "%s", which is refused, and %s is named', (on, nearest) => {
    const said = `no operation of the service is "${on}", so this would match no request; did you mean ${nearest}?`;
    expect(() => sandbox.faults.add({ on, fault })).toThrow(new TypeError(`\`on\`: ${said}`));
    expect(() => sandbox.access.forbid(on)).toThrow(said);
  });

  test('no request by a method or a path that is near to no operation, which is refused too', () => {
    for (const on of ['OPTIONS *', 'HEAD /api/v1/my', 'GET /health', 'GET /', 'GET /_sandbox/state', '* //'])
      expect(() => sandbox.faults.add({ on, fault })).toThrow(`"${on}", so this would match no request`);
  });

  test('a request of each operation of the contract, with an id or without', () => {
    expect(operations.length).toBeGreaterThan(30);
    for (const { method, path: inContract } of operations) {
      const path = inContract.replace(/\{(\w+)\}/g, ':$1');
      const on = [`${method} ${path}`, `${method} *`, `* ${path}`, `${method} ${path.replace(/:\w+/g, '7')}`];
      for (const each of on) expect(sandbox.faults.add({ on: each, fault }).hits).toBe(0);
    }
    // The form of the sign-in's page, which is no part of the contract.
    expect(sandbox.faults.add({ on: 'POST /oauth/authorize', fault }).hits).toBe(0);
  });

  test('no request by a rule that could never match, which is refused', () => {
    for (const on of ['', 'GET', 'GET my', '/api/v1/my', 'GET /a b']) {
      expect(() => sandbox.faults.add({ on, fault })).toThrow(TypeError);
    }
    expect(() => sandbox.faults.add({ on: '*', times: 0, fault })).toThrow(TypeError);
    expect(() => sandbox.faults.add({ on: '*', after: -1, fault })).toThrow(TypeError);
    for (const probability of [0, -1, 1.1, Number.NaN])
      expect(() => sandbox.faults.add({ on: '*', probability, fault })).toThrow(TypeError);
    expect(() => sandbox.faults.add({ on: '*', fault: { kind: 'explode' } as unknown as Fault })).toThrow(
      'explode',
    );
  });
});

test('a request whose own body fails is a failed fetch', async () => {
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error('disk')) });
  const init = { method: 'POST', body, duplex: 'half' } as RequestInit;
  await expect(sandbox.fetch(`${sandbox.baseUrl}/api/v1/projects`, init)).rejects.toThrow('fetch failed');
});
