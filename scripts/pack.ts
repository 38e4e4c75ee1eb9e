// Checks the release and packs it, with absolute links in its pages: node scripts/pack.ts [--folder FOLDER] [--trial]
// --trial skips the check.
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { packRelease } from './package.ts';
import { readManifest } from './placeholders.ts';
import { checkRelease } from './release.ts';

const { values } = parseArgs({
  options: { folder: { type: 'string', default: '.' }, trial: { type: 'boolean' } },
});
const manifest = values.trial === true ? readManifest() : await checkRelease();
const { filename } = packRelease(manifest, resolve(values.folder));
console.log(join(values.folder, filename));
