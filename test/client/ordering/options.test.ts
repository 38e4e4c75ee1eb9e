import { describe, expect, test } from 'vitest';
import { DEFAULT_SETTLE } from '../../../src/client/core/http/recently-seen.js';
import {
  checkOrderOptions,
  type OrderOptions,
  SEARCH_LOOKBACK,
} from '../../../src/client/ordering/options.js';

const PATH = 'order.custom_field';
const collectIssues = (options: object | undefined, value: string | undefined = 'k') =>
  // What JavaScript lets through.
  checkOrderOptions(options as OrderOptions, { path: PATH, value });

test('by default, the lookback is 7 days and settle is 30 seconds', () => {
  expect([SEARCH_LOOKBACK, DEFAULT_SETTLE]).toEqual([604_800_000, 30_000]);
});

describe('the options of an order', () => {
  test.each<[keyof OrderOptions, unknown]>([
    ['once', true],
    ['once', false],
    ['maxPoints', 0],
    ['maxPoints', Number.POSITIVE_INFINITY],
    ['lookback', 0],
    ['settle', 0.5],
    ['timeout', 1],
    ['attemptTimeout', 0.5],
    ['retries', 0],
    ['signal', new AbortController().signal],
  ])('%s can be %o, and can be left out', (name, value) => {
    expect(collectIssues({ [name]: value })).toEqual([]);
    expect(collectIssues({ [name]: undefined })).toEqual([]);
  });

  const POINTS = 'must be a number of points, 0 or more';
  const TIME = 'must be a number of milliseconds, 0 or more';
  const PERIOD = 'must be a positive number of milliseconds';

  test.each<[keyof OrderOptions, unknown, string]>([
    ['once', 1, 'must be true or false; got an integer'],
    ['maxPoints', -1, `${POINTS}; got a number below 0`],
    ['maxPoints', Number.NaN, `${POINTS}; got NaN`],
    ['maxPoints', '100', `${POINTS}; got a string`],
    ['lookback', -1, `${TIME}; got a number below 0`],
    ['lookback', '7 days', `${TIME}; got a string`],
    ['settle', -0.5, `${TIME}; got a number below 0`],
    ['settle', null, `${TIME}; got null`],
    ['timeout', 0, `${PERIOD}; got 0`],
    ['attemptTimeout', -1, `${PERIOD}; got a number below 0`],
    ['retries', 0.5, 'must be an integer of at least 0; got a number that is not an integer'],
    ['signal', {}, 'must be an AbortSignal; got an object'],
  ])('%s can not be %o', (name, value, message) => {
    expect(collectIssues({ [name]: value })).toEqual([{ path: name, message }]);
  });

  test('can be left out together, but must be an object', () => {
    expect(collectIssues(undefined)).toEqual([]);
    expect(collectIssues(JSON.parse('null'))).toEqual([
      { path: 'options', message: 'must be an object; got null' },
    ]);
  });
});

describe('the key of an order', () => {
  test.each(['k', 'a b', 'Café', 'あ'.repeat(85), 'a'.repeat(255), 'あ いう'.normalize()])(
    'can be %j',
    (key) => {
      expect(collectIssues({ once: true }, key)).toEqual([]);
    },
  );

  const WITH_ONCE = 'with `once` it is the key of the order';

  test.each([
    ['', `must be set: ${WITH_ONCE}`],
    [' \t', `must be set: ${WITH_ONCE}`],
    [' k', `must not begin or end with white space: ${WITH_ONCE}`],
    ['k\n', `must not begin or end with white space: ${WITH_ONCE}`],
    ['Cafe\u0301', `must be in Unicode form NFC: ${WITH_ONCE}`],
    [`${'あ'.repeat(85)}a`, `must be at most 255 bytes of UTF-8: ${WITH_ONCE}`],
    ['a'.repeat(256), `must be at most 255 bytes of UTF-8: ${WITH_ONCE}`],
  ])('can not be %j', (key, message) => {
    expect(collectIssues({ once: true }, key)).toEqual([{ path: PATH, message }]);
  });

  test('must be given with once, and is not checked without', () => {
    const missing = { path: PATH, value: undefined };
    expect(checkOrderOptions({ once: true }, missing)).toEqual([
      { path: PATH, message: `must be set: ${WITH_ONCE}` },
    ]);
    for (const options of [{ once: false }, {}, undefined])
      expect(checkOrderOptions(options, missing)).toEqual([]);
    expect(collectIssues({}, ' k')).toEqual([]);
  });

  test('is reported together with a wrong option', () => {
    expect(collectIssues({ once: true, settle: -1 }, '').map(({ path }) => path)).toEqual(['settle', PATH]);
  });
});
