// Prints what is in each entry, as a page gets it: npm run size
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import Table from 'cli-table3';
import { BROWSER, bundle, CEILINGS } from './ceilings.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The source instead of the build, whose files are mixed from several rooms. */
const FROM_SOURCE = {
  ...BROWSER,
  tsconfig: `${root}tsconfig.json`,
  alias: {
    '#runtime': `${root}src/runtime/plain.ts`,
  },
};

/** The room of a file: its package, or its folder in the source. */
function roomOf(path: string): string {
  const inPackage = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
  return inPackage ?? (path.startsWith('src/') ? dirname(path) : path);
}

const number = (bytes: number): string => bytes.toLocaleString('en');

let isOver = false;
for (const { what, program, bytes, reason } of CEILINGS) {
  const { text } = await bundle(root, program);
  const { inputs } = await bundle(root, program, FROM_SOURCE);
  const gzipped = gzipSync(text).byteLength;
  isOver ||= gzipped >= bytes;
  const rooms = new Map<string, number>();
  for (const [path, size] of Object.entries(inputs)) {
    if (size === 0) continue;
    rooms.set(roomOf(path), (rooms.get(roomOf(path)) ?? 0) + size);
  }
  const table = new Table({ head: ['part', 'bytes, minified'], style: { head: [], border: [] } });
  for (const [room, size] of [...rooms].sort((one, other) => other[1] - one[1]))
    table.push([room, number(size)]);
  console.log(
    `\n${what}: ${number(gzipped)} of ${number(bytes)} bytes, gzipped${gzipped < bytes ? '' : ' (OVER)'}`,
  );
  console.log(`  ${reason}\n${table.toString()}`);
}
process.exitCode = isOver ? 1 : 0;
