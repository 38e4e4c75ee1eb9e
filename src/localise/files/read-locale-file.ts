import { basename } from 'node:path';
import { readPrimaryLanguage, spellWithHyphens } from '../../base/language-code.js';
import { type Content, findName, readContent, readContentIfThere } from './content.js';
import type { LocaleFormat, ReadContext } from './document.js';
import { type FilePair, indexSlots, type LocaleFile, makeLocaleFile, type ReadFile } from './file.js';
import { adviseOnForeignFormat } from './foreign-formats.js';
import { localeFormats } from './formats.js';
import { checkReading, type LocaleSource, type ReadLocaleOptions } from './read-options.js';
import { refuse } from './refusal.js';

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
  const format = findFormat(findName(source), options.format);
  const pair = await readPair(source, format, options);
  return makeLocaleFile(format, pair, options);
}

/** Reads the file with the texts, and the one that gets the translations. */
async function readPair(
  source: LocaleSource,
  format: LocaleFormat,
  options: ReadLocaleOptions,
): Promise<FilePair> {
  const content = await readContent(source, format);
  const texts = parse(format, content, { to: options.to, from: options.from, isTarget: false });
  const from = options.from ?? texts.document.language;
  const ownTo = texts.document.to;
  const to = options.to ?? (ownTo === undefined ? undefined : spellWithHyphens(ownTo));
  checkLanguage(texts.name, ownTo, to);

  let targetContent: Content | undefined;
  if (options.target !== undefined) targetContent = await readContentIfThere(options.target, format);
  else if (format.isMultilingual) targetContent = content;
  // A template names no language: the file to write is a new one.
  else if (format.isBilingual) return { source: texts, target: texts, from, to, isNew: ownTo === undefined };
  if (targetContent === undefined || targetContent.text.trim() === '')
    return { source: texts, target: undefined, from, to, isNew: true };

  const target = parse(format, targetContent, { to, from: options.from, isTarget: true });
  const { language, to: targetTo, pluralForms } = target.document;
  checkLanguage(target.name, targetTo ?? (format.isBilingual ? undefined : language), to);
  checkShape(target, texts);
  // The texts have a form for each that the target has.
  const hasSameForms = JSON.stringify(pluralForms) === JSON.stringify(texts.document.pluralForms);
  const inForms = hasSameForms
    ? texts
    : parse(format, content, { to, from: options.from, isTarget: false, pluralForms });
  return { source: inForms, target, from, to, isNew: false };
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
  if (language !== undefined && readPrimaryLanguage(language) !== readPrimaryLanguage(to ?? ''))
    refuse(name, `is for the language ${language}, not ${to}`);
}

/** Refuses a target that holds its texts in another way than the source, since it would get some in each way. */
function checkShape({ name, document, slots }: ReadFile, source: ReadFile): void {
  const { shape } = source.document;
  if (slots.size === 0 || document.shape === shape) return;
  refuse(name, `has ${document.shape ?? 'plain texts'}, but ${source.name} has ${shape ?? 'plain texts'}`);
}
