import { posix } from 'node:path';
import { isDocumentName } from '../../base/given-file.js';
import { isKnownLanguage } from '../../base/texts.js';

/** Language codes in a path. */
const CODE_IN_PATH = /(?<=^|[/._-])[a-z]{2}(?:[-_][A-Z]{2}|[-_][a-z]{2})?(?=[/.]|$)/g;

/**
 * The language in a path, such as `locales/en.json`, `en-US/app.json` or `app.en.xlf`. Folders such as `ui` and `po` do not
 * name languages.
 */
export function readPathLanguage(path: string): string | undefined {
  const codes = Array.from(path.matchAll(CODE_IN_PATH), ([code]) => code.replace('_', '-'));
  return codes.findLast((code) => isKnownLanguage(code.slice(0, 2)));
}

/**
 * Makes the path of a language's file from the path of the source file.
 *
 * @returns undefined when the source path does not show where the language belongs
 */
export function makeTargetPath(source: string, from: string, language: string): string | undefined {
  const { dir, name, ext } = posix.parse(source);
  if (ext === '.pot') return fillLanguage(posix.join(dir, '{language}.po'), language);
  if (/(^|\/)values\/[^/]+\.xml$/.test(source))
    return fillLanguage(source.replace(/(^|\/)values\/([^/]+)$/, '$1values-{language}/$2'), language);
  // The texts of the development language, as Xcode calls them.
  const base = /(?<=^|\/)Base(?=\.lproj\/)/;
  if (base.test(source)) return source.replace(base, language);
  const last = [...source.matchAll(CODE_IN_PATH)].filter(([code]) => isSameLanguage(code, from)).at(-1);
  if (last !== undefined) {
    const pattern = `${source.slice(0, last.index)}{language}${source.slice(last.index + last[0].length)}`;
    return fillLanguage(pattern, language);
  }
  // Java's default texts have no language in their name.
  if (ext === '.properties') return fillLanguage(posix.join(dir, `${name}_{language}${ext}`), language);
  return isDocumentName(source) || /^\.(xlf|xliff)$/.test(ext)
    ? posix.join(dir, `${name}.${language}${ext}`)
    : undefined;
}

/** Makes the path of a language's file from one with `{language}`, in the spelling by which programs find such files. */
export function fillLanguage(pattern: string, language: string): string {
  const isAndroid = /(^|\/)values-\{language\}\/[^/]+\.xml$/.test(pattern);
  // Chrome, Flutter, gettext and Java find a file by its region after an underscore.
  const hasUnderscores = /(^|\/)_locales\/|\.(arb|po|properties)$/.test(pattern);
  const code = hasUnderscores ? toUnderscores(language) : language;
  return pattern.replaceAll('{language}', isAndroid ? makeAndroidCode(language) : code);
}

const toUnderscores = (language: string): string => language.replaceAll('-', '_');

/**
 * The same path with the other spelling of the language, `pt_BR` for `pt-BR`, if it has one of them. The folders of the source
 * stay.
 */
export function respellLanguage(path: string, source: string, language: string): string {
  const hyphenated = language.replaceAll('_', '-');
  const underscored = toUnderscores(language);
  const kept = source.split('/');
  const parts = path.split('/').map((part, at) => {
    if (part === kept[at]) return part;
    return part.includes(hyphenated)
      ? part.replaceAll(hyphenated, underscored)
      : part.replaceAll(underscored, hyphenated);
  });
  return parts.join('/');
}

/** A language in the name of a folder of Android: `pt-rBR`, or `b+sr+Latn` for more than a language and a country. */
function makeAndroidCode(language: string): string {
  const [, code, region] = /^([a-z]+)(?:[-_]([a-z]{2}))?$/i.exec(language) ?? [];
  if (code === undefined) return `b+${language.replaceAll(/[-_]/g, '+')}`;
  return region === undefined ? code : `${code}-r${region.toUpperCase()}`;
}

/** Whether two codes name the same language: `en_US` equals `en-us`, and `en` equals any English. */
export function isSameLanguage(left: string, right: string): boolean {
  const [first, second] = [left, right].map((code) => code.toLowerCase().replaceAll('_', '-'));
  return first === second || first?.split('-')[0] === second || first === second?.split('-')[0];
}
