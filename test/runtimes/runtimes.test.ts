import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import Table from 'cli-table3';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { folderOr, type Installed } from '../package/install.js';
import { browsers } from './browsers.js';
import { STRICT_PAGE } from './pages.js';
import { processes } from './processes.js';
import type { Program, Runtime } from './runtime.js';
import { RESENT } from './stories/connections.js';
import { STORIES } from './stories/index.js';
import type { Service, Told } from './stories/world.js';
import { workerd } from './workerd.js';

const { consumer } = inject('packed');
const source = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const program: Program = { consumer, stories: join(consumer, 'stories.mjs') };

const runtimes: readonly Runtime[] = [...processes, workerd, ...browsers];
const TITLES = Object.keys(STORIES);
const told = new Map<Runtime, readonly Told[]>();

beforeAll(async () => {
  await build({
    entryPoints: { stories: source('stories/index.ts'), service: source('service.ts') },
    outdir: consumer,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    // The package and the modules of Node: they are imported, in the project that has the tarball.
    packages: 'external',
    // Without the paths of this repository, which lead to the source.
    tsconfigRaw: '{}',
    platform: 'node',
  });
});

/** Starts the service in a process of its own. */
async function serve(): Promise<{ readonly service: Service; readonly process: ChildProcess }> {
  const served = spawn(process.execPath, ['service.mjs'], {
    cwd: consumer,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(served, 'exit').then(() => Promise.reject(new Error('The service did not start.')));
  const [line] = await Promise.race([once(createInterface(served.stdout), 'line'), ended]);
  ended.catch(() => undefined);
  return { service: JSON.parse(line), process: served };
}

describe.each(runtimes)('$name', (runtime) => {
  let installed: Installed;

  beforeAll(async () => {
    installed = await runtime.prepare();
    if ('reason' in installed) return;
    const { service, process: served } = await serve();
    try {
      told.set(runtime, await runtime.tell(installed.folder, program, service));
    } finally {
      served.kill();
    }
  }, 300_000);

  test.for(runtime.isPage === true ? [...TITLES, STRICT_PAGE] : TITLES)('%s', (story, context) => {
    folderOr(context, installed);
    const found = told.get(runtime)?.find((each) => each.story === story);
    expect(found?.error).toBeUndefined();
    expect(found).toBeDefined();
  });

  test('sends a request again by itself only where the documents say so', (context) => {
    folderOr(context, installed);
    const resends = told.get(runtime)?.some(({ remark }) => remark?.includes(RESENT));
    expect(resends).toBe(runtime.resends);
  });
});

/** The table: a column a runtime, a row a story, and what a runtime does by itself below it. */
function drawTable(all: readonly (readonly [Runtime, readonly Told[]])[]): string {
  const remarks: string[] = [];
  const mark = (remark: string): number => {
    if (!remarks.includes(remark)) remarks.push(remark);
    return remarks.indexOf(remark) + 1;
  };
  const table = new Table({
    head: ['', ...all.map(([{ name }]) => name.replace(', ', '\n'))],
    style: { head: [], border: [] },
  });
  for (const story of TITLES) {
    const cells = all.map(([, stories]) => {
      const single = stories.find((each) => each.story === story);
      if (single === undefined) return '';
      if (single.error !== undefined) return 'FAILED';
      return single.remark === undefined ? 'ok' : `ok (${mark(single.remark)})`;
    });
    table.push([story, ...cells]);
  }
  return [table.toString(), ...remarks.map((remark, at) => `(${at + 1}) ${remark}`)].join('\n');
}

afterAll(() => {
  console.log(drawTable([...told]));
});
