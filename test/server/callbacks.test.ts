import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as equal from '../../src/base/texts.js';
import {
  type CallbackHandler,
  type CallbackHandlerOptions,
  createCallbackHandler,
} from '../../src/callbacks.js';
import { InputError, Requester } from '../../src/index.js';
import { createSandbox, type Sandbox } from '../../src/sandbox.js';
import { loopOver } from '../client/following/stream.js';

vi.mock('../../src/base/texts.js', { spy: true });

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ADDRESS = 'http://localhost:3000/events';
/** Retries after 5, 30 and 60 minutes and 2, 5, 12, 24 and 48 hours. */
const WHOLE_SCHEDULE = 100 * HOUR;
const READ_BACK = 'GET /api/v1/my/application_events/:id';

let sandbox: Sandbox;
let requester: Requester;
let handled: number[];

beforeEach(() => {
  sandbox = createSandbox({ now: Date.UTC(2026, 0, 1) });
  const { baseUrl, accessToken, fetch } = sandbox;
  requester = new Requester({ baseUrl, accessToken, fetch, retries: 0 });
  handled = [];
});

afterEach(() => {
  vi.useRealTimers();
});

function handlerWith(options: Partial<CallbackHandlerOptions> = {}): CallbackHandler {
  const onEvent = ({ id }: { readonly id: number }) => void handled.push(id);
  return createCallbackHandler({ requester, secret: false, onEvent, ...options });
}

