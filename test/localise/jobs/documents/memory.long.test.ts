import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { collectDocuments, orderDocument } from '../../../../src/documents.js';
import { Requester } from '../../../../src/index.js';
import { createSandbox } from '../../../../src/sandbox.js';
import { isLong } from '../../../runs.js';

const MIB = 1024 * 1024;
const SIZE = (isLong ? 256 : 64) * MIB;
/** What is on its way between the two sides. A busy machine has more of it. */
const MOST = (isLong ? 96 : 48) * MIB;
const PIECE = Buffer.alloc(MIB / 16, 'translated ');

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** A Blob of that size, with parts that are the same memory. */
const largeFile = (): File =>
  new File(
    Array.from({ length: SIZE / MIB }, () => SHARED),
    'large.txt',
  );
const SHARED = new Blob([new Uint8Array(MIB)]);

let peak = 0;
let base = 0;

function look(): void {
  collectGarbage();
  peak = Math.max(peak, process.memoryUsage().arrayBuffers - base);
}

function* pieces(): Generator<Buffer> {
  for (let left = SIZE; left > 0; left -= PIECE.length) yield PIECE;
}

test(`a document of ${SIZE / MIB} MiB is compared, uploaded and collected in constant memory`, async () => {
  const sandbox = createSandbox({ analysisTime: 0 });
  let received = 0;
  /** The sandbox would keep the file and its translation in memory: it gets a small one, and gives a large one. */
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://service.example');
    if (pathname.endsWith('/file')) {
      response.writeHead(200);
      return pipeline(Readable.from(pieces()), response);
    }
    let body: RequestInit['body'] = null;
    if (pathname.endsWith('/my/files') && request.method === 'POST') {
      for await (const chunk of request) received += chunk.length;
      body = new FormData();
      body.append('file', new File(['Soup'], 'large.txt'));
    } else if (request.method !== 'GET')
      body = await new Response(Readable.toWeb(request) as ReadableStream).text();
    const init = { method: request.method ?? 'GET', ...(body !== null && { body }) };
    const headers = typeof body === 'string' ? { headers: { 'content-type': 'application/json' } } : {};
    const answer = await sandbox.fetch(`${sandbox.baseUrl}${pathname}${search}`, { ...init, ...headers });
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    const text = await answer.text();
    response.end(text.replaceAll(sandbox.baseUrl, `http://127.0.0.1:${getPort()}`));
  };
  const server = createServer((request, response) => void serve(request, response));
  const getPort = (): number => (server.address() as AddressInfo).port; // it listens on a port
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const requester = new Requester({
    baseUrl: `http://127.0.0.1:${getPort()}`,
    accessToken: sandbox.accessToken,
  });
  base = process.memoryUsage().arrayBuffers;
  const file = largeFile();
  const job = await orderDocument(requester, {
    key: 'large',
    from: 'en',
    to: ['ja'],
    file,
    onProgress: look,
  });
  look();
  expect(received).toBeGreaterThan(SIZE);
  sandbox.translators.translateQuestion(job.orders[0]?.question ?? 0, ['translated']);
  let length = 0;
  let looked = 0;
  for await (const { download } of collectDocuments(requester, job)) {
    for await (const chunk of download?.body ?? []) {
      length += chunk.length;
      if (length - looked < 8 * MIB) continue;
      looked = length;
      look();
    }
  }
  expect(length).toBe(SIZE);
  expect(peak).toBeLessThan(MOST);
  server.closeAllConnections();
  server.close();
});
