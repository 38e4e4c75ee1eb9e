import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Semaphore } from '../../../../src/base/concurrency.js';
import { Deadline } from '../../../../src/client/core/http/deadline.js';
import { account } from '../../../fixtures.js';
import { answer, networkError, rejection, requesterOn } from '../../../recorded-fetch.js';
import { runs } from '../../../runs.js';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const never = (): Deadline => new Deadline(Number.POSITIVE_INFINITY);

/** What one attempt does, and after how long. */
const work = fc.record({
  ms: fc.nat(50),
  end: fc.constantFrom('answer', 'refusal', 'failure', 'reset', 'abort', 'html', 'hang'),
});

function reply({ ms, end }: { ms: number; end: string }): Promise<Response> {
  return new Promise((resolve, reject) => {
    setTimeout(() => {
      if (end === 'reset') reject(networkError('ECONNRESET'));
      else if (end === 'refusal') resolve(answer({}, { status: 404 }));
      else if (end === 'failure') resolve(answer('', { status: 500 }));
      else if (end === 'html') resolve(answer('<p>'));
      else if (end !== 'hang' && end !== 'abort') resolve(answer(account));
    }, ms);
  });
}

/** A fetch that knows how many of its requests were ever in flight at once. */
function counting() {
  let active = 0;
  let peak = 0;
  const fetch = async (): Promise<Response> => {
    active += 1;
    peak = Math.max(peak, active);
    await new Promise((resolve) => setImmediate(resolve));
    active -= 1;
    return answer(account);
  };
  return { fetch, peak: () => peak };
}

describe('maxConcurrency', () => {
  test('is never exceeded, and every slot is released, whatever happens', async () => {
    vi.useFakeTimers();
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.array(work, { minLength: 1, maxLength: 25 }),
        async (most, works) => {
          let active = 0;
          let peak = 0;
          const left = [...works];
          const fetch = (_: string, { signal }: RequestInit): Promise<Response> => {
            active += 1;
            peak = Math.max(peak, active);
            const ended = new Promise<never>((_, reject) =>
              signal?.addEventListener('abort', () => reject(signal.reason)),
            );
            return Promise.race([reply(left.shift() ?? { ms: 0, end: 'answer' }), ended]).finally(() => {
              active -= 1;
            });
          };
          const requester = requesterOn(fetch, { maxConcurrency: most, attemptTimeout: 100 });
          const calls = works.map(({ ms, end }) => {
            const controller = new AbortController();
            if (end === 'abort') setTimeout(() => controller.abort(), ms);
            return requester.account.get({ signal: controller.signal, retries: 1 });
          });
          const settled = Promise.allSettled(calls);
          await vi.runAllTimersAsync();
          await settled;
          expect(peak).toBeLessThanOrEqual(most);
          left.length = 0;
          const after = Array.from({ length: most }, () => requester.account.get());
          const answered = Promise.all(after);
          await vi.runAllTimersAsync();
          await expect(answered).resolves.toHaveLength(most);
        },
      ),
      runs(60),
    );
  });

  test('serves requests in the order in which they came', async () => {
    const served: string[] = [];
    const fetch = async (url: string): Promise<Response> => {
      served.push(new URL(url).pathname.split('/').at(-1) ?? '');
      return answer({}, { status: 404 });
    };
    const requester = requesterOn(fetch, { maxConcurrency: 2 });
    await Promise.allSettled([1, 2, 3, 4, 5, 6].map((id) => requester.questions.get(id)));
    expect(served).toEqual(['1', '2', '3', '4', '5', '6']);
  });

  test('is shared by the Requesters of other accounts', async () => {
    const { fetch, peak } = counting();
    const requester = requesterOn(fetch, { maxConcurrency: 2 });
    const other = requester.withAccessToken('another-token');
    const third = other.withAccessToken('a-third-token');
    await Promise.all([requester, other, third, requester, other, third].map((one) => one.account.get()));
    expect(peak()).toBe(2);
  });

  test('is separate for other Requesters', async () => {
    const { fetch, peak } = counting();
    const [one, other] = [
      requesterOn(fetch, { maxConcurrency: 1 }),
      requesterOn(fetch, { maxConcurrency: 1 }),
    ];
    await Promise.all([one.account.get(), other.account.get()]);
    expect(peak()).toBe(2);
  });
});

describe('Semaphore', () => {
  test('gives the slot to the next request when a waiting one gives up', async () => {
    const concurrency = new Semaphore(1);
    concurrency.tryAcquire();
    const [first, second] = [never(), never()];
    const controller = new AbortController();
    const gone = rejection(concurrency.acquire(new Deadline(Number.POSITIVE_INFINITY, controller.signal)));
    const waiting = [concurrency.acquire(first), concurrency.acquire(second)];
    controller.abort('gone');
    expect(await gone).toBe('gone');
    concurrency.release();
    await waiting[0];
    concurrency.release();
    await expect(waiting[1]).resolves.toBeUndefined();
  });

  test('loses no slot that becomes free while a request gives up', async () => {
    const concurrency = new Semaphore(1);
    concurrency.tryAcquire();
    const controller = new AbortController();
    const gone = rejection(concurrency.acquire(new Deadline(Number.POSITIVE_INFINITY, controller.signal)));
    const next = concurrency.acquire(never());
    concurrency.release();
    controller.abort('gone');
    await gone;
    await expect(next).resolves.toBeUndefined();
  });

  test('gives no slot to a new request while others wait', () => {
    const concurrency = new Semaphore(2);
    concurrency.tryAcquire();
    concurrency.tryAcquire();
    void concurrency.acquire(never());
    expect(concurrency.tryAcquire()).toBe(false);
  });

  test('starts no request in a pause, and all of them after it', async () => {
    vi.useFakeTimers();
    const concurrency = new Semaphore(3);
    concurrency.pause(1_000);
    let started = 0;
    for (const _ of [1, 2, 3]) {
      void concurrency.acquire(never()).then(() => {
        started += 1;
      });
    }
    await vi.advanceTimersByTimeAsync(999);
    expect(started).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(started).toBe(3);
  });

  test('is not shortened by a shorter pause', async () => {
    vi.useFakeTimers();
    const concurrency = new Semaphore(1);
    concurrency.pause(1_000);
    concurrency.pause(10);
    await vi.advanceTimersByTimeAsync(500);
    expect(concurrency.tryAcquire()).toBe(false);
  });

  test('lets no new request overtake those that wait for the end of a pause, even before its timer has fired', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    const concurrency = new Semaphore(1);
    concurrency.pause(100);
    let started = false;
    const waiting = concurrency.acquire(new Deadline(Number.POSITIVE_INFINITY)).then(() => {
      started = true;
    });
    now.mockReturnValue(101);
    expect(concurrency.tryAcquire()).toBe(false);
    await vi.advanceTimersByTimeAsync(100);
    await waiting;
    expect(started).toBe(true);
  });
});
