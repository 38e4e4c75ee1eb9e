import { isKnownLanguage } from '../../base/language-code.js';

/** Folders such as `app` and `bin` are codes too, so only common ones have three letters. */
const PRIMARY = '(?:[a-z]{2}|ast|ceb|ckb|dsb|fil|gsw|haw|hmn|hsb|yue)';
/** The code of a language as paths have it: `de`, `pt-BR`, `pt_br`, `zh-Hans-TW`, `es-419`, `sr@latin`. */
export const LANGUAGE_CODE = `${PRIMARY}(?:[-_](?:[A-Z][a-z]{3}|han[st]))?(?:[-_](?:[A-Z]{2}|[a-z]{2}|\\d{3}))?(?:@(?:latin|cyrillic|valencia))?`;
/** The same as Android has it: `pt-rBR`, `b+sr+Latn`. */
const ANDROID_LANGUAGE_CODE = `(?:${PRIMARY}(?:-r[A-Z]{2})?|b(?:\\+[A-Za-z\\d]+)+)`;

/** Folders whose files are for languages. */
export const LANGUAGE_FOLDERS =
  /(?:^|\/)_?(?:locales?|languages?|langs?|i18n|l10n|intl|nls|translations?|messages|strings)\//i;

/** Languages in the name of a file, or the name of its folder: `messages.en.xlf`, `en/messages.xlf`. */
const NEAR_LANGUAGE = new RegExp(`(?<=^|[/._-])${LANGUAGE_CODE}(?=[/.])`, 'g');

/** Reads the language of a file in its own name, or else in that of its folder. */
export function readNearLanguage(path: string): string | undefined {
  const names = path.split(/[/\\]/).filter((name) => name !== 'LC_MESSAGES');
  const near = names.slice(-2).join('/');
  return near.match(NEAR_LANGUAGE)?.findLast(isKnownLanguage);
}

/** Where files of a kind have the language in their paths. */
export interface PathLayout {
  /** How the paths end. */
  readonly ending: RegExp;
  /** Finds the code of the language. If it may be empty, the files of the source language have none. */
  readonly place: RegExp;
  /** Whether even a path without a code shows its place, as the folder `values` of Android does. @default false */
  readonly isPlaceSure?: boolean;
  /**
   * Matches the paths, with `*` for the language, that show by themselves that their files are for languages. Other files
   * must be beside files for other languages. @default nothing is needed
   */
  readonly sign?: RegExp;
  /**
   * What a file holds: the texts of one language; texts for all languages, and their translations; or texts, from which
   * files of another layout are made.
   * @default 'one language'
   */
  readonly holds?: 'all languages' | 'template';
  /** The name of a file that is made from a template, beside it. */
  readonly makes?: string;
  /** What is before the code in files that have one. @default nothing */
  readonly separator?: string;
}

/** How paths with `{language}` spell the code of the language, so that programs find the files. */
export interface TargetSpelling {
  readonly path: RegExp;
  readonly spell: (language: string) => string;
}

type Place = Pick<PathLayout, 'ending' | 'place'>;

/** @param after what is between the code and the ending */
const makeLayout = (endings: string, before: string, code: string, after = ''): Place => ({
  ending: new RegExp(`\\.(?:${endings})$`),
  place: new RegExp(`${before}${code}(?=${after}\\.(?:${endings})$)`, 'g'),
});

/** Of a file's name, all or its end: `en.json`, `devise.en.yml`, `app_en.arb`. */
export const byName = (endings: string): Place => makeLayout(endings, '(?<=^|[/._-])', LANGUAGE_CODE);

/** Of a file's name, all: `en.xlf`. */
export const byWholeName = (endings: string): Place => makeLayout(endings, '(?<=^|/)', LANGUAGE_CODE);

/** Of a folder: `en/app.json`, `en/LC_MESSAGES/django.po`. */
export const byFolder = (endings: string): Place => ({
  // The rest of the path is left to `ending`: from each folder on, it would be read once more.
  ending: new RegExp(`[^/]\\.(?:${endings})$`),
  place: new RegExp(`(?<=^|/)${LANGUAGE_CODE}(?=/)`, 'g'),
});

/** Behind a file's name, which has no code for the source language: `messages_de.properties`. */
export const byEnding = (
  endings: string,
  separator: string,
  separators = separator,
): Place & Pick<PathLayout, 'separator'> => ({
  ...makeLayout(endings, '', `(?:[${separators}]${LANGUAGE_CODE})?`),
  separator,
});

/** Behind a name that is always the same: `package.nls.de.json`. @param name with its dots escaped */
export const behindName = (endings: string, name: string, separator: string): PathLayout => ({
  ...makeLayout(endings, `(?<=(?:^|/)${name})`, `(?:[${separator}]${LANGUAGE_CODE})?`),
  separator,
  isPlaceSure: true,
});

/** Of the folders of Android: `values/strings.xml`, `values-de/strings.xml`. */
export const byAndroidFolder = (endings: string): PathLayout => ({
  ...makeLayout(endings, '(?<=(?:^|/)values)', `(?:-${ANDROID_LANGUAGE_CODE})?`, '/[^/]+'),
  separator: '-',
  isPlaceSure: true,
});

/** Of the folders of Apple: `en.lproj/Localizable.strings`. `Base` is the development language, as Xcode calls it. */
export const byAppleFolder = (endings: string): PathLayout => ({
  ...makeLayout(endings, '(?<=^|/)', `(?:Base|${LANGUAGE_CODE})`, '\\.lproj/[^/]+'),
  isPlaceSure: true,
});

/** Of no language, wherever the file is. */
export const anywhere = (endings: string): Place => makeLayout(endings, '', '');
