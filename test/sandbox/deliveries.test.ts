import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.js';
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
  const first = attempts.filter((one) => one.eventId === attempts[0]?.eventId);
  expect(first.map((one) => one.retryCount)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  const pauses = [5 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 5 * HOUR, 12 * HOUR, 24 * HOUR, 48 * HOUR];
  expect(first.slice(1).map((one, index) => one.at - (first[index]?.at ?? 0))).toEqual(pauses);
  expect(first.slice(0, 3).map((one) => one.status)).toEqual([500, 302, null]);
});

test('each retry counts itself in its payload and in the listing', async () => {
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
  expect(received).toHaveLength(1);
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

test('while real time runs, what becomes due is delivered without anybody asking', async () => {
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
