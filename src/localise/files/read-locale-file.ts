import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readFields } from '../../base/kinds.js';
import { checkOptions, type Rules } from '../../base/options.js';
import * as rules from '../../base/rules.js';
import { InputError } from '../../index.js';
import type { LocaleFormat, ReadContext } from './document.js';
import { decode, type LocaleEncoding } from './encoding.js';
import { indexSlots, type LocaleFile, makeLocaleFile, type ReadFile } from './file.js';
import { adviseOnForeignFormat } from './foreign-formats.js';
import { type LocaleFormatName, localeFormats } from './formats.js';
import { MAX_SIZE } from './limits.js';
import { refuse } from './refusal.js';
import type { SelectionOptions } from './selection.js';

/** A file, by its path or its text. */
export type LocaleSource = string | URL | { readonly text: string; readonly name?: string | undefined };

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
  /** The name of a format, or a format of your own. @default by the ending of the file name */
  readonly format?: LocaleFormatName | LocaleFormat | undefined;
}

const isSource = (value: unknown): boolean =>
  typeof value === 'string' ||
  value instanceof URL ||
  typeof Reflect.get(readFields(value), 'text') === 'string';

/** More patterns, or longer ones, could take minutes on a large file. */
const MAX_PATTERNS = 100;
const MAX_PATTERN = 1_000;
/** Keys without a star are found at once. */
const MAX_KEYS = 100_000;

const isPattern = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MAX_PATTERN;
const arePatterns = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length <= MAX_PATTERNS && value.every(isPattern);
const areKeys = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length <= MAX_KEYS &&
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
  ignore: rules.custom(
    areKeys,
    `must be a list of at most ${MAX_PATTERNS} patterns of keys, such as legal.*, and ${MAX_KEYS} keys`,
  ),
  notes: rules.custom(
    (value) =>
      value === false || (arePatterns(value) && value.every((pattern) => pattern.split('*').length === 2)),
    `must be a list of at most ${MAX_PATTERNS} patterns of keys, each with one *, such as *_comment; or false for none`,
  ),
};

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
  const issues = [
    ...checkOptions('options', options, OPTIONS),
    ...(isSource(source) ? [] : [{ path: 'source', message: 'must be a path, or an object with a text' }]),
  ];
  if (issues.length > 0) throw new InputError(issues);
  const format = findFormat(findName(source), options.format);
  const read = await readContent(source, format, true);
  const languages = { to: options.to, from: options.from };
  const own = parse(format, read, { ...languages, isTarget: false });
  const to = options.to ?? own.document.to;
  checkLanguage(own.name, own.document.to, to);
  const itself = format.isMultilingual ? read : undefined;
  const given = options.target === undefined ? itself : await readContent(options.target, format, false);
  const from = options.from ?? own.document.language;
  const pair = { source: own, target: undefined, from, to, isNew: true };
  // A template names no language: the file to write is a new one.
  if (given === undefined && format.isBilingual)
    return makeLocaleFile(format, { ...pair, target: own, isNew: own.document.to === undefined }, options);
  if (given === undefined || given.text.trim() === '') return makeLocaleFile(format, pair, options);
  const target = parse(format, given, { ...languages, to, isTarget: true });
  const { language, to: ownTo, pluralForms } = target.document;
  checkLanguage(target.name, ownTo ?? (format.isBilingual ? undefined : language), to);
  checkShape(target, own);
  const texts =
    JSON.stringify(pluralForms) === JSON.stringify(own.document.pluralForms)
      ? own
      : parse(format, read, { ...languages, to, isTarget: false, pluralForms });
  return makeLocaleFile(format, { ...pair, source: texts, target, isNew: false }, options);
}

function findName(source: LocaleSource): string {
  if (typeof source === 'string') return source;
  return source instanceof URL ? fileURLToPath(source) : (source.name ?? 'text');
}

