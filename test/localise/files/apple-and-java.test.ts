import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readLocaleFile } from '../../../src/locale-files.js';

const path = (name: string): string => fileURLToPath(new URL(`./files/${name}`, import.meta.url));
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'translation-requester-encodings-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe("Apple's strings", () => {
  const file = () => readLocaleFile(path('Localizable.strings'), { to: 'de' });
  const read = (text: string, target = text) =>
    readLocaleFile({ text }, { format: 'strings', to: 'de', target: { text: target } });

  test('have texts by their keys, with the comments beside them as notes', async () => {
    const { format, protect, texts } = await file();
    expect([format, protect]).toEqual(['strings', 'printf']);
    expect(texts).toEqual({
      'start.title': { text: 'Welcome', note: 'Title of the first screen' },
      'start.go': { text: 'Let’s go', note: 'Button below the title\nshort, please' },
      'inbox.count': '%1$d messages from %2$@',
      quote: { text: 'She said "now".\nThen she left.', note: 'Quotes stay' },
      NSCameraUsageDescription: 'For your picture.',
      Cancel: 'Cancel',
    });
  });

  test('a new file has what is translated, with escapes as in the source file', async () => {
    const given = { 'start.go': 'Los geht\'s – "jetzt"\n\\', quote: 'Ja', Cancel: 'Ab' };
    expect((await file()).write(given)).toBe(`/*
  Localizable.strings
  Made by hand.
*/

// Button below the title
"start.go" = "Los geht's \\U2013 \\"jetzt\\"\\n\\\\"; // short, please
/* Quotes stay */ "quote" =
    "Ja";
"Cancel" = "Ab";
`);
  });

  test('an existing file keeps everything else, and gets what it lacks where the source has it', async () => {
    const target = '"a" = "ä";\r\n\r\n/* alt */ "z" = "Z";';
    const german = await read('"a" = "x";\n"b" = "y";\n', target);
    expect(german.known).toEqual({ a: 'ä' });
    expect(german.write({ b: 'ü' })).toBe('"a" = "ä";\r\n"b" = "ü";\r\n\r\n/* alt */ "z" = "Z";');
  });

  test('have escapes in octal and hexadecimal digits', async () => {
    const text = String.raw`"a" = "\101\0\1012 \U0041\u00e9\UD83D\uDE00 \x41";`;
    expect((await readLocaleFile({ text }, { format: 'strings' })).texts).toEqual({ a: 'A\0A2 Aé😀 x41' });
  });

  test('in UTF-16 stay in it', async () => {
    const content = '\ufeff/* Titel */\r\n"a" = "Grüße 😀";\r\n"b" = "x";\r\n';
    const source = join(folder, 'utf16.strings');
    await writeFile(source, content, 'utf16le');
    const utf16 = await readLocaleFile(source, { to: 'de', target: source });
    expect(utf16.encoding).toBe('utf16le');
    expect(utf16.known).toEqual({ a: 'Grüße 😀', b: 'x' });
    await writeFile(source, utf16.write({ b: 'Ж' }), utf16.encoding);
    expect(await readFile(source)).toEqual(Buffer.from(content.replace('"x"', '"Ж"'), 'utf16le'));
    await writeFile(source, Buffer.from(content, 'utf16le').swap16());
    await expect(readLocaleFile(source)).rejects.toThrow('utf16.strings is not UTF-8; save it as UTF-8');
  });

  test.each([
    ['"a" = "b"', 'text:1:10 is not a file of Apple strings: expected a semicolon'],
    ['"a" = "b', 'text:1:7 is not a file of Apple strings: has a text without its closing quote'],
    ['/* a', 'text:1:1 is not a file of Apple strings: has a comment without its end'],
    ['{ a = b; }', 'text:1:1 is not a file of Apple strings: expected a key in quotes'],
    ['"a" = {};', 'text:1:7 is not a file of Apple strings: expected a text in quotes'],
    ['"a" = "b"; "c" = "d";', 'text:1:12 has two texts in one line'],
    ['"a" = "b";\n"a" = "c";', 'text:2:7 has two texts with the key "a"'],
  ])('%j is refused', async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });
});

