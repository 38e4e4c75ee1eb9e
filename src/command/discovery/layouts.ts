import { fitsLanguage, isKnownLanguage, matchLanguages, spellWithHyphens } from '../../base/language-code.js';
import { ANDROID_CODE, CODE } from '../plan/language-paths.js';

/** Folders whose files are for languages. */
const LANGUAGE_FOLDERS =
  /(?:^|\/)_?(?:locales?|languages?|langs?|i18n|l10n|intl|nls|translations?|messages|strings)\//i;
/** Folders of documents. */
const DOCUMENTS = /(?:^|\/)(?:docs?|documents?|documentation|manuals?|guides?|help|content|legal)\//i;
/** Names of files with texts in Java. Files with other names mostly hold settings. */
const BUNDLES =
  /(?:^|\/)(?:\w*messages?|strings?|texts?|labels?|\w*bundle|i18n|locali[sz]ation|translations?|errors?|language|lang)\*\.properties$/i;

/** Where files of a kind have the language in their paths. */
interface PathLayout {
  /** How the paths end. */
  readonly ending: RegExp;
  /** Finds the code of the language. If it may be empty, the files of the source language have none. */
  readonly place: RegExp;
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
  /** What is before the code in files that have one. @default nothing */
  readonly separator?: string;
}

/** @param after what is between the code and the ending */
const makeLayout = (
  endings: string,
  before: string,
  code: string,
  after = '',
): Pick<PathLayout, 'ending' | 'place'> => ({
  ending: new RegExp(`\\.(?:${endings})$`),
  place: new RegExp(`${before}${code}(?=${after}\\.(?:${endings})$)`, 'g'),
});

/** Of a file's name, all or its end: `en.json`, `devise.en.yml`, `app_en.arb`. */
const byName = (endings: string) => makeLayout(endings, '(?<=^|[/._-])', CODE);
/** Of a folder: `en/app.json`, `en/LC_MESSAGES/django.po`. */
const byFolder = (endings: string) => makeLayout(endings, '(?<=^|/)', CODE, '/(?:[^/]+/)*[^/]+');
/** The end of a file's name, which the files of the source language lack: `messages_de.properties`. */
const byEnding = (endings: string, separator: string) => makeLayout(endings, '', `(?:${separator}${CODE})?`);
const anywhere = (endings: string) => makeLayout(endings, '', '');

/** The usual layouts. A new one is a line here. */
const PATH_LAYOUTS: readonly PathLayout[] = [
  { ...makeLayout('xml', '(?<=(?:^|/)values)', `(?:-${ANDROID_CODE})?`, '/[^/]+'), separator: '-' },
  makeLayout('strings', '(?<=^|/)', `(?:Base|${CODE})`, '\\.lproj/[^/]+'),
  { ...anywhere('xcstrings'), holds: 'all languages' },
  byName('arb'),
  { ...anywhere('pot'), holds: 'template' },
  byName('po'),
  byFolder('po'),
  makeLayout('xlf|xliff', '(?<=^|/)', CODE),
  { ...byFolder('xlf|xliff'), sign: LANGUAGE_FOLDERS },
  { ...byEnding('xlf|xliff', '[._-]'), separator: '.' },
  { ...byEnding('properties', '_'), sign: BUNDLES, separator: '_' },
  { ...makeLayout('json', '(?<=(?:^|/)package\\.nls)', `(?:\\.${CODE})?`), separator: '.' },
  { ...byName('json|ya?ml'), sign: LANGUAGE_FOLDERS },
  { ...byFolder('json|ya?ml'), sign: LANGUAGE_FOLDERS },
  { ...anywhere('csv|tsv'), sign: LANGUAGE_FOLDERS, holds: 'all languages' },
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
      layout.ending.test(path) ? findPlaces(layout, path) : [],
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
function findPlaces(layout: PathLayout, path: string) {
  return [...path.matchAll(layout.place)].flatMap(({ 0: code, index }) => {
    const language =
      code === '' || code === 'Base' ? undefined : spellWithHyphens(code.replace(/^[._-]/, ''));
    const separator = /^[._-]?/.exec(code)?.[0] ?? '';
    const parts = {
      before: path.slice(0, index) + (layout.separator === undefined ? separator : ''),
      after: path.slice(index + code.length),
    };
    return language === undefined || isKnownLanguage(language) ? [{ layout, language, ...parts }] : [];
  });
}

/** Whether files are for languages: by their place, or by each other. */
function isEvident(key: string, group: FileGroup): boolean {
  const { layout, files, base } = group;
  if (layout.sign === undefined || layout.sign.test(key)) return true;
  return base === undefined ? files.size > 1 && findFile(group, 'en') !== undefined : files.size > 0;
}

/** Finds the file of a language in a group: of the same language, or of the one that fits, such as `en-US` for `en`. */
export function findFile({ files }: FileGroup, language: string): string | undefined {
  const codes = [...files.keys()];
  const [found] = [
    ...matchLanguages(language, codes),
    ...codes.filter((code) => fitsLanguage(code, language)),
  ];
  return found === undefined ? undefined : files.get(found);
}

/** The paths of a group, with `{language}` for the language. */
export const makePathPattern = ({ layout: { separator = '' }, before, after }: FileGroup): string =>
  `${before}${separator}{language}${after}`;
