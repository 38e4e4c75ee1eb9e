import { spellForAndroid, spellWithUnderscores } from '../../base/language-code.js';
import type { LocaleFormat } from './document.js';
import { adviseOnForeignFormat } from './foreign-formats.js';
import type { LocaleFormatName } from './format-names.js';
import { android } from './formats/android.js';
import { csv } from './formats/csv/csv.js';
import { fluent } from './formats/fluent.js';
import { json } from './formats/json/json.js';
import { json5 } from './formats/json/json5.js';
import { php } from './formats/php.js';
import { po } from './formats/po.js';
import { properties } from './formats/properties.js';
import { qt } from './formats/qt.js';
import { resx } from './formats/resx.js';
import { strings } from './formats/strings.js';
import { stringsdict } from './formats/stringsdict.js';
import { subtitles } from './formats/subtitles.js';
import { toml } from './formats/toml.js';
import { xcstrings } from './formats/xcstrings.js';
import { xliff } from './formats/xliff.js';
import { yaml } from './formats/yaml.js';
import {
  anywhere,
  behindName,
  byAndroidFolder,
  byAppleFolder,
  byEnding,
  byFolder,
  byName,
  byWholeName,
  LANGUAGE_FOLDERS,
  type PathLayout,
  type TargetSpelling,
} from './path-layouts.js';
import { refuse } from './refusal.js';

/** Names of files with texts in Java. Files with other names mostly hold settings. */
const BUNDLES =
  /(?:^|\/)(?:\w*messages?|strings?|texts?|labels?|\w*bundle|i18n|locali[sz]ation|translations?|errors?|language|lang)\*\.properties$/i;

