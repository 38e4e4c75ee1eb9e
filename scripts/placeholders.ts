import { readFileSync } from 'node:fs';

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

/** Hosts that belong to nobody, by RFC 2606. */
const NOBODYS = /\b[\w.-]*\.?example(\.(com|net|org))?\b(?=[/:"]|$)/;

/** Why this manifest can't be published yet: each field that is still a placeholder, and what is missing of the version. */
export function reasonsAgainst(manifest: Manifest, changelog: string): string[] {
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
  return reasons;
}

/** @throws Error that names each reason against a release */
export function checkRelease(): Manifest {
  const manifest = readManifest();
  const reasons = reasonsAgainst(manifest, readFileSync(new URL('CHANGELOG.md', root), 'utf8'));
  if (reasons.length > 0) throw new Error(`This can't be published yet:\n- ${reasons.join('\n- ')}`);
  return manifest;
}
