import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test, vi } from 'vitest';
import { Requester, type Uploadable, type UploadProgress } from '../../../src/index.js';
import { ok, source } from '../../fixtures.js';
import { answer, recordedFetch, rejection, requesterOn, TOKEN } from '../../recorded-fetch.js';
import { isLong } from '../../runs.js';
import { served } from '../../sparse-answers.js';

const uploaded = { ...ok, question_source: source };
const accepting = () => recordedFetch(answer(uploaded));

async function carried(file: Uploadable, options?: { filename?: string; onProgress?: () => void }) {
  let part: File | undefined;
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    part = (await new Request(url, init).formData()).get('file') as File;
    return answer(uploaded);
  };
  await requesterOn(fetch).files.upload(file, options);
  return { name: part?.name, bytes: new Uint8Array((await part?.arrayBuffer()) ?? new ArrayBuffer()) };
}

const content = Uint8Array.from({ length: 1_000 }, (_, index) => index % 256);

describe('an upload', () => {
  test('sends one part called file to my/files, and gives the record', async () => {
    const fetch = recordedFetch(async (arrived) => {
      expect([...(await arrived.request.clone().formData()).keys()]).toEqual(['file']);
      return answer(uploaded);
    });
    expect(await requesterOn(fetch).files.upload(new File(['x'], 'a.txt'))).toEqual(source);
    expect(`${fetch.last.method} ${fetch.last.path}`).toBe('POST /api/v1/my/files');
    expect(fetch.last.query).toEqual({ access_token: TOKEN });
    expect(fetch.last.headers.get('content-type')).toMatch(/^multipart\/form-data; ?boundary=/);
  });

  test('gives the whole answer with withResponse', async () => {
    const told = await requesterOn(accepting())
      .files.upload(new File(['x'], 'a.txt'))
      .withResponse();
    expect(told).toMatchObject({
      data: source,
      body: served(uploaded),
      response: { status: 200 },
      attempts: 1,
    });
  });

  test.each<readonly [string, () => Uploadable]>([
    ['a File', () => new File([content], 'a.txt')],
    ['a Blob', () => new Blob([content])],
    ['a Uint8Array', () => content],
    ['a view on a larger buffer', () => new Uint8Array(Uint8Array.from([9, ...content, 9]).buffer, 1, 1_000)],
    ['a Buffer', () => Buffer.from(content)],
    ['a stream', () => new Blob([content]).stream()],
    [
      'a stream of many pieces',
      () =>
        new ReadableStream({
          start(controller) {
            for (const byte of content) controller.enqueue(Uint8Array.of(byte));
            controller.close();
          },
        }),
    ],
  ])('of %s carries just its bytes', async (_, file) => {
    for (const onProgress of [undefined, () => undefined]) {
      const { bytes, name } = await carried(file(), { filename: 'b.txt', ...(onProgress && { onProgress }) });
      expect(bytes).toEqual(content);
      expect(name).toBe('b.txt');
    }
  });

  test('of a view sends the bytes that it had when it was given', async () => {
    const bytes = Uint8Array.of(1, 2, 3);
    const call = carried(bytes, { filename: 'a.txt' });
    bytes.fill(9);
    expect([...(await call).bytes]).toEqual([1, 2, 3]);
  });
});

describe('the name of a file', () => {
  test.each([
    'a.txt',
    'A.TXT',
    'a.b.docx',
    'x.xlsx',
    'x.pptx',
    '日本語.docx',
    'it\'s "it".txt',
    '.hidden.txt',
  ])('%s is accepted', async (filename) => {
    expect(await carried(new Blob(['x']), { filename })).toMatchObject({ name: filename });
  });

  test('is that of the File by default', async () => {
    expect(await carried(new File(['x'], 'own.txt'))).toMatchObject({ name: 'own.txt' });
    expect(await carried(new File(['x'], 'own.exe'), { filename: 'other.txt' })).toMatchObject({
      name: 'other.txt',
    });
  });

  test.each([
    undefined,
    '',
    'a',
    '.txt',
    'a.exe',
    'a.txt.exe',
    'a.doc',
    'a.txt ',
    'a.txt\n',
    'txt',
    5,
    null,
    {},
  ])('%o is refused before anything is sent', async (filename) => {
    const fetch = accepting();
    const options = { filename: filename as string };
    for (const file of [new Blob(['x']), content, new Blob(['x']).stream()]) {
      expect(await rejection(requesterOn(fetch).files.upload(file, options))).toMatchObject({
        name: 'InputError',
        issues: [{ path: 'filename' }],
      });
    }
    expect(fetch.arrived).toEqual([]);
  });
});

