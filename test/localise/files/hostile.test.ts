import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { InputError } from '../../../src/index.js';
import { type LocaleFormatName, localeFormats, readLocaleFile } from '../../../src/locale-files.js';

const text = (text: string, format: LocaleFormatName) => readLocaleFile({ text, name: 'a.file' }, { format });

let folder: string;
const kept = async (name: string, content: string | Uint8Array): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'translation-requester-locale-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('a broken locale file is refused, with the line and column', () => {
  const xliff = (inner: string) => `<xliff version="1.2"><file>${inner}</file></xliff>`;
  const bomb = '<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>';

  const broken: readonly (readonly [LocaleFormatName, content: string, message: string])[] = [
    ['json', '', 'a.file:1:1 is empty'],
    ['json', '{\r\n"a": yes}', 'a.file:2:6 is not JSON'],
    ['json', '["a"]', 'a.file:1:1 must be an object with texts'],
    ['json', '{"a": {\n "b": "1",\n "b": "2"}}', 'a.file:3:2 has "b" twice in one object'],
    ['json', '{"a": {"b": "1"},\n "a": null}', 'a.file:2:2 has "a" twice in one object'],
    ['json', '{"b": "1", "2": "2",\n "b": "3"}', 'a.file:2:2 has "b" twice in one object'],
    ['json', '{"b": "1", "\\u0062":\n "3"}', 'a.file:1:12 has "b" twice in one object'],
    ['json', '{"a.b": "1", "a": {"b": "2"}}', 'a.file:1:25 has two texts with the key "a.b"'],
    [
      'json',
      `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`,
      'a.file:1:105 is nested more than 100 levels deep',
    ],
    ['json', '{"a": "b"} // no', 'a.file:1:12 is not JSON'],
    ...['7', '0', '9'.repeat(400)].map((count): [LocaleFormatName, string, string] => [
      'po',
      `msgid ""\nmsgstr "Plural-Forms: nplurals=${count}; plural=0;\\n"\n\nmsgid "a"\nmsgid_plural "b"\nmsgstr[0] ""`,
      `a.file:1:1 declares nplurals=${count.slice(0, 20)}; it must be 1 to 6`,
    ]),
    [
      'po',
      `msgid "a"\nmsgid_plural "b"\n${Array.from({ length: 7 }, (_, at) => `msgstr[${at}] ""`).join('\n')}`,
      'a.file:9:1 has msgstr[6] where it is not allowed',
    ],
    ['xliff', `<?xml version="1.0"?><!-- a -->${bomb}<r/>`, 'a.file:1:32 has a document type'],
    ['po', 'hello', 'a.file:1:1 is not gettext PO'],
    ['po', '# only a comment', 'a.file:1:1 is not gettext PO: it has no message'],
    ['po', 'msgid "a"\nmsgstr "b"c"', 'a.file:2:1 is not gettext PO'],
    ['po', 'msgid "a\nmsgstr "b"', 'a.file:1:1 is not gettext PO'],
    ['po', 'msgid "a"\n\n"b"\nmsgid "c"\nmsgstr ""', 'a.file:4:1 has msgid where it is not allowed'],
    ['po', '"a"\nmsgid "a"\nmsgstr ""', 'a.file:1:1 has a string where it is not allowed'],
    ['po', 'msgid "a"\nmsgstr[0] "b"', 'a.file:2:1 has msgstr[0] where it is not allowed'],
    ['po', 'msgid "a"\nmsgid_plural "b"\nmsgstr[1] "b"', 'a.file:3:1 has msgstr[1] where it is not allowed'],
    ['po', 'msgid "a"\nmsgstr ""\n\nmsgid "b"', 'a.file:3:1 ends in the middle of a message'],
    [
      'po',
      'msgid ""\nmsgstr "Content-Type: text/plain; charset=ISO-8859-1\\n"',
      'declares the charset ISO-8859-1; save it as UTF-8',
    ],
    ['yaml', 'a: "b', 'a.file:1:6 is not YAML: Missing closing "quote'],
    ['yaml', 'a: b\n c: d', 'a.file:1:4 is not YAML: Nested mappings are not allowed'],
    ['yaml', '- a', 'a.file:1:1 must be a map with texts'],
    ['yaml', 'a: b\n---\nc: d', 'a.file:2:1 has a second document'],
    ['yaml', 'a:\n  b: c\n  "b": d', 'a.file:3:3 has "b" twice in one map'],
    ['yaml', 'a: *b\nc: &b d', 'a.file:1:4 has the alias *b before its anchor'],
    ['yaml', `a: ${'['.repeat(5000)}${']'.repeat(5000)}`, 'is nested more than 100 levels deep'],
    ['yaml', `${'- '.repeat(500)}x`, 'is nested more than 100 levels deep'],
    ['csv', 'text;note', 'a.file:1:1 has no column with keys; name it key, id or sku'],
    ['csv', 'en;de\na;b', 'a.file:1:1 has no column with keys'],
    [
      'csv',
      'key;German',
      'a.file:1:1 has no column with texts; name it text, or by its language, such as en',
    ],
    ['csv', 'key;id', 'a.file:1:1 has no column with texts'],
    ['csv', 'key;text;value', 'a.file:1:10 could have its texts in the column "text" or the column "value"'],
    ['csv', 'key;text\n"a', 'a.file:2:1 has a cell without its closing quote'],
    ['csv', 'key;text\na;"b"c', 'a.file:2:6 has text behind the closing quote of a cell'],
    ['csv', 'key;text\na; "b"', 'a.file:2:3 has white space before the quote of a cell'],
    ['csv', 'key,text\na,b,c', 'a.file:2:5 has a cell beyond the 2 columns of the first row'],
    ['csv', 'key;text\n;b', 'a.file:2:2 has a text without a key'],
    ['csv', 'key;text\na;b\rc;d', 'a.file:2:4 has a line that ends in CR alone'],
    ['csv', 'key;text\na;b\na;c', 'a.file:3:4 has two texts with the key "a"'],
    ['csv', `key;text${';'.repeat(1_000)}`, 'a.file:1:1008 has more than 1000 columns'],
    ['xliff', '<xliff version="1.2"><file>', 'a.file:1:28 is not XML: unclosed tag: file'],
    ['xliff', '<xliff version="1.2">\n<file></xliff>', 'a.file:2:15 is not XML: unexpected close tag'],
    ['xliff', '<xliff version="3.0"/>', 'a.file:1:1 is not XLIFF 1.2 or 2.0'],
    ['xliff', '<resources/>', 'a.file:1:1 is not XLIFF 1.2 or 2.0'],
    ['xliff', 'hello', 'a.file:1:'],
    ['xliff', xliff('<source>&unknown;</source>'), 'is not XML: undefined entity'],
    ['xliff', xliff('\u0000'), 'is not XML: disallowed character'],
    ['xliff', xliff('<group>'.repeat(5000)), 'is nested more than 100 levels deep'],
    [
      'xliff',
      xliff(['a', 'b'].map((text) => `<trans-unit id="1"><source>${text}</source></trans-unit>`).join('')),
      'two texts with the key "1"',
    ],
    ['xliff', `\n${bomb}<r>&b;</r>`, 'a.file:2:1 has a document type, which is not allowed'],
    [
      'xliff',
      '<?xml version="1.0" encoding="ISO-8859-1"?><xliff version="1.2"/>',
      'declares the encoding ISO-8859-1; save it as UTF-8',
    ],
    ['android', '<xliff version="1.2"/>', 'a.file:1:1 is not a file of Android strings'],
    ['android', `${bomb}<resources><string name="a">&b;</string></resources>`, 'has a document type'],
    [
      'android',
      '<resources><string name="a">x</string><string name="a">y</string></resources>',
      'two texts with the key "a"',
    ],
  ];

  // Without the content in its title, which can have megabytes.
  test.each(broken.map(([format, content, message]) => ({ format, content, message })))(
    '$format: $message',
    async ({ format, content, message }) => {
      const error: unknown = await text(content, format).catch((thrown) => thrown);
      expect(error).toBeInstanceOf(InputError);
      expect(error).toMatchObject({ message: expect.stringContaining(message) });
    },
  );

  test('a path that is not a file, another encoding, and an unknown format', async () => {
    const path = await kept('a.txt', 'x');
    const latin = await kept('latin.json', Buffer.from('{"a": "\xe4"}', 'latin1'));
    const utf16 = await kept('utf16.json', Buffer.from('\ufeff{"a": "b"}', 'utf16le'));
    await expect(readLocaleFile(join(folder, 'none.json'))).rejects.toThrow('none.json does not exist');
    await expect(readLocaleFile(folder, { format: 'json' })).rejects.toThrow('is not a regular file');
    await expect(readLocaleFile(latin)).rejects.toThrow('latin.json is not UTF-8; save it as UTF-8');
    await expect(readLocaleFile(utf16)).rejects.toThrow('utf16.json is not UTF-8; save it as UTF-8');
    await expect(readLocaleFile(path)).rejects.toThrow(
      `does not end in ${Object.values(localeFormats)
        .flatMap(({ extensions }) => extensions)
        .join(', ')}`,
    );
    if (process.platform !== 'win32')
      await expect(readLocaleFile('/dev/zero', { format: 'json' })).rejects.toThrow('is not a regular file');
  });

  test('an unknown or wrong option', async () => {
    const wrong = (options: object) => readLocaleFile({ text: '{}', name: 'a.json' }, options);
    await expect(wrong({ fromat: 'json' })).rejects.toThrow('did you mean format?');
    await expect(wrong({ format: 'docx' })).rejects.toThrow('format must be json, ');
    await expect(wrong({ format: 'constructor' })).rejects.toThrow('format must be json');
    await expect(wrong({ from: '' })).rejects.toThrow('from must be a non-empty string');
    await expect(wrong({ to: '' })).rejects.toThrow('to must be a non-empty string');
    await expect(wrong({ target: 1 })).rejects.toThrow('target must be a path');
    // @ts-expect-error a source is needed
    await expect(readLocaleFile()).rejects.toThrow('source must be a path');
  });

  test('a file for another language', async () => {
    const content = '<xliff version="1.2"><file target-language="de-AT"><body/></file></xliff>';
    await expect(readLocaleFile({ text: content, name: 'a.xlf' }, { to: 'ja' })).rejects.toThrow(
      'a.xlf is for the language de-AT, not ja',
    );
    for (const to of ['de', 'DE', 'de_CH', 'de_DE.UTF-8@euro'])
      expect((await readLocaleFile({ text: content, name: 'A.XLF' }, { to })).to).toBe(to);
    const hebrew = content.replace('de-AT', 'iw');
    expect((await readLocaleFile({ text: hebrew, name: 'a.xlf' }, { to: 'he-IL' })).to).toBe('he-IL');
  });
});

