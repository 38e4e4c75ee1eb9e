import fc from 'fast-check';
import { Response as NodeFetchResponse } from 'node-fetch';
import { Response as UndiciResponse } from 'undici';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { answer } from '../../recorded-fetch.js';
import { runs } from '../../runs.js';
import { clientOn, proxyOn } from './page.js';

/** A file as the service gets it. */
interface Received {
  readonly type: string;
  readonly bytes: Buffer;
}

/** A body in these pieces. */
function streamed(pieces: Iterable<Uint8Array>): ReadableStream<Uint8Array> {
  const each = pieces[Symbol.iterator]();
  return new ReadableStream(
    {
      pull(controller) {
        const { done, value } = each.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
}

/** A proxy for uploads, and what its service has got whole. */
function proxied(maxUploadSize = 100_000, take = readWhole) {
  const received: Received[] = [];
  let calls = 0;
  const fetch = async (_: string, { body, headers }: RequestInit): Promise<Response> => {
    calls += 1;
    const type = new Headers(headers).get('content-type') ?? '';
    received.push({ type, bytes: await take(body as ReadableStream<Uint8Array>) });
    return answer({ success: true });
  };
  const { send } = proxyOn(clientOn(fetch), { allow: ['files.upload'], maxUploadSize });
  const upload = async (body: ReadableStream<Uint8Array>, type = 'multipart/form-data; boundary=b') => {
    const init = { method: 'POST', headers: { 'content-type': type }, body };
    const answered = await send('/api/v1/my/files', init);
    return { status: answered.status, message: (await answered.json()).message };
  };
  return { upload, received, calls: () => calls };
}

const readWhole = async (body: ReadableStream<Uint8Array>): Promise<Buffer> => {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces);
};

const encode = (text: string): Buffer => Buffer.from(text, 'utf8');

/** The pieces of a body that is cut at these places. */
function cut(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const ends = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  return [...ends, bytes.length].map((end, index, all) => bytes.slice(all[index - 1] ?? 0, end));
}

const LETTERS = Array.from({ length: 5_000 }, (_, place) => place);

type Parts = readonly (readonly [name: string, filename: string, type: string, content: Buffer])[];

type Judge = (bytes: Uint8Array<ArrayBuffer>, headers: Record<string, string>) => Promise<Iterable<Entry>>;
type Entry = [string, string | File];

/** Parsers of others. Their forms are of their own types, which have the same entries. */
const JUDGES: readonly Judge[] = [
  async (bytes, headers) => new Response(bytes, { headers }).formData(),
  async (bytes, headers) => (await new UndiciResponse(bytes, { headers }).formData()) as Iterable<Entry>,
  async (bytes, headers) =>
    (await new NodeFetchResponse(Buffer.from(bytes), { headers }).formData()) as Iterable<Entry>,
];

/** The parts of a form by parsers of others. */
async function judge({ type, bytes }: Received): Promise<Parts> {
  const parsed = await Promise.all(
    JUDGES.map(async (parse) => {
      const parts: [string, string, string, Buffer][] = [];
      for (const [name, part] of await parse(new Uint8Array(bytes), { 'content-type': type })) {
        if (typeof part === 'string') parts.push([name, '', '', encode(part)]);
        else parts.push([name, part.name, part.type, Buffer.from(await part.arrayBuffer())]);
      }
      return parts;
    }),
  );
  const [first = [], ...others] = parsed;
  // They differ in how they read names and types, and in nothing else.
  const essence = (parts: Parts) => parts.map(([name, , , content]) => [name, content]);
  for (const another of others) expect(essence(another)).toEqual(essence(first));
  return first;
}

/** Checks that the service got one file, and nothing that any parser could take for more. */
async function expectOneFile(received: readonly Received[]): Promise<Parts[number]> {
  expect(received).toHaveLength(1);
  const [whole = { type: '', bytes: Buffer.of() }] = received;
  const boundary = /^multipart\/form-data; boundary=(form-[\d-]+)$/.exec(whole.type)?.[1] ?? '';
  const text = whole.bytes.toString('latin1');
  expect(text.split(boundary)).toHaveLength(3);
  const head = text.slice(0, text.indexOf('\r\n\r\n')).split('\r\n');
  expect(head).toEqual([
    `--${boundary}`,
    expect.stringMatching(/^content-disposition: form-data; name="file"; filename="[^"\r\n]*"$/),
    expect.stringMatching(/^content-type: [^\r\n]+$/),
  ]);
  const parts = await judge(whole);
  expect(parts.map(([name]) => name)).toEqual(['file']);
  const [part] = parts;
  if (part === undefined) throw new Error('There is no part.');
  return part;
}

const part = (name: string, content: string, more = '') =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${content}\r\n`;
const file = (content: string, head = '; filename="a.txt"\r\nContent-Type: text/plain') =>
  part('file', content, head);
const END = '--b--\r\n';

describe('one file', () => {
  async function expectToPass(content: string, places: readonly number[]): Promise<void> {
    const { upload, received } = proxied();
    expect((await upload(streamed(cut(encode(file(content) + END), places)))).status).toBe(200);
    expect(received.length).toBe(1);
    const { bytes } = received[0] ?? { bytes: Buffer.of() };
    const got = bytes.subarray(bytes.indexOf('\r\n\r\n') + 4, bytes.lastIndexOf('\r\n--form-'));
    expect(got).toEqual(encode(content));
  }

  test.each([
    ['of a few letters', 'Hello'],
    ['with nothing in it', ''],
    ['of one letter', 'x'],
    ['with what looks like an end', 'a\r\n--\r\n--c\r\n-\r\n--'],
    ['with dashes and line breaks at its end', '--\r\n\r\n--\r\n-\r'],
    [
      'that looks like a form of ours',
      '--form-1-2-3-4\r\ncontent-disposition: form-data; name="access_token"\r\n\r\nx\r\n--form-1-2-3-4--\r\n',
    ],
  ])('%s passes as it is, at once and letter by letter', async (_, content) => {
    for (const places of [[], LETTERS]) await expectToPass(content, places);
  });

  test('passes as it is wherever it is cut in two', async () => {
    const content = '-\r\n--\r\n-\r';
    for (const place of encode(file(content) + END).keys()) await expectToPass(content, [place]);
  });

  test('passes with any content, cut anywhere, for any boundary', async () => {
    const contents = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc
        .array(fc.constantFrom('\r', '\n', '-', '--b', '\r\n--', '\r\n-', 'b', 'x'), { maxLength: 40 })
        .map((all) => encode(all.join('').replaceAll('\r\n--b', ''))),
    );
    const boundaries = fc.constantFrom('b', 'b-', '--', '----b--', "(b'+_,./:=?)", 'x'.repeat(70));
    const places = fc.array(fc.nat(500), { maxLength: 60 });
    const property = fc.asyncProperty(contents, boundaries, places, async (content, boundary, where) => {
      const delimiter = `\r\n--${boundary}`;
      fc.pre(!`\r\n${Buffer.from(content).toString('latin1')}\r\n--`.includes(delimiter));
      const head = encode(
        `${delimiter.slice(2)}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n`,
      );
      const form = Buffer.concat([head, content, encode(`${delimiter}--\r\n`)]);
      const { upload, received } = proxied();
      const { status } = await upload(
        streamed(cut(form, where)),
        `multipart/form-data; boundary="${boundary}"`,
      );
      expect(status).toBe(200);
      const [, , , got] = await expectOneFile(received);
      expect(got).toEqual(Buffer.from(content));
    });
    await fc.assert(property, runs(200));
  });

  test.each([
    ['a.txt', 'a.txt'],
    ['手紙 é – 😀.docx', '手紙 é – 😀.docx'],
    ['a%22b.txt', 'a%22b.txt'],
    ['a; name=b; filename=c.txt', 'a; name=b; filename=c.txt'],
    ["it's (1) = a,b.txt", "it's (1) = a,b.txt"],
    ['100%.txt', '100%.txt'],
    ['C:\\letters\\a.txt', 'C:\\letters\\a.txt'],
    ['a.txt\\', 'a.txt%5C'],
    ['a.txt\\\\', 'a.txt\\%5C'],
    ['', ''],
  ])('keeps its name: %s', async (name, written) => {
    const { upload, received } = proxied();
    await upload(streamed([encode(file('x', `; filename="${name}"`) + END)]));
    expect(String(received[0]?.bytes)).toContain(`name="file"; filename="${written}"\r\n`);
    await expectOneFile(received);
  });

  test.each([
    ['text/plain', 'text/plain'],
    ['text/plain; charset=utf-8', 'text/plain; charset=utf-8'],
    [
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    ['multipart/mixed; boundary=c', 'application/octet-stream'],
    ['Multipart/form-data; boundary=c', 'application/octet-stream'],
    ['message/rfc822', 'application/octet-stream'],
  ])('keeps its type, if no parser reads parts in it: %s', async (type, written) => {
    const { upload, received } = proxied();
    await upload(streamed([encode(file('x', `; filename="a.txt"\r\nContent-Type: ${type}`) + END)]));
    expect((await expectOneFile(received))[2]).toBe(written);
  });

  test('without a name, as Bun reads an empty one, passes with an empty one', async () => {
    const nameless = Object.defineProperty(new File(['x'], ''), 'name', { value: undefined });
    const read = vi.spyOn(Response.prototype, 'formData');
    onTestFinished(() => read.mockRestore());
    read.mockImplementationOnce(async () =>
      Object.assign(new FormData(), {
        *[Symbol.iterator]() {
          yield ['file', nameless];
        },
      }),
    );
    const { upload, received } = proxied();
    expect((await upload(streamed([encode(file('x') + END)]))).status).toBe(200);
    expect(String(received[0]?.bytes)).toContain('name="file"; filename=""\r\n');
  });

  test('that a browser or Node writes passes', async () => {
    const form = new FormData();
    form.append('file', new File(['Hello'], 'a"b\r\nc.txt', { type: 'text/plain' }));
    const { body, headers } = new Request('https://shop.example', { method: 'POST', body: form });
    const { upload, received } = proxied();
    if (body === null) throw new Error('There is no body.');
    expect((await upload(body, headers.get('content-type') ?? '')).status).toBe(200);
    expect(await expectOneFile(received)).toMatchObject([
      'file',
      'a"b\r\nc.txt',
      'text/plain',
      encode('Hello'),
    ]);
  });
});

const TOKEN_PART = '\r\nContent-Disposition: form-data; name="access_token"\r\n\r\nstolen';
/** Bodies that a parser could take for more than one file. */
const HOSTILE: Readonly<Record<string, string>> = {
  'a second part': file('x') + part('_method', 'DELETE') + END,
  'a part before': part('_method', 'DELETE') + file('x') + END,
  'two files': file('x') + file('y') + END,
  'a part after its end': file('x') + END + part('access_token', 'stolen') + END,
  'a delimiter after a bare LF': file(`x\n--b${TOKEN_PART}\n--b--`) + END,
  'a delimiter after a bare CR': file(`x\r--b${TOKEN_PART}\r--b--`) + END,
  'a delimiter in the middle of a line': file(`x --b${TOKEN_PART}\r\n`) + END,
  'a delimiter with spaces': file(`x\r\n --b${TOKEN_PART}`) + END,
  'a delimiter with more behind it': file(`x\r\n--bc${TOKEN_PART}`) + END,
  'a delimiter with spaces behind it': file(`x\r\n--b  ${TOKEN_PART}`) + END,
  'an end with more behind it': file(`x\r\n--b--${TOKEN_PART}\r\n--b--`) + END,
  'two dispositions':
    part('file', 'x', '; filename="a.txt"\r\nContent-Disposition: form-data; name="access_token"') + END,
  'two dispositions, the file last':
    part('access_token', 'x', '\r\nContent-Disposition: form-data; name="file"; filename="a.txt"') + END,
  'a folded disposition': part('file', 'x', '; filename="a.txt"\r\n ; name="access_token"') + END,
  'a repeated name': part('file', 'x', '; name="access_token"; filename="a.txt"') + END,
  'a repeated name behind': part('file', 'x', '; filename="a.txt"; name="access_token"') + END,
  'a name of another charset': part('file', 'x', '; name*=utf-8\'\'access_token; filename="a.txt"') + END,
  'an empty file name before': `--b\r\nContent-Disposition: form-data; filename=; name="file"; filename="a.txt"\r\n\r\nx\r\n${END}`,
  'a name in a file name': part('file', 'x', '; filename="a\\"; name=\\"access_token"') + END,
  'a name after a quote': part('file', 'x', '; filename="a"b"; name="access_token"') + END,
  'a header in the type':
    file(
      'x',
      '; filename="a.txt"\r\nContent-Type: text/plain\nContent-Disposition: form-data; name="access_token"',
    ) + END,
  'a header after CR in the type':
    file(
      'x',
      '; filename="a.txt"\r\nContent-Type: text/plain\rContent-Disposition: form-data; name="access_token"',
    ) + END,
  'a coding': file('eA==', '; filename="a.txt"\r\nContent-Transfer-Encoding: base64') + END,
  'a form in the file': file('x', '; filename="a.txt"\r\nContent-Type: multipart/mixed; boundary=c') + END,
  'a NUL in the name': part('file', 'x', '; filename="a.txt\0"; name="access_token"') + END,
  'a preamble': `--c${TOKEN_PART}\r\n${file('x')}${END}`,
  'an epilogue': `${file('x')}${END}--c${TOKEN_PART}`,
};

describe('what could be taken for more than one file', () => {
  test.each(Object.entries(HOSTILE))('is refused, or is one file: %s', async (_, form) => {
    for (const places of [[], LETTERS, [40, 80], [form.length - 3]]) {
      const { upload, received } = proxied();
      const { status } = await upload(streamed(cut(encode(form), places)));
      if (status === 200) await expectOneFile(received);
      else expect([status, received]).toEqual([403, []]);
    }
  });

  test('whatever it is made of', async () => {
    const piece = fc.constantFrom(
      '\r\n',
      '\n',
      '\r',
      '--b',
      '--b--',
      '--',
      '-',
      ' ',
      ';',
      '"',
      '\\',
      'x',
      ':',
      '\0',
      'é',
      'Content-Disposition: form-data',
      '; name="file"',
      '; filename="a.txt"',
      'name=',
      'filename=',
      "filename*=utf-8''x",
      'name="access_token"',
      '; name="_method"',
      'Content-Type: text/plain',
      '\r\n\r\n',
    );
    const pieces = fc.array(piece, { maxLength: 30 });
    const forms = fc.oneof(
      pieces.map((all) => all.join('')),
      pieces.map((all) => file(all.join('')) + END),
      pieces.map((all) => file('x', `; filename="a.txt"${all.join('')}`) + END),
      fc.tuple(pieces, pieces).map(([before, after]) => `${before.join('')}${file('x')}${after.join('')}`),
    );
    const property = fc.asyncProperty(
      forms,
      fc.array(fc.nat(500), { maxLength: 5 }),
      async (form, places) => {
        const { upload, received } = proxied();
        const { status } = await upload(streamed(cut(encode(form), places)));
        if (status === 200) await expectOneFile(received);
        else expect([status, received]).toEqual([403, []]);
      },
    );
    await fc.assert(property, runs(500));
  });
});

test.each([
  ['no file', `${part('file', 'x')}${END}`, 403],
  ['no end', file('x'), 403],
  ['no head', '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"', 403],
  ['another boundary', file('x').replace('--b', '--c') + END, 403],
  ['a head without end', 'x'.repeat(9_000), 403],
  [
    'two types',
    file('x', '; filename="a.txt"\r\nContent-Type: text/plain\r\nContent-Type: text/html') + END,
    403,
  ],
  ['another name', part('avatar', 'x', '; filename="a.txt"') + END, 403],
  ['too much', file('x'.repeat(200_000)) + END, 413],
  ['nothing', '', 403],
  ['no part', END, 403],
])('a form with %s is refused, and the service gets no whole one', async (_, form, status) => {
  for (const places of [[], [1, 2, 3], LETTERS]) {
    const { upload, received } = proxied();
    expect((await upload(streamed(cut(encode(form), places)))).status).toBe(status);
    expect(received).toEqual([]);
  }
});

test.each([
  'multipart/mixed; boundary=b',
  'multipart/form-data',
  'multipart/form-data; bound=b',
  'text/plain; boundary=b',
])('a body of type %s is a 415', async (type) => {
  const { upload, calls } = proxied();
  expect([(await upload(streamed([encode(file('x') + END)]), type)).status, calls()]).toEqual([415, 0]);
});

test.each([
  ['together', []],
  ['piece by piece', LETTERS],
])('a form with two files that come %s is refused, and the service gets neither', async (_, places) => {
  for (const second of ['file', 'another']) {
    const { upload, received } = proxied();
    const form = encode(file('x') + part(second, 'y', '; filename="b.txt"') + END);
    expect(await upload(streamed(cut(form, places)))).toEqual({
      status: 403,
      message: 'the form has more than one file',
    });
    expect(received).toEqual([]);
  }
});

test('a form that says that it is too long is refused before it is read', async () => {
  let isRead = false;
  function* pieces() {
    isRead = true;
    yield encode(file('x'));
  }
  const { send } = proxyOn(
    clientOn(async () => answer({})),
    { allow: ['files.upload'], maxUploadSize: 100 },
  );
  const headers = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': '101' };
  const init = { method: 'POST', headers, body: streamed(pieces()) };
  expect([(await send('/api/v1/my/files', init)).status, isRead]).toEqual([413, false]);
});

test('the service is not called before the form has begun with a file', async () => {
  const { upload, calls } = proxied();
  await upload(streamed([encode(part('access_token', 'stolen'))]));
  expect(calls()).toBe(0);
});

describe('the sender of an upload', () => {
  /** A sender that the test lets send. */
  function sending() {
    let send: (text: string) => void = () => undefined;
    let end = (): void => undefined;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        send = (text) => controller.enqueue(encode(text));
        end = () => controller.close();
      },
    });
    return { body, send: (text: string) => send(text), end: () => end() };
  }
  const withFakeTime = () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
  };
  const [HEAD = ''] = file('|').split('|');

  test('may take long if it makes progress', async () => {
    withFakeTime();
    const { body, send, end } = sending();
    const { upload, received } = proxied(10_000_000);
    const answered = upload(body);
    send(HEAD);
    for (let sent = 0; sent < 5; sent += 1) {
      await vi.advanceTimersByTimeAsync(29_000);
      send('x'.repeat(65_536));
    }
    await vi.advanceTimersByTimeAsync(29_000);
    send(`\r\n${END}`);
    end();
    expect((await answered).status).toBe(200);
    expect((await expectOneFile(received))[3]).toHaveLength(5 * 65_536);
  });

  test.each([
    ['nothing', 0],
    ['a letter a second', 1],
    ['a kilobyte a second', 1_000],
  ])('that sends %s is ended by a 408, and the service gets no whole form', async (_, bytes) => {
    withFakeTime();
    const { body, send } = sending();
    const { upload, received } = proxied(10_000_000);
    let ended: unknown;
    void upload(body).then((answered) => {
      ended = answered;
    });
    send(HEAD);
    for (let second = 0; second < 31; second += 1) {
      await vi.advanceTimersByTimeAsync(1_000);
      if (bytes > 0) send('x'.repeat(bytes));
    }
    // What is read after the answer has an end too.
    await vi.advanceTimersByTimeAsync(30_000);
    expect(ended).toEqual({ status: 408, message: expect.stringContaining('too slowly') });
    expect(received).toEqual([]);
  });

  test('that sends no head is ended by a 408, and the service is not called', async () => {
    withFakeTime();
    const { body, send } = sending();
    const { upload, calls } = proxied();
    const answered = upload(body);
    send('--b\r\nContent-Disp');
    await vi.advanceTimersByTimeAsync(60_000);
    expect([(await answered).status, calls()]).toEqual([408, 0]);
  });

  test('has not to answer for a service that is slow', async () => {
    withFakeTime();
    const take = async (body: ReadableStream<Uint8Array>): Promise<Buffer> => {
      const pieces: Uint8Array[] = [];
      for await (const each of body) {
        await new Promise((resolve) => setTimeout(resolve, 60_000));
        pieces.push(each);
      }
      return Buffer.concat(pieces);
    };
    const { upload, received } = proxied(10_000_000, take);
    const answered = upload(streamed([HEAD, 'x', 'y', 'z', `\r\n${END}`].map(encode)));
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect((await answered).status).toBe(200);
    vi.useRealTimers();
    expect((await expectOneFile(received))[3]).toEqual(encode('xyz'));
  });
});

test('a file of 20 MiB passes in constant memory, as fast as the service takes it', async () => {
  const content = Buffer.alloc(65_536, 'a\r\n--c\r\n-\r\n--');
  let sent = 0;
  function* pieces() {
    yield encode(file('|').split('|')[0] ?? '');
    for (; sent < 20 * 2 ** 20; sent += content.length) yield content;
    yield encode(`\r\n${END}`);
  }
  let taken = 0;
  let ahead = 0;
  const take = async (body: ReadableStream<Uint8Array>): Promise<Buffer> => {
    for await (const { length } of body) {
      taken += length;
      ahead = Math.max(ahead, sent - taken);
    }
    return Buffer.of();
  };
  const { upload } = proxied(21 * 2 ** 20, take);
  expect((await upload(streamed(pieces()))).status).toBe(200);
  expect([taken - sent > 0, taken - sent < 500]).toEqual([true, true]);
  expect(ahead).toBeLessThan(1_000_000);
});
