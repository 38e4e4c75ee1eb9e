import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fileStore } from '../../../src/node.js';
import { PlainService } from './plain-service.js';
import { NOTHING_OPEN } from './world.js';

const PROGRAM = fileURLToPath(new URL('./paying-process.ts', import.meta.url));

let service: PlainService;
let server: Server;
let folder: string;

beforeEach(async () => {
  service = new PlainService();
  folder = await mkdtemp(join(tmpdir(), 'paying-'));
  server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const body = Buffer.concat(pieces).toString();
    const init = { method: request.method ?? 'GET', ...(body !== '' && { body }) };
    const answer = await service.fetch(`http://service.example${request.url}`, init);
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(await answer.text());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(async () => {
  server.close();
  server.closeAllConnections();
  await rm(folder, { recursive: true, force: true });
});

/** A process that orders `k` for 40 points, and what it says. */
function start(ahead = 0): { readonly child: ChildProcess; readonly said: Promise<object[]> } {
  // An address of the socket's family has a port.
  const { port } = server.address() as AddressInfo;
  const args = [
    '--disable-warning=ExperimentalWarning',
    PROGRAM,
    `http://127.0.0.1:${port}`,
    folder,
    `${ahead}`,
  ];
  const child = spawn(execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (more: string) => {
    text += more;
  });
  const said = once(child, 'close').then(() =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line): object => JSON.parse(line)),
  );
  return { child, said };
}

const budget = async () => JSON.parse((await fileStore(folder).get('budget both')) ?? 'null');

test('two processes with one key count one order, though it is answered 700 ms after it was carried out', async () => {
  service.ways.answerAfter = 700;
  const said = (await Promise.all([start().said, start().said])).flat();
  expect(service.posts).toBe(1);
  expect(said.filter((each) => 'points' in each)).toEqual([{ points: 40 }]);
  expect(said.filter((each) => 'id' in each)).toMatchObject([{ id: 1_000 }, { id: 1_000 }]);
  expect(await budget()).toMatchObject({ spent: 40, open: NOTHING_OPEN });
});

test('a process that was stopped past its claim sends nothing, and releases no reservation but its own', async () => {
  let stopped: ChildProcess | undefined;
  service.ways.onRequest = (what) => {
    if (what === 'POST projects/check') stopped?.kill('SIGSTOP');
  };
  const first = start();
  stopped = first.child;
  while (!service.requests.includes('POST projects/check'))
    await new Promise((resolve) => setTimeout(resolve, 5));
  stopped = undefined;
  // By the clock of this one, the claim of the first is over; by that of the first, the later claim would be too.
  const second = start(61_000);
  expect(await second.said).toEqual([{ points: 40 }, { id: 1_000, placed: true }]);
  first.child.kill('SIGCONT');
  expect(await first.said).toEqual([{ id: 1_000, placed: false }]);
  expect(service.posts).toBe(1);
  expect(await budget()).toMatchObject({ spent: 40, open: NOTHING_OPEN });
});
