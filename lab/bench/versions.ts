import { readFileSync } from 'node:fs';

function readDependencies(manifest: string): Record<string, string> {
  const { dependencies } = JSON.parse(readFileSync(new URL(manifest, import.meta.url), 'utf8'));
  return dependencies;
}

/** The versions of what is compared, and of what ours is made of. */
export function versions(): Record<string, string> {
  const node = process.version.slice(1);
  return { node, ...readDependencies('../../package.json'), ...readDependencies('package.json') };
}
