import { describe, expect, test } from 'vitest';
import { type LocaleFormatName, readLocaleFile } from '../../../src/locale-files.js';
import { growth, LINEAR } from '../../growth.js';

const many = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('');
const unit = (text: string): string =>
  `<xliff version="1.2"><file target-language="pl"><body><trans-unit id="1"><source>${text}</source></trans-unit></body></file></xliff>`;
const string = (text: string): string => `<resources><string name="a">${text}</string></resources>`;

const catalog = (strings: string): string => `{"sourceLanguage":"en","strings":{${strings}"z":{}}}`;

/** Each makes a file whose size grows with the number. */
const shapes: Readonly<Record<LocaleFormatName, Readonly<Record<string, (size: number) => string>>>> = {
  json: {
    texts: (size) => `{${many(size / 16, (at) => `"k${at}":"x",`)}"z":"x"}`,
    'plural forms': (size) => `{${many(size / 32, (at) => `"k${at}_one":"x","k${at}_other":"x",`)}"z":"x"}`,
    'one long text': (size) => `{"a":"${'a'.repeat(size)}"}`,
    'escaped quotes': (size) => `{"a":"${'\\"'.repeat(size)}"}`,
    'escaped quotes without an end': (size) => `{"a":"${'\\"'.repeat(size)}`,
    backslashes: (size) => `{"a":"${'\\\\'.repeat(size)}"}`,
    'a long plural key': (size) => `{"${'_one'.repeat(size)}_one":"x","${'_one'.repeat(size)}_other":"y"}`,
    'white space': (size) => `{"a"${' '.repeat(size)}:${'\n'.repeat(size)}"x"${'\t'.repeat(size)}}`,
    'white space before what is not allowed': (size) => `{"a":"x"}${' '.repeat(size)}x`,
    'many quotes': (size) => '"'.repeat(size),
    'messages of Chrome': (size) =>
      `{${many(size / 64, (at) => `"k${at}":{"message":"x","description":"y"},`)}"z":{"message":"x"}}`,
    'a message with many placeholders': (size) =>
      `{"a":{"message":"x","placeholders":{${many(size / 32, (at) => `"k${at}":{"example":"y"},`)}"z":{}}}}`,
    'messages of FormatJS with a list of something else at the end': (size) =>
      `[${'{"id":"a","defaultMessage":"x"},'.repeat(size / 32)}[]]`,
    'resources of Flutter': (size) =>
      `{"@@locale":"en",${many(size / 64, (at) => `"k${at}":"x","@k${at}":{"description":"y"},`)}"z":"x"}`,
    'comments with one name': (size) => `{${'"//":"x",'.repeat(size / 8)}"z":"x"}`,
    'comments that name a text': (size) =>
      `{${many(size / 32, (at) => `"k${at}":"x","_k${at}.comment":"y",`)}"z":"x"}`,
    'a long name of a comment': (size) => `{"${'_'.repeat(size)}":"x","${'_comment'.repeat(size / 8)}":"y"}`,
    'nested arrays': (size) => `{"a":${'['.repeat(90)}${'"x",'.repeat(size / 8)}"x"${']'.repeat(90)}}`,
    'plural messages': (size) =>
      `{${many(size / 64, (at) => `"k${at}":"{n, plural, one {# x} other {# y}}",`)}"z":"x"}`,
    'forms of vue-i18n': (size) => `{${many(size / 32, (at) => `"k${at}":"{n} x | {n} y",`)}"z":"x"}`,
    'one long message': (size) => `{"a":"{n, plural, other {x}}${'x'.repeat(size / 4)}"}`,
    'a message with many arguments': (size) => `{"a":"{n, plural, other {x}}${'{n}'.repeat(size / 8)}"}`,
    'a message with many plurals': (size) => `{"a":"${'{n, plural, other {#}}'.repeat(size / 32)}"}`,
    'a message with many selectors': (size) =>
      `{"a":"{n, plural, ${many(size / 16, (at) => `s${at} {x}`)} other {x}}"}`,
    'a message with deep plurals': (size) =>
      `{"a":"${'{n, plural, other {'.repeat(size / 32)}x${'}}'.repeat(size / 32)}"}`,
    'a message with quotations': (size) => `{"a":"{n, plural, other {${"'{' ".repeat(size / 8)}}}"}`,
    'a message with apostrophes': (size) => `{"a":"{n, plural, other {x}}${"'".repeat(size / 4)}"}`,
    'commas and spaces': (size) => `{"a":"${`,${' '.repeat(16)}`.repeat(size / 16)}${','.repeat(size)}"}`,
    'plurals that never end': (size) => `{"a":"${'{n, plural, other {'.repeat(size / 16)}"}`,
    pipes: (size) => `{"a":"${' | '.repeat(size / 4)}{n}"}`,
    'names that hold texts': (size) =>
      `{${many(size / 64, (at) => `"${'n'.repeat(40)}${at}":{"a":"x"},`)}"z":"x"}`,
  },
  po: {
    messages: (size) => many(size / 32, (at) => `msgid "${at}"\nmsgstr ""\n\n`),
    'blank lines': (size) => `msgid "a"\nmsgstr ""\n${'\n'.repeat(size)}msgid "b"\nmsgstr ""\n`,
    'blank lines at the end': (size) => `msgid "a"\nmsgstr ""\n${'\n \t'.repeat(size / 4)}# x`,
    'white space at the end': (size) => `msgid "a"\nmsgstr ""\n${'\n'.repeat(size)}`,
    'white space in a line': (size) => `msgid${' '.repeat(size)}"a"${' '.repeat(size)}x`,
    'one long line': (size) => `msgid "${'a'.repeat(size / 2)}"\nmsgstr ""\n`,
    'escaped quotes': (size) => `msgid "${'\\"'.repeat(size / 4)}"\nmsgstr ""\n`,
    'escaped quotes without an end': (size) => `msgid "${'\\"'.repeat(size)}\nmsgstr ""\n`,
    'many lines of a message': (size) => `msgid ""\n${'"a"\n'.repeat(size / 8)}msgstr ""\n`,
    comments: (size) => `${'#. a\n'.repeat(size / 8)}msgid "a"\nmsgstr ""\n`,
    flags: (size) => `#,${' , fuzz'.repeat(size / 8)}, fuzzy\nmsgid "a"\nmsgstr "b"\n`,
    'spaces in flags': (size) => `#,${' '.repeat(size / 2)}fuzzy\nmsgid "a"\nmsgstr "b"\n`,
    'forms after comments': (size) =>
      `${'# a\n'.repeat(size / 8)}msgid "a"\nmsgid_plural "b"\n${many(6, (at) => `msgstr[${at}] ""\n`)}`,
    'a long header': (size) =>
      `msgid ""\nmsgstr ""\n${'"Language: de\\n"\n'.repeat(size / 32)}\nmsgid "a"\nmsgstr ""\n`,
    'digits in the header': (size) =>
      `msgid ""\nmsgstr "Plural-Forms: nplurals${' '.repeat(size / 4)}=${'0'.repeat(size / 4)}2;\\n"\n\nmsgid "a"\nmsgstr ""\n`,
    'a header with a language that never ends': (size) =>
      `msgid ""\nmsgstr "Language:${' '.repeat(size / 2)}\\n"\n\nmsgid "a"\nmsgstr ""\n`,
  },
  xliff: {
    units: (size) =>
      `<xliff version="1.2"><file target-language="pl"><body>${many(size / 64, (at) => `<trans-unit id="${at}"><source>x</source></trans-unit>`)}</body></file></xliff>`,
    'spaces in a text': (size) => unit(`a${' '.repeat(size)}b`),
    'spaces in a tag': (size) => unit(`a</source><target${' '.repeat(size)}/><source>`),
    'spaces before a text': (size) => unit(`a</source>${' '.repeat(size)}<source>`),
    attributes: (size) =>
      unit(`a</source><target ${many(size / 16, (at) => `a${at}="" `)} state="new"></target><source>`),
    'quotes in an attribute': (size) =>
      unit(`a</source><target a='${' state="'.repeat(size / 8)}' state="new"></target><source>`),
    'different tags': (size) => unit(many(size / 16, (at) => `<x id="${at}"/>`)),
    entities: (size) => unit('&amp;'.repeat(size / 4)),
    'an entity that never ends': (size) => unit(`&${'a'.repeat(size)}`),
    'tags that never end': (size) => unit('<x '.repeat(size / 4)),
    notes: (size) => unit(`a</source>${'<note>n</note>'.repeat(size / 16)}<source>`),
    comments: (size) => unit('<!-- -->'.repeat(size / 8)),
    'comments that never end': (size) => unit('<!--'.repeat(size)),
    'processing instructions': (size) => `${'<?a?>'.repeat(size / 4)}${unit('a')}`,
    'a document type': (size) => `<!DOCTYPE a [${'<!ENTITY a "&b;&b;">'.repeat(size / 16)}]>${unit('a')}`,
  },
  android: {
    strings: (size) =>
      `<resources>${many(size / 32, (at) => `<string name="s${at}">x</string>`)}</resources>`,
    'spaces in a text': (size) => string(`a${' '.repeat(size / 4)}b`),
    'spaces after words': (size) => string(' b'.repeat(size / 8)),
    quotes: (size) => string('"'.repeat(size / 8)),
    backslashes: (size) => string('\\'.repeat(size / 8)),
    'what looks like CDATA': (size) => string(`<![CDATA[${']'.repeat(size)}]]>x`),
    'a long CDATA': (size) => string(`<![CDATA[${'a]]'.repeat(size / 4)}]]>`),
    comments: (size) => `<resources>${'<!---->'.repeat(size / 8)}<string name="a">x</string></resources>`,
    'comments that never end': (size) =>
      `<resources><![CDATA[${'<!--'.repeat(size)}]]><string name="a">x</string></resources>`,
    'different tags': (size) => string(many(size / 16, (at) => `<b${at}/>`)),
    'a long comment before many forms': (size) =>
      `<resources><!--${'a'.repeat(size)}--><plurals name="a">${'<item quantity="one">x</item>'.repeat(size / 32)}</plurals></resources>`,
    arrays: (size) =>
      `<resources><string-array name="a">${'<item>x</item>'.repeat(size / 32)}</string-array></resources>`,
  },
  yaml: {
    texts: (size) => many(size / 16, (at) => `k${at}: x\n`),
    'nested texts': (size) => many(size / 32, (at) => `k${at}:\n  a: x\n`),
    'a long comment': (size) => `${'# a\n'.repeat(size / 4)}a: x\n`,
    'comments between': (size) => many(size / 32, (at) => `# c\n# d\nk${at}: x # e\n`),
    'one long text': (size) => `a: "${'a'.repeat(size)}"\n`,
    'escaped quotes': (size) => `a: "${'\\"'.repeat(size / 2)}"\n`,
    'single quotes': (size) => `a: '${"''".repeat(size / 2)}'\n`,
    'quotes without an end': (size) => `a: ${'"'.repeat(size)}\n`,
    'a long block': (size) => `a: |\n${'  b\n'.repeat(size / 4)}`,
    'a folded block': (size) => `a: >\n${'  b\n\n'.repeat(size / 8)}`,
    'blank lines': (size) => `a: |\n  b\n${'\n'.repeat(size)}c: d\n`,
    'a plain text in many lines': (size) => `a: b\n${'  b\n'.repeat(size / 4)}`,
    spaces: (size) => `a:${' '.repeat(size)}b${' '.repeat(size)}# c\n`,
    'anchors and aliases': (size) => many(size / 32, (at) => `a${at}: &a${at} x\nb${at}: *a${at}\n`),
    'merged maps': (size) => `d: &d\n  a: x\n${many(size / 32, (at) => `k${at}:\n  <<: *d\n  b: x\n`)}`,
    'aliases of one long text': (size) => `a: &a ${'x'.repeat(size / 2)}\nb: [${'*a,'.repeat(size / 8)}]\n`,
    'a billion laughs': (size) =>
      `a: &a0 [x]\n${many(size / 64, (at) => `b${at}: &a${at + 1} [${`*a${at},`.repeat(9)}]\n`)}`,
    'braces that never end': (size) => '{a: '.repeat(size / 4),
    'brackets that never end': (size) => '['.repeat(size),
    'many lists': (size) => `a:\n${'- x\n'.repeat(size / 8)}`,
    'nested lists in one line': (size) => `a:\n${'- '.repeat(size)}x\n`,
    'question marks': (size) => '? '.repeat(size),
    'plural forms': (size) => many(size / 32, (at) => `k${at}:\n  one: x\n  other: y\n`),
    'maps in braces': (size) => `a: {${many(size / 16, (at) => `k${at}: x, `)}}\n`,
    'deep maps': (size) =>
      `${many(60, (at) => `${' '.repeat(at)}a:\n`)}${many(size / 128, (at) => `${' '.repeat(60)}k${at}: x\n`)}`,
    documents: (size) => 'a: b\n---\n'.repeat(size / 8),
    tags: (size) => many(size / 32, (at) => `k${at}: !t${at} x\n`),
    directives: (size) => `${'%TAG ! x\n'.repeat(size / 8)}---\na: b\n`,
  },
  strings: {
    texts: (size) => many(size / 32, (at) => `"k${at}" = "x";\n`),
    'comments and blank lines': (size) => many(size / 32, (at) => `/* a */\n\n// b\n"k${at}" = "x"; // c\n`),
    'one long text': (size) => `"a" = "${'b'.repeat(size)}";`,
    'escaped quotes': (size) => `"a" = "${'\\"'.repeat(size / 2)}";`,
    escapes: (size) => `"a" = "${'\\U00e9'.repeat(size / 8)}";`,
    'a text without an end': (size) => `"a" = "${'\\"'.repeat(size)}`,
    'comments that never end': (size) => '/*'.repeat(size),
    'many comments': (size) => `${'/**/\n'.repeat(size / 4)}"a" = "b";`,
    'one long comment': (size) => `/*${'*\n'.repeat(size)}*/"a" = "b";`,
    'blank lines': (size) => `"a" = "b";${'\n'.repeat(size)}"c" = "d";`,
    'a long word': (size) => `${'a'.repeat(size)} = b;`,
    slashes: (size) => '/'.repeat(size),
  },
  properties: {
    texts: (size) => many(size / 16, (at) => `k${at}=x\n`),
    comments: (size) => `${'# a\n'.repeat(size / 4)}a=b`,
    'comments between': (size) => many(size / 32, (at) => `# a\n! b\n\n# c\nk${at}=x\n`),
    'one long text': (size) => `a=${'b'.repeat(size)}`,
    'continued lines': (size) => `a=${'b\\\n  '.repeat(size / 8)}`,
    backslashes: (size) => `a=${'\\'.repeat(size)}`,
    escapes: (size) => `a=${'\\u00e9'.repeat(size / 8)}`,
    'a long key': (size) => `${'a\\ '.repeat(size / 4)}=b`,
    'spaces around': (size) => `a${' '.repeat(size)}=${' '.repeat(size)}b${' '.repeat(size)}`,
    'blank lines': (size) => `a=b${'\n'.repeat(size)}c=d`,
    'what is no text': (size) => '=\n'.repeat(size),
    'carriage returns': (size) => `${'\r\n'.repeat(size / 2)}a=b\r`,
  },
  xcstrings: {
    texts: (size) => catalog(many(size / 16, (at) => `"k${at}":{},`)),
    'many languages': (size) =>
      catalog(`"a":{"localizations":{${many(size / 16, (at) => `"l${at}":{},`)}"z":{}}},`),
    translations: (size) =>
      catalog(
        many(
          size / 64,
          (at) => `"k${at}":{"localizations":{"pl":{"stringUnit":{"state":"new","value":"x"}}}},`,
        ),
      ),
    'many forms': (size) =>
      catalog(
        `"a":{"localizations":{"en":{"variations":{"plural":{${many(size / 64, (at) => `"f${at}":{"stringUnit":{"value":"x"}},`)}"other":{"stringUnit":{"value":"y"}}}}}}},`,
      ),
    'a long key': (size) => catalog(`"${'k'.repeat(size)}":{},`),
    'a long comment': (size) => catalog(`"a":{"comment":"${'c'.repeat(size)}"},`),
    'white space': (size) => catalog(`"a":{${' \n'.repeat(size / 2)}},${' '.repeat(size)}`),
    'nested lists': (size) => catalog(`"a":${'['.repeat(90)}${'1,'.repeat(size / 2)}1${']'.repeat(90)},`),
  },
  csv: {
    texts: (size) => `key;text\n${many(size / 16, (at) => `k${at};x\n`)}`,
    'many languages': (size) => `key;en;pl\n${many(size / 16, (at) => `k${at};x;y\n`)}`,
    columns: (size) => `key;text;${';'.repeat(900)}\n${`a${';'.repeat(900)}\n`.repeat(size / 900)}`,
    'too many columns': (size) => `key;text${';'.repeat(size)}`,
    'blank rows': (size) => `key;text\n${'\r\n'.repeat(size / 2)}a;b`,
    'one long text': (size) => `key;text\na;"${'x\n'.repeat(size / 2)}"`,
    'quotes in a text': (size) => `key;text\na;"${'""'.repeat(size / 2)}"`,
    'quotes without an end': (size) => `key;text\na;"${'""'.repeat(size / 2)}`,
    'many quotes': (size) => '"'.repeat(size),
    'cells that begin with a quote': (size) => `key;text\n${'";'.repeat(size / 2)}`,
    'a first row without an end': (size) => `key;text;${'a '.repeat(size / 2)}`,
    'white space': (size) => `key;text\na;${' \t'.repeat(size / 2)}`,
    'long notes': (size) => `key;text;note\n${many(size / 100, (at) => `k${at};x;${'n'.repeat(90)}\n`)}`,
  },
};

