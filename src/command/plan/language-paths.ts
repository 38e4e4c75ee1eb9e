import { posix } from 'node:path';
import { isDocumentName } from '../../base/given-file.js';
import {
  fitsLanguage,
  isKnownLanguage,
  spellForAndroid,
  spellWithHyphens,
  spellWithUnderscores,
} from '../../base/language-code.js';

/** Folders such as `app` and `bin` are codes too, so only common ones have three letters. */
const PRIMARY = '(?:[a-z]{2}|ast|ceb|ckb|dsb|fil|gsw|haw|hmn|hsb|yue)';
/** The code of a language as paths have it: `de`, `pt-BR`, `pt_br`, `zh-Hans-TW`, `es-419`, `sr@latin`. */
export const CODE = `${PRIMARY}(?:[-_](?:[A-Z][a-z]{3}|han[st]))?(?:[-_](?:[A-Z]{2}|[a-z]{2}|\\d{3}))?(?:@(?:latin|cyrillic|valencia))?`;
/** The same as Android has it: `pt-rBR`, `b+sr+Latn`. */
export const ANDROID_CODE = `(?:${PRIMARY}(?:-r[A-Z]{2})?|b(?:\\+[A-Za-z\\d]+)+)`;

/** Language codes in a path. */
const CODES = new RegExp(
  `(?<=(?:^|/)values-)${ANDROID_CODE}(?=/[^/]+\\.xml$)|(?<=^|[/._-])${CODE}(?=[/.]|$)`,
  'g',
);

/** Reads the language in a path, such as `locales/en.json`, `en-US/app.json` or `app.en.xlf`. Folders such as `ui` and `po` are no languages. */
export function readPathLanguage(path: string): string | undefined {
  return Array.from(path.matchAll(CODES), ([code]) => spellWithHyphens(code)).findLast(isKnownLanguage);
}

/**
 * Makes the pattern of the paths of all languages, with `{language}`, from the path of the source file.
 *
 * @returns undefined when the source path does not show where the language belongs
 */
export function makeTargetPattern(source: string, from: string): string | undefined {
  const { dir, name, ext } = posix.parse(source);
  if (ext === '.pot') return posix.join(dir, '{language}.po');
  if (/(^|\/)values\/[^/]+\.xml$/.test(source))
    return source.replace(/(^|\/)values\/([^/]+)$/, '$1values-{language}/$2');
  // The texts of the development language, as Xcode calls them.
  const base = /(?<=^|\/)Base(?=\.lproj\/)/;
  if (base.test(source)) return source.replace(base, '{language}');
  const last = [...source.matchAll(CODES)].filter(([code]) => fitsLanguage(code, from)).at(-1);
  if (last !== undefined)
    return `${source.slice(0, last.index)}{language}${source.slice(last.index + last[0].length)}`;
  // Java's default texts have no language in their name.
  if (ext === '.properties') return posix.join(dir, `${name}_{language}${ext}`);
  return isDocumentName(source) || /^\.(xlf|xliff)$/.test(ext)
    ? posix.join(dir, `${name}.{language}${ext}`)
    : undefined;
}

/** Makes the path of a language's file from one with `{language}`, in the spelling by which programs find such files. */
export function fillLanguage(pattern: string, language: string): string {
  return pattern.replaceAll('{language}', spellLanguage(pattern, language));
}

function spellLanguage(pattern: string, language: string): string {
  if (/(^|\/)values-\{language\}\/[^/]+\.xml$/.test(pattern)) return spellForAndroid(language);
  // Chrome, Flutter, gettext and Java find a file by its region after an underscore.
  const hasUnderscores = /(^|\/)_locales\/|\.(arb|po|properties)$/.test(pattern);
  return hasUnderscores ? spellWithUnderscores(language) : language;
}
