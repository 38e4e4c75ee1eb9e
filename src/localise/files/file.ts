import { spellWithHyphens } from '../../base/language-code.js';
import type { LocaleFormat } from './document.js';
import type { LocaleEncoding } from './encoding.js';
import type { JsonShape } from './json-shapes.js';
import type { FilePair } from './read-pair.js';
import type { Selection } from './selection.js';
import type { Entries, LocaleText } from './slot-texts.js';
import {
  findHeldBack,
  findOrphans,
  type LocaleTranslations,
  type WriteLocaleOptions,
  writeFile,
} from './write-file.js';

/** What a person should know of a file that was read. */
export interface LocaleWarning {
  /** The file with the texts, or the one for the language. Of a file that is both, it is the first. */
  readonly in: 'source' | 'target';
  /** A sentence without the name of the file: `has "ok" several times; …`. */
  readonly message: string;
}

/** A locale file, read and ready to be written with translations. */
export interface LocaleFile {
  /** The name of the format, such as `json`. */
  readonly format: string;
  /** The shape of a JSON file: the option `shape`, or what it looks like. Undefined for other formats. */
  readonly shape: JsonShape | undefined;
  /** The encoding of the file for the language, in which `encode` writes it. Only Apple's and Java's files have another than UTF-8. */
  readonly encoding: LocaleEncoding;
  /** The placeholders that texts of this kind usually have, for `protect` of `orderTexts`. */
  readonly protect: LocaleFormat['protect'];
  /** The language of the texts, if the file says it. */
  readonly language: string | undefined;
  /** The language of the translations: the option `to`, or what the file says. */
  readonly to: string | undefined;
  /** The same as a file of all languages spells it, such as `de-DE` for `de`: the name of a column, or of a localization. */
  readonly toInFile: string | undefined;
  /**
   * The texts to translate, by key, in the order of the file. Texts without letters are not among them. A message with
   * plurals has a text for each form of the language, such as `cart.items[few]`.
   */
  readonly texts: Readonly<Record<string, LocaleText>>;
  /**
   * The keys of `texts` that look like notes for translators, by the pattern that makes them notes. Nobody has decided what
   * they are: that is what the option `notes` is for.
   */
  readonly doubtful: Readonly<Record<string, readonly string[]>>;
  /**
   * The placeholders that a translation may lack, by key: those for the number in a plural form for one number alone, which words
   * can say too. `collectTexts` does not know of forms, and has an issue for each.
   */
  readonly mayLack: Readonly<Record<string, readonly string[]>>;
  /** The translations that exist already, by key. */
  readonly known: Readonly<Record<string, string>>;
  /** The keys of texts that have come back: their translations, which `known` has, become active again when the file is written. */
  readonly revived: readonly string[];
  /** The keys of texts that the file for the language has, and the source file no longer has. */
  readonly orphans: readonly string[];
  /** What a person should know of the files, such as a key that comes several times. */
  readonly warnings: readonly LocaleWarning[];
  /**
   * The keys of those translations that `write` leaves out, since what they belong to is written only as a whole: a message with all
   * of its plural forms, an array with all of its items.
   *
   * @throws InputError for a key that the file does not have
   */
  findHeldBack(translations: LocaleTranslations): readonly string[];
  /**
   * Returns the file for the language, with these translations. An existing file keeps everything else byte for byte;
   * texts that it lacks are added at the place where the source file has them. A new file is made like the source file.
   * A new JSON or Android file has only what is translated, so that programs fall back to the source language for the rest.
   *
   * @param translations by key; those in `known` can be left out
   * @throws InputError for a key that the file does not have, a translation that the format or the encoding can't write, or a
   *   wrong option
   */
  write(translations: LocaleTranslations, options?: WriteLocaleOptions): string;
  /**
   * Returns what `write` returns as the bytes of the file, in its `encoding`: what is to be saved.
   *
   * @throws InputError as `write` does
   */
  encode(translations: LocaleTranslations, options?: WriteLocaleOptions): Uint8Array;
}

export function makeLocaleFile(
  format: LocaleFormat,
  pair: FilePair,
  selection: Selection,
  entries: Entries,
): LocaleFile {
  const { source, target = source, to } = pair;
  const { language, shape } = source.document;
  const { encoding } = target;
  const content = { entries, constants: [...selection.constants, ...entries.constants] };
  const write: LocaleFile['write'] = (translations, options) =>
    writeFile(format, pair, content, translations, options);
  return {
    format: format.name,
    shape,
    encoding,
    protect: entries.protect,
    language: language === undefined ? undefined : spellWithHyphens(language),
    to,
    toInFile: target.document.toInFile ?? to,
    texts: entries.texts,
    doubtful: Object.fromEntries(selection.doubtful),
    mayLack: entries.mayLack,
    known: entries.known,
    revived: [...entries.revived],
    get orphans() {
      return findOrphans(pair);
    },
    warnings: [
      ...source.warnings.map((message) => ({ in: 'source' as const, message })),
      ...(target.text === source.text ? [] : target.warnings).map((message) => ({
        in: 'target' as const,
        message,
      })),
    ],
    findHeldBack: (translations) => findHeldBack(pair, entries, translations),
    write,
    encode: (translations, options) => Buffer.from(write(translations, options), encoding),
  };
}
