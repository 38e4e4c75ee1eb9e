import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { listNumbers, listSources, readSource } from './source-numbers.js';
import { MEASURED, STATED } from './stated.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  second: 1_000,
  min: 60_000,
  minute: 60_000,
  h: 3_600_000,
  hour: 3_600_000,
  day: 86_400_000,
  kB: 1_000,
  KiB: 2 ** 10,
  MB: 1_000_000,
  MiB: 2 ** 20,
  GB: 1_000_000_000,
};
const COUNTED =
  'bodies|bytes|calls|characters|columns|deliveries|entries|events|fields|ids|letters|levels|messages|orders|questions|reads|requests|rows|texts|values|waits';
const FIGURE = new RegExp(
  `(?<![\\w.#-])(\\d[\\d,.]*) (?:(${Object.keys(UNITS).join('|')})s?|${COUNTED})\\b`,
  'g',
);

/** A page in one line, without its code, and without the tables that are generated from docstrings or measured by a command. */
const readProse = (page: string): string =>
  readSource(page)
    .replaceAll(/^```[\s\S]*?^```$/gm, '')
    .replaceAll(/<!-- report: [\s\S]*?<!-- end of the report -->/g, '')
    .replaceAll(/<!-- (options|fields|kinds) [\s\S]*?<!-- \/\1 -->/g, '')
    .replaceAll(/\s+/g, ' ');

/** The value of the first number in a text: milliseconds, bytes or a number of things. */
function readFigure(words: string): number {
  const [, number = '', unit = ''] = /(\d[\d,.]*)(?: ([A-Za-z]+?)s?\b)?/.exec(words) ?? [];
  return Number(number.replaceAll(',', '')) * (UNITS[unit] ?? 1);
}

/** Whether the source of a figure has it. */
function isFrom(source: string, words: string): boolean {
  const [path = '', name] = source.split(' ');
  const value = readFigure(words);
  if (name !== undefined) return listNumbers(path, name).includes(value);
  const text = readSource(path);
  const written = value.toLocaleString('en');
  const forms = [String(value), written, written.replaceAll(',', '_'), ...(words.match(FIGURE) ?? [])];
  return forms.some((form) => text.includes(form));
}

describe.each(Object.entries(STATED))('%s', (page, stated) => {
  test.each(stated)('states "%s" as %s has it', (words, source) => {
    expect(readProse(page), `mend ${page}`).toContain(words);
    expect(isFrom(source, words), `mend ${page}: ${source} has another value than "${words}"`).toBe(true);
  });
});

test('each figure with a unit comes from somewhere', () => {
  // The service's own facts, and what is generated.
  const own = new Set(['docs/service.md', 'docs/api.md']);
  const pages = globSync(
    ['docs/*.md', '{README,SECURITY,CONTRIBUTING}.md', '{scripts,src,src/*,test}/README.md'],
    {
      cwd: root,
    },
  );
  const unknown = pages
    .filter((page) => !own.has(page))
    .flatMap((page) => {
      const stated = [...(STATED[page] ?? []).map(([words]) => words), ...(MEASURED[page] ?? [])];
      const prose = stated.reduce((text, words) => text.replaceAll(words, ''), readProse(page));
      return [...prose.matchAll(FIGURE)].map(
        ({ 0: figure, index }) => `${page}: ${prose.slice(index - 40, index)}${figure}`,
      );
    });
  expect(unknown, 'take the figure out, or name its source in test/docs/stated.ts').toEqual([]);
});

test.each(Object.entries(MEASURED))('%s states what was measured', (page, measured) => {
  for (const words of measured) expect(readProse(page), `mend ${page}`).toContain(words);
});

interface Default {
  readonly path: string;
  readonly option: string;
  readonly value: number;
}

const DOCUMENTED = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*readonly (\w+)\?:/g;

/** The numbers that docstrings name as defaults, each with the option that it belongs to. */
const listDefaults = (): readonly Default[] =>
  listSources().flatMap((path) =>
    [...readSource(path).matchAll(DOCUMENTED)].flatMap(([, doc = '', option = '']) => {
      const [, value] = /@default (\d[\d_]*)(?: \([^)]*\))?\s*(?:$|\n)/.exec(doc) ?? [];
      return value === undefined ? [] : [{ path, option, value: Number(value.replaceAll('_', '')) }];
    }),
  );

const readWing = (path: string): string => path.split('/').slice(0, 2).join('/');

/** The defaults that another wing gives, by the file whose docstring names them. */
const GIVEN_BY: Readonly<Record<string, string>> = { 'src/localise/jobs/engine/collect.ts': 'src/client' };

test('each number that a docstring names as a default is the default of the code', () => {
  const defaults = listDefaults();
  expect(defaults.length).toBeGreaterThan(35);
  const wrong = defaults.filter(({ path, option, value }) => {
    const wing = GIVEN_BY[path] ?? readWing(path);
    const sources = listSources().filter((source) => source.startsWith(`${wing}/`));
    return !sources.some((source) => listNumbers(source, option).includes(value));
  });
  expect(wrong).toEqual([]);
});

test('docs/configuration.md names the defaults of the docstrings', () => {
  const defaults = new Map(
    listDefaults()
      .filter(({ path }) => path === 'src/client/core/http/settings.ts')
      .map(({ option, value }) => [option, value]),
  );
  const named = [...readSource('docs/configuration.md').matchAll(/^- `(\w+)` \(`([\d_]+)`\)/gm)];
  expect(named.length).toBeGreaterThan(5);
  for (const [, option = '', value = ''] of named)
    expect(Number(value.replaceAll('_', '')), option).toBe(defaults.get(option));
});
