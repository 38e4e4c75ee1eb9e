import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ENTRIES, findSource, findSubpath } from '../scripts/entries.js';

/** A file of the repository, as JSON. */
const read = (file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'));

const { exports } = read('package.json') as { exports: Record<string, unknown> };

describe('the entries of the package', () => {
  test('are what it exports, beside files that are not modules', () => {
    const modules = Object.keys(exports).filter((subpath) => !/\.(json|yaml)$/.test(subpath));
    expect(modules.toSorted()).toEqual(ENTRIES.map(findSubpath).toSorted());
  });

  test.each(ENTRIES)('%s is exported as a module of both formats, with the types of each', (entry) => {
    const format = (script: string, types: string) => ({
      types: `./dist/${entry}.${types}`,
      default: `./dist/${entry}.${script}`,
    });
    expect(exports[findSubpath(entry)]).toEqual({
      import: format('js', 'd.ts'),
      require: format('cjs', 'd.cts'),
    });
  });

  test('are the ones that the reference documents', () => {
    const { entryPoints } = read('typedoc.json') as { entryPoints: string[] };
    expect(entryPoints.toSorted()).toEqual(ENTRIES.map(findSource).toSorted());
  });
});
