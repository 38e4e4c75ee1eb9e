import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeBackoff } from '../../../../src/base/backoff.js';
import { parseDate, parseRetryAfter } from '../../../../src/client/core/http/answer.js';
import {
  classifyStatus,
  computeRetryDelay,
  type FailureKind,
  type RetryFacts,
} from '../../../../src/client/core/http/retry.js';
import { findImporters } from '../../../find-importers.js';
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
    ['not_begun', true, true],
    ['not_begun', false, false],
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

  test.each([
    ['for longer than the pause would be', { unconfirmedTime: 9_000 }, 250],
    ['for less', { unconfirmedTime: 40 }, 40],
    ['although no attempt is left', { unconfirmedTime: 9_000, attempt: 3 }, 1_000],
    ['but the call has no time for it', { unconfirmedTime: 9_000, timeLeft: 250 }, undefined],
    ['no longer', { unconfirmedTime: 0 }, undefined],
  ])('of an unconfirmed 404, %s, is until the next look', (_, facts, delay) => {
    expect(computeRetryDelay({ ...question, failure: 'permanent', ...facts })).toBe(delay);
  });

  test('is never shorter than the service asked for', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<FailureKind>('not_begun', 'rate_limited', 'transient', 'permanent'),
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
          fc.pre(delay !== undefined);
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

  test('has only 425 as not begun', () => {
    expect(statuses.filter((status) => classifyStatus(status) === 'not_begun')).toEqual([425]);
  });

  test('has only these as transient', () => {
    const passing = statuses.filter((status) => classifyStatus(status) === 'transient');
    expect(passing).toEqual([408, 500, 502, 503, 504, 520, 521, 522, 523, 524, 525, 527, 529, 530]);
  });

  test('has every other status as permanent', () => {
    expect(statuses.filter((status) => classifyStatus(status) === 'permanent')).toHaveLength(184);
  });
});

describe('parseRetryAfter', () => {
  const now = Date.UTC(2026, 2, 1, 12, 0, 0);
  const parse = (header: string | null, date?: string) => {
    const headers = new Headers(date === undefined ? {} : { date });
    if (header !== null) headers.set('retry-after', header);
    return parseRetryAfter(headers, now);
  };

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
    expect(parse(header)).toBe(ms);
  });

  test('reads too many seconds as infinite', () => {
    expect(parse('9'.repeat(400))).toBe(Number.POSITIVE_INFINITY);
  });

  test.each([
    'Sun, 01 Mar 2026 12:00:30 GMT',
    'sun, 01 mar 2026 12:00:30 gmt',
    'Sunday, 01-Mar-26 12:00:30 GMT',
    'Sun Mar  1 12:00:30 2026',
    '2026-03-01T12:00:30Z',
  ])('reads %j as the time until then', (header) => {
    expect(parse(header)).toBe(30_000);
  });

  test.each(['Sun, 01 Mar 2026 11:59:59 GMT', 'Thu, 01 Jan 1970 00:00:00 GMT'])(
    'reads %j, which is past, as 0',
    (header) => {
      expect(parse(header)).toBe(0);
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
  ])('reads %j as undefined', (header) => {
    expect(parse(header)).toBeUndefined();
  });

  test.each([
    ['an hour behind ours', 'Sun, 01 Mar 2026 11:00:00 GMT', 'Sun, 01 Mar 2026 11:00:30 GMT', 30_000],
    ['an hour ahead of ours', 'Sun, 01 Mar 2026 13:00:00 GMT', 'Sun, 01 Mar 2026 13:00:30 GMT', 30_000],
    ['of another year', 'Thu, 01 Jan 1970 00:00:00 GMT', 'Thu, 01 Jan 1970 00:02:00 GMT', 120_000],
    ['a date of RFC 850', 'Sunday, 01-Mar-26 11:00:00 GMT', 'Sunday, 01-Mar-26 11:00:15 GMT', 15_000],
    ['a date of asctime', 'Sun Mar  1 11:00:00 2026', 'Sun Mar  1 11:00:10 2026', 10_000],
    ['later than the time to wait for', 'Sun, 01 Mar 2026 13:00:00 GMT', 'Sun, 01 Mar 2026 12:30:00 GMT', 0],
  ])('measures a date by the Date of the answer: %s', (_, date, header, ms) => {
    expect(parse(header, date)).toBe(ms);
  });

  test.each([
    '',
    '0',
    '-5',
    '2026',
    'now',
    'in 2050',
    'Sun, 99 Foo 2026 11:00:00 GMT',
    'Sun, 01 Mar 2026 11:00:00 GMT, Sun, 01 Mar 2026 11:00:00 GMT',
  ])('measures a date by our clock where the Date of the answer is none: %j', (date) => {
    expect(parse('Sun, 01 Mar 2026 12:00:30 GMT', date)).toBe(30_000);
  });

  test('measures seconds by no clock', () => {
    expect(parse('7', 'Thu, 01 Jan 1970 00:00:00 GMT')).toBe(7_000);
  });

  test('never returns a negative number or NaN', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double().map(String), fc.date().map(String)), (header) => {
        const answer = { get: () => header } as unknown as Headers; // it may have any text
        const ms = parseRetryAfter(answer, now);
        if (ms !== undefined) expect(ms).toBeGreaterThanOrEqual(0);
      }),
      runs(),
    );
  });
});

describe('a date of HTTP', () => {
  const forms = [
    'Sun, 01 Mar 2026 12:00:30 GMT',
    'Sunday, 01-Mar-26 12:00:30 GMT',
    'Sun Mar  1 12:00:30 2026',
    'Sun Mar 01 12:00:30 2026',
  ];
  const moment = Date.UTC(2026, 2, 1, 12, 0, 30);

  test.each(forms)('is in GMT in each of its forms: %s', (header) => {
    expect(parseDate(header)).toBe(moment);
  });

  // In a process of its own, since a zone is that of a whole process.
  test.each(['America/St_Johns', 'Pacific/Auckland'])('is the same moment on a machine in %s', (zone) => {
    const locate = (path: string) => new URL(path, import.meta.url).href;
    const module = locate('../../../../src/client/core/http/answer.ts');
    const hooks = locate('../../../source-hooks.ts');
    const program = `
      import { parseDate, parseRetryAfter } from ${JSON.stringify(module)};
      const dates = ${JSON.stringify(forms)};
      const waits = dates.map((date) => parseRetryAfter(new Headers({ date, 'retry-after': date.replace('00:30', '01:00') }), 0));
      console.log(JSON.stringify({ away: new Date(0).getTimezoneOffset() !== 0, moments: dates.map(parseDate), waits }));
    `;
    const printed = execFileSync(
      process.execPath,
      ['--import', hooks, '--input-type=module', '--eval', program],
      {
        env: { ...process.env, TZ: zone },
        encoding: 'utf8',
      },
    );
    expect(JSON.parse(printed)).toEqual({
      away: true,
      moments: forms.map(() => moment),
      waits: forms.map(() => 30_000),
    });
  });
});

test('the headers of time are read where an answer is, and where the end of an order is compared with them', () => {
  const readers = findImporters('client/core/http/answer.ts').filter((reader) =>
    /parse(Date|RetryAfter)/.test(reader),
  );
  expect(readers).toEqual([
    'client/core/http/transport.ts: parseDate, readRequestId',
    'internals.ts: parseDate, readMessageBody',
  ]);
  expect(findImporters('internals.ts').filter((reader) => reader.includes('parseDate'))).toEqual([
    expect.stringContaining('localise/jobs/texts/read-order.ts'),
  ]);
});
