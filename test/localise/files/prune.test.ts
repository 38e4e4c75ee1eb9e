import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type LocaleFormatName, readLocaleFile } from '../../../src/locale-files.js';
import { runs } from '../../runs.js';

async function readPair(format: LocaleFormatName, source: string, target: string, to = 'de') {
  return readLocaleFile({ text: source }, { format, to, target: { text: target } });
}

/** The target without what the source lacks, and the keys of that. */
async function prune(format: LocaleFormatName, source: string, target: string, to?: string) {
  const file = await readPair(format, source, target, to);
  const text = file.write({}, { prune: true });
  expect(file.write({})).toBe(target);
  expect((await readPair(format, source, text, to)).write({}, { prune: true })).toBe(text);
  return { orphans: file.orphans, text };
}

const lines = (...all: string[]): string => all.map((line) => `${line}\n`).join('');

describe('what the source file no longer has goes from', () => {
  test('JSON, with the right commas', async () => {
    const source = '{"b": "B", "d": {"e": "E"}}';
    const target = lines(
      '{',
      '  "a": "1",',
      '  "b": "2",',
      '  "c": {"x": "3", "n": 1},',
      '  "version": 7,',
      '  "d": {',
      '    "e": "4",',
      '    "f": "5"',
      '  },',
      '  "g": ["6", "7"]',
      '}',
    );
    expect(await prune('json', source, target)).toEqual({
      orphans: ['a', 'c.x', 'd.f', 'g.0', 'g.1'],
      text: lines('{', '  "b": "2",', '  "version": 7,', '  "d": {', '    "e": "4"', '  }', '}'),
    });
  });

  test('JSON with Windows line endings and a byte order mark, which stay', async () => {
    const { text } = await prune('json', '{"b":"B"}', '\ufeff{\r\n\t"a": "1",\r\n\t"b": "2"\r\n}\r\n');
    expect(text).toBe('\ufeff{\r\n\t"b": "2"\r\n}\r\n');
  });

  test('JSON whose texts are all gone, and keys with names of prototypes', async () => {
    expect((await prune('json', '{"x":"X"}', '{"a": "1"}')).text).toBe('{}');
    const { orphans, text } = await prune(
      'json',
      '{"x":"X"}',
      '{"__proto__": "1", "x": "2", "constructor": "3"}',
    );
    expect(orphans).toEqual(['__proto__', 'constructor']);
    expect(text).toBe('{ "x": "2"}');
  });

  test('JSON, each text with the comments on it', async () => {
    const source = '{"a": "A", "b": "B"}';
    const target = lines(
      '{',
      '  "//": "on a",',
      '  "a": "1",',
      '  "//": "on c",',
      '  "// more": "on c",',
      '  "c": "3",',
      '  "_d.comment": "on d",',
      '  "d": "4",',
      '  "b": "2",',
      '  "//end": "on nothing"',
      '}',
    );
    const { text } = await prune('json', source, target);
    expect(text).toBe(
      lines('{', '  "//": "on a",', '  "a": "1",', '  "b": "2",', '  "//end": "on nothing"', '}'),
    );
  });

  test("Flutter's resources, each text with what describes it", async () => {
    const target = lines(
      '{',
      '  "@@locale": "de",',
      '  "@b": {"description": "before"},',
      '  "b": "2",',
      '  "a": "1",',
      '  "@a": {},',
      '  "@lost": {},',
      '  "c": "3",',
      '  "@c": {}',
      '}',
    );
    const { text } = await prune('json', '{"@@locale": "en", "a": "A"}', target);
    expect(text).toBe(lines('{', '  "@@locale": "de",', '  "a": "1",', '  "@a": {},', '  "@lost": {}', '}'));
  });

  test('an array of JSON only when the array of the source is translated in whole', async () => {
    const [source, target] = ['{"menu": ["A", "B"]}', '{"menu": ["1", "2", "3"], "x": 1}'];
    const file = await readPair('json', source, target);
    expect(file.orphans).toEqual(['menu.2']);
    expect(file.write({}, { prune: true })).toBe('{"menu": ["1", "2"], "x": 1}');
    const longer = await readPair(
      'json',
      '{"menu": ["A", "B"], "y": ["C", "D"]}',
      '{"y": ["1"], "menu": ["1"]}',
    );
    expect(longer.orphans).toEqual([]);
    const part = '{"menu": ["1", "", "3"]}';
    expect((await readPair('json', source, part)).write({}, { prune: true })).toBe(part);
    const swapped = await readPair('json', '{"menu": {"a": "A"}}', '{"menu": ["1"]}');
    expect(swapped.write({ 'menu.a': '2' }, { prune: true })).toBe('{"menu": {"a": "2"}}');
  });

  test('JSON where a text has become an object, or an object a text', async () => {
    expect((await prune('json', '{"a": {"b": "B"}, "z": "Z"}', '{"a": "1", "z": "2"}')).text).toBe(
      '{ "z": "2"}',
    );
    const file = await readPair('json', '{"a": "A"}', '{"a": {"b": "1"}}');
    expect(file.orphans).toEqual(['a.b']);
    expect(file.write({ a: '2' }, { prune: true })).toBe('{"a": "2"}');
  });

  test('no plural form that only the target language has', async () => {
    const source = '{"n_one": "{{count}} item", "n_other": "{{count}} items"}';
    const target =
      '{"n_one": "1", "n_few": "2", "n_many": "3", "n_other": "4", "m_one": "5", "m_other": "6"}';
    const { orphans, text } = await prune('json', source, target, 'ru');
    expect(orphans).toEqual(['m_one', 'm_other']);
    expect(text).toBe('{"n_one": "1", "n_few": "2", "n_many": "3", "n_other": "4"}');
  });

  test.each<[LocaleFormatName, string, string, string]>([
    [
      'json',
      '{"n_one": "{{count}} item", "n_other": "{{count}} items"}',
      '{"n_zero": "0", "n_one": "1", "n_many": "2", "n_other": "3"}',
      '"gone_one": "4"',
    ],
    [
      'json',
      '{"n": {"one": "%{count} item", "other": "%{count} items"}}',
      '{"n": {"zero": "0", "one": "1", "many": "2", "other": "3"}}',
      '"gone": "4"',
    ],
  ])(
    'no plural form that a person added to %s for a language that uses it',
    async (format, source, kept, gone) => {
      const target = kept.replace('{', `{${gone}, `);
      const { orphans, text } = await prune(format, source, target, 'es');
      expect(orphans).toHaveLength(1);
      expect(text).toBe(kept.replace('{', '{ '));
    },
  );

  test('no plural form that a person added to YAML or Android strings', async () => {
    const yaml = (...forms: string[]) =>
      `es:\n  n:\n${forms.map((form) => `    ${form}: "%{count} x"\n`).join('')}`;
    const android = (...forms: string[]) =>
      `<resources><plurals name="n">${forms.map((form) => `<item quantity="${form}">%d x</item>`).join('')}</plurals></resources>\n`;
    for (const [format, file] of [
      ['yaml', yaml],
      ['android', android],
    ] as const) {
      const target = file('zero', 'one', 'many', 'other');
      expect(await prune(format, file('one', 'other').replace(/^es/, 'en'), target, 'es')).toEqual({
        orphans: [],
        text: target,
      });
    }
  });

  test('a PO file that is made from a template, with its comments', async () => {
    const template = lines('msgid ""', 'msgstr "Language: \\n"', '', 'msgid "Open"', 'msgstr ""');
    const head = [
      'msgid ""',
      'msgstr "Language: de\\n"',
      '',
      '# keep',
      'msgid "Open"',
      'msgstr "Öffnen"',
      '',
    ];
    const gone = ['#, fuzzy', 'msgid "Close"', 'msgstr "Schließen"', '', 'msgid "Quit"', 'msgstr ""', ''];
    const last = ['#~ msgid "Old"', '#~ msgstr "Alt"'];
    const { orphans, text } = await prune('po', template, lines(...head, ...gone, ...last));
    expect(orphans).toEqual(['Close', 'Quit']);
    expect(text).toBe(lines(...head, ...last));
  });

  test('a PO file that is its own source: nothing', async () => {
    const text = lines('msgid ""', 'msgstr "Language: de\\n"', '', 'msgid "Open"', 'msgstr "Öffnen"');
    const file = await readLocaleFile({ text }, { format: 'po' });
    expect(file.orphans).toEqual([]);
    expect(file.write({}, { prune: true })).toBe(text);
  });

  test('an XLIFF file of its own, with the space before it', async () => {
    const unit = (id: string) =>
      `\n    <trans-unit id="${id}"><source>${id}</source><target>x</target></trans-unit>`;
    const file = (...ids: string[]) =>
      `<xliff version="1.2"><file target-language="de"><body>${ids.map(unit).join('')}\n  </body></file></xliff>\n`;
    const { orphans, text } = await prune('xliff', file('b'), file('a', 'b', 'c'));
    expect(orphans).toEqual(['a', 'c']);
    expect(text).toBe(file('b'));
  });

  test('Android strings, arrays and plurals, and no other resources', async () => {
    const resources = (...all: string[]) =>
      lines('<resources>', ...all.map((each) => `    ${each}`), '</resources>');
    const kept = '<string name="a">1</string>';
    const own = '<color name="accent">#ff8800</color>';
    const target = resources(
      '<!-- a note --><string name="gone">2</string>',
      kept,
      '<string-array name="list"><item>3</item></string-array>',
      own,
      '<plurals name="n"><item quantity="other">4</item></plurals>',
    );
    const { orphans, text } = await prune('android', resources('<string name="a">A</string>'), target);
    expect(orphans).toEqual(['gone', 'list[0]', 'n[other]']);
    expect(text).toBe(resources(kept, own));
  });
});

