// Checks the release and packs it, with absolute links in its pages: node scripts/pack.ts [--folder FOLDER] [--trial]
// --trial skips the check.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { pagesOf, withAbsoluteLinks } from './links.ts';
import { checkRelease, pack, readManifest } from './placeholders.ts';

const { values } = parseArgs({
  options: { folder: { type: 'string', default: '.' }, trial: { type: 'boolean' } },
});
const root = fileURLToPath(new URL('../', import.meta.url));
const { repository, version } = values.trial === true ? readManifest() : checkRelease();

const copy = mkdtempSync(join(tmpdir(), 'translation-requester-release-'));
try {
  const [listed] = pack(root, '--dry-run');
  const pages = pagesOf(repository.url, version);
  for (const { path } of listed.files) {
    cpSync(join(root, path), join(copy, path));
    if (!path.endsWith('.md')) continue;
    writeFileSync(join(copy, path), withAbsoluteLinks(readFileSync(join(root, path), 'utf8'), path, pages));
  }
  const [packed] = pack(copy, '--pack-destination', resolve(values.folder));
  console.log(join(values.folder, packed.filename));
} finally {
  rmSync(copy, { recursive: true });
}
