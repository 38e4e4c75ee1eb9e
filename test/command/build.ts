import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const main = fileURLToPath(new URL('../../src/command/main.ts', import.meta.url));

/** A command that runs in a process of its own. */
export interface Running {
  readonly process: ChildProcess;
  /** What was printed so far. */
  readonly printed: { out: string; err: string };
  /** The exit code and the signal, once it has ended. */
  readonly ended: Promise<readonly [code: number | null, signal: NodeJS.Signals | null]>;
}

/** A sandbox, with what it printed at its start with `--json`. */
export interface Started extends Running {
  readonly url: string;
  readonly accessToken: string;
}

let bundled: Promise<string> | undefined;

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [main],
    write: false,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    alias: {
      '#runtime': fileURLToPath(new URL('../../src/client/core/runtime/node.ts', import.meta.url)),
    },
    // Bundled CommonJS modules call `require`.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
  });
  return outputFiles.map(({ text }) => text).join('');
}

/** Puts the command, bundled once, into a temporary folder, in which it runs and writes its files. */
export async function buildCommand() {
  const folder = await mkdtemp(join(tmpdir(), 'translation-requester-command-'));
  const outfile = join(folder, 'cli.mjs');
  bundled ??= bundle();
  await writeFile(outfile, await bundled);
  const running = new Set<Running>();
  const run = (
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
    cwd: string = folder,
  ): Running => {
    const { PATH = '' } = process.env;
    const child = spawn(process.execPath, [outfile, ...args], { cwd, env: { PATH, ...env } });
    const printed = { out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (text) => (printed.out += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (printed.err += text));
    const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>; // as Node documents it
    const single = { process: child, printed, ended };
    running.add(single);
    ended.then(() => running.delete(single));
    return single;
  };
  return {
    folder,
    run,
    /** Starts a sandbox on a free port. @throws Error with what it printed, if it ends at once */
    async start(...args: string[]): Promise<Started> {
      const single = run(['sandbox', '--port', '0', '--json', ...args]);
      const lines = createInterface({ input: single.process.stdout ?? process.stdin });
      const first = await Promise.race([once(lines, 'line'), single.ended.then(() => [])]);
      if (typeof first[0] !== 'string') throw new Error(single.printed.err);
      const { url, accessToken } = JSON.parse(first[0]);
      return { ...single, url, accessToken };
    },
    /** Ends all that is still running, and removes the folder. */
    async end(): Promise<void> {
      for (const each of running) each.process.kill('SIGKILL');
      await Promise.all([...running].map(({ ended }) => ended));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
