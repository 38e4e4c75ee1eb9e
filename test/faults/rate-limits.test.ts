import { describe, expect, test, vi } from 'vitest';
import { createWorld, type World } from '../client/contract/world.js';
import { elapse, quiet, withTimeInHand } from './time.js';

const SECOND = 1_000;
/** A whole second, since dates in headers have no finer ones. */
const NOW = Date.UTC(2026, 0, 1, 12, 0, 0);

withTimeInHand();

function limited(world: World, retryAfter: string | undefined, status = 429, date?: string) {
  const headers = {
    ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
    ...(date !== undefined && { date }),
  };
  return world.sandbox.faults.add({ on: '*', fault: { kind: 'status', status, headers } });
}

/** Every form that Retry-After has, and what is waited for. */
const forms: readonly (readonly [what: string, header: string | undefined, wait: number])[] = [
  ['seconds', '7', 7 * SECOND],
  ['a fraction of a second', '0.25', 250],
  ['seconds with white space around', ' 3 ', 3 * SECOND],
  ['no seconds', '0', 1],
  ['a date', new Date(NOW + 20 * SECOND).toUTCString(), 20 * SECOND],
  ['a date of RFC 850', 'Thursday, 01-Jan-26 12:00:15 GMT', 15 * SECOND],
  ['a date in the past', new Date(NOW - 20 * SECOND).toUTCString(), 1],
  ['a negative number', '-5', 1],
  ['what is neither', 'soon', 1],
  ['nothing', undefined, 1],
];

describe('Retry-After', () => {
  test.each(forms)('with %s (%s) is waited for by a read', async (_, header, wait) => {
    vi.setSystemTime(NOW);
    const world = createWorld();
    limited(world, header);
    const { error, took } = await elapse(() => world.requester.account.get());
    expect(error).toBeUndefined();
    expect(took).toBeCloseTo(wait, 0);
  });

  test.each(forms)('with %s (%s) is waited for by a write', async (_, header, wait) => {
    vi.setSystemTime(NOW);
    const world = createWorld();
    limited(world, header);
    const { error, took } = await elapse(() => world.requester.organizations.create({ name: 'Team' }));
    expect(error).toBeUndefined();
    expect(took).toBeCloseTo(wait, 0);
  });

  test.each([
    ['an hour behind', -3_600 * SECOND],
    ['an hour ahead', 3_600 * SECOND],
  ])('as a date is measured by the clock of the service, which is %s', async (_, ahead) => {
    vi.setSystemTime(NOW);
    const world = createWorld();
    const service = NOW + ahead;
    const until = new Date(service + 20 * SECOND).toUTCString();
    limited(world, until, 429, new Date(service).toUTCString());
    const { error, took } = await elapse(() => world.requester.organizations.create({ name: 'Team' }));
    expect(error).toBeUndefined();
    expect(took).toBeCloseTo(20 * SECOND, 0);
  });

  test.each([408, 425, 500, 502, 503, 504, 522, 530])('of a %d is waited for too', async (status) => {
    const world = createWorld();
    limited(world, '7', status);
    const { took } = await elapse(() => world.requester.account.get());
    expect(took).toBeCloseTo(7 * SECOND, 0);
  });

  test('of a 503 is in the error of a write', async () => {
    const world = createWorld();
    limited(world, '7', 503);
    const { error } = await elapse(() => world.requester.organizations.create({ name: 'Team' }));
    expect(error).toMatchObject({ name: 'ServerError', retryAfter: 7 * SECOND });
  });

  test.each(['61', new Date(NOW + 61 * SECOND).toUTCString()])(
    'that is too long is told at once: %s',
    async (header) => {
      vi.setSystemTime(NOW);
      const world = createWorld();
      limited(world, header);
      const { error, took } = await elapse(() => world.requester.account.get());
      expect(error).toMatchObject({ name: 'RateLimitError', retryAfter: 61 * SECOND, status: 429 });
      expect(took).toBe(0);
    },
  );

  test('can be allowed to be longer', async () => {
    const world = createWorld({ maxRetryAfter: 300 * SECOND, timeout: 600 * SECOND });
    limited(world, '240');
    const { error, took } = await elapse(() => world.requester.account.get());
    expect(error).toBeUndefined();
    expect(took).toBeCloseTo(240 * SECOND, 0);
  });

  test('longer than the time of the call is a RateLimitError at once', async () => {
    const world = createWorld();
    limited(world, '30');
    const { error, took } = await elapse(() => world.requester.account.get({ timeout: 10 * SECOND }));
    expect(error).toMatchObject({ name: 'RateLimitError', retryAfter: 30 * SECOND });
    expect(took).toBe(0);
  });
});

describe('one 429', () => {
  /** A call has met a 429, and would wait for so many seconds. */
  async function met(world: World, seconds: string): Promise<{ readonly call: Promise<unknown> }> {
    limited(world, seconds);
    const call = Promise.resolve(world.requester.account.get());
    call.catch(() => undefined);
    await quiet();
    expect(world.sandbox.requests).toHaveLength(1);
    return { call };
  }

  test('lets no call of another account wait', async () => {
    const world = createWorld();
    const { call } = await met(world, '10');
    const another = world.requester.withAccessToken(world.sandbox.accounts[1].accessToken);
    const { error, took } = await elapse(() => another.languages.list());
    expect([error, took]).toEqual([undefined, 0]);
    await vi.advanceTimersByTimeAsync(10 * SECOND);
    await call;
  });

  test('lets another call wait as well', async () => {
    const world = createWorld();
    const { call } = await met(world, '10');
    const second = Promise.resolve(world.requester.languages.list());
    await vi.advanceTimersByTimeAsync(10 * SECOND - 10);
    await quiet();
    expect(world.sandbox.requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(20);
    await Promise.all([call, second]);
    expect(world.sandbox.requests).toHaveLength(3);
  });

  test('with too long a Retry-After fails only its own call', async () => {
    const world = createWorld();
    const { call } = await met(world, '3600');
    await expect(call).rejects.toMatchObject({ name: 'RateLimitError' });
    const { error, took } = await elapse(() => world.requester.languages.list());
    expect([error, took]).toEqual([undefined, 0]);
  });

  test('lets a waiting call time out', async () => {
    const world = createWorld();
    await met(world, '10');
    const { error } = await elapse(() => world.requester.languages.list({ timeout: 3 * SECOND }));
    expect(error).toMatchObject({ name: 'TimeoutError', outcome: 'not_sent' });
    expect(world.sandbox.requests).toHaveLength(1);
  });

  test('does not affect requests in flight', async () => {
    const world = createWorld();
    world.sandbox.faults.add({ on: 'GET /api/v1/languages', fault: { kind: 'delay', ms: 2 * SECOND } });
    const flying = Promise.resolve(world.requester.languages.list());
    await quiet();
    limited(world, '10');
    const call = Promise.resolve(world.requester.account.get());
    await quiet();
    await vi.advanceTimersByTimeAsync(2 * SECOND);
    await expect(flying).resolves.toBeDefined();
    await vi.advanceTimersByTimeAsync(9 * SECOND);
    await expect(call).resolves.toBeDefined();
  });
});
