import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Requester, TimeoutError } from '../../../../src/index.js';
import { account } from '../../../fixtures.js';
import { answer, networkError, rejection, requesterOn, TOKEN } from '../../../recorded-fetch.js';
import { runs } from '../../../runs.js';
import { settle, slowService, start } from './slow-service.js';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

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
    const another = requester.withAccessToken('another-token');
    const third = another.withAccessToken('a-third-token');
    await Promise.all(
      [requester, another, third, requester, another, third].map((each) => each.account.get()),
    );
    expect(peak()).toBe(2);
  });

  test('is separate for other Requesters', async () => {
    const { fetch, peak } = counting();
    const [first, second] = [
      requesterOn(fetch, { maxConcurrency: 1 }),
      requesterOn(fetch, { maxConcurrency: 1 }),
    ];
    await Promise.all([first.account.get(), second.account.get()]);
    expect(peak()).toBe(2);
  });
});

const file = new File(['text'], 'a.txt');

describe('one account', () => {
  const people = (maxConcurrency = 8) => {
    const service = slowService();
    const server = requesterOn(service.fetch, { maxConcurrency });
    const [ann, ben, cho] = ['ann', 'ben', 'cho'].map((token) => server.withAccessToken(token)) as [
      Requester,
      Requester,
      Requester,
    ];
    return { service, server, ann, ben, cho };
  };

  test('with slow uploads stops neither other accounts, nor the calls of the first one, nor its own', async () => {
    const { service, server, ann, ben } = people();
    start(20, () => ann.files.upload(file));
    await settle();
    expect(service.count('ann')).toBe(4);
    for (const client of [ben, server, ann]) start(1, () => client.account.get());
    start(1, () => ben.files.upload(file));
    await settle();
    expect([service.count('ben'), service.count(TOKEN), service.count('ann', 'GET')]).toEqual([2, 1, 1]);
    expect(service.most()).toBe(8);
  });

  test.each([1, 2, 3, 8, 20])(
    'and many others with slow uploads leave a slot of %d free, if there are two',
    async (most) => {
      const { service, server, ann } = people(most);
      for (let person = 0; person < 30; person += 1)
        start(20, () => server.withAccessToken(`person-${person}`).files.upload(file));
      await settle();
      const uploads = service.open.length;
      start(1, () => ann.account.get());
      await settle();
      expect([uploads >= 1, uploads < most || most === 1]).toEqual([true, true]);
      expect([service.count('ann'), service.most() <= most]).toEqual([most === 1 ? 0 : 1, true]);
      while (service.open.length > 0) {
        const [{ answer: reply }] = service.open as [(typeof service.open)[number]];
        reply(answer({}, { status: 404 }));
        await settle();
      }
    },
  );

  test('uploads in all slots while it is the only one', async () => {
    const service = slowService();
    const only = requesterOn(service.fetch, { maxConcurrency: 8 });
    start(20, () => only.files.upload(file));
    await settle();
    expect(service.count(TOKEN)).toBe(8);
  });

  test('that floods gets every other slot only while another one waits', async () => {
    const { service, ann, ben } = people(4);
    start(100, () => ann.account.get());
    await settle();
    expect(service.count('ann')).toBe(4);
    start(10, () => ben.account.get());
    await service.answerOne('ann');
    expect([service.count('ann'), service.count('ben')]).toEqual([3, 1]);
    await service.answerOne('ann');
    expect([service.count('ann'), service.count('ben')]).toEqual([2, 2]);
    for (const of of ['ben', 'ben', 'ann', 'ben']) {
      await service.answerOne(of);
      expect([service.count('ann'), service.count('ben')]).toEqual([2, 2]);
    }
  });

  test('whose waiting calls are aborted leaves their turns to others', async () => {
    const { service, ann, ben } = people(1);
    const controller = new AbortController();
    start(1, () => ann.account.get());
    start(5, () => ann.account.get({ signal: controller.signal }));
    start(1, () => ben.account.get());
    await settle();
    controller.abort();
    await settle();
    await service.answerOne('ann');
    expect(service.open.map((each) => each.account)).toEqual(['ben']);
    await service.answerOne('ben');
    start(1, () => ann.account.get());
    await settle();
    expect(service.open.map((each) => each.account)).toEqual(['ann']);
  });

  test('that gets a 429 pauses its own calls and uploads, also those that wait for their slots, and nobody else', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const { service, ann, ben } = people(4);
    start(1, () => ann.account.get({ retries: 0 }));
    start(4, () => ben.account.get());
    await settle();
    start(2, () => ann.account.get());
    start(2, () => ann.files.upload(file));
    start(2, () => ben.account.get());
    await settle();
    await service.answerOne('ann', answer({}, { status: 429, headers: { 'retry-after': '5' } }));
    for (const _ of [1, 2, 3]) await service.answerOne('ben');
    await vi.advanceTimersByTimeAsync(4_999);
    await settle();
    expect([service.count('ann'), service.count('ben')]).toEqual([0, 3]);
    await vi.advanceTimersByTimeAsync(1);
    await settle();
    expect(service.count('ann')).toBe(1);
  });

  test.each([
    ['an order', (client: Requester) => client.files.upload(file, { timeout: 5_000 })],
    ['a read', (client: Requester) => client.account.get({ timeout: 5_000 })],
  ])('that waits for a slot with %s waits within its timeout, and nothing is sent', async (_, call) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const { service, ann, ben } = people(1);
    start(1, () => ann.account.get());
    await settle();
    const failed = rejection(call(ben));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await failed).toMatchObject({
      name: 'TimeoutError',
      outcome: 'not_sent',
      attempts: 0,
      waited: 5_000,
      advice: { code: 'call-fewer-at-once' },
      message: expect.stringMatching(
        /: not sent within 5000 ms: it waited 5000 ms for the only slot \(maxConcurrency\)\. Nothing was sent\. Make fewer calls at once, raise maxConcurrency, or allow more time \(timeout\)\.$/,
      ),
    });
    await service.answerOne('ann');
    expect(service.count('ben')).toBe(0);
  });
});

