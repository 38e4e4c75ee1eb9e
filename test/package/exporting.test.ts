import { mkdtemp, writeFile } from 'node:fs/promises';

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, inject, test } from 'vitest';
import { writeLibrary } from './exporting-library.js';
import { folderOr, type Installed, installOnce } from './install.js';
import { run } from './run.js';

const { consumer } = inject('packed');
const library = writeLibrary(join(consumer, 'node_modules/translation-requester'));

const own = fileURLToPath(new URL('../../', import.meta.url));

const VERSIONS: readonly (readonly [string, () => Promise<Installed>])[] = [
  ['the oldest TypeScript', () => installOnce({ typescript: '5.4.5' })],
  ['our TypeScript', async () => ({ folder: own })],
  ['the newest TypeScript', () => installOnce({ typescript: '7.0.2' })],
];

const RESOLUTIONS = [
  { module: 'node16', moduleResolution: 'node16', extension: 'cts' },
  { module: 'nodenext', moduleResolution: 'nodenext', extension: 'mts' },
  { module: 'esnext', moduleResolution: 'bundler', extension: 'mts' },
];

const DOM = ['dom', 'dom.iterable', 'dom.asynciterable'];
const LIBRARIES = [
  { libraries: 'DOM and Node', lib: ['es2023', ...DOM], types: ['node'] },
  { libraries: 'DOM', lib: ['es2023', ...DOM], types: [] },
  { libraries: 'Node', lib: ['es2023'], types: ['node'] },
  { libraries: 'no library', lib: ['es2023'], types: [] },
];

const combine = (libraries: (resolution: number) => typeof LIBRARIES) =>
  RESOLUTIONS.flatMap((resolution, index) => libraries(index).map((each) => ({ ...resolution, ...each })));

/** All with the newest, which is fast. Each older one takes each resolution once, with other types. */
const COMBINATIONS = VERSIONS.map((_, version) =>
  version === VERSIONS.length - 1
    ? combine(() => LIBRARIES)
    : combine((resolution) =>
        [...LIBRARIES, ...LIBRARIES].slice(resolution + 2 * version, resolution + 2 * version + 1),
      ),
);

test('the library has what a stream, a wait, a sandbox and a statement give', () => {
  const calls = ['["follow"](', '["wait"](', '["listen"](', '["prepare"](', 'its_sandbox_createSandbox('];
  expect(calls.filter((call) => !library.includes(call))).toEqual([]);
});

describe.each(
  VERSIONS.map(([name, find], version) => ({ name, find, combinations: COMBINATIONS[version] ?? [] })),
)('with $name', ({ find, combinations }) => {
  test.for(combinations)(
    'a library can export everything: $moduleResolution, $libraries',
    async (combination, context) => {
      const compiler = folderOr(context, await find());
      const { extension, libraries: _, ...settings } = combination;
      const folder = await mkdtemp(join(consumer, 'exporting-'));
      await writeFile(join(folder, `library.${extension}`), library);
      const compilerOptions = {
        target: 'es2022',
        strict: true,
        exactOptionalPropertyTypes: true,
        ...settings,
        // Without types of any platform, declarations name what is not there: it is not theirs to check.
        skipLibCheck: true,
        declaration: true,
        emitDeclarationOnly: true,
        outDir: 'declarations',
      };
      const files = [`library.${extension}`];
      await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
      const compiled = run(join(compiler, 'node_modules/.bin/tsc'), ['-p', folder], { cwd: folder });
      await expect(compiled).resolves.toMatchObject({ stdout: '' });
    },
  );
});
