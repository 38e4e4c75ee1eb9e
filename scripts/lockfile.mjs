// Refuses a lockfile from which npm could install what nobody has looked at: node scripts/lockfile.mjs FILE...
// It runs before `npm ci`, so it is JavaScript, for any Node.
import { readFileSync } from 'node:fs';

/** What is wrong with an entry of a lockfile, if anything. A folder of this repository, and the link to it, have no hash. */
function wrong(path, { version, resolved, integrity, link }, packages) {
  if (link === true && Object.hasOwn(packages, resolved) && !resolved.startsWith('..')) return undefined;
  if (!path.includes('node_modules/')) return undefined;
  if (!/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? '')) return 'no hash (integrity)';
  if (resolved !== undefined) return 'an address (resolved)';
  return version === undefined ? 'no version' : undefined;
}

const HELP = `Make these entries anew: remove them from the lockfile, remove node_modules, and
run npm install. .npmrc keeps addresses out.`;

for (const file of process.argv.slice(2)) {
  const { packages } = JSON.parse(readFileSync(file, 'utf8'));
  const found = Object.entries(packages).flatMap(([path, entry]) => {
    const reason = wrong(path, entry, packages);
    return reason === undefined ? [] : [`- ${path} has ${reason}`];
  });
  if (found.length === 0) continue;
  console.error(`npm ci would install from ${file} whatever a registry sends:\n${found.join('\n')}\n${HELP}`);
  process.exitCode = 1;
}
