import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const SOURCE = join(import.meta.dirname, '../src');

/** The files that import from a file of the source, each with the names that it takes. A rule has as few callers as it needs. */
export function findImporters(file: string): readonly string[] {
  const found: string[] = [];
  for (const importer of globSync('**/*.ts', { cwd: SOURCE })) {
    const text = readFileSync(join(SOURCE, importer), 'utf8');
    for (const [, names = '', from = ''] of text.matchAll(
      /(?:import|export)\s*\{([^}]*)\}\s*from '(\.[^']*)\.js'/g,
    )) {
      if (join(dirname(importer), `${from}.ts`) !== join(file)) continue;
      const values = names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '' && !name.startsWith('type '));
      if (values.length > 0) found.push(`${relative('', importer)}: ${values.sort().join(', ')}`);
    }
  }
  return found.sort();
}
