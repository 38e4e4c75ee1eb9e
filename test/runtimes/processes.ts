import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram, installOnce, NODE_PACKAGE, OLDEST_NODE } from '../package/install.js';
import { type RunOptions, run } from '../package/run.js';
import type { Runtime } from './runtime.js';
import type { Told } from './stories/world.js';

/** Milliseconds for all stories. */
const LONGEST = 120_000;

const MAIN = `
import { tellAll } from './stories.mjs';
console.log(JSON.stringify(await tellAll(JSON.parse(process.argv[2]))));
`;

interface Command {
  readonly program: string;
  readonly flags?: readonly string[];
  readonly env?: RunOptions['env'];
}

/** A runtime that is a program, from a package of the registry. */
function program(title: string, packages: Readonly<Record<string, string>>, command: Command): Runtime {
  const { program: name, flags = [], env = {} } = command;
  return {
    name: title,
    resends: false,
    prepare: () => installOnce(packages),
    async tell(folder, { consumer }, service) {
      const main = join(consumer, 'main.mjs');
      await writeFile(main, MAIN);
      const args = [...flags, main, JSON.stringify(service)];
      const options = { cwd: consumer, env, timeout: LONGEST };
      const { stdout } = await run(await findProgram(folder, name), args, options);
      return JSON.parse(stdout) as Told[]; // what MAIN prints
    },
  };
}

const node = (version: string, name = `Node ${version.split('.')[0]}`): Runtime =>
  program(name, { [NODE_PACKAGE]: version }, { program: 'node' });

export const processes: readonly Runtime[] = [
  node(OLDEST_NODE, `Node ${OLDEST_NODE}, the oldest`),
  node('22.23.3'),
  node('24.21.0'),
  node('26.10.0'),
  program('Bun', { bun: '1.4.5' }, { program: 'bun', env: { BUN_CONFIG_NO_CLEAR_TERMINAL: '1' } }),
  program(
    'Deno',
    { deno: '2.9.6' },
    {
      program: 'deno',
      flags: [
        'run',
        '--no-remote',
        '--node-modules-dir=manual',
        '--no-lock',
        '--no-prompt',
        '--allow-net=127.0.0.1',
        '--allow-env',
      ],
      env: { DENO_NO_UPDATE_CHECK: '1' },
    },
  ),
];
