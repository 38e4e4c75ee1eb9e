import { expect, test } from 'vitest';
import { readLocaleFile } from '../../../src/locale-files.js';

const ICU = '{"@@locale": "en", "a": "Text", "n": "{n, plural, one{# thing} other{# things}}"}';
const ARRAY = '{"a": "Text", "list": ["One", "Two"]}';
const XML =
  '<resources>\n  <string name="a">Text</string>\n  <plurals name="n">\n    <item quantity="one">%d thing</item>\n    <item quantity="other">%d things</item>\n  </plurals>\n</resources>\n';

test.each([
  ['json', ICU, undefined, { a: 'T', 'n[one]': '# Ding' }, ['n[one]']],
  ['json', ICU, undefined, { 'n[one]': '# Ding', 'n[other]': '# Dinge' }, []],
  [
    'json',
    ICU,
    '{"@@locale": "de", "n": "{n, plural, one{# Ding} other{# Dinge}}"}',
    { 'n[one]': '# Teil' },
    [],
  ],
  ['json', ARRAY, undefined, { a: 'T', 'list.0': 'Eins' }, ['list.0']],
  ['json', ARRAY, '{"list": ["Eins", "Zwei"]}', { 'list.0': 'Ein' }, []],
  ['android', XML, undefined, { a: 'T', 'n[other]': '%d Dinge' }, []],
  ['json', ARRAY, undefined, {}, []],
] as const)('%s: of %j beside %j, %j holds back %j', async (format, text, target, translations, held) => {
  const file = await readLocaleFile(
    { text },
    { format, from: 'en', to: 'de', ...(target && { target: { text: target } }) },
  );
  const given = Object.fromEntries(Object.entries(translations));
  expect(file.findHeldBack(given)).toEqual(held);
  // What it names is not written, and what it does not name is.
  const written = file.write(given);
  for (const [key, value] of Object.entries(given))
    expect(written.includes(value.replace('# ', '')), key).toBe(!new Set<string>(held).has(key));
  expect(() => file.findHeldBack({ none: 'x' })).toThrow('does not have');
});
