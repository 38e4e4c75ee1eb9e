import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { freePort } from '../../examples/fleet/local/free-port.ts';
import { createSandbox, type Sandbox, type SandboxServer } from '../../src/sandbox.js';
import { calls } from '../client/contract/calls.js';
import { createWorld } from '../client/contract/world.js';
import { folderOr, type Installed, install } from './install.js';

// Prism is a proxy of others that checks every request and every answer against the contract.

const { tarball } = inject('packed');
const contract = fileURLToPath(new URL('../../src/client/contract/requester-v1.yaml', import.meta.url));

let installed: Installed;
let sandbox: Sandbox;
let server: SandboxServer;
let prism: ChildProcess | undefined;
let url: string;
/** Everything that Prism has printed. */
let log = '';

beforeAll(async () => {
  installed = await install(tarball, 'prism', { '@stoplight/prism-cli': '5.16.0' });
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  // The addresses of files in answers are then those of Prism, too.
  sandbox = createSandbox({ publicUrl: url });
  server = await sandbox.listen();
  if ('folder' in installed) await startPrism(installed.folder, port);
}, 300_000);

afterAll(async () => {
  if (prism?.exitCode === null) {
    prism.kill();
    await once(prism, 'exit');
  }
  await server.close();
});

async function startPrism(folder: string, port: number): Promise<void> {
  const program = join(folder, 'node_modules/@stoplight/prism-cli/dist/index.js');
  const options = ['--errors', '--validate-request', '--host', '127.0.0.1', '--port', String(port)];
  prism = spawn(process.execPath, [program, 'proxy', contract, server.url, ...options]);
  const { stdout, stderr } = prism;
  return new Promise((resolve, reject) => {
    const read = (text: Buffer) => {
      log += text;
      if (log.includes('Prism is listening')) resolve();
    };
    stdout?.on('data', read);
    stderr?.on('data', read);
    prism?.once('exit', () => reject(new Error(`Prism did not start.\n${log}`)));
  });
}

describe('between the client and the sandbox, Prism', () => {
  test.for(Object.entries(calls))('lets %s pass', async ([, prepare], context) => {
    folderOr(context, installed);
    const call = await prepare(createWorld({ sandbox, baseUrl: url, fetch: globalThis.fetch }));
    const before = sandbox.requests.length;
    await call();
    expect(sandbox.requests.length).toBeGreaterThan(before);
  });

  test('has reported nothing', (context) => {
    folderOr(context, installed);
    expect(log).toContain('Received forward response');
    expect(log.split('\n').filter((line) => /violation|⚠|✖|warning/i.test(line))).toEqual([]);
  });

  test('refuses a request that is not in the contract', async (context) => {
    folderOr(context, installed);
    const answer = await fetch(`${url}/api/v1/projects`, { method: 'POST', body: '{}' });
    expect(await answer.json()).toMatchObject({ type: expect.stringContaining('stoplight.io/prism/errors') });
  });
});
