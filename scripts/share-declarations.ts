/**
 * Gives the modules the declarations of the CommonJS build, by `node scripts/share-declarations.ts` after tsup, so that each type
 * stands in the package once and is the same one to both formats.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { ENTRIES } from './entries.ts';

for (const entry of ENTRIES) {
  const shared = new URL(`../dist/${entry}.d.cts`, import.meta.url);
  const declarations = readFileSync(shared, 'utf8');
  // What needs another package is repeated, as that has declarations of its own for modules.
  const needsPackage = /from '[^.]/.test(declarations);
  const own = needsPackage ? declarations : `export * from './${entry}.cjs';\n`;
  writeFileSync(new URL(`../dist/${entry}.d.ts`, import.meta.url), own);
}
