import { posix } from 'node:path';

/** A language code as it stands in paths. */
const CODE = /(?<=^|[/._-])[a-z]{2}(?:[-_][A-Z]{2}|[-_][a-z]{2})?(?=[/.]|$)/g;

/** The language that a path names: that of `locales/en.json`, `en-US/app.json` or `app.en.xlf`. */
export function languageIn(path: string): string | undefined {
  return [...path.matchAll(CODE)].at(-1)?.[0]?.replace('_', '-');
}

/**
 * The path of the file for a language, made from the path of the source file.
 *
 * @returns undefined when the path does not show where the language belongs
 */
export function pathFor(source: string, from: string, language: string): string | undefined {
  const { dir, name, ext } = posix.parse(source);
  if (ext === '.pot') return posix.join(dir, `${language}.po`);
  if (/(^|\/)values\/[^/]+\.xml$/.test(source))
    return source.replace(
      /(^|\/)values\/([^/]+)$/,
      `$1values-${language.replace(/-([a-z]{2})$/i, (_, region: string) => `-r${region.toUpperCase()}`)}/$2`,
    );
  const last = [...source.matchAll(CODE)].filter(([code]) => sameCode(code, from)).at(-1);
  if (last !== undefined)
    return source.slice(0, last.index) + language + source.slice(last.index + last[0].length);
  return /^\.(xlf|xliff)$/.test(ext) ? posix.join(dir, `${name}.${language}${ext}`) : undefined;
}

/** Whether two codes name one language: `en_US` is `en-us`, and `en` is any English. */
export function sameCode(one: string, other: string): boolean {
  const [first, second] = [one, other].map((code) => code.toLowerCase().replace('_', '-'));
  return first === second || first?.split('-')[0] === second || first === second?.split('-')[0];
}