describe("Java's properties", () => {
  const file = () => readLocaleFile(path('messages.properties'), { to: 'de' });
  const read = (text: string, target = text) =>
    readLocaleFile({ text }, { format: 'properties', to: 'de', target: { text: target } });

  test('have texts by their keys, with the comments above them as notes', async () => {
    expect((await file()).texts).toEqual({
      title: { text: 'Your account', note: 'Texts of the account page\nkept for old clients' },
      balance: "You have {0,number} points. It''s enough for {1}.",
      note: 'This is a long text that goes on in the next line',
      cafe: 'Café',
      'path with spaces': 'C:\\temp',
    });
  });

  test('a new file has what is translated, with escapes beyond ASCII', async () => {
    expect(
      (await file()).write({ title: 'Ihr Konto: 5 €', note: ' \\ 😀\n', 'path with spaces': 'D:' }),
    ).toBe(`# Copyright of nobody

# Texts of the account page
! kept for old clients
title=Ihr Konto: 5 \\u20ac

note = \\ \\\\ \\ud83d\\ude00\\n
path\\ with\\ spaces   D:
`);
  });

  test('a file with other letters than those of ASCII gets them as they are', async () => {
    expect((await read('a=ä\nb=x\n')).write({ b: '€\ud800' })).toBe('a=ä\nb=€\\ud800\n');
    expect((await read('a=x\nb=y\n', 'a=ä\nb\n')).write({ b: 'Ü' })).toBe('a=ä\nb=Ü\n');
  });

  test('in ISO-8859-1 stay in it', async () => {
    const source = join(folder, 'latin.properties');
    const bytes = Buffer.from('# Gr\xfc\xdfe\na=caf\xe9\nb=x', 'latin1');
    await writeFile(source, bytes);
    const latin = await readLocaleFile(source, { to: 'de', target: source });
    expect(latin.encoding).toBe('latin1');
    expect(latin.texts.a).toEqual({ text: 'café', note: 'Grüße' });
    expect(Buffer.from(latin.write({}), latin.encoding)).toEqual(bytes);
    expect(latin.write({ b: 'ü Ж' })).toBe('# Grüße\na=café\nb=ü \\u0416');
  });

  test('have Unicode escapes, and no others of numbers', async () => {
    expect((await read(String.raw`a=\u0041\u00E9\uD83D\uDE00 \101 \x41`)).texts).toEqual({
      a: 'Aé😀 101 x41',
    });
  });

  test.each(['utf16le', 'utf16be'])('in %s are refused, and not read as ISO-8859-1', async (encoding) => {
    const source = join(folder, `${encoding}.properties`);
    const bytes = Buffer.from('\ufeffa=b\n', 'utf16le');
    await writeFile(source, encoding === 'utf16be' ? bytes.swap16() : bytes);
    await expect(readLocaleFile(source)).rejects.toThrow('is not UTF-8; save it as UTF-8');
  });

  test.each([
    ['a=b\rc=d\n', 'text:1:4 has a line that ends in CR alone; save it with LF'],
    ['a=b\na:c\n', 'text:2:3 has two texts with the key "a"'],
  ])('%j is refused', async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });
});

test.each(['=', ':', ' '])(
  'a translation that begins with "%s" is no part of the separator',
  async (sign) => {
    const file = { text: 'one two\nthree=four\n', name: 'en.properties' };
    const target = (await readLocaleFile(file)).write({ one: `${sign}x`, three: `${sign}y` });
    expect((await readLocaleFile(file, { target: { text: target } })).known).toEqual({
      one: `${sign}x`,
      three: `${sign}y`,
    });
  },
);
