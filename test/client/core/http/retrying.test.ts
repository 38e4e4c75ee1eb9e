import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { RateLimitError, type Requester } from '../../../../src/index.js';
import { account, ok, organization, projectQuote, simpleQuote, source } from '../../../fixtures.js';
import {
  answer,
  deafFetch,
  networkError,
  type RecordedFetch,
  type Reply,
  recordedFetch,
  requesterOn,
} from '../../../recorded-fetch.js';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** A fetch whose requests are kept with the time of each, in ms from the first. */
function clocked(...replies: readonly Reply[]): { fetch: RecordedFetch; times: number[] } {
  const times: number[] = [];
  const fetch = recordedFetch(...replies);
  const from = performance.now();
  const wrapped = (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    times.push(performance.now() - from);
    return fetch(input, init);
  };
  return { fetch: Object.assign(wrapped as RecordedFetch, { arrived: fetch.arrived }), times };
}

const { setImmediate } = globalThis;

async function settled(call: PromiseLike<unknown>): Promise<PromiseSettledResult<unknown>> {
  let result: PromiseSettledResult<unknown> | undefined;
  void Promise.allSettled([call]).then(([only]) => {
    result = only;
  });
  // A Blob is read by real input and output, which no fake clock moves: time must not run ahead of it.
  while (result === undefined) {
    await vi.advanceTimersByTimeAsync(100);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return result;
}

const order = { language_id: 'ja', translated_language_id: 'en' };
const reads: readonly (readonly [string, (r: Requester) => PromiseLike<unknown>, unknown])[] = [
  ['a GET', (r) => r.account.get(), account],
  [
    'projects.check',
    (r) => r.projects.check({ ...order, questions: [{ type: 'string', body: 'b' }] }),
    { ...ok, project: projectQuote },
  ],
  [
    'simple.questions.check',
    (r) => r.simple.questions.check({ ...order, question_bodies: [{ body: 'b' }] }),
    { ...ok, question: simpleQuote },
  ],
];
const writes: readonly (readonly [string, (r: Requester) => PromiseLike<unknown>])[] = [
  ['a POST', (r) => r.organizations.create({ name: 'n' })],
  ['a PUT', (r) => r.comments.update(1, 2, { body: 'b' })],
  ['a DELETE', (r) => r.comments.delete(1, 2)],
  ['an upload', (r) => r.files.upload(new File(['x'], 'a.txt'))],
];
const REFUSED = { success: false, message: 'Too many requests' };
const refused = () => answer(REFUSED, { status: 429, headers: { 'retry-after': '2' } });
const cut = () => answer('{"success":tr');

describe.each(reads)('%s', (_, call, body) => {
  // One of each class, here and below: which statuses pass is a decision of its own.
  test.each([425, 503])('is tried again after %i', async (status) => {
    const fetch = recordedFetch(answer('', { status }), answer(body));
    await expect(settled(call(requesterOn(fetch)))).resolves.toHaveProperty('status', 'fulfilled');
    expect(fetch.arrived).toHaveLength(2);
  });

  test.each([404, 501])('is not tried again after %i', async (status) => {
    const fetch = recordedFetch(answer('', { status }), answer(body));
    await settled(call(requesterOn(fetch)));
    expect(fetch.arrived).toHaveLength(1);
  });

  test.each(['ECONNRESET', 'ECONNREFUSED', undefined])('is tried again after %s', async (code) => {
    const fetch = recordedFetch(networkError(code), answer(body));
    await expect(settled(call(requesterOn(fetch)))).resolves.toHaveProperty('status', 'fulfilled');
  });

  test('is tried again after an attempt timed out', async () => {
    const fetch = recordedFetch(deafFetch, answer(body));
    await expect(settled(call(requesterOn(fetch)))).resolves.toHaveProperty('status', 'fulfilled');
  });

  test('is tried at most three times by default', async () => {
    const fetch = recordedFetch(answer('', { status: 503 }));
    await expect(settled(call(requesterOn(fetch)))).resolves.toMatchObject({
      reason: { name: 'ServerError' },
    });
    expect(fetch.arrived).toHaveLength(3);
  });

  test('is tried once with retries: 0', async () => {
    const fetch = recordedFetch(answer('', { status: 503 }));
    await settled(call(requesterOn(fetch, { retries: 0 })));
    expect(fetch.arrived).toHaveLength(1);
  });
});

describe.each(writes)('%s', (_, call) => {
  test.each([408, 425, 503])('is not repeated after %i', async (status) => {
    const fetch = recordedFetch(answer('', { status, headers: { 'retry-after': '1' } }));
    await settled(call(requesterOn(fetch, { retries: 9 })));
    expect(fetch.arrived).toHaveLength(1);
  });

  test.each([
    ['a reset', networkError('ECONNRESET')],
    ['a failure without a code', networkError()],
    ['an attempt that timed out', deafFetch],
    ['an answer that was cut short', cut],
    ['an empty answer', answer('', { status: 201 })],
    ['a redirect', new Response(null, { status: 307, headers: { location: '/' } })],
  ])('is not repeated after %s', async (_name, reply) => {
    const fetch = recordedFetch(reply);
    await settled(call(requesterOn(fetch, { retries: 9 })));
    expect(fetch.arrived).toHaveLength(1);
  });

  test('is sent again after a refused connection, since nothing was sent', async () => {
    const fetch = recordedFetch(networkError('ECONNREFUSED'));
    await settled(call(requesterOn(fetch)));
    expect(fetch.arrived).toHaveLength(3);
  });

  test('is sent again after a 429, with the same body', async () => {
    const fetch = recordedFetch(refused, answer('', { status: 400 }));
    await settled(call(requesterOn(fetch)));
    expect(fetch.arrived).toHaveLength(2);
    expect(withoutBoundary(fetch.arrived[1]?.text)).toEqual(withoutBoundary(fetch.arrived[0]?.text));
  });

  test('is sent again after a 425 of the service, which has not begun with it', async () => {
    const early = { success: false, message: 'Too early' };
    const fetch = recordedFetch(answer(early, { status: 425 }), answer('', { status: 400 }));
    await settled(call(requesterOn(fetch)));
    expect(fetch.arrived).toHaveLength(2);
  });

  test('is sent again after a 429 without Retry-After', async () => {
    const fetch = recordedFetch(answer(REFUSED, { status: 429 }), answer('', { status: 400 }));
    await settled(call(requesterOn(fetch)));
    expect(fetch.arrived).toHaveLength(2);
  });

  test.each(['', '{"message":"API rate limit exceeded"}', '<h1>Too many requests</h1>'])(
    'is not sent again after a 429 that may not be of the service: %j',
    async (body) => {
      const fetch = recordedFetch(answer(body, { status: 429 }));
      const [ended] = await Promise.allSettled([call(requesterOn(fetch))]);
      expect(ended).toMatchObject({ reason: { name: 'RateLimitError', outcome: 'unknown' } });
      expect(fetch.arrived).toHaveLength(1);
    },
  );
});

function withoutBoundary(text: string | undefined): string | undefined {
  return text?.replaceAll(/--[\w-]{20,}/g, '--');
}

test('an upload of a stream is sent once, even where nothing was sent', async () => {
  for (const reply of [networkError('ECONNREFUSED'), refused, answer('', { status: 503 })]) {
    const fetch = recordedFetch(reply);
    const requester = requesterOn(fetch, { retries: 9 });
    await settled(requester.files.upload(new Blob(['x']).stream(), { filename: 'a.txt' }));
    expect(fetch.arrived).toHaveLength(1);
  }
});

test('an upload of a Blob is sent again whole after a 429', async () => {
  const fetch = recordedFetch(refused, answer({ ...ok, question_source: source }));
  await settled(
    requesterOn(fetch).files.upload(new File(['content'], 'a.txt'), { onProgress: () => undefined }),
  );
  expect(fetch.arrived.map(({ text }) => text?.includes('content'))).toEqual([true, true]);
});

describe('Retry-After', () => {
  test('is waited for in full before a read is tried again', async () => {
    const { fetch, times } = clocked(
      answer('', { status: 503, headers: { 'retry-after': '3' } }),
      answer(account),
    );
    await settled(requesterOn(fetch).account.get());
    expect(times).toEqual([0, 3_000]);
  });

  test('as a date is waited for in full', async () => {
    const until = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 5_000);
    const { fetch } = clocked(
      answer('', { status: 503, headers: { 'retry-after': until.toUTCString() } }),
      () => {
        arrivedAt = Date.now();
        return answer(account);
      },
    );
    let arrivedAt = 0;
    await settled(requesterOn(fetch).account.get());
    expect(arrivedAt).toBeGreaterThanOrEqual(until.getTime());
  });

  test.each(['0', '-5', 'soon', 'Thu, 01 Jan 1970 00:00:00 GMT'])(
    'of %j keeps the backoff',
    async (header) => {
      const { fetch, times } = clocked(
        answer('', { status: 503, headers: { 'retry-after': header } }),
        answer(account),
      );
      await settled(requesterOn(fetch).account.get());
      expect(times).toEqual([0, 250]);
    },
  );

  test('beyond maxRetryAfter is not waited for by a read', async () => {
    const { fetch, times } = clocked(answer('', { status: 503, headers: { 'retry-after': '61' } }));
    const result = await settled(requesterOn(fetch).account.get());
    expect(result).toMatchObject({ reason: { name: 'ServerError', retryAfter: 61_000 } });
    expect(times).toEqual([0]);
  });
});

