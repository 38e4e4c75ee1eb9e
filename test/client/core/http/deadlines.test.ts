import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { path } from '../../../../src/client/core/http/address.js';
import { Deadline, DeadlineExpired, pause } from '../../../../src/client/core/http/deadline.js';
import { Http } from '../../../../src/client/core/http/http.js';
import { HTTP_OPTIONS, makeSettings } from '../../../../src/client/core/http/settings.js';
import type { Requester } from '../../../../src/index.js';
import { account, ok, organization } from '../../../fixtures.js';
import { answer, deafFetch, recordedFetch, rejection, requesterOn, TOKEN } from '../../../recorded-fetch.js';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** How long a call took on the fake clock, and what it was rejected with. */
async function timed(call: PromiseLike<unknown>): Promise<{ error: unknown; ms: number }> {
  const begun = performance.now();
  let ms = Number.NaN;
  const done = rejection(call).finally(() => {
    ms = performance.now() - begun;
  });
  await vi.runAllTimersAsync();
  return { error: await done, ms };
}

function endless(status = 200): Response {
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{"a":')),
  });
  return new Response(body, { status, headers: { 'content-type': 'application/json' } });
}

const create = (requester: Requester, options?: object) =>
  requester.organizations.create({ name: 'n' }, options);

/** A refusal of the service. */
const REFUSED = { success: false, message: 'Too many requests' };

describe('attemptTimeout', () => {
  test('ends an attempt of a fetch that ignores its signal', async () => {
    const requester = requesterOn(deafFetch, { attemptTimeout: 200, retries: 0 });
    expect(await timed(requester.account.get())).toMatchObject({
      ms: 200,
      error: { name: 'TimeoutError', message: expect.stringContaining('attemptTimeout') },
    });
  });

  test('lets a read be tried again', async () => {
    const fetch = recordedFetch(deafFetch, answer(account));
    const call = requesterOn(fetch, { attemptTimeout: 200 }).account.get();
    await vi.runAllTimersAsync();
    await expect(call).resolves.toEqual(account);
  });

  test('ends a write without a retry; its outcome is unknown', async () => {
    const fetch = recordedFetch(deafFetch);
    const { error } = await timed(create(requesterOn(fetch, { attemptTimeout: 200 })));
    expect(error).toMatchObject({ name: 'TimeoutError', outcome: 'unknown', status: undefined });
    expect(fetch.arrived).toHaveLength(1);
  });

  test('ends a body that never ends; whether a write was done is not known by its status', async () => {
    const fetch = recordedFetch(() => endless(201));
    const { error, ms } = await timed(create(requesterOn(fetch, { attemptTimeout: 200 })));
    expect(error).toMatchObject({ name: 'TimeoutError', outcome: 'unknown', status: 201 });
    expect(ms).toBe(200);
    expect(fetch.arrived).toHaveLength(1);
  });

  test('ends a failure whose body never ends; its outcome stays unknown', async () => {
    const fetch = recordedFetch(() => endless(500));
    const { error } = await timed(create(requesterOn(fetch, { attemptTimeout: 200 })));
    expect(error).toMatchObject({ name: 'TimeoutError', outcome: 'unknown', status: 500 });
  });

  test('of a call is used instead of that of the Requester', async () => {
    const requester = requesterOn(deafFetch, { attemptTimeout: 9_000, retries: 0 });
    expect(await timed(requester.account.get({ attemptTimeout: 50 }))).toMatchObject({ ms: 50 });
  });

  test('cancels the body that it stops reading', async () => {
    const cancel = vi.fn();
    const fetch = recordedFetch(() => new Response(new ReadableStream({ cancel })));
    await timed(requesterOn(fetch, { attemptTimeout: 200, retries: 0 }).account.get());
    expect(cancel).toHaveBeenCalled();
  });

  test('aborts the signal that fetch was given', async () => {
    const fetch = recordedFetch(deafFetch);
    await timed(requesterOn(fetch, { attemptTimeout: 200, retries: 0 }).account.get());
    expect(fetch.last.request.signal.aborted).toBe(true);
  });
});