/** A delivery as the service sends it, or something that resembles one. */
function delivery(body: unknown, address = ADDRESS): Request {
  return new Request(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** A delivery whose body comes bit by bit. */
function streamed(body: ReadableStream, headers: HeadersInit = {}): Request {
  const init = { method: 'POST', headers, body, duplex: 'half' };
  return new Request(ADDRESS, init);
}

/** The newest of so many events that have just happened. */
const happen = (count = 1): number => sandbox.events.append(count).last;

const reads = () => sandbox.requests.filter(({ path }) => /application_events\/\d+$/.test(path)).length;

describe('a delivery', () => {
  test('is read where a request shows no stream, as in Firefox', async () => {
    const request = delivery({ id: happen() });
    Object.defineProperty(request, 'body', { value: undefined });
    expect((await handlerWith()(request)).status).toBe(200);
    expect(handled).toHaveLength(1);
  });

  test('is read back by its id and handed on', async () => {
    const id = happen();
    const events: unknown[] = [];
    const { status } = await handlerWith({ onEvent: (event) => void events.push(event) })(delivery({ id }));
    expect([status, events]).toEqual([200, [await requester.events.get(id)]]);
  });

  test('of an event of an unexpected shape is handed on as follow gives it', async () => {
    const id = happen();
    const odd = async (url: string, init: RequestInit): Promise<Response> => {
      const text = await (await sandbox.fetch(url, init)).text();
      return new Response(text.replaceAll('"language_id":"', '"language_id":5,"was":"'));
    };
    const { baseUrl, accessToken } = sandbox;
    const strict = new Requester({ baseUrl, accessToken, fetch: odd, retries: 0, logLevel: 'silent' });
    const events: unknown[] = [];
    const onEvent = (event: unknown): void => void events.push(event);
    const { status } = await handlerWith({ requester: strict, onEvent })(delivery({ id }));
    expect([status, events]).toMatchObject([200, [{ id, question: { language_id: 5 } }]]);
    for await (const event of strict.events.follow({ from: 'beginning' })) {
      expect(events).toEqual([event]);
      break;
    }
    await expect(strict.events.get(id)).rejects.toMatchObject({ name: 'UnexpectedAnswerError' });
  });

  test('is a hint: only its id is used', async () => {
    const id = happen();
    const events: { type: string }[] = [];
    const handler = handlerWith({ onEvent: (event) => void events.push(event) });
    await handler(delivery({ id, type: 'simple_question.finished', question: { status: 4 } }));
    expect(events.map(({ type }) => type)).toEqual(['simple_question.created']);
  });

  test('is answered only when onEvent is over', async () => {
    let finish: () => void = () => undefined;
    const working = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let answered = false;
    const answer = handlerWith({ onEvent: () => working })(delivery({ id: happen() }));
    void answer.then(() => {
      answered = true;
    });
    await expect.poll(() => reads()).toBe(1);
    const before = answered;
    finish();
    expect([before, (await answer).status]).toEqual([false, 200]);
  });

  test('in three copies at once is handed on once, and each is answered with 200', async () => {
    const id = happen();
    const handler = handlerWith();
    const answers = await Promise.all([1, 2, 3].map(() => handler(delivery({ id }))));
    expect([answers.map(({ status }) => status), handled]).toEqual([[200, 200, 200], [id]]);
  });

  test('in three copies at once of which the handling fails is answered with 500 each time', async () => {
    const onEvent = vi.fn(() => Promise.reject(new Error('no')));
    const handler = handlerWith({ onEvent });
    const id = happen();
    const answers = await Promise.all([1, 2, 3].map(() => handler(delivery({ id }))));
    expect(answers.map(({ status }) => status)).toEqual([500, 500, 500]);
    expect(onEvent).toHaveBeenCalledTimes(1);
  });

  test('that is repeated later is answered with 200 and not handed on again', async () => {
    const id = happen();
    const handler = handlerWith();
    await handler(delivery({ id }));
    expect((await handler(delivery({ id, retry_count: 1 }))).status).toBe(200);
    expect(handled).toEqual([id]);
  });

  test('out of order is handed on as it comes', async () => {
    happen(3);
    const [first = 0, second = 0, third = 0] = sandbox.events.ids();
    const handler = handlerWith();
    for (const id of [third, first, second, first]) await handler(delivery({ id }));
    expect(handled).toEqual([third, first, second]);
  });

  test('whose handling failed is handed on again when it is repeated', async () => {
    const id = happen();
    const onEvent = vi.fn().mockRejectedValueOnce(new Error('not now'));
    const handler = handlerWith({ onEvent });
    const statuses = [(await handler(delivery({ id }))).status, (await handler(delivery({ id }))).status];
    expect([statuses, onEvent.mock.calls.length]).toEqual([[500, 200], 2]);
  });

  test('whose handling throws at once is answered with 500', async () => {
    const onEvent = () => {
      throw new Error('not now');
    };
    expect((await handlerWith({ onEvent })(delivery({ id: happen() }))).status).toBe(500);
  });

  test('while the service is down is answered with 500, and handed on when it is up again', async () => {
    const id = happen();
    const handler = handlerWith();
    const fault = sandbox.faults.add({ on: READ_BACK, times: 1e9, fault: { kind: 'status', status: 503 } });
    const down = await handler(delivery({ id }));
    fault.remove();
    const up = await handler(delivery({ id }));
    expect([down.status, up.status, handled]).toEqual([500, 200, [id]]);
  });
});

test('a delivery whose body something else has read is a 500, and is reported', async () => {
  const errors: unknown[] = [];
  const request = delivery({ id: happen() });
  await request.json();
  // What a function returns by the way, such as a length, is of no matter.
  const answer = await handlerWith({ onError: (error) => errors.push(error) })(request);
  expect(answer.status).toBe(500);
  expect(errors).toEqual([
    expect.objectContaining({ message: expect.stringMatching(/was read before.*express\.json\(\)/) }),
  ]);
});

describe('a request that is no delivery', () => {
  test('a forged event, which does not exist, is a 404 and not handed on', async () => {
    happen();
    const { status } = await handlerWith()(delivery({ id: 4_711, type: 'simple_question.finished' }));
    expect([status, handled]).toEqual([404, []]);
  });

  test('an event of another account is a 404 and not handed on', async () => {
    const { baseUrl, fetch, accounts } = sandbox;
    const another = new Requester({ baseUrl, fetch, accessToken: accounts[1]?.accessToken ?? '' });
    const { status } = await handlerWith({ requester: another })(delivery({ id: happen() }));
    expect([status, handled]).toEqual([404, []]);
  });

  test.each([
    ['no JSON', 'id=5'],
    ['null', 'null'],
    ['no id', '{}'],
    ['an id that is a text', '{"id": "5"}'],
    ['an id that is not an integer', '{"id": 5.5}'],
    ['an id below 1', '{"id": 0}'],
    ['an id that is too large to be exact', '{"id": 9007199254740993}'],
  ])('%s is a 400, and nothing is read', async (_, body) => {
    const { status } = await handlerWith()(delivery(body));
    expect([status, sandbox.requests]).toEqual([400, []]);
  });

  test('no body at all is a 400', async () => {
    expect((await handlerWith()(new Request(ADDRESS, { method: 'POST' }))).status).toBe(400);
  });

  test.each(['GET', 'PUT'])('%s is a 405 that names POST', async (method) => {
    const response = await handlerWith()(new Request(ADDRESS, { method }));
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });

  test('a body over 1 MiB that says so is a 413 before it is read', async () => {
    let pulled = 0;
    const body = new ReadableStream(
      {
        pull(controller) {
          pulled += 1;
          controller.enqueue(new Uint8Array(1024));
        },
      },
      { highWaterMark: 0 },
    );
    const headers = { 'content-length': String(1024 * 1024 + 1) };
    const request = streamed(body, headers);
    expect([(await handlerWith()(request)).status, pulled]).toEqual([413, 0]);
  });

  test.each([undefined, '5'])(
    'a body over 1 MiB with the content-length %s is a 413, and is read no further',
    async (length) => {
      let pulled = 0;
      let cancelled = false;
      const body = new ReadableStream({
        pull(controller) {
          pulled += 1;
          controller.enqueue(new Uint8Array(64 * 1024).fill(32));
        },
        cancel() {
          cancelled = true;
        },
      });
      const headers: HeadersInit = length === undefined ? {} : { 'content-length': length };
      const request = streamed(body, headers);
      expect((await handlerWith()(request)).status).toBe(413);
      expect(pulled).toBeLessThan(20);
      await expect.poll(() => cancelled).toBe(true);
    },
  );

  test('a body of just 1 MiB is taken', async () => {
    const id = happen();
    const text = JSON.stringify({ id, padding: '' });
    const padding = 'x'.repeat(1024 * 1024 - text.length);
    expect((await handlerWith()(delivery({ id, padding }))).status).toBe(200);
  });

  test('a body that says that it has just 1 MiB is taken', async () => {
    const request = delivery({ id: happen() });
    request.headers.set('content-length', String(1024 * 1024));
    expect((await handlerWith()(request)).status).toBe(200);
  });

  test('a body that does not arrive is a 408 after half a minute, and leaves no timer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"id":'));
      },
    });
    const request = streamed(body);
    const answer = handlerWith()(request);
    await vi.advanceTimersByTimeAsync(30_000);
    expect([(await answer).status, vi.getTimerCount()]).toEqual([408, 0]);
  });

  test('a body that breaks off is a 400', async () => {
    const body = new ReadableStream({
      pull(controller) {
        controller.error(new Error('gone'));
      },
    });
    const request = streamed(body);
    expect((await handlerWith()(request)).status).toBe(400);
  });

  test.each([
    ['an event', 'the event'],
    ['no event', 'nothing'],
  ])('an answer to %s has no body', async (_, what) => {
    const response = await handlerWith()(delivery(what === 'nothing' ? '' : { id: happen() }));
    expect(await response.text()).toBe('');
  });
});

