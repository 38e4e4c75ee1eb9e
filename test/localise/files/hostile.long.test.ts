import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { InputError } from '../../../src/index.js';
import { type LocaleFormatName, readLocaleFile } from '../../../src/locale-files.js';
import { isLong } from '../../runs.js';
import { readElsewhere, SAMPLES } from './samples.js';

const MANY = isLong ? 20_000 : 4_000;

const text = (text: string, format: LocaleFormatName) => readLocaleFile({ text, name: 'a.file' }, { format });

describe('a file beyond the limits is refused, with the line and column', () => {
  const xliff = (inner: string) => `<xliff version="1.2"><file>${inner}</file></xliff>`;

  const broken: readonly (readonly [LocaleFormatName, content: string, message: string])[] = [
    ['json', `{"a":[${'1,'.repeat(2_000_001)}1]}`, 'a.file:1:4000003 has more than 2000000 values'],
    [
      'json',
      `{"${'a'.repeat(2 ** 20)}":{${Array.from({ length: 70 }, (_, at) => `"${at}":"x"`).join()}}}`,
      'a.file has keys of more than 67108864 letters in all',
    ],
    [
      'po',
      `msgid "${'a'.repeat(2 ** 20)}"\nmsgstr ""`,
      'a.file:1:1 has a message of more than 1048576 letters',
    ],
    ['po', `msgid "a"\nmsgstr ""\n${'\n'.repeat(2_000_001)}# x`, 'has more than 2000000 lines'],
    ['xliff', xliff('<a/>'.repeat(2_000_000)), 'has more than 2000000 elements and attributes'],
    [
      'xliff',
      xliff(`<a ${Array.from({ length: 2_000_000 }, (_, at) => `a${at}=""`).join(' ')}/>`),
      'has more than 2000000 elements and attributes',
    ],
    [
      'android',
      `<resources><string name="a">${'"'.repeat(2 ** 20 + 1)}</string></resources>`,
      'a.file:1:12 has a text of more than 1048576 letters',
    ],
    ['yaml', `a: [${'1,'.repeat(250_001)}1]`, 'has more than 250000 values'],
    [
      'yaml',
      `a: &a ${'x'.repeat(2 ** 18)}\nb: [*a, *a, *a, *a, *a]`,
      'has aliases for more than 1048576 letters',
    ],
    ['csv', `key;text${'\n'.repeat(250_002)}`, 'a.file:250002:1 has more than 250000 rows'],
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

  test('of more than 64 MiB', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'translation-requester-huge-'));
    try {
      const path = join(folder, 'huge.json');
      await writeFile(path, new Uint8Array(2 ** 26 + 1));
      await expect(readLocaleFile(path)).rejects.toThrow('more than 64 MiB');
    } finally {
      await rm(folder, { recursive: true });
    }
    const huge = { text: ' '.repeat(2 ** 26 + 1), name: 'a.json' };
    await expect(readLocaleFile(huge)).rejects.toThrow('a.json has more than 64 MiB');
  });
});

describe('large but valid files', () => {
  test('can have megabytes of text, escapes and comments in one place', async () => {
    const long = 20 * 2 ** 20;
    const escapes = await text(`{"a": "a${'\\"'.repeat(long / 2)}"}`, 'json');
    expect(escapes.texts.a).toHaveLength(1 + long / 2);
    const name = `${'a'.repeat(long)}_other`;
    const plural = await text(`{"${name}": "x", "${'a'.repeat(long)}_one": "y"}`, 'json');
    expect(Object.keys(plural.texts)).toHaveLength(2);
    const comments = '<!-- a -->'.repeat(200_000);
    const android = await text(`<resources>${comments}<string name="a">x</string></resources>`, 'android');
    expect(android.texts.a).toMatchObject({ text: 'x', note: expect.stringMatching(/^a\na/) });
    const notes = '<note>n</note>'.repeat(100_000);
    const unit = `<trans-unit id="1"><source>a</source>${notes}</trans-unit>`;
    const xliff = await text(`<xliff version="1.2"><file><body>${unit}</body></file></xliff>`, 'xliff');
    expect(xliff.texts[1]).toMatchObject({ text: 'a', note: expect.stringMatching(/^n\nn/) });
  });

  // The names of the formats are the keys.
  test.each(Object.keys(SAMPLES) as LocaleFormatName[])(
    `%s with ${MANY} texts is read and written in time that grows with them`,
    async (format) => {
      const texts = Array.from({ length: MANY }, (_, at) => [`page.text${at}`, `Text ${at}`] as const);
      const content = SAMPLES[format].write(texts);
      const file = await readLocaleFile({ text: content }, { format, from: 'en', to: 'de' });
      const keys = Object.keys(file.texts);
      expect(keys).toHaveLength(MANY);
      const written = file.write(Object.fromEntries(keys.map((key) => [key, `x ${key}`])));
      const target = { text: written };
      const again = await readLocaleFile({ text: content }, { format, from: 'en', to: 'de', target });
      expect(Object.keys(again.known)).toHaveLength(MANY);
      expect(again.write({})).toBe(written);
      readElsewhere(format, written);
    },
  );
});