describe('a 429', () => {
  test('pauses every call of the client until it may call again', async () => {
    const { fetch, times } = clocked(refused, answer(account));
    const requester = requesterOn(fetch);
    const first = requester.account.get();
    await vi.advanceTimersByTimeAsync(100);
    const others = Promise.allSettled([first, requester.account.get(), requester.account.get()]);
    await vi.runAllTimersAsync();
    await others;
    expect(times.slice(1).every((time) => time >= 2_000)).toBe(true);
    expect(times).toHaveLength(4);
  });

  test('pauses no call of another account of the same client', async () => {
    const { fetch, times } = clocked(refused, answer(account));
    const requester = requesterOn(fetch);
    const first = requester.account.get();
    await vi.advanceTimersByTimeAsync(100);
    await settled(Promise.all([first, requester.withAccessToken('another-token').account.get()]));
    expect([times.length, times[1], Number(times[2]) >= 2_000]).toEqual([3, 100, true]);
  });

  test('pauses the others even when its own call has no attempts left', async () => {
    const { fetch, times } = clocked(refused, answer(account));
    const requester = requesterOn(fetch);
    const first = settled(requester.account.get({ retries: 0 }));
    await first;
    await settled(requester.account.get());
    expect(times[1]).toBeGreaterThanOrEqual(2_000);
  });

  test('beyond maxRetryAfter fails only its own call, with the time in the error', async () => {
    const { fetch, times } = clocked(
      answer({}, { status: 429, headers: { 'retry-after': '3600' } }),
      answer(account),
    );
    const requester = requesterOn(fetch);
    const first = await settled(requester.account.get());
    expect(first).toMatchObject({ reason: { name: 'RateLimitError', retryAfter: 3_600_000 } });
    await expect(settled(requester.account.get())).resolves.toHaveProperty('status', 'fulfilled');
    expect(times[1]).toBeLessThan(1_000);
  });

  test('after the last attempt is the error of the call', async () => {
    const { fetch, times } = clocked(refused);
    const result = await settled(requesterOn(fetch).account.get());
    expect(result).toHaveProperty('reason', expect.any(RateLimitError));
    expect(times).toEqual([0, 2_000, 4_000]);
  });

  test('alone pauses the other calls: a 425 does not', async () => {
    const early = answer({}, { status: 425, headers: { 'retry-after': '2' } });
    const { fetch, times } = clocked(early, answer(account));
    const requester = requesterOn(fetch);
    const first = requester.account.get();
    await vi.advanceTimersByTimeAsync(100);
    await settled(Promise.all([first, requester.account.get()]));
    expect(times.map((time) => time >= 2_000)).toEqual([false, false, true]);
  });

  test('without Retry-After is followed by a backoff', async () => {
    const { fetch, times } = clocked(answer({}, { status: 429 }), answer(account));
    await settled(requesterOn(fetch).account.get());
    expect(times).toEqual([0, 250]);
  });

  test('longer than a timer can be makes the other calls wait without a busy loop', async () => {
    const set = vi.spyOn(globalThis, 'setTimeout');
    const asked = String(2 ** 40);
    const { fetch } = clocked(answer({}, { status: 429, headers: { 'retry-after': asked } }));
    const requester = requesterOn(fetch, { maxRetryAfter: Number.POSITIVE_INFINITY, retries: 0 });
    await vi.advanceTimersByTimeAsync(0);
    const calls = Promise.allSettled([requester.account.get()]);
    await vi.advanceTimersByTimeAsync(100);
    const waiting = Promise.allSettled([requester.account.get({ timeout: 5_000 })]);
    await vi.advanceTimersByTimeAsync(5_000);
    await Promise.all([calls, waiting]);
    expect(set.mock.calls.length).toBeLessThan(20);
    expect(set.mock.calls.every(([, ms]) => (ms ?? 0) < 2 ** 31)).toBe(true);
  });
});

test('the answer has the number of attempts', async () => {
  const fetch = recordedFetch(answer('', { status: 503 }), answer('', { status: 503 }), answer(account));
  const result = await settled(requesterOn(fetch).account.get().withResponse());
  expect(result).toMatchObject({ value: { attempts: 3 } });
});

test('every attempt of a write has the token in its body', async () => {
  const fetch = recordedFetch(refused, answer({ ...ok, organization }, { status: 201 }));
  await settled(requesterOn(fetch).organizations.create({ name: 'n' }));
  expect(fetch.arrived[1]?.json).toEqual(fetch.arrived[0]?.json);
});
