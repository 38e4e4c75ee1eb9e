import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Terminal } from '../../src/command/terminal/io.js';
import { createSandbox, type SandboxOptions } from '../../src/sandbox.js';
import { shell } from './shell.js';

/** A project in a folder of its own, and a sandbox. @param port of the sandbox; any by default */
export async function startApp(options: SandboxOptions = {}, port = 0) {
  const folder = await mkdtemp(join(tmpdir(), 'app-'));
  const sandbox = createSandbox(options);
  const server = await sandbox.listen({ port });
  const path = (name: string): string => join(folder, name);
  const service = ['--sandbox', '--url', server.url];

  /** Begins a command in this process. */
  const begin = (args: readonly string[], terminal: Partial<Terminal> = {}) => {
    const { run, printed, stop } = shell({ folder, env: { HOME: folder }, ...terminal });
    return { printed, stop, ended: run(...args, ...service) };
  };
  const run = async (...args: readonly string[]) => {
    const { printed, ended } = begin(args);
    return { code: await ended, ...printed };
  };
  return {
    folder,
    sandbox,
    server,
    begin,
    run,
    read: (name: string): Promise<string> => readFile(path(name), 'utf8'),
    async put(name: string, content: string, encoding: BufferEncoding = 'utf8'): Promise<void> {
      await mkdir(dirname(path(name)), { recursive: true });
      await writeFile(path(name), content, encoding);
    },
    json: async (...args: readonly string[]) => JSON.parse((await run(...args, '--json')).out),
    /** The orders that the service has carried out. */
    ordered: () => sandbox.orders().length,
    /** Lets the simulated translators work, on everything or on what is named. */
    async translate(work: object = { all: true }): Promise<void> {
      const body = JSON.stringify(work);
      const { status } = await fetch(`${server.url}/_sandbox/translate`, { method: 'POST', body });
      if (status !== 200) throw new Error(`Nothing was translated: ${status}`);
    },
    async [Symbol.asyncDispose]() {
      await server.close();
      await rm(folder, { recursive: true });
    },
  };
}

export type App = Awaited<ReturnType<typeof startApp>>;