describe('timeout', () => {
  test('covers attempts and the pauses between them', async () => {
    const fetch = recordedFetch(answer('', { status: 503 }));
    const requester = requesterOn(fetch, { timeout: 1_200, retries: 9 });
    const { error, ms } = await timed(requester.account.get());
    expect(error).toMatchObject({ name: 'TimeoutError', message: expect.stringContaining('timeout') });
    expect(ms).toBe(1_200);
    expect(fetch.arrived).toHaveLength(2);
  });

  test('covers the reading of the body', async () => {
    const requester = requesterOn(async () => endless(), { timeout: 300 });
    expect(await timed(requester.account.get())).toMatchObject({ ms: 300, error: { name: 'TimeoutError' } });
  });

  test('covers the wait for a slot; nothing was sent then', async () => {
    const fetch = recordedFetch(deafFetch);
    const requester = requesterOn(fetch, { maxConcurrency: 1 });
    const first = rejection(requester.account.get());
    const { error, ms } = await timed(create(requester, { timeout: 300 }));
    expect(error).toMatchObject({ name: 'TimeoutError', outcome: 'not_sent' });
    expect(ms).toBe(300);
    expect(fetch.arrived.map(({ method }) => method)).not.toContain('POST');
    await first;
  });

  test('covers a pause that the service asked for; the write was refused, not lost', async () => {
    const fetch = recordedFetch(answer(REFUSED, { status: 429, headers: { 'retry-after': '30' } }));
    const { error, ms } = await timed(create(requesterOn(fetch), { timeout: 5_000 }));
    expect(error).toMatchObject({ outcome: 'rejected', status: 429, retryAfter: 30_000 });
    expect(ms).toBeLessThanOrEqual(5_000);
    expect(fetch.arrived).toHaveLength(1);
  });

  test('ends the attempt in flight, and with it the call', async () => {
    const requester = requesterOn(deafFetch, { timeout: 500, attemptTimeout: 400, retries: 5 });
    const { error, ms } = await timed(requester.account.get());
    expect(error).toMatchObject({ name: 'TimeoutError' });
    expect(ms).toBe(500);
  });

  test('can be switched off', async () => {
    const requester = requesterOn(deafFetch, {
      timeout: Number.POSITIVE_INFINITY,
      attemptTimeout: 100,
      retries: 0,
    });
    expect(await timed(requester.account.get())).toMatchObject({ ms: 100 });
  });

  test('longer than a timer can be does not fire at once', async () => {
    let ended = false;
    const requester = requesterOn(deafFetch, { timeout: 2 ** 40, attemptTimeout: 2 ** 40 });
    void rejection(requester.account.get()).then(() => {
      ended = true;
    });
    await vi.advanceTimersByTimeAsync(1_000_000);
    expect(ended).toBe(false);
  });
});

