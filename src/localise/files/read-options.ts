import { fileURLToPath } from 'node:url';
import { readFields } from '../../base/kinds.js';
import { checkOptions, copyOwn, type Rules, readOption } from '../../base/options.js';
import * as rules from '../../base/rules.js';
import { InputError } from '../../index.js';
import type { LocaleFormat } from './document.js';
import type { LocaleFormatName } from './format-names.js';
import { localeFormats } from './formats.js';
import { JSON_SHAPES, type JsonShape } from './json-shapes.js';

/** A file, by its path or its text. */
export type LocaleSource = string | URL | { readonly text: string; readonly name?: string | undefined };

/** Which texts of a file are to be translated. */
export interface SelectionOptions {
  /** Keys of texts that are not to be translated; `*` stands for any letters. @default none */
  readonly ignore?: readonly string[] | undefined;
  /**
   * Keys of notes for translators. Each pattern has one `*`, which stands for the key of the text that the note is about,
   * or of the object that the text is in: `*_comment`, `*.comment`. False if no text is a note.
   * @default none, and `doubtful` has the texts that look like notes
   */
  readonly notes?: readonly string[] | false | undefined;
}

/** How a locale file is read. */
export interface ReadLocaleOptions extends SelectionOptions {
  /**
   * The language to translate into, such as `de` or `pt-BR`. It decides which plural forms there are.
   * @default what the file says
   */
  readonly to?: string | undefined;
  /**
   * The language of the texts: it decides which column of a table has them, and what the forms of vue-i18n are for.
   * @default what the file says; in a table, the first of them
   */
  readonly from?: string | undefined;
  /**
   * The file for that language, with the translations so far. It may be empty or not exist yet.
   * @default for formats whose files hold the translations too, such as PO, string catalogs and CSV: the source itself
   */
  readonly target?: LocaleSource | undefined;
  /** How a JSON file holds its texts; see docs/locale-files.md, JSON. @default what it looks like, which `shape` of the file says */
  readonly shape?: JsonShape | undefined;
  /** The name of a format, or a format of your own. @default by the ending of the file name */
  readonly format?: LocaleFormatName | LocaleFormat | undefined;
}

const isSource = (value: unknown): boolean =>
  typeof value === 'string' ||
  value instanceof URL ||
  typeof readOption(readFields(value), 'text') === 'string';

/** More patterns, or longer ones, could take minutes on a large file. */
const MAX_PATTERNS = 100;
const MAX_PATTERN = 1_000;
/** Keys without a star are found at once. */
const MAX_NAMED_KEYS = 100_000;

const isPattern = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MAX_PATTERN;
const arePatterns = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length <= MAX_PATTERNS && value.every(isPattern);
const areKeys = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length <= MAX_NAMED_KEYS &&
  value.every(isPattern) &&
  value.filter((pattern) => pattern.includes('*')).length <= MAX_PATTERNS;

const OPTIONS: Rules<ReadLocaleOptions> = {
  to: rules.text,
  from: rules.text,
  target: rules.custom(isSource, 'must be a path, or an object with a text'),
  format: rules.custom(
    (value) =>
      (typeof value === 'string' && Object.hasOwn(localeFormats, value)) ||
      typeof Reflect.get(readFields(value), 'read') === 'function',
    `must be ${Object.keys(localeFormats).join(', ')}, or a format of your own`,
  ),
  shape: rules.choice(...JSON_SHAPES),
  ignore: rules.custom(
    areKeys,
    `must be a list of at most ${MAX_PATTERNS} patterns of keys, such as legal.*, and ${MAX_NAMED_KEYS} keys`,
  ),
  notes: rules.custom(
    (value) =>
      value === false || (arePatterns(value) && value.every((pattern) => pattern.split('*').length === 2)),
    `must be a list of at most ${MAX_PATTERNS} patterns of keys, each with one *, such as *_comment; or false for none`,
  ),
};

/** Checks the arguments of `readLocaleFile`. @throws InputError */
export function checkReading(source: LocaleSource, options: ReadLocaleOptions): void {
  const issues = [...checkOptions('options', options, OPTIONS)];
  if (!isSource(source)) issues.push({ path: 'source', message: 'must be a path, or an object with a text' });
  if (issues.length > 0) throw new InputError(issues);
}

/** The name of a file, for messages and to find its format. */
export function findName(source: LocaleSource): string {
  if (typeof source === 'string') return source;
  return source instanceof URL ? fileURLToPath(source) : (copyOwn(source).name ?? 'text');
}
