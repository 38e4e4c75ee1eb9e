import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  makeForm,
  makeProgressReport,
  type UploadProgress,
} from '../../../../src/client/core/http/upload.js';

/** The one part of a form, as a server reads it. */
async function parsed(
  file: Blob | ReadableStream<Uint8Array>,
  filename: string,
  onBytes?: (n: number) => void,
) {
  const { body, type } = await makeForm({ name: 'file', filename, file, onBytes });
  const init = {
    method: 'POST',
    body,
    duplex: 'half',
    ...(type !== undefined && { headers: { 'content-type': type } }),
  };
  const request = new Request('https://service.example', init);
  const text = await request.clone().text();
  const parts = [...(await request.formData())];
  return { parts, text, part: parts[0]?.[1] as File };
}

const names: readonly (readonly [string, string])[] = [
  ['plain', 'a.txt'],
  ['with spaces', 'my file.txt'],
  ['in Japanese', '日本語.docx'],
  ['with an emoji', '😀.txt'],
  ['with a semicolon', 'a;b=c.txt'],
  ['with an apostrophe', "it's.txt"],
];

const hostile: readonly (readonly [string, string])[] = [
  ['a quote', 'a".txt'],
  ['a quote and a field', 'a"; filename="b.exe".txt'],
  ['a line break and a header', 'a\r\nx-evil: 1\r\n\r\nbody.txt'],
  ['a line feed', 'a\nb.txt'],
  ['a carriage return', 'a\rb.txt'],
  ['a boundary', '\r\n--form-1234--\r\n.txt'],
];

describe.each([
  ['a Blob', () => new Blob(['content']), undefined],
  ['a Blob that is watched', () => new Blob(['content']), () => undefined],
  ['a stream', () => new Blob(['content']).stream(), undefined],
])('a form with %s', (_, file, onBytes) => {
  test.each(names)('can have a name that is %s', async (_name, filename) => {
    const { parts, part } = await parsed(file(), filename, onBytes);
    expect(parts.map(([name]) => name)).toEqual(['file']);
    expect(part.name).toBe(filename);
    expect(await part.text()).toBe('content');
  });

  test.each(hostile)('is not broken by a name with %s', async (_name, filename) => {
    const { parts, part, text } = await parsed(file(), filename, onBytes);
    expect(parts.map(([name]) => name)).toEqual(['file']);
    expect(await part.text()).toBe('content');
    expect(text.slice(0, text.indexOf('\r\n\r\n')).split('\r\n')).toHaveLength(3);
    expect(text).not.toMatch(/\nx-evil/i);
  });

  test('writes the name as browsers do', async () => {
    const { text } = await parsed(file(), 'a"b\r\nc.txt', onBytes);
    expect(text).toContain('name="file"; filename="a%22b%0D%0Ac.txt"\r\n');
  });
});

describe.each([
  ['a page', { document: {} }],
  ['a worker', { navigator: { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36' } }],
])('in %s of a browser, which can stream requests over HTTP/2 alone', (_, globals) => {
  test.each<readonly [string, () => Blob | ReadableStream<Uint8Array>]>([
    ['a Blob that is watched', () => new Blob(['content'])],
    ['a stream', () => new Blob(['content']).stream()],
  ])('%s is sent as a Blob', async (_what, file) => {
    for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
    onTestFinished(() => void vi.unstubAllGlobals());
    const { body, type } = await makeForm({
      name: 'file',
      filename: 'a.txt',
      file: file(),
      onBytes: () => undefined,
    });
    const form = await new Response(body, { headers: { 'content-type': type ?? '' } }).formData();
    expect(body).toBeInstanceOf(Blob);
    expect(await (form.get('file') as File).text()).toBe('content'); // as the part is a file
  });
});

describe('the type of a part', () => {
  test.each([
    ['a Blob', new Blob(['x'], { type: 'text/plain' }), undefined, 'text/plain'],
    ['a watched Blob', new Blob(['x'], { type: 'text/plain' }), () => undefined, 'text/plain'],
    ['a Blob without one', new Blob(['x']), undefined, 'application/octet-stream'],
    ['a watched Blob without one', new Blob(['x']), () => undefined, 'application/octet-stream'],
  ])('is that of %s', async (_, file, onBytes, type) => {
    const { text } = await parsed(file, 'a.txt', onBytes);
    expect(text.toLowerCase()).toContain(`content-type: ${type}\r\n`);
  });
});

test('a file on disk is streamed where a Blob of parts leaves it out', async () => {
  const Whole = Blob;
  /** As in Bun. */
  class WithoutFiles extends Blob {
    static override [Symbol.hasInstance](value: unknown): boolean {
      return value instanceof Whole;
    }
    constructor(parts: BlobPart[], options?: BlobPropertyBag) {
      super(
        parts.filter((part) => !(part instanceof Whole)),
        options,
      );
    }
  }
  vi.stubGlobal('Blob', WithoutFiles);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { part, parts } = await parsed(new Whole(['content']), 'a.txt');
  expect(parts).toHaveLength(1);
  expect(await part.text()).toBe('content');
});

test('a form that is a Blob has the content type of the form', async () => {
  const { body, type } = await makeForm({ name: 'file', filename: 'a.txt', file: new Blob(['content']) });
  expect((body as Blob).type).toBe(type); // as a Blob without onBytes gives
});

test('two forms have different boundaries', async () => {
  const types = await Promise.all(
    [1, 2].map(async () => (await makeForm({ name: 'f', filename: 'a', file: new Blob().stream() })).type),
  );
  expect(types[0]).not.toBe(types[1]);
});

test('an empty file is a part like any other', async () => {
  const { part } = await parsed(new Blob([]), 'a.txt', () => undefined);
  expect(part.size).toBe(0);
});

describe('a progress report', () => {
  const reported = (totalBytes: number | undefined) => {
    vi.useFakeTimers();
    const told: UploadProgress[] = [];
    return { told, report: makeProgressReport((progress) => told.push(progress), totalBytes) };
  };

  test('comes at most every 50 ms', () => {
    const { told, report } = reported(1_000);
    for (let bytes = 1; bytes < 1_000; bytes += 1) {
      report.transferred(bytes);
      vi.advanceTimersByTime(1);
    }
    expect(told.length).toBeLessThanOrEqual(20);
    expect(told.length).toBeGreaterThan(15);
    vi.useRealTimers();
  });

  test('has 100% once, at the end', () => {
    const { told, report } = reported(10);
    report.transferred(5);
    vi.advanceTimersByTime(100);
    report.transferred(10);
    expect(told.map(({ percent }) => percent)).toEqual([0.5]);
    report.finished();
    expect(told.at(-1)).toEqual({ percent: 1, transferredBytes: 10, totalBytes: 10 });
    vi.useRealTimers();
  });

  test('of an unknown size has only bytes until the end', () => {
    const { told, report } = reported(undefined);
    report.transferred(7);
    vi.advanceTimersByTime(100);
    report.transferred(9);
    report.finished();
    expect(told).toEqual([
      { percent: 0, transferredBytes: 7, totalBytes: undefined },
      { percent: 0, transferredBytes: 9, totalBytes: undefined },
      { percent: 1, transferredBytes: 9, totalBytes: undefined },
    ]);
    vi.useRealTimers();
  });

  test('ignores the errors of its observer', () => {
    const fail = () => {
      throw new Error('observer');
    };
    for (const observer of [fail, async () => fail()])
      expect(() => makeProgressReport(observer, 10).finished()).not.toThrow();
  });
});