describe('a call whose time is over before it is sent', () => {
  /** Lets time pass without a timer firing, as a busy process does. */
  const block = (ms: number): void => {
    const end = performance.now() + ms;
    vi.spyOn(performance, 'now').mockImplementation(() => end);
  };
  const NOT_SENT = { name: 'TimeoutError', outcome: 'not_sent', status: undefined };
  const organizations = answer({ ...ok, organization }, { status: 201 });

  test('since the process is busy while the token is asked for is not sent', async () => {
    const fetch = recordedFetch(organizations);
    const accessToken = () => {
      block(1_000);
      return TOKEN;
    };
    const call = create(requesterOn(fetch, { accessToken }), { timeout: 500 });
    expect(await rejection(call)).toMatchObject({
      ...NOT_SENT,
      message: expect.stringContaining('within 500 ms. Nothing was sent'),
    });
    expect(fetch.arrived).toEqual([]);
  });

  test('since the process is busy while it waits for a slot is not sent', async () => {
    const fetch = recordedFetch(async () => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      block(1_000);
      return answer(account);
    }, organizations);
    const requester = requesterOn(fetch, { maxConcurrency: 1 });
    const first = requester.account.get();
    const second = rejection(create(requester, { timeout: 500 }));
    await vi.advanceTimersByTimeAsync(100);
    await first;
    expect(await second).toMatchObject(NOT_SENT);
    expect(fetch.arrived).toHaveLength(1);
  });

  test('since the process is busy in a pause after a 429 is not sent again', async () => {
    const fetch = recordedFetch(
      answer(REFUSED, { status: 429, headers: { 'retry-after': '1' } }),
      organizations,
    );
    const call = rejection(create(requesterOn(fetch), { timeout: 5_000 }));
    await vi.advanceTimersByTimeAsync(500);
    block(10_000);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await call).toMatchObject({ name: 'TimeoutError', outcome: 'rejected', status: 429 });
    expect(fetch.arrived).toHaveLength(1);
  });

  test('since its token function is slow is not sent', async () => {
    const fetch = recordedFetch(organizations);
    const accessToken = () => new Promise<string>((resolve) => setTimeout(() => resolve(TOKEN), 1_000));
    const { error, ms } = await timed(create(requesterOn(fetch, { accessToken }), { timeout: 500 }));
    await vi.runAllTimersAsync();
    expect([error, ms, fetch.arrived]).toEqual([expect.objectContaining(NOT_SENT), 500, []]);
  });

  test.each([
    ['timeout', { timeout: 500 }],
    ['attemptTimeout', { attemptTimeout: 500 }],
  ])('since its body is slow is not sent after %s', async (_, options) => {
    const fetch = recordedFetch(organizations);
    const file = new File(['text'], 'a.txt');
    const slow = new Promise<ArrayBuffer>((resolve) => setTimeout(() => resolve(new ArrayBuffer(4)), 1_000));
    const http = new Http(
      makeSettings({ baseUrl: 'https://service.example', fetch }, { ...HTTP_OPTIONS }),
      TOKEN,
    );
    const plan = {
      name: 'files.upload',
      method: 'POST',
      path: path`/api/v1/my/files`,
      content: { value: async () => ({ body: new Blob([await slow, file]) }) },
      inspect: (value: unknown) => ({ value, mismatches: [] }),
      data: (value: unknown) => value,
    } as const;
    const { error, ms } = await timed(http.call(plan, options));
    await vi.runAllTimersAsync();
    expect(error).toMatchObject({ ...NOT_SENT, message: expect.stringContaining('within 500 ms. Nothing') });
    expect([ms, fetch.arrived]).toEqual([500, []]);
  });

  test.each([1, 0.001])(
    'with a timeout of %d ms is sent in time, or says that it was not',
    async (timeout) => {
      vi.useRealTimers();
      for (let round = 0; round < 50; round += 1) {
        const fetch = recordedFetch(deafFetch);
        const error = (await rejection(create(requesterOn(fetch), { timeout }))) as { outcome: string };
        expect(error.outcome).toBe(fetch.arrived.length === 0 ? 'not_sent' : 'unknown');
      }
    },
  );
});

describe.each([
  ['an Error', new Error('left the page')],
  ['null', null],
])('an abort with %s', (_, reason) => {
  const aborted = async (
    start: (signal: AbortSignal) => PromiseLike<unknown>,
    ms = 0,
  ): Promise<AbortSignal> => {
    const controller = new AbortController();
    const call = rejection(start(controller.signal));
    await vi.advanceTimersByTimeAsync(ms);
    controller.abort(reason);
    expect(await call).toBe(reason);
    return controller.signal;
  };

  test('before the call rejects with the reason, and nothing is sent', async () => {
    const fetch = recordedFetch(answer(account));
    const call = requesterOn(fetch).account.get({ signal: AbortSignal.abort(reason) });
    expect(await rejection(call)).toBe(reason);
    expect(fetch.arrived).toEqual([]);
  });

  test('in flight rejects with the reason', async () => {
    await aborted((signal) => requesterOn(deafFetch).account.get({ signal }));
  });

  test('of a write in flight rejects with the reason', async () => {
    await aborted((signal) => create(requesterOn(deafFetch), { signal }));
  });

  test('while the body is read rejects with the reason', async () => {
    await aborted((signal) => requesterOn(async () => endless()).account.get({ signal }), 10);
  });

  test('in a pause rejects with the reason, and nothing more is sent', async () => {
    const fetch = recordedFetch(answer('', { status: 503 }));
    await aborted((signal) => requesterOn(fetch).account.get({ signal }), 10);
    await vi.runAllTimersAsync();
    expect(fetch.arrived).toHaveLength(1);
  });

  test('in the moment in which the answer fails rejects with the reason', async () => {
    const controller = new AbortController();
    const hooks = { onResponse: () => controller.abort(reason) };
    const requester = requesterOn(recordedFetch(answer('', { status: 404 })), { hooks });
    expect(await rejection(requester.account.get({ signal: controller.signal }))).toBe(reason);
  });

  test('in the queue rejects with the reason, and it is never sent', async () => {
    const fetch = recordedFetch(deafFetch);
    const requester = requesterOn(fetch, { maxConcurrency: 1, attemptTimeout: 100, retries: 0 });
    const first = rejection(requester.account.get());
    await aborted((signal) => create(requester, { signal }), 10);
    await vi.runAllTimersAsync();
    await first;
    expect(fetch.arrived.map(({ method }) => method)).toEqual(['GET']);
  });

  test('of a listing rejects with the reason', async () => {
    await aborted((signal) => requesterOn(deafFetch).questions.list({}, { signal }).toArray({ max: 5 }));
  });
});

