// Serves records in every client's own protocol: node pages.ts <latency in ms> <how many records>
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listening, numbers } from '../processes.ts';
import { answer } from './protocols.ts';
import { makeRecords } from './records.ts';

/** More than that are made anew for each request, so that the server stays small. */
const MAX_KEPT = 20_000;

interface Prepared {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string | number>>;
}

const [latency = 0, total = 10_000] = numbers();
const records = await makeRecords();
const kept = new Map<string, Prepared | undefined>();
let base = '';

function prepare(address: string): Prepared | undefined {
  const answered = answer(new URL(address, base), { records, total, base });
  if (answered === undefined) return undefined;
  const body = Buffer.from(answered.body);
  const type = 'application/json; charset=utf-8';
  return { body, headers: { 'content-type': type, 'content-length': body.length, ...answered.headers } };
}

/** Pages are made once, so that the server takes little of the time that is measured. */
function prepared(address: string): Prepared | undefined {
  if (total > MAX_KEPT) return prepare(address);
  if (!kept.has(address)) kept.set(address, prepare(address));
  return kept.get(address);
}

function serve(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  const found = prepared(request.url ?? '/');
  const send = (): void => {
    response.writeHead(found === undefined ? 404 : 200, found?.headers);
    response.end(found?.body ?? '{}');
  };
  if (latency > 0) setTimeout(send, latency);
  else send();
}

const server = createServer(serve);
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`;
  listening(base);
});
