import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const files = (...patterns: string[]): string[] =>
  globSync(patterns, { cwd: fileURLToPath(root), exclude: ['**/node_modules'] });

const source = files('src/**/*.{ts,tsx,yaml}');
const pages = files('*.md', '{docs,examples,test}/**/*.md').filter((name) => name !== 'CHANGELOG.md');

/** What each file names, as the pattern's first group finds it, where `isWrong` says so. */
function wrongIn(
  paths: readonly string[],
  pattern: RegExp,
  isWrong: (named: string, rest: string) => boolean,
  readText = read,
): string[] {
  return paths.flatMap((path) =>
    [...readText(path).matchAll(pattern)].flatMap(([all, named = '', rest = '']) =>
      isWrong(named, rest) ? `${path}: ${all.slice(0, 100)}` : [],
    ),
  );
}

/** The text of a file, with each comment as one line. */
const flowing = (path: string): string => read(path).replaceAll(/\n[ \t]*(?:\*|\/\/|#) ?/g, ' ');

/** Whether a page is missing, or the section of it that is named after a comma. */
function isNoSection(page: string, rest: string): boolean {
  const path = page.endsWith('.md') ? page : `${page}.md`;
  if (!existsSync(new URL(path, root))) return true;
  const [, section] = /^`?, ([A-Z`].*)/.exec(rest) ?? [];
  const headings = [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
  return section !== undefined && !headings.some((heading) => section.startsWith(heading));
}

test('docstrings, comments and messages point only to pages and sections that exist', () => {
  const pattern = /\b(docs\/[\w-]+\.md|(?:README|CONTRIBUTING)(?:\.md)?)(.*)/g;
  expect(wrongIn(source, pattern, isNoSection, flowing)).toEqual([]);
  // As in "see Retrying in the README".
  const before = /\b([A-Z]\w*(?: \w+)?) in (?:the )?((?:docs\/)?[\w-]+\.md|README|CONTRIBUTING)\b/g;
  const isMissing = (section: string, page: string) => isNoSection(page, `, ${section}`);
  expect(wrongIn(source, before, isMissing, flowing)).toEqual([]);
});

test('pages name only files and folders that exist', () => {
  const named = /`((?:src|test|docs|examples|scripts)\/[\w./-]*)`/g;
  expect(wrongIn(pages, named, (path) => !existsSync(new URL(path, root)))).toEqual([]);
});

test('pages, comments and messages name only commands that exist', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const code = files('*.ts', '{src,test,examples,scripts}/**/*.ts', '.ci/run', '.github/**/*.yml');
  const named = /\bnpm run (?:--silent )?([a-z][\w:-]*)/g;
  expect(wrongIn([...pages, ...code], named, (script) => !Object.hasOwn(scripts, script))).toEqual([]);
});
