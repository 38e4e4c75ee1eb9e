import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutText, findText } from '../../src/base/texts.js';
import { runs } from '../runs.js';

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

test('a part of a text is found where `indexOf` finds it', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 4 });
  const often = fc.nat(60);
  fc.assert(
    fc.property(word, often, often, word, word, fc.nat(9), (repeated, inText, inPart, before, end, from) => {
      const text = `${before}${repeated.repeat(inText)}${end}${repeated.repeat(inText)}${end}`;
      for (const part of [
        repeated.repeat(inPart) + end,
        text.slice(from),
        `${end}${repeated.repeat(inPart)}b`,
      ])
        expect(findText(text, part, from)).toBe(text.indexOf(part, from));
    }),
    runs(3_000),
  );
});
