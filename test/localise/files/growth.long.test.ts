import { describe, expect, test } from 'vitest';
import { type LocaleFormatName, readLocaleFile } from '../../../src/locale-files.js';
import { growth, LINEAR } from '../../growth.js';
import { SAMPLES } from './samples.js';

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

describe.each(Object.keys(SAMPLES) as LocaleFormatName[])(
  '%s is read and written in time that grows with the file',
  (format) => {
    test.each(Object.entries(SAMPLES[format].growing))('with %s', async (_, make) => {
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
