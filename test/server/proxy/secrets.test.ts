import { once } from 'node:events';
import { createServer, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { TokenMask } from '../../../src/server/proxy/mask.js';
import { ok, organization, question, revision } from '../../fixtures.js';
import { TOKEN } from '../../recorded-fetch.js';
import { runs } from '../../runs.js';
import { clientOn, proxyOn, readAll } from './page.js';

const toHex = (text: string): string =>
  [...text].map((item) => `%${item.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');

/** How a service can repeat the token. */
const SPELLINGS: Readonly<Record<string, string>> = {
  'as it is': TOKEN,
  'in capitals': TOKEN.toUpperCase(),
  'percent-encoded': toHex(TOKEN),
  'percent-encoded twice': toHex(TOKEN).replaceAll('%', '%25'),
  'in escapes of JSON': [...TOKEN].map((item) => `\\u00${item.charCodeAt(0).toString(16)}`).join(''),
  'in escapes of HTML': [...TOKEN].map((item) => `&#${item.charCodeAt(0)};`).join(''),
};

const ALL_SPELLINGS = Object.values(SPELLINGS).join('-');

interface Given {
  readonly status?: number;
  readonly headers?: OutgoingHttpHeaders;
  readonly body: string | Uint8Array;
}

/** A service over a real socket, which answers everything so. */
async function serviceThat(given: (path: string) => Given): Promise<string> {
  const server = createServer((request, response) => {
    const { status = 200, headers = {}, body } = given(new URL(request.url ?? '', 'http://a').pathname);
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // a TCP server has one
  return `http://127.0.0.1:${port}`;
}

const FILE = '/api/v1/questions/1/revisions/1/file';

/** All that a page sees of the answer to a call. */
async function seen(path: string, given: (path: string) => Given): Promise<string> {
  const baseUrl = await serviceThat(given);
  const { send } = proxyOn(clientOn(globalThis.fetch, { baseUrl }));
  return readAll(await send(path));
}

/** A service whose revision has this file, and says the token beside it. */
async function serviceWithFile(file: Given): Promise<string> {
  let address = '';
  address = await serviceThat((path) => {
    if (path === FILE) return file;
    const translation = { ...revision, download_url: `${address}${FILE}` };
    return { body: JSON.stringify({ ...ok, organization, question, translation, said: ALL_SPELLINGS }) };
  });
  return address;
}

function withoutSecrets(all: string): void {
  const plain = all.toLowerCase().replaceAll('%25', '%');
  for (const spelling of Object.values(SPELLINGS)) expect(plain).not.toContain(spelling.toLowerCase());
  expect(plain).not.toContain(TOKEN.slice(-12).toLowerCase());
}

describe('a token that the service repeats in every spelling', () => {
  const token = ALL_SPELLINGS;

  test.each<readonly [string, Given]>([
    ['an answer', { body: `{"message":"${token}"}` }],
    ['the name of a field', { body: `{"${token}":1}` }],
    [
      'a 422',
      { status: 422, body: `{"success":false,"errors":{"${token}":"${token}"},"message":"${token}"}` },
    ],
    ['a 404', { status: 404, body: `{"message":"no /api/v1/my?access_token=${token}"}` }],
    [
      'a 500 in HTML',
      { status: 500, headers: { 'content-type': 'text/html' }, body: `<a href="?${token}">` },
    ],
    ['a redirection', { status: 302, headers: { location: `/x?access_token=${token}` }, body: token }],
    [
      'where something was created',
      { status: 201, headers: { location: `/x/${token}/1?t=${token}` }, body: '{}' },
    ],
    ['a compressed answer', { headers: { 'content-encoding': 'gzip' }, body: gzipSync(`{"a":"${token}"}`) }],
    [
      'a brotli answer',
      { headers: { 'content-encoding': 'br' }, body: brotliCompressSync(`{"a":"${token}"}`) },
    ],
    [
      'headers',
      {
        headers: {
          'x-request-id': token,
          'retry-after': token,
          'set-cookie': `t=${token}`,
          etag: token,
          link: `<?t=${token}>`,
          'content-type': `application/json; t=${token}`,
          server: token,
        },
        body: '{}',
      },
    ],
  ])('is not in what a page gets of %s', async (_, given) => {
    withoutSecrets(await seen('/api/v1/my', () => given));
  });

  test.each<readonly [string, Given]>([
    [
      'a file',
      { headers: { 'content-disposition': `inline; filename="${token}.txt"` }, body: `a ${token} b` },
    ],
    ['a compressed file', { headers: { 'content-encoding': 'gzip' }, body: gzipSync(`a ${token} b`) }],
    ['a large file', { body: `${'x'.repeat(65_500)}${token}${'x'.repeat(200_000)}${token}` }],
    ['a file that is not there', { status: 404, body: `{"message":"${token}"}` }],
    ['a file elsewhere', { status: 302, headers: { location: `https://e.example/${token}` }, body: token }],
  ])('is not in what a page gets of %s', async (_, file) => {
    const baseUrl = await serviceWithFile(file);
    const { send } = proxyOn(clientOn(globalThis.fetch, { baseUrl }));
    const answered = await send(FILE);
    expect(answered.status).toBe(file.status ?? 200);
    withoutSecrets(await readAll(answered));
    withoutSecrets(await readAll(await send('/api/v1/questions/1/revisions/1')));
  });
});

describe('of the headers of the service, a page gets', () => {
  /** Every header of an answer to this call, by name. */
  async function readHeaders(given: Given): Promise<Headers> {
    const baseUrl = await serviceThat(() => given);
    return (await proxyOn(clientOn(globalThis.fetch, { baseUrl })).send('/api/v1/my')).headers;
  }
  const PROTECTION = [
    'cache-control',
    'content-security-policy',
    'cross-origin-resource-policy',
    'x-content-type-options',
  ];
  const SENT: OutgoingHttpHeaders = {
    date: 'Thu, 01 Jan 2026 00:00:00 GMT',
    'retry-after': '5',
    'x-request-id': 'abc',
    'access-control-allow-origin': '*',
    'cache-control': 'public',
    'content-disposition': 'inline; filename=a.html',
    'content-language': 'en',
    etag: '"1"',
    link: '</x>; rel=preload',
    refresh: '0; url=/x',
    server: 'service/1',
    'set-cookie': ['a=1', 'b=2'],
    'strict-transport-security': 'max-age=1',
    vary: '*',
    'www-authenticate': 'Basic',
    'x-runtime': '1',
  };

  test('its type, its date, its request id and how long to wait, and nothing else', async () => {
    const headers = await readHeaders({ headers: SENT, body: '{}' });
    const passed = ['content-type', 'date', 'retry-after', 'x-request-id'];
    expect([...headers.keys()].sort()).toEqual([...PROTECTION, ...passed].sort());
    expect(passed.map((name) => headers.get(name))).toEqual([
      'application/json',
      'Thu, 01 Jan 2026 00:00:00 GMT',
      '5',
      'abc',
    ]);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('no length and no coding of a body that was decoded', async () => {
    const body = gzipSync('{"a":1}');
    const headers = await readHeaders({ headers: { 'content-encoding': 'gzip' }, body });
    expect([headers.get('content-encoding'), headers.get('content-length')]).toEqual([null, null]);
  });

  test('where something was created, without its query, and never where a redirection leads', async () => {
    const location = 'https://service.example/api/v1/projects/1?a=1#b';
    const created = await readHeaders({ status: 201, headers: { location }, body: '{}' });
    expect(created.get('location')).toBe('https://service.example/api/v1/projects/1');
    for (const status of [302, 404]) {
      expect((await readHeaders({ status, headers: { location }, body: '{}' })).get('location')).toBeNull();
    }
  });
});

test('an answer in a coding that is not known is refused', async () => {
  const all = await seen('/api/v1/my', () => ({ headers: { 'content-encoding': 'x-own' }, body: TOKEN }));
  expect(all).toMatch(/^\[502,/);
  withoutSecrets(all);
});

test('a file is always saved, and nothing runs as a page of our own', async () => {
  const baseUrl = await serviceWithFile({
    headers: { 'content-type': 'text/html', 'content-disposition': 'inline; filename=a.html' },
    body: '<script>alert(1)</script>',
  });
  const { headers } = await proxyOn(clientOn(globalThis.fetch, { baseUrl })).send(FILE);
  expect(headers.get('content-disposition')).toBe('attachment; filename=a.html');
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  expect([headers.get('x-content-type-options'), headers.get('cache-control')]).toEqual([
    'nosniff',
    'no-store',
  ]);
});

test('a file in a coding that is not known is refused', async () => {
  const baseUrl = await serviceWithFile({ headers: { 'content-encoding': 'x-own' }, body: TOKEN });
  const answered = await proxyOn(clientOn(globalThis.fetch, { baseUrl })).send(FILE);
  expect(answered.status).toBe(502);
  withoutSecrets(await readAll(answered));
});

test('what the service answers instead of a file is not saved as one', async () => {
  const baseUrl = await serviceWithFile({ status: 404, body: '{"message":"gone"}' });
  const answered = await proxyOn(clientOn(globalThis.fetch, { baseUrl })).send(FILE);
  expect([answered.status, answered.headers.get('content-disposition')]).toEqual([404, null]);
  expect(await answered.json()).toEqual({ message: 'gone' });
});

test('a file is not read from an address that the service may not name', async () => {
  const baseUrl = 'https://service.example';
  const asked: string[] = [];
  const fetch = async (url: string): Promise<Response> => {
    asked.push(url);
    const translation = { ...revision, download_url: 'http://127.0.0.1:1/secret' };
    return Response.json({ ...ok, organization, question, translation });
  };
  expect((await proxyOn(clientOn(fetch, { baseUrl })).send(FILE)).status).toBe(502);
  expect(asked).toHaveLength(1);
});

test('a file elsewhere is read without the token', async () => {
  const asked: string[] = [];
  const fetch = async (url: string): Promise<Response> => {
    asked.push(url);
    const translation = { ...revision, download_url: 'https://files.example/a?signature=1' };
    return asked.length === 1
      ? Response.json({ ...ok, organization, question, translation })
      : new Response('a');
  };
  expect(await (await proxyOn(clientOn(fetch)).send(FILE)).text()).toBe('a');
  expect(asked[1]).toBe('https://files.example/a?signature=1');
});

test.each(['drop', 'cut'] as const)('a connection that the service %ss is a 502', async (kind) => {
  const server = createServer((request, response) => {
    request.resume();
    if (kind === 'cut') {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{');
    }
    setTimeout(() => response.destroy(), 20);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo; // a TCP server has one
  const { send } = proxyOn(clientOn(globalThis.fetch, { baseUrl: `http://127.0.0.1:${port}` }));
  expect((await send('/api/v1/my')).status).toBe(502);
});

describe('hiding a token', () => {
  const through = async (mask: TokenMask, pieces: readonly Uint8Array[]): Promise<Uint8Array> => {
    const flow = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of pieces) controller.enqueue(piece);
        controller.close();
      },
    });
    return new Uint8Array(await new Response(flow.pipeThrough(mask.stream())).arrayBuffer());
  };

  test('keeps every length and every other byte, however the bytes are cut', async () => {
    const bytes = fc.uint8Array({ maxLength: 200 });
    const cuts = fc.array(fc.integer({ min: 1, max: 90 }), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(bytes, bytes, cuts, async (before, after, lengths) => {
        const token = new TextEncoder().encode(TOKEN);
        const whole = new Uint8Array([...before, ...token, ...after]);
        const pieces: Uint8Array[] = [];
        let at = 0;
        for (const length of lengths) {
          pieces.push(whole.slice(at, at + length));
          at += length;
        }
        pieces.push(whole.slice(at));
        const hidden = new Uint8Array([...before, ...token.map(() => 0x2a), ...after]);
        expect(await through(new TokenMask([TOKEN]), pieces)).toEqual(hidden);
        expect(new TokenMask([TOKEN]).bytes(whole)).toEqual(hidden);
      }),
      runs(),
    );
  });

  test.each([
    ['near the beginning', 0, 60],
    ['across 65,536 bytes', 65_536 - TOKEN.length - 2, TOKEN.length + 4],
    ['across the last 1,024 bytes of a piece', 64_512 - TOKEN.length - 2, TOKEN.length + 4],
  ])('hides it wherever it stands: %s', async (_, first, count) => {
    const mask = new TokenMask([TOKEN]);
    for (let at = first; at < first + count; at += 1) {
      const text = `${'-'.repeat(at)}${TOKEN}${'-'.repeat(1_100)}`;
      const hidden = `${'-'.repeat(at)}${'*'.repeat(TOKEN.length)}${'-'.repeat(1_100)}`;
      const whole = new TextEncoder().encode(text);
      expect(new TextDecoder().decode(mask.bytes(whole))).toBe(hidden);
      const middle = at + Math.floor(TOKEN.length / 2);
      const pieces = [whole.slice(0, middle), whole.slice(middle)];
      expect(new TextDecoder().decode(await through(mask, pieces))).toBe(hidden);
    }
  });

  test.each(Object.entries(SPELLINGS))('hides one %s wherever a stream is cut in it', async (_, spelling) => {
    const mask = new TokenMask([TOKEN]);
    const encode = (text: string) => new TextEncoder().encode(text);
    const around = '-'.repeat(1_100);
    const hidden = `${around}${'*'.repeat(spelling.length)}${around}`;
    const show = async (...pieces: readonly string[]) =>
      new TextDecoder().decode(await through(mask, [around, ...pieces, around].map(encode)));
    for (let at = 1; at < spelling.length; at += 1)
      expect(await show(spelling.slice(0, at), spelling.slice(at))).toBe(hidden);
    expect(await show(...spelling)).toBe(hidden);
  });

  test.each(['tok/7F+&secret', 'ключ-от-двери', 'x'.repeat(500), 'a'.repeat(70)])(
    'hides %.12s',
    async (token) => {
      const text = new TextEncoder().encode(`${'-'.repeat(3_000)}${token}|${encodeURIComponent(token)}|`);
      const shown = new TextDecoder().decode(
        await through(new TokenMask([token]), [text.slice(0, 3_010), text.slice(3_010)]),
      );
      expect(shown).toMatch(/^-{3000}\*+\|\*+\|$/);
    },
  );

  const UTF_16: readonly (readonly [string, (text: string) => Buffer])[] = [
    ['little-endian', (text) => Buffer.from(text, 'utf16le')],
    ['big-endian', (text) => Buffer.from(text, 'utf16le').swap16()],
  ];

  test.each(UTF_16)('hides it in a file in UTF-16, %s, wherever a stream is cut', async (_, encode) => {
    for (const token of [TOKEN, encodeURIComponent('tok/7F+&secret'), 'ключ-от-двери']) {
      const around = '-'.repeat(1_100);
      const bytes = encode(`\ufeff${around}${token}${around}`);
      for (let middle = 2_190; middle < 2_230; middle += 1) {
        const shown = Buffer.from(
          await through(new TokenMask([decodeURIComponent(token)]), [
            bytes.slice(0, middle),
            bytes.slice(middle),
          ]),
        );
        expect(shown.length).toBe(bytes.length);
        for (const part of [token.slice(0, 8), token.slice(-8)])
          expect(shown.includes(encode(part))).toBe(false);
        expect(shown.includes(encode(`${around.slice(1)}`))).toBe(true);
      }
    }
  });

  test('shows an asterisk for each character of a token in UTF-16', async () => {
    const shown = await through(new TokenMask([TOKEN]), [Buffer.from(`a ${TOKEN} b`, 'utf16le')]);
    expect(Buffer.from(shown).toString('utf16le')).toBe(`a ${'*'.repeat(TOKEN.length)} b`);
  });

  test('hides each of several secrets', () => {
    expect(new TokenMask([TOKEN, 'gateway-key-1']).text(`${TOKEN}, gateway-key-1`)).toMatch(/^\*+, \*+$/);
  });

  test('lets go of a file that is nothing but tokens, slice by slice', async () => {
    const file = new TextEncoder().encode(TOKEN.repeat(Math.ceil(300_000 / TOKEN.length)));
    const sizes: number[] = [];
    const stream = new Blob([file]).stream().pipeThrough(new TokenMask([TOKEN]).stream());
    for await (const piece of stream) sizes.push(piece.length);
    expect(sizes.length).toBeGreaterThan(2);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(file.length);
  });

  test('hides a short token only where it is named as one', () => {
    const mask = new TokenMask(['t']);
    expect(mask.text('the test?access_token=t&a=t')).toBe('the test?access_token=*&a=t');
  });
});
