import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Lock = { readonly packages: Readonly<Record<string, { readonly version?: string } | undefined>> };

function readLock(path: string): Lock['packages'] {
  // npm writes these files itself.
  return (JSON.parse(readFileSync(path, 'utf8')) as Lock).packages;
}

/** Whether everything that the lockfile names is there, in that version. */
function isInstalled(folder: string): boolean {
  try {
    const installed = readLock(join(folder, 'node_modules/.package-lock.json'));
    const wanted = Object.entries(readLock(join(folder, 'package-lock.json')));
    return wanted.every(([path, entry]) => path === '' || installed[path]?.version === entry?.version);
  } catch {
    return false;
  }
}

/** Installs a package of its own, whose dependencies would make `npm ci` of the repository slower, unless it is there. */
export function installPackage(folder: string): void {
  if (isInstalled(folder)) return;
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
  execFileSync('npm', ['ci', ...options], { cwd: folder, stdio: 'inherit' });
}
