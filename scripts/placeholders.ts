import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What a release needs to know of the package's manifest. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly author: string;
  readonly homepage: string;
  readonly repository: { readonly url: string };
  readonly bugs: { readonly url: string };
}

const root = new URL('../', import.meta.url);

export function readManifest(): Manifest {
  return JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
}

/** Bytes of the package once it is installed. */
export const MOST_BYTES = 4_000_000;

/** Hosts that belong to nobody, by RFC 2606. */
const NOBODYS = /\b[\w.-]*\.?example(\.(com|net|org))?\b(?=[/:"]|$)/;

/**
 * Why the package can't be published yet: each field of its manifest that is still a placeholder, what is missing of the
 * version, and its size.
 *
 * @param unpackedSize the bytes of the files that are packed
 */
export function reasonsAgainst(manifest: Manifest, changelog: string, unpackedSize: number): string[] {
  const { name, version, author, homepage, repository, bugs } = manifest;
  const addresses = { homepage, 'repository.url': repository.url, 'bugs.url': bugs.url };
  const reasons = Object.entries(addresses)
    .filter(([, address]) => NOBODYS.test(address))
    .map(([field, address]) => `${field} is a placeholder (${address}): put the real address there.`);
  if (author === `The authors of ${name}`)
    reasons.push(`author is a placeholder (${author}): name a person or a body.`);
  const heading = changelog.split('\n').find((line) => line.startsWith(`## [${version}]`));
  if (heading === undefined) reasons.push(`CHANGELOG.md has no section for ${version}.`);
  else if (!/ - \d{4}-\d{2}-\d{2}$/.test(heading)) reasons.push(`CHANGELOG.md has no date for ${version}.`);
  if (unpackedSize > MOST_BYTES) {
    const [size, most] = [unpackedSize, MOST_BYTES].map((bytes) => bytes.toLocaleString('en'));
    reasons.push(`the package has ${size} bytes unpacked, and may have ${most}: find what has grown.`);
  }
  return reasons;
}

/** What npm says that it packed. */
interface Packed {
  readonly filename: string;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

/** Packs a folder, without its scripts. */
export function pack(folder: string, ...options: readonly string[]): [Packed] {
  const args = ['pack', ...options, '--json', '--ignore-scripts'];
  // The form of npm's own answer.
  return JSON.parse(execFileSync('npm', args, { cwd: folder, encoding: 'utf8' })) as [Packed];
}

/** @throws Error that names each reason against a release */
export function checkRelease(): Manifest {
  const manifest = readManifest();
  const changelog = readFileSync(new URL('CHANGELOG.md', root), 'utf8');
  const [{ unpackedSize }] = pack(fileURLToPath(root), '--dry-run');
  const reasons = reasonsAgainst(manifest, changelog, unpackedSize);
  if (reasons.length > 0) throw new Error(`This can't be published yet:\n- ${reasons.join('\n- ')}`);
  return manifest;
}
