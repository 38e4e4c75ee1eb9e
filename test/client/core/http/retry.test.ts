import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  classifyStatus,
  computeBackoff,
  computeRetryDelay,
  type FailureKind,
  parseRetryAfter,
  type RetryFacts,
} from '../../../../src/client/core/http/retry.js';
import { runs } from '../../../runs.js';

const question: RetryFacts = {
  failure: 'transient',
  mayRepeat: true,
  attempt: 1,
  retries: 2,
  retryAfter: undefined,
  maxRetryAfter: 60_000,
  timeLeft: Number.POSITIVE_INFINITY,
  random: 0.5,
};

describe('computeRetryDelay', () => {
  test.each([
    ['not_sent', true, true],
    ['not_sent', false, false],
    ['rate_limited', true, true],
    ['rate_limited', false, false],
    ['transient', true, true],
    ['transient', false, false],
    ['permanent', true, false],
    ['permanent', false, false],
  ] as const)('%s, may be repeated %s: again %s', (failure, mayRepeat, again) => {
    expect(computeRetryDelay({ ...question, failure, mayRepeat }) !== undefined).toBe(again);
  });

  test.each([
    [1, 0, false],
    [1, 1, true],
    [2, 1, false],
    [2, 2, true],
    [3, 2, false],
  ])('after attempt %i of %i further ones: again %s', (attempt, retries, again) => {
    expect(computeRetryDelay({ ...question, attempt, retries }) !== undefined).toBe(again);
  });

  test.each([
    [60_000, true],
    [60_001, false],
    [Number.POSITIVE_INFINITY, false],
  ])('with a Retry-After of %d ms and a limit of 60000: again %s', (retryAfter, again) => {
    expect(computeRetryDelay({ ...question, retryAfter }) !== undefined).toBe(again);
  });

  test('is never shorter than the service asked for', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<FailureKind>('not_sent', 'rate_limited', 'transient', 'permanent'),
        fc.boolean(),
        fc.nat(10),
        fc.nat(10),
        fc.option(fc.nat(120_000), { nil: undefined }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (failure, mayRepeat, attempt, retries, retryAfter, random) => {
          const asked = {
            ...question,
            failure,
            mayRepeat,
            attempt: attempt + 1,
            retries,
            retryAfter,
            random,
          };
          const delay = computeRetryDelay(asked);
          if (delay === undefined) return;
          expect(delay).toBeGreaterThanOrEqual(Math.max(1, retryAfter ?? 0));
          expect(delay).toBeLessThanOrEqual(60_000);
        },
      ),
      runs(),
    );
  });
});

describe('computeBackoff', () => {
  test.each([
    [1, 500],
    [2, 1_000],
    [3, 2_000],
    [4, 4_000],
    [5, 8_000],
    [6, 8_000],
    [1_000, 8_000],
    [5_000, 8_000],
  ])('after attempt %i is at most %i ms', (attempt, most) => {
    expect(computeBackoff(attempt, 1)).toBe(most);
  });

  test('is spread over the whole of its range', () => {
    expect([0, 0.25, 0.5, 0.75].map((random) => computeBackoff(2, random))).toEqual([1, 250, 500, 750]);
  });

  test('is never 0, so that no loop runs without a pause', () => {
    expect(computeBackoff(1, 0)).toBe(1);
  });
});

describe('classifyStatus', () => {
  const statuses = Array.from({ length: 200 }, (_, index) => 400 + index);

  test('has only 429 as rate limiting', () => {
    expect(statuses.filter((status) => classifyStatus(status) === 'rate_limited')).toEqual([429]);
  });

  test('has only 408, 500, 502, 503 and 504 as transient', () => {
    const passing = statuses.filter((status) => classifyStatus(status) === 'transient');
    expect(passing).toEqual([408, 500, 502, 503, 504]);
  });

  test('has every other status as permanent', () => {
    expect(statuses.filter((status) => classifyStatus(status) === 'permanent')).toHaveLength(194);
  });
});

describe('parseRetryAfter', () => {
  const now = Date.UTC(2026, 2, 1, 12, 0, 0);

  test.each([
    ['0', 0],
    ['1', 1_000],
    ['120', 120_000],
    [' 7 ', 7_000],
    ['007', 7_000],
    ['1.5', 1_500],
    ['0.0001', 1],
    ['99999999999', 99_999_999_999_000],
  ])('reads %j as seconds', (header, ms) => {
    expect(parseRetryAfter(header, now)).toBe(ms);
  });

  test('reads too many seconds as infinite', () => {
    expect(parseRetryAfter('9'.repeat(400), now)).toBe(Number.POSITIVE_INFINITY);
  });

  test.each([
    'Sun, 01 Mar 2026 12:00:30 GMT',
    'sun, 01 mar 2026 12:00:30 gmt',
    'Sunday, 01-Mar-26 12:00:30 GMT',
    'Sun Mar  1 12:00:30 2026',
    '2026-03-01T12:00:30Z',
  ])('reads %j as the time until then', (header) => {
    expect(parseRetryAfter(header, now)).toBe(30_000);
  });

  test.each(['Sun, 01 Mar 2026 11:59:59 GMT', 'Thu, 01 Jan 1970 00:00:00 GMT'])(
    'reads %j, which is past, as 0',
    (header) => {
      expect(parseRetryAfter(header, now)).toBe(0);
    },
  );

  test.each([
    null,
    '',
    ' ',
    '-1',
    '-5',
    '+5',
    '1e3',
    '0x10',
    '5s',
    '5 s',
    'soon',
    'in 2050',
    'May 2050',
    'try 5',
    '1, 2',
    '1;2',
    'NaN',
    'Infinity',
    'Sun, 99 Foo 2026 12:00:30 GMT',
    '١٢',
  ])('reads %j as undefined', (header) => {
    expect(parseRetryAfter(header, now)).toBeUndefined();
  });

  test('never returns a negative number or NaN', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double().map(String), fc.date().map(String)), (header) => {
        const ms = parseRetryAfter(header, now);
        if (ms !== undefined) expect(ms).toBeGreaterThanOrEqual(0);
      }),
      runs(),
    );
  });
});
