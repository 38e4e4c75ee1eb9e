import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/sandbox.js';
import { connect, HOUR, MINUTE, MOMENT, simpleOrder } from './api.js';

let sandbox: Sandbox;
let received: { id: number; type: string; retry_count: number }[];

beforeEach(() => {
  sandbox = createSandbox({ now: MOMENT });
  received = [];
});

/** Answers with these statuses in turn, and with the last of them from then on; 0 is no answer. */
function receiver(...statuses: readonly number[]) {
  return async (request: Request) => {
    received.push(await request.json());
    const status = statuses[Math.min(received.length, statuses.length) - 1] ?? 200;
    if (status === 0) throw new TypeError('fetch failed');
    return new Response(null, { status });
  };
}

const place = () => connect(sandbox).post('simple/questions', simpleOrder(['one']));

test('nothing is delivered until there is a receiver', async () => {
  await place();
  sandbox.deliveries.to(receiver(200));
  await place();
  await sandbox.deliveries.idle();
  expect(received.map((event) => event.id)).toEqual(sandbox.events.ids().slice(1));
});

test('a delivery is the event as it is read, as JSON to the registered address', async () => {
  const requests: Request[] = [];
  sandbox.deliveries.to((request) => {
    requests.push(request.clone());
    return receiver(200)(request);
  });
  await place();
  await sandbox.deliveries.idle();
  const [request] = requests;
  expect([request?.method, request?.url]).toEqual(['POST', sandbox.application.callbackUrl]);
  expect(request?.headers.get('content-type')).toBe('application/json; charset=utf-8');
  const { event } = (await connect(sandbox).get(`my/application_events/${received[0]?.id}`)).body;
  expect(received).toEqual([event]);
});

