import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findUnopened } from './links.ts';
import { packRelease, readReadme } from './package.ts';
import { findBlockers, isReserved, type Manifest, readManifest } from './placeholders.ts';

/** The milliseconds that a link may take to open. */
const PATIENCE = 30_000;

async function open(address: string): Promise<number> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE) });
  await answer.body?.cancel();
  return answer.status;
}

/** @throws Error with every reason why the package can't be published */
export async function checkRelease(): Promise<Manifest> {
  const manifest = readManifest();
  const changelog = readFileSync(new URL('../CHANGELOG.md', import.meta.url), 'utf8');
  const folder = mkdtempSync(join(tmpdir(), 'translation-requester-check-'));
  try {
    const { filename, unpackedSize } = packRelease(folder);
    const reasons = findBlockers(manifest, changelog, unpackedSize);
    // Addresses of a placeholder can't be opened, and are among the reasons already.
    const { url } = manifest.repository;
    const links = isReserved(url) ? [] : await findUnopened(readReadme(join(folder, filename)), url, open);
    reasons.push(...links.map((link) => `README.md: ${link}`));
    if (links.some((link) => link.includes('/HEAD/')))
      reasons.push(
        'Push first: on the page of the package, links of the README lead to the newest commit at GitHub.',
      );
    if (reasons.length > 0) throw new Error(`This can't be published yet:\n- ${reasons.join('\n- ')}`);
    return manifest;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
