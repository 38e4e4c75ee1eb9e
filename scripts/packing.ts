// What npm, pnpm and others run when they pack this folder themselves: node scripts/packing.ts prepack|postpack
// A release is packed by pack.ts, from a copy. npm runs none of this in a clone, as long as .npmrc turns scripts off. There is no
// `prepare`, for what is installed from git: npm would warn of it everybody who installs a tarball.
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { withoutClone } from './package.ts';

const README = 'README.md';
/** The README as it was, in the meantime. No file that is packed has such a name. */
const KEPT = '.readme-of-clone';

const [, , event] = process.argv;
const readme = readFileSync(README, 'utf8');
// After a packing that was cut short, the part is out already.
if (event === 'prepack' && readme !== withoutClone(readme)) {
  writeFileSync(KEPT, readme);
  writeFileSync(README, withoutClone(readme));
}
// Whoever has written the README anew in between keeps that.
if (event === 'postpack' && existsSync(KEPT)) {
  if (readme === withoutClone(readFileSync(KEPT, 'utf8'))) renameSync(KEPT, README);
  else rmSync(KEPT);
}
