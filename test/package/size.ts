// Checks the ceilings of .size-limit.ts, and prints what is in each entry, as a page gets it: npm run size
// --brief prints the parts of those alone that have passed theirs.
import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import Table from 'cli-table3';
import ceilings from '../../.size-limit.ts';
import { BROWSER, bundle } from './bundles.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The source instead of the build, whose files are mixed from several rooms. */
const FROM_SOURCE = {
  ...BROWSER,
  alias: { '#runtime': `${root}src/client/core/runtime/plain.ts` },
};

/** The room of a file: its package, or its folder in the source. */
function measureRoom(path: string): string {
  const inPackage = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
  return inPackage ?? (path.startsWith('src/') ? dirname(path) : path);
}

interface Measured {
  readonly name: string;
  readonly size: number;
  readonly sizeLimit: number;
  readonly passed: boolean;
}

/** Asks size-limit, which ends with 1 when a ceiling is passed, and prints the same. */
function measure(): readonly Measured[] {
  const command = [`${root}node_modules/size-limit/bin.js`, '--json'];
  try {
    return JSON.parse(execFileSync(process.execPath, command, { cwd: root, encoding: 'utf8' }));
  } catch (error) {
    // A failed child has what it printed.
    return JSON.parse((error as { readonly stdout: string }).stdout);
  }
}

const measured = measure();
for (const { name, size, sizeLimit, passed } of measured) {
  const facts = `${size.toLocaleString('en')} bytes of at most ${sizeLimit.toLocaleString('en')}`;
  console.log(`${passed ? 'fits' : 'TOO LARGE'}: ${name}, ${facts}`);
}
const tooLarge = new Set(measured.filter(({ passed }) => !passed).map(({ name }) => name));

for (const { name, path, import: names, message } of ceilings) {
  if (process.argv.includes('--brief') && !tooLarge.has(name)) continue;
  const entry = path.replace(/^dist\/(.*)\.js$/, './src/$1.ts');
  const { inputs } = await bundle(root, `export ${names} from '${entry}'`, FROM_SOURCE);
  const rooms = new Map<string, number>();
  for (const [path, size] of Object.entries(inputs)) {
    if (size === 0) continue;
    rooms.set(measureRoom(path), (rooms.get(measureRoom(path)) ?? 0) + size);
  }
  const table = new Table({ head: ['part', 'bytes, minified'], style: { head: [], border: [] } });
  for (const [room, size] of [...rooms].sort((a, b) => b[1] - a[1]))
    table.push([room, size.toLocaleString('en')]);
  console.log(`\n${name}\n  ${message}\n${table.toString()}`);
}

if (tooLarge.size > 0) {
  process.exitCode = 1;
  console.error(
    `\nToo large: ${[...tooLarge].join(', ')}. If the change is worth it, put what was measured into .size-limit.ts and say the reason in the commit. If not, the tables above show what has grown.`,
  );
}