describe('a file of another realm', () => {
  /** As the DOM of a test has it: nothing that Blob of this realm knows. */
  class ForeignFile {
    readonly type = 'text/plain';
    readonly size = content.byteLength;
    readonly name = 'a.txt';
    slice = () => this;
    arrayBuffer = async () => content.slice().buffer;
  }

  test('is sent with its name and its content', async () => {
    expect(await carried(new ForeignFile() as never)).toEqual({ name: 'a.txt', bytes: content });
    const options = { filename: 'b.txt', onProgress: () => undefined };
    expect(await carried(new ForeignFile() as never, options)).toEqual({ name: 'b.txt', bytes: content });
  });

  test.each(['Buffer', 'bytes'])('is sent with its name where it is a %s', async (kind) => {
    const bytes = kind === 'Buffer' ? Buffer.from(content) : runInNewContext('Uint8Array').from(content);
    expect(await carried(Object.assign(bytes, { name: 'a.txt' }))).toEqual({ name: 'a.txt', bytes: content });
  });

  test.each([
    ['has arrayBuffer()', true],
    ['can only be read by a FileReader', false],
  ])('is sent as bytes where Blob is not of the realm of fetch, and %s', async (_, hasBuffer) => {
    const { Blob: OfFetch } = globalThis;
    /** What jsdom puts in the place of Blob: the fetch of Node sends it as the text `[object Blob]`. */
    class DomBlob {
      readonly inner: Blob;
      constructor(parts: (DomBlob | BlobPart)[], options?: BlobPropertyBag) {
        this.inner = new OfFetch(
          parts.map((each) => (each instanceof DomBlob ? each.inner : each)),
          options,
        );
      }
      get size() {
        return this.inner.size;
      }
      slice = () => this;
      arrayBuffer = hasBuffer ? () => this.inner.arrayBuffer() : undefined;
    }
    class Reader {
      result: unknown;
      onload = (): void => undefined;
      async readAsArrayBuffer(blob: DomBlob) {
        this.result = await blob.inner.arrayBuffer();
        this.onload();
      }
    }
    vi.stubGlobal('document', {});
    vi.stubGlobal('Blob', DomBlob);
    vi.stubGlobal('FileReader', Reader);
    const sent: unknown[] = [];
    const fetch = async (_url: string, { body }: RequestInit) => {
      sent.push(body);
      return answer(uploaded);
    };
    const client = requesterOn(fetch, { dangerouslyAllowBrowser: true });
    for (const file of [new DomBlob([content]), content, new Response(content).body]) {
      await client.files.upload(file as never, { filename: 'a.txt' });
    }
    vi.unstubAllGlobals();
    for (const body of sent) {
      expect(ArrayBuffer.isView(body) && Buffer.from(body as Uint8Array).includes(Buffer.from(content))).toBe(
        true,
      );
    }
    expect(sent).toHaveLength(3);
  });
});

describe('an invalid file', () => {
  test('such as a path or a Node stream is told what makes a file of it', async () => {
    for (const file of ['a.txt', Readable.from(['x'])]) {
      const upload = requesterOn(accepting()).files.upload(file as never, { filename: 'a.txt' });
      await expect(upload).rejects.toThrow('for a path fileFromPath, for a Node stream Readable.toWeb');
    }
  });

  test.each([undefined, null, 'text', 5, {}, [], new ArrayBuffer(2), new Uint16Array(2)])(
    '%o is refused before anything is sent',
    async (file) => {
      const fetch = accepting();
      const error = await rejection(requesterOn(fetch).files.upload(file as Blob, { filename: 'a.txt' }));
      expect(error).toMatchObject({ name: 'InputError', issues: [{ path: 'file' }] });
      expect(fetch.arrived).toEqual([]);
    },
  );

  test('such as a stream that is being read is refused before anything is sent', async () => {
    const stream = new Blob(['x']).stream();
    stream.getReader();
    const error = await rejection(requesterOn(accepting()).files.upload(stream, { filename: 'a.txt' }));
    expect(error).toMatchObject({ name: 'InputError', issues: [{ path: 'file' }] });
  });

  test('is reported together with a wrong onProgress', async () => {
    const options = { filename: 'a.txt', onProgress: 'tell' as unknown as () => void };
    const error = await rejection(requesterOn(accepting()).files.upload('x' as unknown as Blob, options));
    expect(error).toMatchObject({ issues: [{ path: 'file' }, { path: 'onProgress' }] });
  });
});

describe('the progress of an upload', () => {
  const watched = async (file: Uploadable, reply: Response = answer(uploaded)) => {
    const told: UploadProgress[] = [];
    const options = { filename: 'a.txt', onProgress: (progress: UploadProgress) => told.push(progress) };
    await Promise.allSettled([requesterOn(recordedFetch(reply)).files.upload(file, options)]);
    return told;
  };

  test.each<readonly [string, () => Uploadable, number | undefined]>([
    ['a Blob', () => new Blob([content]), 1_000],
    ['a Uint8Array', () => content, 1_000],
    ['an empty Blob', () => new Blob([]), 0],
    ['a stream', () => new Blob([content]).stream(), undefined],
  ])('of %s ends with 100%% exactly once', async (_, file, totalBytes) => {
    const told = await watched(file());
    expect(told.filter(({ percent }) => percent === 1)).toEqual([told.at(-1)]);
    expect(told.at(-1)).toEqual({ percent: 1, transferredBytes: totalBytes ?? 1_000, totalBytes });
  });

  test('does not reach 100% when the upload fails', async () => {
    const told = await watched(new Blob([content]), answer({}, { status: 422 }));
    expect(told.every(({ percent }) => percent < 1)).toBe(true);
  });

  test('that throws does not stop the upload', async () => {
    const onProgress = () => {
      throw new Error('observer');
    };
    const upload = requesterOn(accepting()).files.upload(content, { filename: 'a.txt', onProgress });
    await expect(upload).resolves.toEqual(source);
  });
});