test('a wrong option is refused, and nothing is removed from a file that does not exist', async () => {
  const file = await readPair('json', '{"a":"A"}', '');
  expect(file.orphans).toEqual([]);
  expect(() => file.write({}, { pruned: true } as never)).toThrow('did you mean prune?');
  expect(() => file.write({}, { prune: 'yes' } as never)).toThrow('prune must be true or false');
  expect(file.write({ a: '1' }, { prune: true })).toBe('{"a":"1"}');
});

// No code of a language: a file of one such key has its texts under their language.
const name = fc.stringMatching(/^[a-z]\d{0,2}$/);
const tree = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('x', 'y', ''),
    fc.constant(1),
    fc.dictionary(name, tie('value')),
  ),
})).value;
const object = fc.dictionary(name, tree, { minKeys: 1 });

test('after pruning, nothing is left that the source lacks, and all else is as it was', async () => {
  await fc.assert(
    fc.asyncProperty(object, object, async (source, target) => {
      const [sourceText, text] = [source, target].map((each) => JSON.stringify(each, null, 2)) as [
        string,
        string,
      ];
      const file = await readPair('json', sourceText, text);
      const written = file.write({}, { prune: true });
      const again = await readPair('json', sourceText, written);
      expect(again.orphans).toEqual([]);
      expect(again.known).toEqual(file.known);
      if (file.orphans.length === 0) expect(written).toBe(text);
    }),
    runs(300),
  );
});

test('a flat file is pruned byte for byte', async () => {
  const flat = fc.dictionary(name, fc.string(), { minKeys: 1 });
  await fc.assert(
    fc.asyncProperty(flat, flat, fc.constantFrom(2, '\t'), async (kept, gone, indent) => {
      const target = JSON.stringify({ ...gone, ...kept }, null, indent);
      const left = Object.entries({ ...gone, ...kept }).filter(([key]) => Object.hasOwn(kept, key));
      const file = await readPair('json', JSON.stringify(kept), target);
      expect(file.write({}, { prune: true })).toBe(JSON.stringify(Object.fromEntries(left), null, indent));
    }),
    runs(),
  );
});
