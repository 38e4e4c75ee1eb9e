import { posix } from 'node:path';
import { isDocumentName } from '../../base/given-file.js';
import { fitsLanguage, isKnownLanguage, spellWithHyphens } from '../../base/language-code.js';
import { LANGUAGE_CODE, LOCALE_LAYOUTS, type PathLayout, TARGET_SPELLINGS } from '../../command-internals.js';

/** Language codes in any path. */
const LANGUAGE_CODES = new RegExp(`(?<=^|[/._-])${LANGUAGE_CODE}(?=[/.]|$)`, 'g');

/** Layouts whose place for the language is certain, by the folder or the name of the file. */
const SURE_LAYOUTS = LOCALE_LAYOUTS.filter(({ isPlaceSure }) => isPlaceSure);

/** A place for the code of a language in a path. `code` is empty where the path has none. */
interface LanguagePlace {
  readonly start: number;
  readonly end: number;
  readonly code: string;
}

/** The place of a layout, which begins before what separates the code from the rest. */
interface LayoutPlace extends LanguagePlace {
  readonly begin: number;
}

/** Finds the places of a layout. */
export const findPlaces = ({ place, separator = '' }: PathLayout, path: string): readonly LayoutPlace[] =>
  Array.from(path.matchAll(place), ({ 0: found, index }) => {
    const code = found.slice(separator.length);
    const start = index + found.length - code.length;
    return { begin: index, start, end: index + found.length, code: code === 'Base' ? '' : code };
  });

/** Finds the codes in a path, in its order. */
function findCodes(path: string): readonly LanguagePlace[] {
  const general = Array.from(path.matchAll(LANGUAGE_CODES), ({ 0: code, index }) => ({
    start: index,
    end: index + code.length,
    code,
  }));
  const sure = SURE_LAYOUTS.flatMap((layout) => findPlaces(layout, path)).filter(({ code }) => code !== '');
  return [...general, ...sure].toSorted((a, b) => a.start - b.start);
}

/** Reads the language in a path, such as `locales/en.json`, `en-US/app.json` or `app.en.xlf`. Ignores folders such as `ui` and `po`. */
export function readPathLanguage(path: string): string | undefined {
  const codes = findCodes(path).map(({ code }) => spellWithHyphens(code));
  return codes.findLast(isKnownLanguage);
}

/**
 * Makes the pattern of the paths of all languages, with `{language}`, from the path of the source file.
 *
 * @returns undefined when the source path does not show where the language belongs
 */
export function makeTargetPattern(source: string, from: string): string | undefined {
  const { dir, name, ext } = posix.parse(source);
  const layouts = LOCALE_LAYOUTS.filter(({ ending }) => ending.test(source));
  const template = layouts.find(({ makes }) => makes !== undefined);
  if (template?.makes !== undefined) return posix.join(dir, template.makes);
  const sure = addPlace(
    layouts.filter(({ isPlaceSure }) => isPlaceSure),
    source,
  );
  if (sure !== undefined) return sure;
  const last = findCodes(source).findLast(({ code }) => fitsLanguage(code, from));
  if (last !== undefined) return `${source.slice(0, last.start)}{language}${source.slice(last.end)}`;
  return isDocumentName(source) ? posix.join(dir, `${name}.{language}${ext}`) : addPlace(layouts, source);
}

/** Puts `{language}` where files of these layouts have a code that this path lacks. */
function addPlace(layouts: readonly PathLayout[], path: string): string | undefined {
  for (const layout of layouts) {
    const { separator } = layout;
    if (separator === undefined && !layout.isPlaceSure) continue;
    const place = findPlaces(layout, path).findLast(({ code }) => code === '');
    if (place !== undefined)
      return `${path.slice(0, place.start)}${separator ?? ''}{language}${path.slice(place.end)}`;
  }
  return undefined;
}

/** Makes the path of a language's file from one with `{language}`, in the spelling by which programs find such files. */
export function fillLanguage(pattern: string, language: string): string {
  const spelling = TARGET_SPELLINGS.find(({ path }) => path.test(pattern));
  return pattern.replaceAll('{language}', spelling?.spell(language) ?? language);
}
