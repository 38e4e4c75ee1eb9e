import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** When a file of a folder was last changed, in milliseconds since 1970. */
function lastChange(...folders: readonly string[]): number {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    ),
  );
  return Math.max(...files.map(({ parentPath, name }) => statSync(join(parentPath, name)).mtimeMs));
}

function isBuilt(): boolean {
  const built = statSync(join(root, 'dist/index.d.ts'), { throwIfNoEntry: false });
  return built !== undefined && built.mtimeMs > lastChange('src');
}

/** Builds the package when there is no build, or when the source has changed since. */
export function buildWhenNeeded(): void {
  if (isBuilt()) return;
  console.log('Building the package, once: this takes some seconds.\n');
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
}
