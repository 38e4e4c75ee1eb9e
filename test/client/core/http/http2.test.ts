import { createSecureServer, constants as h2, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { Agent, fetch as undiciFetch } from 'undici';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Fetch, Requester } from '../../../../src/index.js';
import { createSandbox } from '../../../../src/sandbox.js';
import { makeCertificate } from '../../../certificate.js';
import { rejection } from '../../../recorded-fetch.js';

const sandbox = createSandbox();
const trusted = makeCertificate('localhost');
/** What is done to the next streams instead of an answer. */
const failures: ((stream: ServerHttp2Stream) => void)[] = [];
const arrived: string[] = [];
let requester: Requester;
let agent: Agent;

/** The sandbox over HTTP/2 alone. */
const server = createSecureServer(trusted, async (incoming, response) => {
  arrived.push(`${incoming.method} ${incoming.httpVersion}`);
  const pieces: Buffer[] = [];
  for await (const piece of incoming) pieces.push(piece);
  const fail = failures.shift();
  if (fail !== undefined) return fail(incoming.stream);
  const headers = Object.entries(incoming.headers).filter(([name]) => !name.startsWith(':'));
  const { method } = incoming;
  const answer = await sandbox.fetch(
    new Request(new URL(incoming.url, `https://${incoming.authority}`), {
      method,
      headers: headers.map(([name, value]): [string, string] => [name, String(value)]),
      ...(method !== 'GET' && { body: Buffer.concat(pieces) }),
    }),
  );
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(Buffer.from(await answer.arrayBuffer()));
}).on('session', (session) => void session.on('error', () => undefined));

beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  // An address of the socket's family has a port.
  const { port } = server.address() as AddressInfo;
  agent = new Agent({ allowH2: true, connect: { ca: trusted.cert } });
  // Its types are those of its own Response; what is used of it is the same.
  const fetch = ((url: string, init: object) =>
    undiciFetch(url, { ...init, dispatcher: agent })) as unknown as Fetch;
  const { accessToken } = sandbox;
  requester = new Requester({ baseUrl: `https://localhost:${port}`, accessToken, fetch, logLevel: 'silent' });
});

beforeEach(() => {
  arrived.length = 0;
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => void vi.restoreAllMocks());

afterAll(async () => {
  await agent.destroy();
  server.close();
});

describe('over HTTP/2', () => {
  test('everything works: reading, uploading with progress, ordering, downloading', async () => {
    expect((await requester.account.get()).email).toContain('@');
    const percents: number[] = [];
    const source = await requester.files.upload(new File(['Hello'], 'a.txt'), {
      onProgress: ({ percent }) => percents.push(percent),
    });
    expect(percents.at(-1)).toBe(1);
    await sandbox.clock.advance(60_000);
    const { id } = await requester.files.wait(source.id);
    const questions = [{ type: 'file', source_id: id }] as const;
    const order = { language_id: 'en', translated_language_id: 'fr', questions };
    const project = await requester.projects.create(order);
    const question = project.questions[0]?.id ?? 0;
    await sandbox.translators.translateQuestion(question, ['Bonjour']);
    const download = await requester.revisions.download(question, 1);
    expect(await download.text()).toContain('Bonjour');
    expect(arrived.every((line) => line.endsWith('2.0'))).toBe(true);
  });

  describe.each<[string, (stream: ServerHttp2Stream) => void]>([
    ['a refused stream', (stream) => stream.close(h2.NGHTTP2_REFUSED_STREAM)],
    ['a stream with an internal error', (stream) => stream.close(h2.NGHTTP2_INTERNAL_ERROR)],
    ['a cancelled stream', (stream) => stream.close(h2.NGHTTP2_CANCEL)],
    ['GOAWAY with an error', (stream) => stream.session?.goaway(h2.NGHTTP2_ENHANCE_YOUR_CALM, 0)],
    ['a lost session', (stream) => stream.session?.destroy()],
    ['a lost socket', (stream) => void stream.session?.socket.destroy()],
  ])('%s', (_, fail) => {
    // Not even a refused stream says that nothing was done: the runtime closes its own streams with the same code.
    test('leaves the outcome of a write unknown', async () => {
      failures.push(fail);
      const error = await rejection(requester.organizations.create({ name: 'n' }));
      expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'unknown', phase: 'request' });
      expect(arrived).toEqual(['POST 2.0']);
    });

    test('is followed by another attempt of a read', async () => {
      failures.push(fail);
      expect((await requester.account.get()).email).toContain('@');
    });
  });
});