/** Files of Qt for a language. */
const TRANSLATIONS_OF_QT =
  /(?:^|\/)(?:translations?|i18n|l10n|langs?|languages?|locales?|ts)\/(?:[^/*]*[_.-])?\*\.ts$/i;

/** A format, and where projects have its files. */
interface FormatRow {
  readonly format: LocaleFormat;
  /** The usual layouts of its files. */
  readonly layouts: readonly PathLayout[];
  /** How the paths of its files spell a language. @default as the web does: `pt-BR` */
  readonly spelling?: TargetSpelling;
}

/**
 * The built-in formats. All that depends on which there are follows from these rows: the list of names, the schema of the
 * project file and the table of the page by `npm run generate`; the rest while the program runs.
 */
const ROWS: Readonly<Record<LocaleFormatName, FormatRow>> = {
  json: {
    format: json,
    layouts: [
      byName('arb'),
      behindName('json', 'package\\.nls', '.'),
      { ...byName('json'), sign: LANGUAGE_FOLDERS },
      { ...byFolder('json'), sign: LANGUAGE_FOLDERS },
    ],
    // Flutter and Chrome find a file by its region after an underscore.
    spelling: { path: /(^|\/)_locales\/|\.arb$/, spell: spellWithUnderscores },
  },
  po: {
    format: po,
    layouts: [
      { ...anywhere('pot'), holds: 'template', makes: '{language}.po' },
      byName('po'),
      byFolder('po'),
    ],
    spelling: { path: /\.po$/, spell: spellWithUnderscores },
  },
  xliff: {
    format: xliff,
    layouts: [
      byWholeName('xlf|xliff'),
      { ...byFolder('xlf|xliff'), sign: LANGUAGE_FOLDERS },
      byEnding('xlf|xliff', '.', '._-'),
    ],
  },
  android: {
    format: android,
    layouts: [byAndroidFolder('xml')],
    spelling: { path: /(^|\/)values-\{language\}\/[^/]+\.xml$/, spell: spellForAndroid },
  },
  yaml: {
    format: yaml,
    layouts: [
      { ...byName('ya?ml'), sign: LANGUAGE_FOLDERS },
      { ...byFolder('ya?ml'), sign: LANGUAGE_FOLDERS },
    ],
  },
  strings: { format: strings, layouts: [byAppleFolder('strings')] },
  xcstrings: { format: xcstrings, layouts: [{ ...anywhere('xcstrings'), holds: 'all languages' }] },
  properties: {
    format: properties,
    layouts: [{ ...byEnding('properties', '_'), sign: BUNDLES }],
    spelling: { path: /\.properties$/, spell: spellWithUnderscores },
  },
  csv: {
    format: csv,
    layouts: [{ ...anywhere('csv|tsv'), sign: LANGUAGE_FOLDERS, holds: 'all languages' }],
  },
  stringsdict: { format: stringsdict, layouts: [byAppleFolder('stringsdict')] },
  qt: {
    format: qt,
    // Files of TypeScript end so too.
    layouts: [{ ...byName('ts'), sign: TRANSLATIONS_OF_QT }],
    spelling: { path: /\.ts$/, spell: spellWithUnderscores },
  },
  resx: { format: resx, layouts: [byEnding('resx', '.'), byFolder('resw')] },
  php: {
    format: php,
    layouts: [
      { ...byFolder('php'), sign: LANGUAGE_FOLDERS },
      { ...byName('php'), sign: LANGUAGE_FOLDERS },
    ],
  },
  toml: {
    format: toml,
    layouts: [
      behindName('toml', 'active', '.'),
      { ...byName('toml'), sign: LANGUAGE_FOLDERS },
      { ...byFolder('toml'), sign: LANGUAGE_FOLDERS },
    ],
  },
  subtitles: { format: subtitles, layouts: [byName('srt|vtt')] },
  fluent: { format: fluent, layouts: [byFolder('ftl'), byName('ftl')] },
  json5: {
    format: json5,
    layouts: [
      { ...byName('json5|jsonc'), sign: LANGUAGE_FOLDERS },
      { ...byFolder('json5|jsonc'), sign: LANGUAGE_FOLDERS },
      { ...byName('[mc]?js|[mc]ts'), sign: LANGUAGE_FOLDERS },
    ],
  },
};

// Their keys are those of the rows.
const readColumn = <Value>(read: (row: FormatRow) => Value): Readonly<Record<LocaleFormatName, Value>> =>
  Object.fromEntries(Object.entries(ROWS).map(([name, row]) => [name, read(row)])) as Record<
    LocaleFormatName,
    Value
  >;

/** The built-in formats by their names. A file's format is recognized by the ending of its name. */
export const localeFormats: Readonly<Record<LocaleFormatName, LocaleFormat>> = readColumn(
  ({ format }) => format,
);

/** Where projects have files with texts. */
export const LOCALE_LAYOUTS: readonly PathLayout[] = Object.values(ROWS).flatMap(({ layouts }) => layouts);

/** How the paths of translations spell a language, where it is not as the web does. */
export const TARGET_SPELLINGS: readonly TargetSpelling[] = Object.values(ROWS).flatMap(
  ({ spelling }) => spelling ?? [],
);

/** Finds the format of a file. @param path its path, or another name @throws InputError when nothing says it */
export function findFormat(path: string, given: LocaleFormatName | LocaleFormat | undefined): LocaleFormat {
  if (typeof given === 'object') return given;
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  const advice = adviseOnForeignFormat(name);
  const formats: readonly LocaleFormat[] = Object.values(localeFormats);
  const found = formats.find(({ extensions }) =>
    extensions.some((extension) => name.toLowerCase().endsWith(extension)),
  );
  // Almost any line is a key with a value in properties: what is written into another file would break it.
  if (given === 'properties' && found !== undefined && found.name !== given)
    return refuse(
      path,
      `is not properties by its name, but ${found.name}; leave out the format, or rename it`,
    );
  if (given === 'properties' && advice !== undefined) return refuse(path, advice);
  if (given !== undefined) return localeFormats[given];
  if (found !== undefined) return found;
  if (advice !== undefined) return refuse(path, advice);
  const known = formats.flatMap(({ extensions }) => extensions).join(', ');
  return refuse('format', `must be given, since ${path} does not end in ${known}`);
}