test('an answer other than 200 is retried on schedule, eight times, and never again', async () => {
  sandbox.deliveries.to(receiver(500, 302, 0, 201, 404, 500));
  await place();
  await sandbox.clock.advance(30 * 24 * HOUR);
  const { attempts } = sandbox.deliveries;
  const first = attempts.filter((each) => each.eventId === attempts[0]?.eventId);
  expect(first.map((each) => each.retryCount)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  const pauses = [5 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 5 * HOUR, 12 * HOUR, 24 * HOUR, 48 * HOUR];
  expect(first.slice(1).map((each, index) => each.at - (first[index]?.at ?? 0))).toEqual(pauses);
  expect(first.slice(0, 3).map((each) => each.status)).toEqual([500, 302, null]);
});

test('each retry is counted in its payload and in the listing', async () => {
  sandbox.deliveries.to(receiver(500, 500, 200));
  await place();
  await sandbox.clock.advance(5 * MINUTE - 1);
  expect(received).toHaveLength(1);
  await sandbox.clock.advance(1);
  await sandbox.clock.advance(30 * MINUTE);
  await sandbox.clock.advance(10 * HOUR);
  expect(received.map((event) => event.retry_count)).toEqual([0, 1, 2]);
  const { events } = (await connect(sandbox).get('my/application_events')).body;
  expect(events[0].retry_count).toBe(2);
});

test('a redelivered event arrives after a newer one', async () => {
  sandbox.deliveries.to(receiver(500, 200));
  await place();
  await sandbox.deliveries.idle();
  await place();
  await sandbox.clock.advance(5 * MINUTE);
  const [first, second] = sandbox.events.ids();
  expect(received.map((event) => event.id)).toEqual([first, second, first]);
});

test('an event that is held back is delivered when it is released', async () => {
  sandbox.deliveries.to(receiver(200));
  const release = sandbox.events.holdBack(1);
  sandbox.events.append(2);
  await sandbox.deliveries.idle();
  expect(received).toHaveLength(1);
  release();
  await sandbox.deliveries.idle();
  expect(received.map((event) => event.id)).toEqual(sandbox.events.ids().reverse());
});

test('nothing is delivered any more once it is turned off', async () => {
  sandbox.deliveries.to(receiver(500));
  await place();
  await sandbox.deliveries.idle();
  sandbox.deliveries.off();
  await sandbox.clock.advance(72 * HOUR);
  sandbox.events.append(1);
  await sandbox.deliveries.idle();
  expect(received).toHaveLength(1);
  expect(sandbox.deliveries.attempts).toHaveLength(1);
});

test('what failed before it is turned off is not repeated, nor when it is turned on again', async () => {
  sandbox.deliveries.to(receiver(500));
  sandbox.events.append(1);
  await sandbox.deliveries.idle();
  sandbox.deliveries.off();
  // This one is under way when it is turned off.
  sandbox.deliveries.to((request) => {
    sandbox.deliveries.off();
    return receiver(500)(request);
  });
  sandbox.events.append(1);
  await sandbox.deliveries.idle();
  sandbox.deliveries.to(receiver(200));
  await sandbox.clock.advance(72 * HOUR);
  expect(received.map(({ retry_count }) => retry_count)).toEqual([0, 0]);
  const { events } = (await connect(sandbox).get('my/application_events')).body;
  expect(events.map((event: { retry_count: number }) => event.retry_count)).toEqual([0, 0]);
});

test('no retry stays scheduled once it is turned off', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  try {
    const running = createSandbox();
    running.deliveries.to(receiver(500));
    running.events.append(1);
    await running.deliveries.idle();
    expect(vi.getTimerCount()).toBe(1);
    running.deliveries.off();
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

describe('with options', () => {
  test('callbackUrl and deliver register a receiver from the start, and again after reset', async () => {
    sandbox = createSandbox({
      now: MOMENT,
      callbackUrl: 'https://app.example/events?secret=s',
      deliver: receiver(200),
    });
    await place();
    await sandbox.deliveries.idle();
    sandbox.reset();
    await place();
    await sandbox.deliveries.idle();
    expect(received).toHaveLength(2);
    expect(received[0]).toEqual(received[1]);
    expect(sandbox.application.callbackUrl).toBe('https://app.example/events?secret=s');
  });
});

test('an address is posted to over HTTP, and its redirections are not followed', async () => {
  const paths: unknown[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url);
    response.writeHead(302, { location: '/elsewhere' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  sandbox.deliveries.to(`http://127.0.0.1:${(server.address() as AddressInfo).port}/events?secret=s`);
  await place();
  await sandbox.deliveries.idle();
  server.close();
  expect(paths).toEqual(['/events?secret=s']);
  expect(sandbox.deliveries.attempts[0]?.status).toBe(302);
});

test('while real time runs, due events are delivered without another call', async () => {
  sandbox = createSandbox({ autopilot: { pace: 20 } });
  sandbox.deliveries.to(receiver(200));
  await place();
  await expect
    .poll(() => received.map((event) => event.type.replace('simple_question.', '')))
    .toEqual(['created', 'submitted_translation', 'finished']);
  sandbox.deliveries.off();
});

test('a receiver that never answers does not stop the deliveries after it', async () => {
  // The time that a receiver has is real.
  const limit = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 5);
    return controller.signal;
  });
  let deliveries = 0;
  sandbox.deliveries.to(() => {
    deliveries += 1;
    return deliveries === 1 ? new Promise<never>(() => undefined) : new Response(null);
  });
  sandbox.events.append(2);
  await sandbox.deliveries.idle();
  limit.mockRestore();
  expect(sandbox.deliveries.attempts.map(({ status }) => status)).toEqual([null, 200]);
});

test('what was queued before it is turned off is not delivered, nor when it is turned on again', async () => {
  let deliveries = 0;
  sandbox.deliveries.to(() => {
    deliveries += 1;
    sandbox.deliveries.off();
    return new Response(null);
  });
  sandbox.events.append(3);
  sandbox.deliveries.off();
  sandbox.deliveries.to(receiver(200));
  await sandbox.deliveries.idle();
  expect([deliveries, received]).toEqual([0, []]);
  sandbox.deliveries.to(() => {
    deliveries += 1;
    sandbox.deliveries.off();
    return new Response(null);
  });
  sandbox.events.append(3);
  await sandbox.deliveries.idle();
  expect([deliveries, sandbox.deliveries.attempts.length]).toEqual([1, 1]);
});

test('a retry that is due later does not keep the process alive', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const running = createSandbox();
  running.deliveries.to(() => new Response(null, { status: 500 }));
  running.events.append(1);
  await running.deliveries.idle();
  const long = timers.mock.results.filter((_, index) => (timers.mock.calls[index]?.[1] ?? 0) > MINUTE);
  timers.mockRestore();
  expect(long.map(({ value }) => value.hasRef())).toEqual(long.map(() => false));
  expect(long.length).toBeGreaterThan(0);
  running.deliveries.off();
});

describe('side by side', () => {
  test('a slow receiver delays nobody', async () => {
    let release = () => {};
    const slow = new Promise<void>((resolve) => {
      release = resolve;
    });
    const answered = receiver(200);
    let count = 0;
    sandbox.deliveries.to(async (request) => {
      count += 1;
      const waiting = count === 1 ? slow : undefined;
      const answer = await answered(request);
      await waiting;
      return answer;
    });
    sandbox.events.append(20);
    await expect.poll(() => received.length).toBe(20);
    expect(received.map((event) => event.id)).toEqual(sandbox.events.ids());
    expect(sandbox.deliveries.attempts.map(({ status }) => status)).toEqual([null, ...Array(19).fill(200)]);
    release();
    await sandbox.deliveries.idle();
    expect(sandbox.deliveries.attempts[0]?.status).toBe(200);
  });

  test('at most 100 of an account run at once', async () => {
    let running = 0;
    let most = 0;
    sandbox.deliveries.to(async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return new Response();
    });
    sandbox.events.append(250);
    await sandbox.deliveries.idle();
    expect([most, sandbox.deliveries.attempts.length]).toEqual([100, 250]);
    // Those that have ended leave their places to later ones.
    sandbox.events.append(250);
    await sandbox.deliveries.idle();
    expect([most, sandbox.deliveries.attempts.length]).toEqual([100, 500]);
  });
});

