// Refuses a lockfile from which npm could install what nobody has looked at: node scripts/lockfile.mjs FILE...
// It runs before `npm ci`, so it is JavaScript, for any Node.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What is wrong with an entry of a lockfile, if anything. A folder of this repository, and the link to it, have no hash. */
function wrong(path, { version, resolved, integrity, link }, packages) {
  if (link === true && Object.hasOwn(packages, resolved) && !resolved.startsWith('..')) return undefined;
  if (!path.includes('node_modules/')) return undefined;
  if (!/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? '')) return 'no hash (integrity)';
  if (resolved !== undefined) return 'an address (resolved)';
  return version === undefined ? 'no version' : undefined;
}

/** What is wrong with a package that has a script to run when it is installed: it must be named as one whose script stays off. */
function wrongScript(path, { hasInstallScript }, allowScripts) {
  if (hasInstallScript !== true) return undefined;
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  return allowScripts?.[name] === false ? undefined : 'a script to run when it is installed';
}

/** Whether npm runs no script in a folder, whatever its version: older ones don't know `allowScripts`. */
function staysOff(folder) {
  const settings = join(folder, '.npmrc');
  return existsSync(settings) && /^ignore-scripts=true$/m.test(readFileSync(settings, 'utf8'));
}

const HELP = `Make these entries anew: remove them from the lockfile, remove node_modules, and
run npm install. .npmrc keeps addresses out.`;
const SCRIPT_HELP = `A script runs with the rights of whoever installs it. Look for a package without one; or see that this one works
without it, and name it in allowScripts of package.json, as false.`;

function report(headline, lines, help) {
  if (lines.length === 0) return;
  console.error([headline, ...lines.map((line) => `- ${line}`), help].join('\n'));
  process.exitCode = 1;
}

for (const file of process.argv.slice(2)) {
  const folder = dirname(file);
  const { packages } = JSON.parse(readFileSync(file, 'utf8'));
  const { allowScripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const list = (judge, known) =>
    Object.entries(packages).flatMap(([path, entry]) => {
      const reason = judge(path, entry, known);
      return reason === undefined ? [] : [`${path} has ${reason}`];
    });
  report(`npm ci would install from ${file} whatever a registry sends:`, list(wrong, packages), HELP);
  report(`npm ci would install from ${file} what runs code:`, list(wrongScript, allowScripts), SCRIPT_HELP);
  if (!staysOff(folder))
    report(
      `npm ci would run scripts of the packages of ${file}:`,
      ['.npmrc beside it lacks ignore-scripts=true'],
      '',
    );
}