describe('the secret', () => {
  const secret = 'a-long-secret';

  test.each([
    ['none', ''],
    ['a wrong one', '?secret=a-long-secreT'],
    ['a beginning', '?secret=a-long'],
    ['a longer one', '?secret=a-long-secret-'],
  ])('with %s a delivery is a 401, and nothing is read', async (_, query) => {
    const { status } = await handlerWith({ secret })(delivery({ id: happen() }, `${ADDRESS}${query}`));
    expect([status, sandbox.requests, handled]).toEqual([401, [], []]);
  });

  test('with the right one a delivery is handed on', async () => {
    const id = happen();
    const { status } = await handlerWith({ secret })(delivery({ id }, `${ADDRESS}?x=1&secret=a-long-secret`));
    expect([status, handled]).toEqual([200, [id]]);
  });

  test('one with characters that an address must escape is compared as it is', async () => {
    const id = happen();
    const odd = 'a&b=c d+é';
    const address = `${ADDRESS}?${new URLSearchParams({ secret: odd })}`;
    expect((await handlerWith({ secret: odd })(delivery({ id }, address))).status).toBe(200);
  });

  test('is compared in constant time', async () => {
    await handlerWith({ secret })(delivery({ id: happen() }, `${ADDRESS}?secret=wrong`));
    expect(vi.mocked(equal.equalsInConstantTime)).toHaveBeenCalledWith('wrong', secret);
  });
});

