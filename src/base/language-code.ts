/**
 * The form of a code: letters and digits, with separators. What has it can stand in a path.
 * With a separator of POSIX (`sr_RS.UTF-8@latin`) and of Android (`b+sr+Latn`).
 */
const FORM = /^[a-z]{1,8}(?:[-_.@+][a-z\d]{1,8})*$/i;
/** Longer than any code that is in use. `Intl` is slow to read very long ones. */
const LONGEST = 60;

/** What follows `@` in a locale of POSIX, and is a script. */
const SCRIPTS: ReadonlyMap<string, string> = new Map([
  ['latin', 'Latn'],
  ['iqtelif', 'Latn'],
  ['cyrillic', 'Cyrl'],
  ['devanagari', 'Deva'],
]);

/** Android looks for the files of these languages by their old codes. */
const OLD_CODES: ReadonlyMap<string, string> = new Map([
  ['he', 'iw'],
  ['id', 'in'],
  ['yi', 'ji'],
]);

let names: Intl.DisplayNames | undefined;

/** Whether a text has the form of a code. Whether it names a language, is another question. */
export const isLanguageCode = (code: string): boolean => FORM.test(code);

/**
 * Reads a code in any spelling that files and services have: `pt-BR`, `pt_br`, `pt-rBR`, `b+sr+Latn`, `de_DE.UTF-8@euro`, and
 * `iw`, which is an old code of `he`.
 *
 * @returns undefined when it is not the code of a language
 */
export function parseLanguage(code: string): Intl.Locale | undefined {
  if (code.length > LONGEST || !isLanguageCode(code)) return undefined;
  const [, name = '', modifier = 'euro'] = /^([^.@]+)(?:\.[^@]*)?(?:@(.+))?$/.exec(code.toLowerCase()) ?? [];
  const tag = name
    .replace(/^b\+/, '')
    .replaceAll(/[_+]/g, '-')
    // A region of Android. No other part of a code has three letters behind the first.
    .replace(/-r(?=[a-z]{2}$)/, '-');
  try {
    // The currency does not make another language.
    if (modifier === 'euro') return new Intl.Locale(tag);
    const script = SCRIPTS.get(modifier);
    if (script !== undefined) return new Intl.Locale(tag, { script });
    return new Intl.Locale(modifier === 'valencia' ? `${tag}-valencia` : `${tag}-x-${modifier}`);
  } catch {
    return undefined;
  }
}

/** The name of a language in English; undefined for one without a name. */
export function nameLanguage(code: string): string | undefined {
  const locale = parseLanguage(code);
  // Made at its first use: making it is slow, and most programs do not need it.
  names ??= new Intl.DisplayNames('en', { type: 'language', fallback: 'none', languageDisplay: 'standard' });
  return locale && names.of(locale.baseName);
}

/**
 * Whether a code names a language, as people write it today: `de` and `pt_BR`, not `deu` and `iw`. Words of two or three letters
 * often name another thing.
 */
export function isKnownLanguage(code: string): boolean {
  if (!/^[a-z]{2,3}(?:[-_][a-z\d]{2,8})*$/i.test(code)) return false;
  const primary = parseLanguage(code)?.language;
  const isUsual = primary !== undefined && primary === code.toLowerCase().split(/[-_]/)[0];
  return isUsual && nameLanguage(primary) !== undefined;
}

/** The language alone, without a script or a region: `zh` of `zh_Hant_TW`. What is not a code is its own, in lower case. */
export const readPrimaryLanguage = (code: string): string =>
  parseLanguage(code)?.language ?? code.toLowerCase();

/** Whether two codes are of one language, in whatever country or script. */
export const isSameTongue = (left: string | undefined, right: string | undefined): boolean =>
  left !== undefined && right !== undefined && readPrimaryLanguage(left) === readPrimaryLanguage(right);

/** Whether two codes are one, in whatever spelling: `en_US` and `en-us`, `he` and `iw`. */
export const isSameLanguage = (left: string, right: string): boolean =>
  left === right || spellWithHyphens(left).toLowerCase() === spellWithHyphens(right).toLowerCase();

/**
 * Whether a language is also that of a code that says more: `en` covers `en-GB`, and `zh-CN` covers `zh-Hans`, whose region is
 * most likely `CN`. Another script is not covered: `zh` is not `zh-TW`.
 */
export function coversLanguage(general: string, special: string): boolean {
  const [wanted, found] = [parseLanguage(general), parseLanguage(special)];
  if (wanted === undefined || found === undefined) return isSameLanguage(general, special);
  if (wanted.language !== found.language || readVariants(wanted) !== readVariants(found)) return false;
  const [likely, candidate] = [wanted.maximize(), found.maximize()];
  const fitsRegion = wanted.region === undefined || likely.region === candidate.region;
  return likely.script === candidate.script && fitsRegion;
}

/** What stands behind the region, such as `valencia`. */
function readVariants(locale: Intl.Locale): string {
  const parts = [locale.language, locale.script, locale.region].filter((part) => part !== undefined);
  return locale.toString().slice(parts.join('-').length);
}

/** Whether what is in one language can be what is meant by the other code: one covers the other. */
export const fitsLanguage = (left: string, right: string): boolean =>
  coversLanguage(left, right) || coversLanguage(right, left);

/**
 * Those of some codes that are meant by a wanted one: the same language, in any spelling. Without any, those that it covers; of
 * several, nobody knows which is meant.
 */
export function matchLanguages(wanted: string, codes: readonly string[]): readonly string[] {
  const same = codes.filter((code) => isSameLanguage(code, wanted));
  return same.length > 0 ? same : codes.filter((code) => coversLanguage(wanted, code));
}

/** Those of some codes that a wanted one means; without any, those that can be meant by it in either direction, `de` for `de-DE`. */
export function matchNearest(wanted: string, codes: readonly string[]): readonly string[] {
  const meant = matchLanguages(wanted, codes);
  return meant.length > 0 ? meant : codes.filter((code) => fitsLanguage(code, wanted));
}

/** As the web, Apple and XLIFF write it: `pt-BR`, `zh-Hant-TW`. What can't be read stays, with hyphens. */
export const spellWithHyphens = (code: string): string =>
  parseLanguage(code)?.toString() ?? code.replaceAll('_', '-');

/** As gettext, Java, Flutter and Chrome write it: `pt_BR`. */
export const spellWithUnderscores = (code: string): string => spellWithHyphens(code).replaceAll('-', '_');

/** As folders of Android have it: `pt-rBR`, `iw`, and `b+sr+Latn` for more than a language and a country. */
export function spellForAndroid(code: string): string {
  const [language = '', ...rest] = spellWithHyphens(code).split('-');
  const own = OLD_CODES.get(language) ?? language;
  const [region] = rest;
  if (region === undefined) return own;
  return rest.length === 1 && /^[A-Z]{2}$/.test(region)
    ? `${own}-r${region}`
    : `b+${[language, ...rest].join('+')}`;
}
