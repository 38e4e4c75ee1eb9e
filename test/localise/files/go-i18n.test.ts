import { describe, expect, test } from 'vitest';
import { readLocaleFile } from '../../../src/locale-files.js';

const read = (name: string, text: string, to: string, target?: string) =>
  readLocaleFile(
    { text, name },
    { from: 'en', to, ...(target !== undefined && { target: { text: target } }) },
  );

describe('an entry of go-i18n with `other` alone', () => {
  test.each([
    ['en.toml', '[top]\nother = "Back to top"\n'],
    ['en.toml', 'top = { other = "Back to top" }\n'],
    ['en.json', '{"top":{"hash":"sha1-0e","other":"Back to top"}}'],
    ['en.yaml', 'top:\n  hash: sha1-0e\n  other: Back to top\n'],
  ])('is one text in a language with many forms: %s %s', async (name, text) => {
    const file = await read(name, text, 'ar');
    expect(file.texts).toEqual({ top: 'Back to top' });
    expect(file.write({ top: 'Nach oben' })).toBe(text.replace('Back to top', 'Nach oben'));
  });

  test.each([
    ['en.toml', '[n]\nother = "{{ .Count }} files"\n'],
    ['en.toml', 'n = { other = "{{.PluralCount}} files" }\n'],
    ['en.json', '{"n":{"hash":"sha1-0e","other":"{{ .Count }} files"}}'],
    ['en.yaml', 'n:\n  hash: sha1-0e\n  other: "{{ .Count }} files"\n'],
  ])('has the forms of the language where it shows the number: %s %s', async (name, text) => {
    const { texts } = await read(name, text, 'pl');
    expect(Object.keys(texts)).toEqual(['n.other', 'n.one', 'n.few', 'n.many']);
  });

  test.each([
    [
      'en.toml',
      'Hello = "Hello"\nBye = "Bye"\n',
      '[Hello]\nhash = "sha1-ab"\nother = "Hallo"\n',
      'Bye = "X"\n$',
    ],
    [
      'en.toml',
      '[Hello]\ndescription = "d"\nother = "Hello"\n[Bye]\nother = "B"\n',
      'Hello = "Hallo"\n',
      '$[Bye]\nother = "X"',
    ],
    ['en.toml', 'Hello = { other = "Hello" }\nBye = "B"\n', 'Hello = "Hallo"\n', '$Bye = "X"\n'],
    ['en.toml', 'Hello = "Hello"\n', 'Hello = { hash = "sha1-ab", other = "Hallo" }\n', '$'],
    ['en.json', '{"Hello":"Hello","Bye":"Bye"}', '{"Hello":{"hash":"sha1-ab","other":"Hallo"}}', ''],
    [
      'en.json',
      '{"Hello":{"description":"d","other":"H"},"Bye":{"description":"e","other":"B"}}',
      '{"Hello":"Hallo"}',
      '',
    ],
    ['en.yaml', 'Hello: Hello\nBye: Bye\n', 'Hello:\n  hash: sha1-ab\n  other: Hallo\n', '$Bye: X\n'],
    [
      'en.yaml',
      'Hello:\n  description: d\n  other: H\nBye:\n  description: e\n  other: B\n',
      'Hello: Hallo\n',
      '$Bye:\n  other: X\n',
    ],
  ])('is the text that stands alone in another file: %s %j %j', async (name, text, target, expected) => {
    const file = await read(name, text, 'de', target);
    expect([file.known, file.orphans, file.write({})]).toEqual([{ Hello: 'Hallo' }, [], target]);
    const keys = Object.keys(file.texts).filter((key) => key !== 'Hello');
    const added = Object.fromEntries(keys.map((key) => [key, 'X']));
    const written = file.write({ ...added, Hello: 'Servus' }, { prune: true });
    if (expected !== '') expect(written).toBe(expected.replace('$', target.replace('Hallo', 'Servus')));
    const again = await read(name, text, 'de', written);
    expect(again.known).toEqual({ Hello: 'Servus', ...added });
    expect(written).toContain(target.slice(target.indexOf('Hello'), target.indexOf('Hallo')));
  });

  test.each([
    ['en.toml', '[f]\none = "A file"\nother = "Files"\n', '[f]\nother = "F"\n', 'f = "F"\n'],
    [
      'en.json',
      '{"f":{"hash":"sha1-0e","one":"A file","other":"Files"}}',
      '{"f":{"other":"F"}}',
      '{"f":"F"}',
    ],
    ['en.yaml', 'f:\n  hash: sha1-0e\n  one: A file\n  other: Files\n', 'f:\n  other: F\n', 'f: F\n'],
  ])('is the form for all numbers of a text with several: %s', async (name, text, ...targets) => {
    for (const target of targets) {
      const file = await read(name, text, 'ja', target);
      expect(file.known).toEqual({ 'f.other': 'F' });
      expect(file.write({ 'f.other': 'G' })).toBe(target.replace('F', 'G'));
    }
  });

  test('is replaced by the forms that the language needs, where the file can have them', async () => {
    const source = '{"f":{"hash":"sha1-0e","one":"A file","other":"Files"}}';
    const file = await read('en.json', source, 'de', '{"f":"Dateien"}');
    const written = file.write({ 'f.one': 'Eine Datei' });
    expect(written).toBe(source.replace('A file', 'Eine Datei').replace('Files', 'Dateien'));
  });

  test.each([
    ['en.json', '{"size":"Size"}', '{"size":{"other":"Andere"}}'],
    ['en.yaml', 'size: Size\n', 'size:\n  other: Andere\n'],
  ])('is no object of another program: %s', async (name, text, target) => {
    const { known, orphans } = await read(name, text, 'de', target);
    expect([known, orphans]).toEqual([{}, ['size.other']]);
  });

  test('of a file with descriptions is an entry in YAML, and a description alone is not', async () => {
    const entry = (key: string) => `${key}:\n  description: At the door\n  other: Hello\n`;
    expect((await read('en.yaml', entry('a') + entry('b'), 'de')).texts).toEqual({
      a: { text: 'Hello', note: 'At the door' },
      b: { text: 'Hello', note: 'At the door' },
    });
    expect(Object.keys((await read('en.yaml', entry('a'), 'de')).texts)).toEqual([
      'a.description',
      'a.other',
    ]);
  });
});
