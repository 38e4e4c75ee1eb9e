import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkTranslation, pseudoTranslation } from '../../../src/texts.js';
import { runs } from '../../runs.js';

test.each([
  ['Add to cart', '[ÅÅðð ţöö çååŕţ·]'],
  ['  Hello {{name}}!\n', '  [Ĥééļļöö {{name}}!]\n'],
  ['', ''],
  // Each is one letter.
  ['😀😀😀😀', '[😀😀😀😀·]'],
  ['日本語です', '[日本語です··]'],
])('%j becomes %j', (text, pseudo) => {
  expect(pseudoTranslation(text)).toBe(pseudo);
});

test.each([
  'Hello {name}, you have {count, plural, one {# new mail} other {# new mails}}.',
  '{gender, select, male {He likes it} female {She likes it} other {They like it}}',
  'Read our <a href="/terms">terms</a> <1>now</1><br/>',
  '%s of %1$d, %(name)s, %{count}, 100 % wool, 50% off',
  '{{{as it is}}} and $t(cart.title) and @:linked.key and $NAME$',
  "It''s '{quoted}' text",
  'Two\r\nlines\nhere',
  'a < b > c, {, }',
  '%Y-%m-%d at %H:%M',
])('%j keeps its placeholders and is longer', (text) => {
  const pseudo = pseudoTranslation(text);
  expect(checkTranslation(text, pseudo)).toEqual([]);
  expect(pseudo.length).toBeGreaterThan(text.length);
});

test('entities and addresses stay', () => {
  const pseudo = pseudoTranslation('Ben &amp; Jo, see https://shop.example/a?b=c or mail us@shop.example');
  for (const kept of ['&amp;', 'https://shop.example/a?b=c', 'us@shop.example'])
    expect(pseudo).toContain(kept);
});

test('a sentence is a third longer', () => {
  const text = 'By ordering you accept our terms. All prices include the tax of your country.';
  const ratio = pseudoTranslation(text).length / text.length;
  expect(ratio).toBeGreaterThan(1.3);
  expect(ratio).toBeLessThan(1.45);
});

test('no text loses a placeholder', () => {
  const part = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.constantFrom(
      '{name}',
      '{{name}}',
      '%s',
      '%1$d',
      '<b>',
      '</b>',
      '<0/>',
      '$t(x)',
      '{',
      '}',
      "'",
      '\n',
      ' word ',
    ),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const text = parts.join('');
      expect(checkTranslation(text, pseudoTranslation(text))).toEqual([]);
    }),
    runs(1000),
  );
});