describe('the store of handled events', () => {
  /** A store as several processes would share it. */
  function sharedStore() {
    const states = new Map<number, 'busy' | 'handled'>();
    const claim = vi.fn(async (id: number): Promise<boolean | 'busy'> => {
      const state = states.get(id);
      if (state === undefined) states.set(id, 'busy');
      return state === 'busy' ? 'busy' : state === undefined;
    });
    const handled = vi.fn(async (id: number) => void states.set(id, 'handled'));
    const release = vi.fn(async (id: number) => void states.delete(id));
    return { claim, handled, release };
  }

  test('shared by two handlers, it keeps the second from handling what the first has handled', async () => {
    const seen = sharedStore();
    const [first, second] = [handlerWith({ seen }), handlerWith({ seen })];
    const id = happen();
    await first(delivery({ id }));
    expect([(await second(delivery({ id }))).status, handled]).toEqual([200, [id]]);
  });

  test('lets one of two handlers handle an event that comes to both at once; the other answers 503', async () => {
    const seen = sharedStore();
    const id = happen();
    const answers = await Promise.all(
      [handlerWith({ seen }), handlerWith({ seen })].map((each) => each(delivery({ id }))),
    );
    expect([answers.map(({ status }) => status), handled]).toEqual([[200, 503], [id]]);
  });

  test('is told that an event is handled only after onEvent', async () => {
    const seen = sharedStore();
    const heard: number[] = [];
    const id = happen();
    await handlerWith({ seen, onEvent: () => void heard.push(seen.handled.mock.calls.length) })(
      delivery({ id }),
    );
    expect([heard, seen.handled.mock.calls, seen.release.mock.calls]).toEqual([[0], [[id]], []]);
  });

  test('has an event released whose handling failed', async () => {
    const seen = sharedStore();
    const id = happen();
    await handlerWith({ seen, onEvent: () => Promise.reject(new Error('no')) })(delivery({ id }));
    expect([seen.handled.mock.calls, seen.release.mock.calls]).toEqual([[], [[id]]]);
  });

  test.each([
    ['could not be read', 503, 500],
    ['does not exist', 404, 404],
  ])('hears nothing of an event that %s', async (_, fault, status) => {
    sandbox.faults.add({ on: READ_BACK, fault: { kind: 'status', status: fault } });
    const seen = sharedStore();
    const id = happen();
    expect((await handlerWith({ seen })(delivery({ id }))).status).toBe(status);
    expect([seen.claim.mock.calls, seen.handled.mock.calls, seen.release.mock.calls]).toEqual([[], [], []]);
  });

  test('that fails makes the service deliver again, and the failure is reported', async () => {
    const error = new Error('no connection');
    const onError = vi.fn();
    const seen = { claim: () => Promise.reject(error) };
    expect((await handlerWith({ seen, onError })(delivery({ id: happen() }))).status).toBe(500);
    expect([handled, onError.mock.calls]).toEqual([[], [[error, undefined]]]);
  });

  test('that fails after onEvent does not make the service deliver again: the event is handled', async () => {
    const error = new Error('no connection');
    const onError = vi.fn();
    const release = vi.fn();
    const seen = { claim: () => true, handled: () => Promise.reject(error), release };
    const id = happen();
    expect((await handlerWith({ seen, onError })(delivery({ id }))).status).toBe(200);
    expect(onError.mock.calls).toEqual([[error, expect.objectContaining({ id })]]);
    expect(release).not.toHaveBeenCalled();
  });

  test('that fails to release an event does not hide why onEvent failed', async () => {
    const onError = vi.fn();
    const seen = { claim: () => true, release: () => Promise.reject(new Error('store')) };
    const onEvent = () => Promise.reject(new Error('work'));
    expect((await handlerWith({ seen, onError, onEvent })(delivery({ id: happen() }))).status).toBe(500);
    expect(onError.mock.calls.map(([error]) => (error as Error).message)).toEqual(['work', 'store']);
  });

  test('needs no other method than claim', async () => {
    const seen = { claim: vi.fn(() => true) };
    expect((await handlerWith({ seen })(delivery({ id: happen() }))).status).toBe(200);
    expect(handled).toHaveLength(1);
  });

  test('whose claim returns anything else makes the service deliver again', async () => {
    // What TypeScript would not let through.
    const seen = { claim: () => undefined as unknown as boolean };
    expect((await handlerWith({ seen })(delivery({ id: happen() }))).status).toBe(503);
    expect(handled).toEqual([]);
  });
});

