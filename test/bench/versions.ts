import { readFileSync } from 'node:fs';

function dependenciesOf(manifest: string): Record<string, string> {
  const { dependencies } = JSON.parse(readFileSync(new URL(manifest, import.meta.url), 'utf8'));
  return dependencies;
}

/** The versions of what is compared, and of what ours is made of. */
export function versions(): Record<string, string> {
  const node = process.version.slice(1);
  return { node, ...dependenciesOf('../../package.json'), ...dependenciesOf('package.json') };
}