describe('calls whose time ends', () => {
  const answerAfter = (ms: number) => async () => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return answer(account);
  };
  /** How many errors have each form of a message, and what the first of each says. */
  async function gatherErrors(calls: readonly PromiseLike<unknown>[]): Promise<TimeoutError[]> {
    const settled = Promise.allSettled(calls);
    await vi.runAllTimersAsync();
    return (await settled).flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
  }

  test('say of each of many whether it was sent, and how long it waited for its turn', async () => {
    vi.useFakeTimers();
    const fetch = vi.fn(answerAfter(30));
    const requester = requesterOn(fetch, { timeout: 100, retries: 0, maxConcurrency: 8 });
    const errors = await gatherErrors(Array.from({ length: 200 }, () => requester.account.get()));
    expect(errors).toHaveLength(176);
    const unsent = errors.filter(({ outcome }) => outcome === 'not_sent');
    // Of the others, each had begun when the time was over.
    expect([fetch.mock.calls.length, unsent.length]).toEqual([32, 168]);
    for (const { message, attempts, waited, advice } of unsent) {
      expect({ attempts, waited, advice }).toEqual({
        attempts: 0,
        waited: 100,
        advice: { code: 'call-fewer-at-once' },
      });
      expect(message).toContain(
        'not sent within 100 ms: it waited 100 ms for one of 8 slots (maxConcurrency). ',
      );
      expect(message).toContain('Nothing was sent.');
    }
    for (const { message, attempts, waited, outcome } of errors.filter((error) => !unsent.includes(error))) {
      expect({ attempts, waited, outcome }).toEqual({ attempts: 1, waited: 90, outcome: 'unknown' });
      expect(message).toContain(
        'not finished within 100 ms: it waited 90 ms for one of 8 slots (maxConcurrency). ',
      );
      expect(message).toContain('. Make fewer calls at once');
    }
  });

  test('say of a write that was sent after a long wait to look first', async () => {
    vi.useFakeTimers();
    const requester = requesterOn(answerAfter(80), { timeout: 100, retries: 0, maxConcurrency: 1 });
    const write = () => requester.organizations.create({ name: 'n' });
    const [error] = await gatherErrors([requester.account.get(), write()]);
    expect(error).toMatchObject({ outcome: 'unknown', waited: 80, advice: { code: 'look-first' } });
    expect(error?.message).toContain(': it waited 80 ms for the only slot (maxConcurrency). It is not known');
  });

  test('say nothing of a short wait, which made no difference', async () => {
    vi.useFakeTimers();
    const requester = requesterOn(answerAfter(9), { timeout: 100, retries: 0, maxConcurrency: 1 });
    const first = requester.account.get();
    const slow = requesterOn(answerAfter(500), { timeout: 100, retries: 0 });
    const [error] = await gatherErrors([first, slow.account.get()]);
    expect(error).toMatchObject({ waited: 0, advice: { code: 'allow-more-time', option: 'timeout' } });
    expect(error?.message).toMatch(/ not finished within 100 ms\. Try again/);
  });

  test('say nothing of the turn where one attempt took too long', async () => {
    vi.useFakeTimers();
    const options = { timeout: 10_000, attemptTimeout: 100, retries: 0, maxConcurrency: 1 };
    const requester = requesterOn(answerAfter(500), options);
    const [, error] = await gatherErrors([requester.account.get(), requester.account.get()]);
    expect(error).toMatchObject({ waited: 100, attempts: 1, advice: { option: 'attemptTimeout' } });
    expect(error?.message).toMatch(/ not finished within 100 ms\. Try again/);
  });

  test('name the pause after a 429, and not the slots, which were free', async () => {
    vi.useFakeTimers();
    const fetch = async () =>
      answer({ success: false, message: '' }, { status: 429, headers: { 'retry-after': '5' } });
    const requester = requesterOn(fetch, { retries: 0 });
    await rejection(requester.account.get());
    const read = requester.account.get({ timeout: 1_000 });
    const [error] = await gatherErrors([read]);
    expect(error).toMatchObject({
      outcome: 'not_sent',
      attempts: 0,
      waited: 1_000,
      advice: { code: 'call-later' },
    });
    expect(error?.message).toMatch(
      / not sent within 1000 ms: it waited 1000 ms since a 429 paused the calls of its account\. Call again/,
    );
  });

  test('say of a call that waited for its token that nothing was sent, and nothing of slots', async () => {
    vi.useFakeTimers();
    const requester = requesterOn(answerAfter(1), {
      accessToken: () => new Promise(() => undefined),
      timeout: 100,
    });
    const [error] = await gatherErrors([requester.account.get()]);
    expect(error).toMatchObject({ outcome: 'not_sent', attempts: 0, waited: 0 });
    expect(error?.message).toMatch(/ not sent within 100 ms\. Try again/);
  });
});
