// Prints what is in each entry, as a page gets it: npm run size
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

for (const { name, path, import: names, message } of ceilings) {
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