describe('over a real socket', () => {
  /** Sends a file and counts what arrives. `look` is called after each 8 MiB. */
  const receiving = async (
    file: Uploadable,
    options: { filename: string; onProgress?: () => void },
    look: () => void = () => undefined,
  ) => {
    const hash = createHash('sha256');
    let length = 0;
    let sized: string | undefined;
    const server = createServer((request, response) => {
      sized = request.headers['content-length'];
      request.on('data', (piece: Buffer) => {
        if (Math.floor(length / (8 * MIB)) < Math.floor((length + piece.length) / (8 * MIB))) look();
        length += piece.length;
        hash.update(piece);
      });
      request.on('end', () => {
        response.setHeader('content-type', 'application/json').end(JSON.stringify(uploaded));
      });
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const { port } = server.address() as AddressInfo;
    await new Requester({ baseUrl: `http://127.0.0.1:${port}`, accessToken: TOKEN, ...patient }).files.upload(
      file,
      options,
    );
    server.closeAllConnections();
    server.close();
    return { length, sized };
  };
  const MIB = 1024 * 1024;
  const patient = { timeout: Number.POSITIVE_INFINITY, attemptTimeout: Number.POSITIVE_INFINITY };
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;

  test('a Blob is sent with its length', async () => {
    const { length, sized } = await receiving(new Blob([new Uint8Array(3 * MIB)]), { filename: 'a.txt' });
    expect(Number(sized)).toBe(length);
  });

  test.runIf(isLong)('a stream of any length is sent in constant memory', async () => {
    let left = 96;
    const stream = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          left -= 1;
          if (left < 0) controller.close();
          else controller.enqueue(new Uint8Array(MIB));
        },
      },
      { highWaterMark: 0 },
    );
    const before = process.memoryUsage().arrayBuffers;
    let peak = 0;
    const onProgress = (): void => {
      collect();
      peak = Math.max(peak, process.memoryUsage().arrayBuffers - before);
    };
    const { length } = await receiving(stream, { filename: 'a.txt', onProgress });
    expect(length).toBeGreaterThan(96 * MIB);
    expect(peak).toBeLessThan(48 * MIB);
  });

  test.runIf(isLong)('a file on disk is sent in constant memory, with or without onProgress', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'upload-'));
    const path = join(directory, 'large.txt');
    await writeFile(path, new Uint8Array(64 * MIB));
    for (const onProgress of [undefined, () => undefined]) {
      const before = process.memoryUsage().arrayBuffers;
      let peak = 0;
      const look = (): void => {
        collect();
        peak = Math.max(peak, process.memoryUsage().arrayBuffers - before);
      };
      const options = { filename: 'a.txt', ...(onProgress && { onProgress }) };
      const { length } = await receiving(await openAsBlob(path), options, look);
      expect(length).toBeGreaterThan(64 * MIB);
      expect(peak).toBeLessThan(32 * MIB);
    }
    await rm(directory, { recursive: true });
  });

  test('an upload that is answered with a redirect is a RedirectError, and is not sent elsewhere', async () => {
    const seen: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      seen.push(request.url?.split('?')[0]);
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const { port } = server.address() as AddressInfo;
    const requester = new Requester({ baseUrl: `http://127.0.0.1:${port}`, accessToken: TOKEN });
    const error = await rejection(requester.files.upload(new File(['x'], 'a.txt')));
    server.closeAllConnections();
    server.close();
    expect(error).toMatchObject({ name: 'RedirectError', outcome: 'unknown' });
    expect(seen).toEqual(['/api/v1/my/files']);
  });

  test.each<readonly [string, () => Promise<Response>]>([
    ['answered', async () => answer(uploaded)],
    ['refused', async () => answer({ success: false, message: 'Too large.' }, { status: 413 })],
    ['lost', () => Promise.reject(new TypeError('fetch failed'))],
  ])('a stream that was not read when its upload is %s is let go', async (_, fetch) => {
    const cancel = vi.fn();
    const file = new ReadableStream<Uint8Array>({ pull: (pulled) => pulled.enqueue(content), cancel });
    await Promise.allSettled([requesterOn(fetch).files.upload(file, { filename: 'a.txt' })]);
    await expect.poll(() => cancel).toHaveBeenCalledTimes(1);
  });

  test('progress is reported at most every 50 ms', async () => {
    const times: number[] = [];
    await receiving(new Blob([new Uint8Array(32 * MIB)]), {
      filename: 'a.txt',
      onProgress: () => void times.push(performance.now()),
    });
    const gaps = times.slice(1, -1).map((time, index) => time - (times[index] ?? 0));
    expect(gaps.every((gap) => gap >= 49)).toBe(true);
  });
});
