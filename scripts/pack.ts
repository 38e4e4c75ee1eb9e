// Checks the release and packs it: node scripts/pack.ts [--folder FOLDER] [--trial]
// --trial skips the check.
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { packRelease } from './package.ts';
import { checkRelease } from './release.ts';

const { values } = parseArgs({
  options: { folder: { type: 'string', default: '.' }, trial: { type: 'boolean' } },
});
if (values.trial !== true) await checkRelease();
const { filename } = packRelease(resolve(values.folder));
console.log(join(values.folder, filename));
