// Installs the peers where they are not, and beside them the package as it was built last.
import { cpSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installPackage } from '../../test/install-package.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const repository = fileURLToPath(new URL('../../', import.meta.url));

installPackage(here);
// A copy, so that a build meanwhile changes nothing.
const copy = `${here}node_modules/translation-requester`;
rmSync(copy, { recursive: true, force: true });
for (const part of ['package.json', 'dist']) {
  cpSync(repository + part, `${copy}/${part}`, { recursive: true });
}
