import { isKnownLanguage, isSameLanguage, matchNearest, spellWithHyphens } from '../../base/language-code.js';
import { byFolder, byName, LOCALE_LAYOUTS, type PathLayout } from '../../command-internals.js';
import { findPlaces } from '../plan/language-paths.js';

/** Folders of documents. */
const DOCUMENTS = /(?:^|\/)(?:docs?|documents?|documentation|manuals?|guides?|help|content|legal)\//i;

/** The usual layouts: those of the formats, and of documents. */
const PATH_LAYOUTS: readonly PathLayout[] = [
  ...LOCALE_LAYOUTS,
  byName('docx|xlsx|pptx'),
  { ...byName('txt'), sign: DOCUMENTS },
  { ...byFolder('docx|xlsx|pptx|txt'), sign: DOCUMENTS },
];

/** Files whose paths differ in the language alone. */
export interface FileGroup {
  readonly layout: PathLayout;
  /** The path before and after the language. */
  readonly before: string;
  readonly after: string;
  /** The paths by language. */
  readonly files: Map<string, string>;
  /** The path without a language. */
  base?: string | undefined;
}

/** Groups files by their layouts. A file can be in several groups: in `en/my/app.json`, each folder can be a language. */
export function groupFiles(paths: readonly string[]): readonly FileGroup[] {
  const groups = new Map<string, FileGroup>();
  for (const path of paths) {
    const found = PATH_LAYOUTS.flatMap((layout) =>
      layout.ending.test(path) ? findLanguages(layout, path) : [],
    );
    const hasLanguage = found.some(({ language }) => language !== undefined);
    for (const { layout, before, after, language } of found) {
      if (hasLanguage && language === undefined) continue;
      const key = `${before}*${after}`;
      const group = groups.get(key) ?? { layout, before, after, files: new Map<string, string>() };
      groups.set(key, group);
      if (language === undefined) group.base = path;
      else group.files.set(language, path);
    }
  }
  return [...groups].filter(([key, group]) => isEvident(key, group)).map(([, group]) => group);
}

/** Finds where a path has the language; undefined when it can do without. */
function findLanguages(layout: PathLayout, path: string) {
  return findPlaces(layout, path).flatMap(({ begin, end, code }) => {
    const language = code === '' ? undefined : spellWithHyphens(code);
    const parts = { before: path.slice(0, begin), after: path.slice(end) };
    return language === undefined || isKnownLanguage(language) ? [{ layout, language, ...parts }] : [];
  });
}

/** Whether files are for languages: by their place, or by each other. */
function isEvident(key: string, group: FileGroup): boolean {
  const { layout, files, base } = group;
  if (layout.sign === undefined || layout.sign.test(key)) return true;
  return base === undefined ? files.size > 1 && findFile(group, 'en') !== undefined : files.size > 0;
}

/**
 * Finds the file of a language in a group: of the same language, or of the one that fits, such as `en-US` for `en`. Where a file has
 * no language, that one has the texts, and a file of a region only what differs there.
 */
export function findFile({ files, base }: FileGroup, language: string): string | undefined {
  const codes = [...files.keys()];
  const [found] =
    base === undefined
      ? matchNearest(language, codes)
      : codes.filter((code) => isSameLanguage(code, language));
  return found === undefined ? undefined : files.get(found);
}

/** The paths of a group, with `{language}` for the language. */
export const makePathPattern = ({ layout: { separator = '' }, before, after }: FileGroup): string =>
  `${before}${separator}{language}${after}`;