describe('after a call', () => {
  const outcomes: readonly (readonly [string, typeof globalThis.fetch])[] = [
    ['succeeded', async () => answer(account)],
    ['was refused', async () => answer({ success: false, message: 'no' }, { status: 404 })],
    ['failed and was tried again', recordedFetch(answer('', { status: 500 }), answer(account))],
    ['timed out', deafFetch],
    ['could not connect', () => Promise.reject(new TypeError('fetch failed'))],
    ['got a body without end', async () => endless()],
  ];

  test.each(outcomes)('that %s no listener is left on the signal and no timer', async (_, fetch) => {
    const { signal } = new AbortController();
    const settled = Promise.allSettled([requesterOn(fetch).account.get({ signal })]);
    await vi.runAllTimersAsync();
    await settled;
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('that was aborted in the queue no timer is left', async () => {
    const requester = requesterOn(
      recordedFetch(answer('', { status: 429, headers: { 'retry-after': '5' } })),
    );
    const controllers = [new AbortController(), new AbortController()];
    const calls = controllers.map(({ signal }) => rejection(requester.account.get({ signal })));
    await vi.advanceTimersByTimeAsync(10);
    const third = new AbortController();
    calls.push(rejection(requester.account.get({ signal: third.signal })));
    for (const controller of [...controllers, third]) controller.abort();
    await Promise.all(calls);
    expect(vi.getTimerCount()).toBe(0);
  });
});

test('an answer that comes after the end has its body cancelled', async () => {
  const cancel = vi.fn();
  const late = new Promise<Response>((resolve) => {
    setTimeout(() => resolve(new Response(new ReadableStream({ cancel }))), 500);
  });
  await timed(requesterOn(() => late, { timeout: 100 }).account.get());
  await vi.runAllTimersAsync();
  expect(cancel).toHaveBeenCalledTimes(1);
});

test('a failure that comes after the end is ignored', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  const late = (): Promise<Response> =>
    new Promise((_, reject) => {
      setTimeout(() => reject(new Error('late')), 500);
    });
  await timed(requesterOn(late, { timeout: 100 }).account.get());
  await vi.runAllTimersAsync();
  vi.useRealTimers();
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

describe('Deadline', () => {
  test('that has ended rejects every later race', async () => {
    const deadline = new Deadline(10);
    await vi.runAllTimersAsync();
    expect(await rejection(deadline.race(Promise.resolve('late')))).toEqual(new DeadlineExpired(10));
  });

  test('without its time limit does not end by time', async () => {
    const deadline = new Deadline(10);
    deadline.removeTimeLimit(undefined);
    await vi.advanceTimersByTimeAsync(100);
    expect(deadline.signal.aborted).toBe(false);
  });
});

test('a pause longer than a timer can be does not end at once', async () => {
  let ended = false;
  void pause(2 ** 40, new Deadline(Number.POSITIVE_INFINITY)).then(() => {
    ended = true;
  });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ended).toBe(false);
});

test('an answer that came in time is returned', async () => {
  const fetch = recordedFetch(answer({ ...ok, organization }, { status: 201 }));
  await expect(create(requesterOn(fetch))).resolves.toEqual(organization);
});

test('a deadline further away than a timer reaches ends when its time is over, not before', async () => {
  const month = 30 * 24 * 60 * 60 * 1_000;
  const deadline = new Deadline(month);
  await vi.advanceTimersByTimeAsync(month - 1);
  expect(deadline.signal.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(deadline.signal.aborted).toBe(true);
});
