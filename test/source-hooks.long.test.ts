import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createSandbox } from '../src/sandbox.js';

const repository = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);

/** The repository as it would be at another place. @returns its folder there */
async function repositoryAt(path: string): Promise<string> {
  const temporary = await mkdtemp(join(tmpdir(), 'repository-'));
  onTestFinished(() => rm(temporary, { recursive: true }));
  const folder = join(temporary, path);
  await mkdir(folder, { recursive: true });
  const linked = ['node_modules', 'package.json', 'src', 'test'];
  await Promise.all(linked.map((name) => symlink(join(repository, name), join(folder, name))));
  return folder;
}

describe('in a clone in a folder called src, with a space and a letter beyond ASCII in its path', () => {
  test.each(['test/client/ordering/shop-process.ts', 'test/localise/jobs/texts/order-process.ts'])(
    '%s runs',
    async (program) => {
      const folder = await repositoryAt('usr/src/Bücher und mehr');
      // So that Node takes each file to be where its link is.
      const asLinked = [
        '--preserve-symlinks',
        '--preserve-symlinks-main',
        '--disable-warning=ExperimentalWarning',
      ];
      const sandbox = createSandbox();
      const server = await sandbox.listen();
      onTestFinished(() => server.close());
      await run(execPath, [...asLinked, join(folder, program), server.url, sandbox.accessToken, '1', folder]);
      expect(sandbox.orders()).not.toEqual([]);
    },
  );
});