function findFormat(name: string, given: ReadLocaleOptions['format']): LocaleFormat {
  if (typeof given === 'object') return given;
  if (given !== undefined) return localeFormats[given];
  const formats: readonly LocaleFormat[] = Object.values(localeFormats);
  const found = formats.find(({ extensions }) =>
    extensions.some((extension) => basename(name).toLowerCase().endsWith(extension)),
  );
  if (found !== undefined) return found;
  const advice = adviseOnForeignFormat(basename(name));
  if (advice !== undefined) return refuse(name, advice);
  const known = formats.flatMap(({ extensions }) => extensions).join(', ');
  return refuse('format', `must be given, since ${name} does not end in ${known}`);
}

type Content = Pick<ReadFile, 'name' | 'text' | 'byteOrderMark' | 'encoding'>;

async function readContent(
  source: LocaleSource,
  format: LocaleFormat,
  isRequired: boolean,
): Promise<Content> {
  const name = findName(source);
  if (typeof source === 'object' && 'text' in source) {
    if (source.text.length > MAX_SIZE) refuseSize(name);
    return splitByteOrderMark(name, source.text, 'utf8');
  }
  try {
    const bytes = await readBytes(source);
    if (bytes.byteLength > MAX_SIZE) refuseSize(name);
    const { text, encoding } = decode(bytes, format.encodings);
    return splitByteOrderMark(name, text, encoding);
  } catch (error) {
    if (error instanceof InputError) throw error;
    // Not `instanceof`: in jest, a TypeError of Node is of another realm.
    const { name: kind, code } = readFields(error);
    if (kind === 'TypeError') return refuse(name, 'is not UTF-8; save it as UTF-8');
    const isAbsent = code === 'ENOENT';
    if (isAbsent && !isRequired) return { name, text: '', byteOrderMark: '', encoding: 'utf8' };
    return refuse(name, isAbsent ? 'does not exist' : `can't be read (${code})`);
  }
}

/**
 * The bytes of a regular file, and one more than are allowed of a larger one. A pipe would wait for somebody who writes into it, also
 * while it is opened, and a device never ends: either can be in a folder that a stranger has made.
 */
async function readBytes(source: string | URL): Promise<Buffer> {
  // Windows has no such flag. Without one, nothing is added here.
  const file = await open(source, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!(await file.stat()).isFile()) return refuse(findName(source), 'is not a regular file');
    const chunks: Buffer[] = [];
    for await (const chunk of file.createReadStream({ end: MAX_SIZE, autoClose: false })) chunks.push(chunk);
    return Buffer.concat(chunks);
  } finally {
    await file.close();
  }
}

const refuseSize = (name: string): never => refuse(name, `has more than ${MAX_SIZE / 2 ** 20} MiB`);

function splitByteOrderMark(name: string, text: string, encoding: LocaleEncoding): Content {
  const mark = text.startsWith('\ufeff') ? '\ufeff' : '';
  return { name, text: text.slice(mark.length), byteOrderMark: mark, encoding };
}

function parse(format: LocaleFormat, content: Content, context: Omit<ReadContext, 'fail'>): ReadFile {
  const { name, text } = content;
  const fail = (offset: number, message: string): never =>
    refuse(`${name}:${describePosition(text, offset)}`, message);
  if (text.trim() === '') fail(0, 'is empty');
  const document = format.read(text, { ...context, fail });
  return { ...content, document, slots: indexSlots(name, document.root) };
}

/** The line and column of an offset, both from 1. */
function describePosition(text: string, offset: number): string {
  const before = text.slice(0, offset).split(/\r\n|\n|\r/);
  return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}

/** Refuses a file for another language; the region may differ. */
function checkLanguage(name: string, language: string | undefined, to: string | undefined): void {
  const readPrimary = (code = ''): string => code.toLowerCase().split(/[-_@.]/)[0] ?? '';
  if (language !== undefined && readPrimary(language) !== readPrimary(to))
    refuse(name, `is for the language ${language}, not ${to}`);
}

/** Refuses a target that holds its texts in another way than the source, since it would get some in each way. */
function checkShape({ name, document, slots }: ReadFile, source: ReadFile): void {
  const { shape } = source.document;
  if (slots.size === 0 || document.shape === shape) return;
  refuse(name, `has ${document.shape ?? 'plain texts'}, but ${source.name} has ${shape ?? 'plain texts'}`);
}
