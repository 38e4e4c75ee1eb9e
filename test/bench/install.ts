// Installs the peers where they are not, and beside them the package as it was built last.
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const repository = fileURLToPath(new URL('../../', import.meta.url));
const modules = `${here}node_modules`;

type Lock = { readonly packages: Readonly<Record<string, { readonly version?: string } | undefined>> };

function lockAt(path: string): Lock['packages'] {
  // Both are npm's own files.
  return (JSON.parse(readFileSync(path, 'utf8')) as Lock).packages;
}

/** Whether everything that the lockfile names is there, in that version. */
function isInstalled(): boolean {
  try {
    const there = lockAt(`${modules}/.package-lock.json`);
    const wanted = Object.entries(lockAt(`${here}package-lock.json`));
    return wanted.every(([path, entry]) => path === '' || there[path]?.version === entry?.version);
  } catch {
    return false;
  }
}

if (!isInstalled()) {
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
  execFileSync('npm', ['ci', ...options], { cwd: here, stdio: 'inherit' });
}
// A copy, so that a build meanwhile changes nothing.
const copy = `${modules}/translation-requester`;
rmSync(copy, { recursive: true, force: true });
for (const part of ['package.json', 'dist']) {
  cpSync(repository + part, `${copy}/${part}`, { recursive: true });
}
