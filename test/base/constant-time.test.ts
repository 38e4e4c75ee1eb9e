import { expect, test } from 'vitest';
import { equalsInConstantTime } from '../../src/base/texts.js';

test.each([
  ['', '', true],
  ['a', 'a', true],
  ['こんにちは', 'こんにちは', true],
  ['a', 'b', false],
  ['a', '', false],
  ['', 'a', false],
  ['aa', 'a', false],
  ['a', 'a\u0000', false],
  ['\u0000', '', false],
])('%j and %j are equal: %s', (given, expected, isEqual) => {
  expect(equalsInConstantTime(given, expected)).toBe(isEqual);
});
