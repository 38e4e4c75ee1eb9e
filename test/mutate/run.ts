// Changes the source in small ways and counts what the tests notice:
// `TESTS=test/client/ordering npm run mutate -- --mutate src/client/ordering/patience.ts`
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPackage } from '../install-package.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const repository = fileURLToPath(new URL('../../', import.meta.url));

installPackage(here);
const stryker = join(here, 'node_modules/@stryker-mutator/core/bin/stryker.js');
const settings = join(here, 'stryker.config.json');
// A copy in the repository would be searched for tests.
const copy = mkdtempSync(join(tmpdir(), 'translation-requester-mutate-'));
const { status } = spawnSync(
  process.execPath,
  [stryker, 'run', settings, '--tempDirName', copy, ...process.argv.slice(2)],
  { cwd: repository, stdio: 'inherit' },
);
rmSync(copy, { recursive: true, force: true });
process.exitCode = status ?? 1;
