import { copyOwn } from '../../base/options.js';
import { type LocaleFile, makeLocaleFile } from './file.js';
import { findFormat } from './formats.js';
import { checkReading, findName, type LocaleSource, type ReadLocaleOptions } from './read-options.js';
import { readPair } from './read-pair.js';
import { selectTexts } from './selection.js';
import { collectEntries } from './slot-texts.js';
import { checkTarget } from './write-file.js';

/**
 * Reads a locale file: the texts to translate, and the translations so far.
 *
 * @param source the path, or the text; a text needs `format` or a name
 * @throws InputError when it can't be read, or breaks the rules of its format; the message has the line and column
 * @example
 * const file = await readLocaleFile('locales/en.json', { to: 'de', target: 'locales/de.json' });
 * const job = await orderTexts(requester, { name: 'app', from: 'en', to: ['de'], texts: file.texts, known: { de: file.known } });
 * // later, with the translations of the job by key
 * await writeFile('locales/de.json', file.encode(translations));
 */
export async function readLocaleFile(
  source: LocaleSource,
  options: ReadLocaleOptions = {},
): Promise<LocaleFile> {
  checkReading(source, options);
  const own = copyOwn(options);
  const format = findFormat(findName(source), own.format);
  const pair = await readPair(source, format, own);
  const selection = selectTexts(pair.source, format, own);
  const entries = collectEntries(pair, format, selection.texts);
  checkTarget(format, pair, { entries, constants: selection.constants });
  return makeLocaleFile(format, pair, selection, entries);
}