describe('an onEvent that takes too long', () => {
  /** The work of each call, which the test ends. */
  function works() {
    const begun: { id: number; signal: AbortSignal; end: () => void; fail: (error: unknown) => void }[] = [];
    const onEvent: CallbackHandlerOptions['onEvent'] = ({ id }, { signal }) =>
      new Promise<void>((end, fail) => {
        begun.push({ id, signal, end, fail });
      });
    return { begun, onEvent };
  }

  const tick = () => new Promise((resolve) => setImmediate(resolve));

  /** Lets a delivery exceed onEventTimeout, which is 100 ms; from then on no time passes by itself. */
  async function givenUp(answer: Promise<Response>, begun: readonly unknown[]): Promise<number> {
    await expect.poll(() => begun, { interval: 1 }).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(100);
    return (await answer).status;
  }

  test('is answered with 503 after onEventTimeout, and its signal aborts with the reason', async () => {
    const { begun, onEvent } = works();
    const onError = vi.fn();
    const id = happen();
    const { status } = await handlerWith({ onEvent, onError, onEventTimeout: 100 })(delivery({ id }));
    const message = `onEvent did not end within onEventTimeout (100 ms) for event ${id}. Put long work into a queue, and end when the signal aborts.`;
    const reason = { name: 'TimeoutError', message, outcome: 'unknown' };
    expect([status, begun[0]?.signal.reason]).toEqual([503, expect.objectContaining(reason)]);
    expect(onError.mock.calls).toEqual([[expect.objectContaining(reason), expect.objectContaining({ id })]]);
  });

  test('is given up after 25 s if nothing else is said, and leaves no timer', async () => {
    const { begun, onEvent } = works();
    const answer = handlerWith({ onEvent })(delivery({ id: happen() }));
    await expect.poll(() => begun).toHaveLength(1);
    await expect.poll(() => reads()).toBe(1);
    begun[0]?.end();
    expect((await answer).status).toBe(200);

    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const late = handlerWith({ onEvent })(delivery({ id: happen() }));
    await expect.poll(() => begun, { interval: 0 }).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(24_000);
    expect(begun[1]?.signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([(await late).status, vi.getTimerCount()]).toEqual([503, 0]);
  });

  test.each(['succeeds', 'fails'])('leaves no timer when it %s in time', async (end) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const fake = { events: { get: async (id: number) => ({ id }) } } as unknown as Requester; // only this is used of it
    const onEvent = () => (end === 'fails' ? Promise.reject(new Error('no')) : undefined);
    const address = `${ADDRESS}?secret=sesame`;
    await handlerWith({ requester: fake, secret: 'sesame', onEvent })(delivery({ id: 5 }, address));
    expect(vi.getTimerCount()).toBe(0);
  });

  test('does not block the next delivery of its event', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { begun, onEvent } = works();
    const handler = handlerWith({ onEvent, onEventTimeout: 100 });
    const id = happen();
    expect(await givenUp(handler(delivery({ id })), begun)).toBe(503);
    const again = handler(delivery({ id, retry_count: 1 }));
    await expect.poll(() => begun, { interval: 1 }).toHaveLength(2);
    begun[1]?.end();
    expect((await again).status).toBe(200);
  });

  test('and succeeds later has handled the event: its next delivery is answered with 200', async () => {
    const { begun, onEvent } = works();
    const handler = handlerWith({ onEvent, onEventTimeout: 100 });
    const id = happen();
    await handler(delivery({ id }));
    begun[0]?.end();
    await tick();
    expect([(await handler(delivery({ id }))).status, begun.length]).toEqual([200, 1]);
  });

  test('and succeeds while the next delivery is handled marks nothing', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { begun, onEvent } = works();
    const handled = vi.fn();
    const states = [true, true, 'busy'] as const;
    let claims = 0;
    const seen = { claim: () => states[claims++] ?? false, handled };
    const handler = handlerWith({ onEvent, seen, onEventTimeout: 100 });
    const id = happen();
    await givenUp(handler(delivery({ id })), begun);
    const again = handler(delivery({ id }));
    await expect.poll(() => begun, { interval: 1 }).toHaveLength(2);
    begun[0]?.end();
    await tick();
    const before = handled.mock.calls.length;
    begun[1]?.end();
    expect([before, (await again).status, handled.mock.calls]).toEqual([0, 200, [[id]]]);
  });

  test('and fails later reports that too, and the event stays free', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { begun, onEvent } = works();
    const onError = vi.fn();
    const handler = handlerWith({ onEvent, onError, onEventTimeout: 100 });
    const id = happen();
    await givenUp(handler(delivery({ id })), begun);
    begun[0]?.fail(new Error('late'));
    await tick();
    const again = handler(delivery({ id }));
    await expect.poll(() => begun, { interval: 1 }).toHaveLength(2);
    begun[1]?.end();
    expect([(await again).status, onError.mock.calls.length]).toEqual([200, 2]);
  });

  test('and ends by its signal is reported once', async () => {
    const onError = vi.fn();
    const onEvent: CallbackHandlerOptions['onEvent'] = (_, { signal }) =>
      new Promise((__, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    await handlerWith({ onEvent, onError, onEventTimeout: 100 })(delivery({ id: happen() }));
    await tick();
    expect(onError).toHaveBeenCalledTimes(1);
  });
});

