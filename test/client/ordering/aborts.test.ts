import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Fault } from '../../../src/sandbox.js';
import { lastingStore } from '../../lasting-store.js';
import { fastTime, KINDS, openWorld, realTime, swiftly, swiftRejection, until } from './world.js';

beforeEach(fastTime);
afterEach(realTime);

/** What another call failed with, when all others are aborted for its sake. */
const REASONS: readonly (readonly [name: string, fault: Fault])[] = [
  ['ValidationError', { kind: 'status', status: 422 }],
  ['RateLimitError', { kind: 'status', status: 429 }],
  ['ServerError', { kind: 'status', status: 500 }],
  ['UnexpectedAnswerError', { kind: 'truncate' }],
];

describe.each(KINDS)('a $kind that was sent', (kind) => {
  describe.each(REASONS)('and is then aborted with the %s of another call', (name, fault) => {
    test.each([{ once: true, lookback: 0 }, {}])(
      'stays sent, with its points reserved (%j)',
      async (options) => {
        const settings = { store: lastingStore(), budget: { points: 16, name: 'november' } };
        const { sandbox, requester, posts } = openWorld({}, settings);
        sandbox.faults.add({ on: 'GET /api/v1/my', times: 1, fault });
        const reason = await swiftRejection(requester.account.get({ retries: 0 }));
        expect(reason).toMatchObject({ name });
        sandbox.faults.add({ on: kind.post, times: 1, fault: { kind: 'hang' } });
        const end = new AbortController();
        const placing = kind.place(requester, 'k', { ...options, signal: end.signal });
        const failing = swiftRejection(placing);
        await swiftly(until(() => posts(kind) === 1));
        end.abort(reason);
        expect(await failing).toBe(reason);
        const another = kind.place(requester, 'other', { once: true });
        expect(await swiftRejection(another)).toMatchObject({ name: 'BudgetError' });
        if (!('once' in options)) return;
        expect(await swiftly(requester.orders.unknown())).toMatchObject([{ key: 'k', state: 'sent' }]);
        const again = kind.place(requester, 'k', options);
        expect(await swiftRejection(again)).toMatchObject({ name: 'OutcomeUnknownError' });
      },
    );
  });
});

test.each(KINDS)(
  'a $kind is not sent again when a read of it was aborted with a NotFoundError',
  async (kind) => {
    const { sandbox, requester, posts } = openWorld({}, { store: lastingStore() });
    const options = { once: true, lookback: 0, retries: 0 } as const;
    sandbox.faults.add({
      on: kind.post,
      times: 1,
      fault: { kind: 'status', status: 409, body: '', carriedOut: true },
    });
    const blind = sandbox.faults.add({ on: kind.listing, times: 99, fault: { kind: 'status', status: 404 } });
    const unknown = await swiftRejection(kind.place(requester, 'k', options));
    expect(unknown).toMatchObject({ name: 'OutcomeUnknownError' });
    blind.remove();
    const reason = await swiftRejection(requester.questions.get(1));
    expect(reason).toMatchObject({ name: 'NotFoundError' });
    const [{ id = 0 } = {}] = sandbox.orders();
    const read = `GET ${kind.post.slice('POST '.length)}/${id}`;
    sandbox.faults.add({ on: read, times: 1, fault: { kind: 'hang' } });
    const end = new AbortController();
    const failing = swiftRejection(kind.place(requester, 'k', { ...options, signal: end.signal }));
    const isRead = () => sandbox.requests.some(({ method, path }) => `${method} ${path}` === read);
    await swiftly(until(isRead));
    end.abort(reason);
    expect(await failing).toBe(reason);
    expect(await swiftly(kind.place(requester, 'k', options))).toMatchObject({ placed: false });
    expect(posts(kind)).toBe(1);
  },
);

describe.each(KINDS)('a $kind that is aborted with an error of another call', (kind) => {
  test.each([
    ['its price', { maxPoints: 100 }, `${kind.post}/check`],
    ['its account', { once: true }, 'GET /api/v1/my'],
  ])('while %s is asked for rejects with that error as it is', async (_, options, on) => {
    const { sandbox, requester, requestsSince } = openWorld({}, { store: lastingStore() });
    sandbox.faults.add({ on: kind.post, times: 1, fault: { kind: 'status', status: 500 } });
    const reason = await swiftRejection(kind.place(requester, 'other'));
    sandbox.faults.add({ on, times: 1, fault: { kind: 'hang' } });
    const end = new AbortController();
    const failing = swiftRejection(kind.place(requester, 'k', { ...options, signal: end.signal }));
    requestsSince();
    await swiftly(until(() => requestsSince() > 0));
    end.abort(reason);
    expect(await failing).toBe(reason);
    expect(reason).toMatchObject({ outcome: 'unknown' });
    expect(String(reason)).not.toContain('Nothing was ordered');
  });
});