describe('an impossible translation', () => {
  test('is refused by its key', async () => {
    const unit = '<trans-unit id="1"><source>a <g id="1">b</g></source></trans-unit>';
    const xliff = await text(`<xliff version="1.2"><file><body>${unit}</body></file></xliff>`, 'xliff');
    const deep = `${'<g id="1">'.repeat(200)}b${'</g>'.repeat(200)}`;
    expect(() => xliff.write({ 1: deep })).toThrow('translations["1"] is nested more than 100 levels deep');
    expect(() => xliff.write({ 1: 'a\u0001' })).toThrow('translations["1"] has a control character');
    expect(() => xliff.write({ 1: '\ud800' })).toThrow('translations["1"]');
    expect(() => xliff.write({ 2: 'x' })).toThrow('have the key "2", which the file does not have');
    // @ts-expect-error a translation is a text
    expect(() => xliff.write({ 1: 1 })).toThrow('translations["1"] must be a string');
    expect(() => xliff.write(JSON.parse('{"__proto__": "x"}'))).toThrow('have the key "__proto__"');
    // Another tag than those of the text is text.
    expect(xliff.write({ 1: '<script>' })).toContain('<target>&lt;script&gt;</target>');
  });
});

describe('unusual but valid files', () => {
  test('keep the byte order mark and the line endings', async () => {
    const path = await kept('bom.json', '\ufeff{\r\n  "a": "T1",\r\n  "b": "T2"\r\n}\r\n');
    const file = await readLocaleFile(pathToFileURL(path), { to: 'de', target: pathToFileURL(path) });
    expect(file.write({ b: 'x' })).toBe('\ufeff{\r\n  "a": "T1",\r\n  "b": "x"\r\n}\r\n');
    const added = await readLocaleFile(
      { text: '{\n  "a": "T1",\n  "c": "T3"\n}\n', name: 'a.json' },
      { to: 'de', target: path },
    );
    expect(added.write({ c: 'x' })).toBe('\ufeff{\r\n  "a": "T1",\r\n  "c": "x",\r\n  "b": "T2"\r\n}\r\n');
  });

  test('in PO and XML with CRLF, new lines have CRLF too', async () => {
    const po = await text('msgid "a"\r\nmsgstr ""\r\n\r\nmsgid "b"\r\nmsgstr ""\r\n', 'po');
    expect(po.write({ a: 'x\ny' })).toBe(
      'msgid "a"\r\nmsgstr ""\r\n"x\\n"\r\n"y"\r\n\r\nmsgid "b"\r\nmsgstr ""\r\n',
    );
    const unit = '<trans-unit id="1">\r\n  <source>a</source>\r\n</trans-unit>';
    const xliff = await text(`<xliff version="1.2"><file><body>${unit}</body></file></xliff>`, 'xliff');
    expect(xliff.write({ 1: 'b' })).toContain('</source>\r\n  <target>b</target>\r\n</trans-unit>');
  });

  test('can have keys such as __proto__, which change no prototype', async () => {
    const json = await text(
      '{"__proto__": {"a": "T1"}, "constructor": "T2", "": "T3", "toString": "T4"}',
      'json',
    );
    expect(Object.entries(json.texts)).toEqual([
      ['__proto__.a', 'T1'],
      ['constructor', 'T2'],
      ['', 'T3'],
      ['toString', 'T4'],
    ]);
    expect(JSON.parse(json.write({ '__proto__.a': 'x', '': 'y' }))).toEqual(
      JSON.parse('{"__proto__": {"a": "x"}, "": "y"}'),
    );
    const po = await text('msgid "__proto__"\nmsgstr "x"\n', 'po');
    expect(Object.entries(po.known)).toEqual([['__proto__', 'x']]);
    expect(po.write(JSON.parse('{"__proto__": "y"}'))).toBe('msgid "__proto__"\nmsgstr "y"\n');
    expect(Reflect.get({}, 'a')).toBeUndefined();
  });

  test('a JSON file that escapes non-ASCII characters keeps doing so', async () => {
    const file = await text('{"a": "caf\\u00e9", "b": "x"}', 'json');
    expect(file.texts).toEqual({ a: 'café', b: 'x' });
    expect(file.write({ a: 'Kaffee', b: 'ü😀' })).toBe('{"a": "Kaffee", "b": "\\u00fc\\ud83d\\ude00"}');
    // A control character has no other spelling, so it says nothing of the others.
    expect((await text('{"a": "\\u0007x", "b": "y"}', 'json')).write({ b: 'ü' })).toBe('{ "b": "ü"}');
  });

  test('in XML, what looks like an attribute or a comment in a value is none', async () => {
    const target = `<target note=' state="new"' state="new" >b</target>`;
    const unit = `<trans-unit id="1"><source>a</source>${target}</trans-unit>`;
    const xliff = await text(`<xliff version="1.2"><file><body>${unit}</body></file></xliff>`, 'xliff');
    expect(xliff.write({ 1: 'c' })).toContain(`<target note=' state="new"' state="translated" >c</target>`);
    const prolog = '<!-- <!DOCTYPE a> --><?b <!DOCTYPE a> ?>\n';
    const android = await text(`${prolog}<resources><string name="a">x</string></resources>`, 'android');
    expect(android.texts).toEqual({ a: 'x' });
  });

  test('a target that is empty or does not exist has no translations', async () => {
    const source = { text: '{"a": "T1"}', name: 'a.json' };
    for (const target of [join(folder, 'not-yet.json'), { text: ' \n' }]) {
      const file = await readLocaleFile(source, { to: 'de', target });
      expect(file.known).toEqual({});
      expect(file.write({ a: 'x' })).toBe('{"a": "x"}');
    }
    const empty = await readLocaleFile(source, { to: 'de', target: { text: '{ }' } });
    expect(empty.write({})).toBe('{ }');
    expect(empty.write({ a: 'x' })).toBe('{"a": "x"}');
  });
});