describe('what onEvent throws', () => {
  const failing = () => Promise.reject(new RangeError('no such shop'));

  test('reaches onError with the event', async () => {
    const onError = vi.fn();
    const id = happen();
    await handlerWith({ onEvent: failing, onError })(delivery({ id }));
    expect(onError.mock.calls).toEqual([[new RangeError('no such shop'), expect.objectContaining({ id })]]);
  });

  test.each([
    [
      'throws',
      () => {
        throw new Error('worse');
      },
    ],
    ['rejects', () => Promise.reject(new Error('worse'))],
  ])('is answered with 500 even when onError %s', async (_, onError) => {
    const { status } = await handlerWith({ onEvent: failing, onError })(delivery({ id: happen() }));
    expect(status).toBe(500);
  });

  test('reaches the logger of the Requester without an onError, with no secret in it', async () => {
    const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
    const { baseUrl, accessToken, fetch } = sandbox;
    const logging = new Requester({ baseUrl, accessToken, fetch, logger });
    const onEvent = () => Promise.reject(new RangeError('sesame-street is not open'));
    const secret = 'sesame-street';
    const id = happen();
    const handler = handlerWith({ requester: logging, onEvent, secret });
    await handler(delivery({ id }, `${ADDRESS}?secret=${secret}`));
    expect(logger.error.mock.calls).toEqual([
      [
        'an event could not be handled',
        {
          event: id,
          type: 'simple_question.created',
          error: 'RangeError',
          count: 1,
          message: '[redacted] is not open',
        },
      ],
    ]);
  });

  test('and is no Error reaches the logger by its type', async () => {
    const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
    const { baseUrl, accessToken, fetch } = sandbox;
    const logging = new Requester({ baseUrl, accessToken, fetch, logger });
    await handlerWith({ requester: logging, onEvent: () => Promise.reject('no') })(
      delivery({ id: happen() }),
    );
    expect(logger.error.mock.calls[0]?.[1]).toMatchObject({ error: 'string', message: '' });
  });

  test('works with a fake Requester that has no logger', async () => {
    const fake = { events: { get: async (id: number) => ({ id }) } } as unknown as Requester; // only this is used of it
    expect((await handlerWith({ requester: fake, onEvent: failing })(delivery({ id: 5 }))).status).toBe(500);
  });
});

