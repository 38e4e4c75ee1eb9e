import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));

/** The result of `npm pack --json`. */
interface Packed {
  readonly filename: string;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

/** Packs a folder, without running its scripts. */
function pack(folder: string, ...options: readonly string[]): Packed {
  const args = ['pack', ...options, '--json', '--ignore-scripts'];
  // The cast is safe: npm prints this.
  const [packed] = JSON.parse(execFileSync('npm', args, { cwd: folder, encoding: 'utf8' })) as [Packed];
  return packed;
}

/** What only those who have a clone need. */
const FOR_CLONES = /^<!-- clone -->\n[\s\S]*?^<!-- \/clone -->\n\n?/gm;

/** The README without what only those who have a clone need. */
export const withoutClone = (readme: string): string => readme.replaceAll(FOR_CLONES, '');

/** Packs a copy of the package into `destination`. Only the copy can be published. */
export function packRelease(destination: string): Packed {
  const copy = mkdtempSync(join(tmpdir(), 'translation-requester-release-'));
  try {
    for (const { path } of pack(root, '--dry-run').files) cpSync(join(root, path), join(copy, path));
    writeFileSync(join(copy, 'README.md'), withoutClone(readFileSync(join(root, 'README.md'), 'utf8')));
    const { private: _, ...manifest } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    writeFileSync(join(copy, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    return pack(copy, '--pack-destination', destination);
  } finally {
    rmSync(copy, { recursive: true });
  }
}

/** The README that a packed package has. */
export function readReadme(tarball: string): string {
  return execFileSync('tar', ['-xOf', tarball, 'package/README.md'], { encoding: 'utf8' });
}