test('the events of every account are delivered', async () => {
  const addresses: string[] = [];
  sandbox.deliveries.to('https://app.example/events', async (request) => {
    addresses.push(request.url);
    return receiver(500, 200)(request);
  });
  const [, second] = sandbox.accounts;
  await connect(sandbox, second?.accessToken).post('simple/questions', simpleOrder(['one']));
  await sandbox.clock.advance(5 * MINUTE);
  expect(received.map((event) => event.retry_count)).toEqual([0, 1]);
  expect(received[0]).toMatchObject({ action_user_id: second?.userId });
  expect(addresses).toEqual(['https://app.example/events', 'https://app.example/events']);
});

test('the addresses inside a delivery name the host that was called', async () => {
  sandbox.deliveries.to(receiver(200));
  const server = await sandbox.listen();
  await fetch(`${server.url}/api/v1/simple/questions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...simpleOrder(['one']), access_token: sandbox.accessToken }),
  });
  await server.close();
  await sandbox.deliveries.idle();
  expect(received).toMatchObject([{ question: { url: expect.stringContaining(`${server.url}/api/v1/`) } }]);
});

test('the addresses inside a delivery name the address that listens, when nobody has called it yet', async () => {
  sandbox.deliveries.to(receiver(200));
  await using server = await sandbox.listen();
  await sandbox.place.simpleQuestion();
  await sandbox.deliveries.idle();
  expect(received).toMatchObject([{ question: { url: expect.stringContaining(`${server.url}/api/v1/`) } }]);
  await sandbox.deliver(receiver(200));
  expect(received[1]).toEqual(received[0]);

  const accessToken = 'own-token-4711';
  await using open = await createSandbox({ accessToken }).listen({ host: '0.0.0.0' });
  expect((await fetch(`${open.url}/health`)).status).toBe(200);
  expect(open.url).not.toContain('0.0.0.0');
});

test('an event of any account can be delivered again', async () => {
  expect(() => sandbox.deliveries.again(1)).toThrow('name a receiver first');
  sandbox.deliveries.to(receiver(500, 500, 200));
  await connect(sandbox, sandbox.accounts[1]?.accessToken).post('simple/questions', simpleOrder(['one']));
  await sandbox.clock.advance(5 * MINUTE);
  const id = received[0]?.id ?? 0;
  sandbox.deliveries.again(id);
  await sandbox.deliveries.idle();
  expect(received.map((event) => [event.id, event.retry_count])).toEqual([
    [id, 0],
    [id, 1],
    [id, 1],
  ]);
  expect(() => sandbox.deliveries.again(1)).toThrow('There is no event 1.');
});

describe('a disturbed delivery', () => {
  const ids = () => received.map((event) => event.id);

  async function delivered(count: number): Promise<number[]> {
    sandbox.deliveries.to(receiver(200));
    sandbox.events.append(count);
    await sandbox.deliveries.idle();
    return sandbox.events.ids();
  }

  test('comes twice', async () => {
    const fault = sandbox.deliveries.disturb({ kind: 'double', after: 1 });
    const [first, second, third] = await delivered(3);
    expect(ids()).toEqual([first, second, second, third]);
    expect(fault.hits).toBe(1);
  });

  test('comes after the next one', async () => {
    sandbox.deliveries.disturb({ kind: 'reorder' });
    const [first, second, third] = await delivered(3);
    expect(ids()).toEqual([second, first, third]);
  });

  test('that waits for the next one does not come any more once deliveries were turned off', async () => {
    sandbox.deliveries.disturb({ kind: 'reorder' });
    await delivered(1);
    sandbox.deliveries.off();
    const [, second] = await delivered(1);
    expect(ids()).toEqual([second]);
  });

  test('never comes, and is not repeated', async () => {
    sandbox.deliveries.disturb({ kind: 'lose', times: 2 });
    const [, , third] = await delivered(3);
    await sandbox.clock.advance(200 * HOUR);
    expect(ids()).toEqual([third]);
  });

  test('is chosen by the seed when there is a probability', async () => {
    const lost = async (seed: number) => {
      sandbox = createSandbox({ now: MOMENT, seed });
      received = [];
      sandbox.deliveries.disturb({ kind: 'lose', probability: 0.3 });
      const all = await delivered(200);
      return all.map((id) => ids().includes(id));
    };
    const first = await lost(1);
    expect(await lost(1)).toEqual(first);
    expect(await lost(2)).not.toEqual(first);
    expect(first.filter((came) => !came).length).toBeGreaterThan(30);
    expect(first.filter((came) => !came).length).toBeLessThan(90);
  });

  test('of an unknown kind or with a misspelt option is refused', () => {
    const disturb = (rule: object) => () => sandbox.deliveries.disturb(rule as never); // what JavaScript lets through
    expect(disturb({ kind: 'explode' })).toThrow('explode');
    expect(disturb({ kind: 'lose', time: 2 })).toThrow('did you mean times?');
    expect(disturb({ kind: 'lose', probability: 2 })).toThrow('probability');
  });

  test('is delivered normally after its rule is removed, and after a reset', async () => {
    sandbox.deliveries.disturb({ kind: 'lose', times: 9 }).remove();
    sandbox.deliveries.disturb({ kind: 'lose', times: 9 });
    sandbox.reset();
    expect(ids()).toEqual([]);
    await delivered(2);
    expect(ids()).toHaveLength(2);
  });
});

describe('a delivery in the older form', () => {
  test('is a notification that names who and what, but no event', async () => {
    sandbox.deliveries.disturb({ kind: 'older-form', times: 2 });
    sandbox.deliveries.to(receiver(200));
    const { body } = await place();
    const project = await sandbox.place.project();
    await sandbox.deliveries.idle();
    const [{ userId, login }] = sandbox.accounts;
    const sender = { sender_id: userId, sender_name: login, type_id: 1, data: null };
    expect(received).toEqual([
      { notification: { ...sender, factor_type: 'SimpleQuestion', factor_id: body.question.id } },
      { notification: { ...sender, factor_type: 'Project', factor_id: project.id } },
    ]);
  });

  test('is repeated in the same form until it is answered with 200', async () => {
    sandbox.deliveries.disturb({ kind: 'older-form' });
    sandbox.deliveries.to(receiver(400, 200));
    await place();
    await sandbox.clock.advance(HOUR);
    expect(received.map((body) => Object.keys(body))).toEqual([['notification'], ['notification']]);
    expect(sandbox.deliveries.attempts.map(({ status }) => status)).toEqual([400, 200]);
  });
});
