import { readFileSync } from 'node:fs';

/** The fields of package.json that a release uses. */
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

/** The most bytes that the installed package may have. */
export const MAX_UNPACKED_BYTES = 5_000_000;

/** Matches hosts that RFC 2606 reserves for examples. */
const RESERVED_HOSTS = /\b[\w.-]*\.?example(\.(com|net|org))?\b(?=[/:"]|$)/;

/** Whether an address is a placeholder. */
export const isReserved = (address: string): boolean => RESERVED_HOSTS.test(address);

/**
 * The reasons why the package can't be published yet: fields of package.json that are placeholders, no dated section in
 * the changelog, too large a size.
 *
 * @param unpackedSize the bytes of the files that are packed
 */
export function findBlockers(manifest: Manifest, changelog: string, unpackedSize: number): string[] {
  const { name, version, author, homepage, repository, bugs } = manifest;
  const addresses = { homepage, 'repository.url': repository.url, 'bugs.url': bugs.url };
  const reasons = Object.entries(addresses)
    .filter(([, address]) => isReserved(address))
    .map(([field, address]) => `${field} is a placeholder (${address}): use the real address.`);
  if (!isReserved(repository.url) && !repository.url.includes('//github.com/'))
    reasons.push(
      `repository.url is not at GitHub (${repository.url}): npm's page opens the relative links of the README there alone.`,
    );
  if (author === `The authors of ${name}`)
    reasons.push(`author is a placeholder (${author}): name a person or an organization.`);
  const heading = changelog.split('\n').find((line) => line.startsWith(`## [${version}]`));
  if (heading === undefined) reasons.push(`CHANGELOG.md has no section for ${version}.`);
  else if (!/ - \d{4}-\d{2}-\d{2}$/.test(heading)) reasons.push(`CHANGELOG.md has no date for ${version}.`);
  if (unpackedSize > MAX_UNPACKED_BYTES) {
    const [size, max] = [unpackedSize, MAX_UNPACKED_BYTES].map((bytes) => bytes.toLocaleString('en'));
    reasons.push(`the package has ${size} bytes unpacked, and the limit is ${max}: find what has grown.`);
  }
  return reasons;
}
