import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lang } from '../../../examples/own/lang.js';
import { type LocaleEncoding, readLocaleFile } from '../../../src/locale-files.js';
import { runs } from '../../runs.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'translation-requester-encodings-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function save(name: string, text: string, encoding: LocaleEncoding): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text, encoding);
  return path;
}

const kinds = [
  { name: 'x.json', encoding: 'utf8', text: '{"a": "Grüße 😀", "b": "x"}', letter: '€' },
  { name: 'x.json', encoding: 'utf8', text: '\ufeff{"a": "Grüße 😀", "b": "x"}\r\n', letter: '€' },
  { name: 'x.strings', encoding: 'utf8', text: '\ufeff"a" = "Grüße 😀";\n"b" = "x";\n', letter: '€' },
  { name: 'x.strings', encoding: 'utf16le', text: '\ufeff"a" = "Grüße 😀";\r\n"b" = "x";', letter: '€' },
  { name: 'x.properties', encoding: 'latin1', text: '# schön\r\na=Grüße ¤\r\nb=x', letter: '\\u20ac' },
] as const;

test.each(kinds)('the bytes of $name are in $encoding, as those of its file: $text', async (kind) => {
  const { name, encoding, text, letter } = kind;
  const target = await save(`target-${name}`, text, encoding);
  const file = await readLocaleFile(await save(name, text, encoding), { to: 'de', target });
  const before = Buffer.from(text, encoding);
  expect(file.encoding).toBe(encoding);
  expect(file.encode({})).toEqual(before);
  expect(file.encode(file.known)).toEqual(before);
  const after = Buffer.from(
    text.replace('x', () => `ü ${letter}`),
    encoding,
  );
  expect(file.encode({ b: 'ü €' })).toEqual(after);
  expect(file.encode(new Map([['b', 'ü €']]), { prune: true })).toEqual(after);
});

test.each(kinds)('a new file of $name is in $encoding, as its source: $text', async (kind) => {
  const { name, encoding, text } = kind;
  const file = await readLocaleFile(await save(name, text, encoding), { to: 'de' });
  expect(file.encode({ a: 'Grüße', b: 'é' })).toEqual(
    Buffer.from(text.replace(/Grüße [^"\r]+/, 'Grüße').replace('x', 'é'), encoding),
  );
});

test('a target keeps its own encoding, and what is added from a source in another one is escaped', async () => {
  const source = await save('en.properties', '# ab 5 €\na=x ü\n', 'utf8');
  const target = await save('de.properties', 'b=ä\n', 'latin1');
  const file = await readLocaleFile(source, { to: 'de', target });
  expect(file.encode({ a: '😀 ö' })).toEqual(
    Buffer.from('# ab 5 \\u20ac\na=\\ud83d\\ude00 ö\nb=ä\n', 'latin1'),
  );
});

test('a letter that the encoding lacks is refused where the format has no escapes, with the key', async () => {
  const format = { ...lang, encodings: ['latin1'] as const };
  const target = await save('de.lang', 'a=ä\n', 'latin1');
  const source = await save('en.lang', '# ab 5 €\nb=x\na=y\n', 'utf8');
  const file = await readLocaleFile(source, { to: 'de', target, format });
  expect(file.encode({ a: 'ö' })).toEqual(Buffer.from('a=ö\n', 'latin1'));
  for (const write of ['write', 'encode'] as const)
    expect(() => file[write]({ a: 'für 😀' })).toThrow(
      'translations["a"] has "😀", which the file can\'t hold in ISO-8859-1; save the file as UTF-8',
    );
});

test('the bytes are those of the text in any encoding', async () => {
  const words = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text.trim() !== '');
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...kinds), words, async ({ name, encoding, text }, word) => {
      const source = await save(name, text, encoding);
      const target = await save(`property-${name}`, text, encoding);
      const file = await readLocaleFile(source, { to: 'de', target });
      await writeFile(target, file.encode({ b: word }));
      const again = await readLocaleFile(source, { to: 'de', target });
      expect(again.encoding).toBe(encoding);
      expect(again.known).toEqual({ ...file.known, b: word });
      expect(again.write({})).toBe(file.write({ b: word }));
    }),
    runs(200),
  );
});
