import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type LocaleFormatName, readLocaleFile } from '../../../src/locale-files.js';
import { runs } from '../../runs.js';
import type { Judge } from './samples/judges.js';
import { type Texts, word } from './samples/sample.js';
import { SAMPLES } from './samples.js';

const TEXTS: Texts = [
  ['cart.add', 'Add to cart'],
  ['cart.pay', 'Pay now'],
  ['user.login', 'Log in'],
];
/** What each syntax has a meaning for, where a text can have it. */
const TRANSLATIONS = [
  `L'eau "fraîche" & <b>gazeuse</b>`,
  'a \\ b; c: d, {e} %f $g @h 100 %',
  'ein\nZweizeiler 日本語 😀',
];

const write = async (format: LocaleFormatName, text: string, words: readonly string[]): Promise<string> => {
  const file = await readLocaleFile({ text }, { format, from: 'en', to: 'de', target: { text } });
  const keys = Object.keys(file.texts);
  return file.write(Object.fromEntries(keys.flatMap((key, at) => (words[at] ? [[key, words[at]]] : []))));
};

const read = ({ read: readBy }: Judge, text: string): string => {
  try {
    readBy(text);
    return 'can be read';
  } catch (error) {
    return String(error);
  }
};

// The names of the formats are the keys.
const programs = (Object.keys(SAMPLES) as LocaleFormatName[]).flatMap((format) =>
  SAMPLES[format].judges.flatMap((judge) =>
    judge.command === undefined ? [] : [{ format, judge, name: judge.name, command: judge.command }],
  ),
);

describe.each(programs)(
  '$format, by $name (skipped where it is not installed)',
  ({ format, judge, command }) => {
    const isInstalled = spawnSync(command, ['--version'], { stdio: 'ignore' }).error === undefined;
    const { write: make, random } = SAMPLES[format];

    test.runIf(isInstalled)(
      'reads a file with translations that have the signs of all syntaxes',
      async () => {
        expect(read(judge, await write(format, make(TEXTS), TRANSLATIONS))).toBe('can be read');
      },
    );

    test.runIf(isInstalled)('does not read just any file', () => {
      expect(read(judge, '<?php <a>: "x = [')).not.toBe('can be read');
    });

    test.runIf(isInstalled)('reads any file after we have written it, where it could before', async () => {
      for (const { files, words = word } of random) {
        const property = fc.asyncProperty(
          files,
          fc.array(words, { maxLength: 6 }),
          async (text, translations) => {
            if (read(judge, text) !== 'can be read') return;
            expect(read(judge, await write(format, text, translations))).toBe('can be read');
          },
        );
        await fc.assert(property, runs(10));
      }
      expect(random.length).toBeGreaterThan(0);
    });
  },
);
