import { globSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

const root = join(import.meta.dirname, '..');

/** The tests that try more with `npm run test:long`: those that import test/runs.ts, or a file that does. */
export function testsThatTryMore(): string[] {
  const files = globSync('test/**/*.ts', { cwd: root }).map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const imports = [...text.matchAll(/ from '(\.[^']+)\.[jt]s'/g)].map(([, name = '']) =>
      join(dirname(path), `${name}.ts`),
    );
    return { path, imports };
  });
  const found = new Set([join('test', 'runs.ts')]);
  for (const known of found)
    for (const { path, imports } of files) if (imports.includes(known)) found.add(path);
  return [...found].filter((path) => path.endsWith('.test.ts')).map((path) => path.replaceAll(sep, '/'));
}
