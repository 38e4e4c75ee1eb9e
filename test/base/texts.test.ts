import { expect, test } from 'vitest';
import { cutText } from '../../src/base/texts.js';

test('a text that is short enough stays as it is', () => {
  expect(cutText('', 0)).toBe('');
  expect(cutText('four', 4)).toBe('four');
});

test('a long text ends with an ellipsis, which counts', () => {
  expect(cutText('fives', 4)).toBe('fiv…');
});

test('a character of two code units is cut off whole', () => {
  expect(cutText('ab😀cd', 4)).toBe('ab…');
  expect(cutText('ab😀cd', 5)).toBe('ab😀…');
});