test('why an event could not be read reaches onError, without an event', async () => {
  sandbox.faults.add({ on: READ_BACK, fault: { kind: 'status', status: 503 } });
  const onError = vi.fn();
  await handlerWith({ onError })(delivery({ id: happen() }));
  expect(onError.mock.calls).toEqual([[expect.objectContaining({ name: 'ServerError' }), undefined]]);
});

test('an event that does not exist is no error', async () => {
  const onError = vi.fn();
  await handlerWith({ onError })(delivery({ id: 4_711 }));
  expect(onError).not.toHaveBeenCalled();
});

describe('many deliveries at once', () => {
  /** A requester whose reads the test ends, and the most that were open at once. */
  function slowReads() {
    const open = new Set<() => void>();
    const counts = { most: 0, all: 0 };
    const get = (id: number) =>
      new Promise((resolve) => {
        const end = () => {
          open.delete(end);
          resolve({ id });
        };
        open.add(end);
        counts.all += 1;
        counts.most = Math.max(counts.most, open.size);
      });
    const fake = { events: { get } } as unknown as Requester; // only this is used of it
    const endAll = async (): Promise<void> => {
      while (open.size > 0) {
        for (const end of open) end();
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    return { requester: fake, counts, endAll };
  }

  test('are read four at a time', async () => {
    const { requester, counts, endAll } = slowReads();
    const handler = handlerWith({ requester, secret: 'sesame' });
    const answers = Array.from({ length: 20 }, (_, index) =>
      handler(delivery({ id: index + 1 }, `${ADDRESS}?secret=sesame`)),
    );
    await expect.poll(() => counts.most).toBe(4);
    await endAll();
    expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([200]));
    expect(counts).toEqual({ most: 4, all: 20 });
  });

  test('do not wait for an onEvent of another event', async () => {
    const handler = handlerWith({ onEvent: () => new Promise(() => undefined), onEventTimeout: 60_000 });
    happen(4);
    for (const id of sandbox.events.ids()) void handler(delivery({ id }));
    await expect.poll(() => reads()).toBe(4);
  });
});

describe('over the whole schedule of the service', () => {
  // A delivery without a secret occupies its place among four for a second: here for no time.
  beforeEach(() => {
    const { setTimeout } = globalThis;
    vi.spyOn(globalThis, 'setTimeout').mockImplementation((run, ms) =>
      setTimeout(run, ms === 1_000 ? 0 : ms),
    );
  });
  afterEach(() => void vi.restoreAllMocks());

  test('an event whose handling fails seven times is handled at the eighth repetition', async () => {
    let tries = 0;
    const onEvent = () => {
      tries += 1;
      if (tries < 9) throw new Error('not now');
    };
    sandbox.deliveries.to(handlerWith({ onEvent }));
    happen();
    await sandbox.deliveries.idle();
    await sandbox.clock.advance(WHOLE_SCHEDULE);
    const statuses = sandbox.deliveries.attempts.map(({ status }) => status);
    expect([tries, statuses]).toEqual([9, [500, 500, 500, 500, 500, 500, 500, 500, 200]]);
  });

  test('an event that is handled is not delivered again', async () => {
    sandbox.deliveries.to(handlerWith());
    happen();
    await sandbox.deliveries.idle();
    await sandbox.clock.advance(WHOLE_SCHEDULE);
    expect(sandbox.deliveries.attempts.map(({ status }) => status)).toEqual([200]);
  });

  test('every event is handled once although the service can not be read for three hours', async () => {
    sandbox.deliveries.to(handlerWith());
    const fault = sandbox.faults.add({ on: READ_BACK, times: 1e9, fault: { kind: 'drop-after' } });
    happen(20);
    await sandbox.clock.advance(3 * HOUR);
    fault.remove();
    happen(5);
    await sandbox.clock.advance(WHOLE_SCHEDULE);
    expect([...handled].sort((a, b) => a - b)).toEqual(sandbox.events.ids());
  });

  test('every event of a real order is handled once, whatever fails at random', async () => {
    let calls = 0;
    const onEvent = ({ id }: { id: number }) => {
      calls += 1;
      if (calls % 3 !== 0) throw new Error('not now');
      handled.push(id);
    };
    sandbox.deliveries.to(handlerWith({ onEvent }));
    const question = await requester.simple.questions.create({
      language_id: 'en',
      translated_language_id: 'ja',
      question_bodies: [{ body: 'one' }, { body: 'two' }],
    });
    sandbox.translators.translateOrder(question.id);
    await sandbox.clock.advance(WHOLE_SCHEDULE);
    expect(handled).toHaveLength(4);
    expect([...handled].sort((a, b) => a - b)).toEqual(sandbox.events.ids());
  });
});

describe('together with follow', () => {
  /** A loop over the log that would not poll by itself within a test. */
  async function following(wake: CallbackHandler['wake']) {
    const controller = new AbortController();
    const { signal } = controller;
    const loop = loopOver(requester.events.follow({ from: 'now', wake, interval: HOUR, signal }));
    // It rests after its first poll.
    await expect.poll(() => sandbox.requests.length).toBeGreaterThanOrEqual(2);
    return { loop, end: () => controller.abort() };
  }

  test('a delivery makes the stream poll at once', async () => {
    const handler = handlerWith();
    const { loop, end } = await following(handler.wake);
    sandbox.deliveries.to(handler);
    const id = happen();
    await expect.poll(() => loop.ids).toEqual([id]);
    end();
  });

  test('the stream gives events that were never delivered', async () => {
    const handler = handlerWith();
    const { loop, end } = await following(handler.wake);
    happen(3);
    sandbox.deliveries.to(handler);
    happen();
    await expect.poll(() => loop.ids).toEqual(sandbox.events.ids());
    expect(handled).toHaveLength(1);
    end();
  });

  test.each([
    ['a forged one', { id: 4_711 }],
    ['one that is no event', 'nonsense'],
  ])('%s wakes nobody', async (_, body) => {
    const handler = handlerWith();
    const rung = vi.fn();
    handler.wake.listen(rung);
    await handler(delivery(body));
    expect(rung).not.toHaveBeenCalled();
  });

  test('one whose handling fails wakes as well: the stream has its own loop', async () => {
    const handler = handlerWith({ onEvent: () => Promise.reject(new Error('no')) });
    const rung = vi.fn();
    handler.wake.listen(rung);
    await handler(delivery({ id: happen() }));
    expect(rung).toHaveBeenCalledTimes(1);
  });
});

describe('in a server', () => {
  test('it is a handler of Hono, with the address that the server was called by', async () => {
    const handler = handlerWith({ secret: 'sesame' });
    const app = new Hono().post('/events', ({ req }) => handler(req.raw));
    sandbox.deliveries.to(`${ADDRESS}?secret=sesame`, (request) => app.fetch(request));
    const id = happen();
    await sandbox.deliveries.idle();
    expect(handled).toEqual([id]);
  });

  test('it is a route handler of Next.js, which gives a second argument', async () => {
    const POST: (request: Request, context: object) => Promise<Response> = handlerWith();
    const id = happen();
    expect((await POST(delivery({ id }), { params: Promise.resolve({}) })).status).toBe(200);
  });
});

describe('wrong options', () => {
  test.each([
    ['requester', { requester: undefined }],
    ['requester', { requester: { events: {} } }],
    ['onEvent', { onEvent: undefined }],
    ['onEvent', { onEvent: 'log' }],
    ['secret', { secret: '' }],
    ['secret', { secret: 5 }],
    ['onEventTimeout', { onEventTimeout: 0 }],
    ['onEventTimeout', { onEventTimeout: '5s' }],
    ['onError', { onError: 'log' }],
    ['seen', { seen: { has: () => false, add: () => undefined } }],
    ['seen', { seen: new Map() }],
    ['seen.handled', { seen: { claim: vi.fn(), handled: 'yes' } }],
    ['seen.release', { seen: { claim: vi.fn(), release: null } }],
  ])('a wrong %s is an InputError at the call', (path, wrong) => {
    // What TypeScript would not let through.
    const call = () => handlerWith(wrong as Partial<CallbackHandlerOptions>);
    expect(call).toThrow(
      expect.objectContaining({ name: 'InputError', issues: [expect.objectContaining({ path })] }),
    );
  });

  test('no options at all are an InputError', () => {
    expect(() => Reflect.apply(createCallbackHandler, undefined, [])).toThrow(InputError);
  });
});