/** Reads the file, and writes a translation of each text that has much of what the text has. */
async function readAndWrite(format: LocaleFormatName, text: string): Promise<void> {
  for (const target of [{ text }, { text: '' }]) {
    try {
      const file = await readLocaleFile({ text }, { format, to: 'pl', ...(format !== 'po' && { target }) });
      const texts = Object.entries(file.texts);
      file.write(
        new Map(texts.map(([key, each]) => [key, `${typeof each === 'string' ? each : each.text}!`])),
      );
    } catch (error) {
      // That it is refused takes time too.
      if (!(error instanceof Error && error.name === 'InputError')) throw error;
    }
  }
}

describe.each(Object.entries(shapes) as [LocaleFormatName, (typeof shapes)[LocaleFormatName]][])(
  '%s is read and written in time that grows with the file',
  (format, makers) => {
    test.each(Object.entries(makers))('with %s', async (_, make) => {
      expect(await growth(make, (text) => readAndWrite(format, text))).toBeLessThan(LINEAR);
    });
  },
);

test('pruning takes time that grows with the file', async () => {
  const target = (size: number) =>
    `{${Array.from({ length: size / 32 }, (_, at) => `"k${at}":{"a":"x","b":"y"},`).join('')}"z":"x"}`;
  const measured = await growth(target, async (text) => {
    const source = { text: '{"k1":{"a":"A"},"z":"Z"}' };
    const file = await readLocaleFile(source, { format: 'json', to: 'de', target: { text } });
    file.write({}, { prune: true });
  });
  expect(measured).toBeLessThan(LINEAR);
});

test('texts that look like notes are found in time that grows with the file', async () => {
  const listings = [
    (size: number) =>
      Array.from({ length: size / 16 }, (_, at) => [
        [`k${at}`, 'x'],
        [`k${at}_comment`, 'y'],
      ]).flat(),
    (size: number) => [
      [`a${'_comment'.repeat(size / 8)}`, 'x'],
      [`${'a.'.repeat(size)}comment`, 'y'],
    ],
    (size: number) => Array.from({ length: size / 16 }, (_, at) => [`a.k${at}.comment`, 'x']),
    (size: number) => [
      ['a.comment', 'x'],
      ['a.note', 'y'],
      ...Array.from({ length: size / 16 }, (_, at) => [`a.k${at}`, 'x']),
    ],
  ];
  for (const make of listings)
    expect(
      await growth(
        (size) => Object.fromEntries(make(size)),
        (texts) => readLocaleFile({ text: JSON.stringify(texts), name: 'en.json' }, { to: 'de' }),
      ),
    ).toBeLessThan(LINEAR);
});
