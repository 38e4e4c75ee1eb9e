// Takes uploads and lets them go, and serves downloads of as many MiB as the question's id says: node files.ts
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Requester } from 'translation-requester';
import { createSandbox } from 'translation-requester/sandbox';
import { listening } from '../processes.ts';

const MIB = 2 ** 20;
const PIECE = Buffer.alloc(MIB / 16, 'translated ');

const sandbox = createSandbox();
const requester = new Requester({
  baseUrl: sandbox.baseUrl,
  accessToken: sandbox.accessToken,
  fetch: sandbox.fetch,
});
const uploaded = await requester.files.upload(new File(['text'], 'text.txt')).withResponse();
const project = await requester.projects.create({
  language_id: 'en',
  translated_language_id: 'de',
  questions: [{ type: 'string', body: 'Hello' }],
});
const [question] = project.questions;
sandbox.translators.translateQuestion(question?.id ?? 0, ['Hallo']);
const revision = await requester.revisions.latest(question?.id ?? 0).withResponse();

let base = '';

function* pieces(mebibytes: number): Generator<Buffer> {
  for (let left = mebibytes * MIB; left > 0; left -= PIECE.length) yield PIECE;
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  for await (const _piece of request);
  const { pathname } = new URL(request.url ?? '/', base);
  const [, download, mebibytes] = /^\/(download|api\/v1\/questions)\/(\d+)/.exec(pathname) ?? [];
  if (download === undefined) return json(response, 201, uploaded.body);
  if (download !== 'download') {
    const translation = { ...revision.body.translation, download_url: `${base}/download/${mebibytes}` };
    return json(response, 200, { ...revision.body, translation });
  }
  response.writeHead(200, { 'content-length': Number(mebibytes) * MIB });
  await pipeline(Readable.from(pieces(Number(mebibytes))), response);
}

const server = createServer((request, response) => void serve(request, response));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`;
  listening(base);
});
