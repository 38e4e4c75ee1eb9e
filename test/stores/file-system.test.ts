import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fileStore } from '../../src/node.js';
import { coalesce } from '../../src/stores/file-system.js';

// A power cut can't be made here. So the steps are written down: what is not flushed may be lost in one.
const steps = vi.hoisted((): string[][] => []);
/** What happens before the next file is renamed. */
const before = vi.hoisted((): (() => Promise<void>)[] => []);

vi.mock('node:fs/promises', async (importOriginal) => {
  const real = await importOriginal<typeof import('node:fs/promises')>();
  const open: typeof real.open = async (path, ...rest) => {
    const file = await real.open(path, ...rest);
    const sync = file.sync.bind(file);
    file.sync = () => {
      steps.push(['flush', String(path)]);
      return sync();
    };
    return file;
  };
  const rename: typeof real.rename = async (from, to) => {
    await before.shift()?.();
    steps.push(['rename', String(from), String(to)]);
    return real.rename(from, to);
  };
  const unlink: typeof real.unlink = (path) => {
    steps.push(['remove', String(path)]);
    return real.unlink(path);
  };
  return { ...real, open, rename, unlink };
});

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'translation-requester-'));
});

afterEach(() => rm(folder, { recursive: true }));

/** What was done since the last call, with * for names that are made up, and without what is no matter of losses. */
function done(): string[] {
  const readable = (path: string) =>
    (relative(folder, path) || '.')
      .replace(/[0-9a-f]{64}|\d+-[0-9a-f-]{36}(\.[\w-]+)?/g, '*')
      .replace('a/b/', '');
  return steps.splice(0).map(([what, ...paths]) => [what, ...paths.map(readable)].join(' '));
}

test('a text of a store is flushed before it becomes the value, and its folder is flushed after that', async () => {
  const store = fileStore(join(folder, 'a/b'));
  await store.get('key');
  // The folders that are new, each by the one that it is in.
  const made = done().filter((step) => !step.startsWith('remove'));
  expect(made).toEqual(['flush a', 'flush .', 'flush a/b', 'flush a/b', 'flush a/b']);
  await store.swap('key', undefined, 'one');
  const put = ['flush temporary/*/*', 'flush temporary/*', 'rename temporary/* keys/*', 'flush keys'];
  expect(done()).toEqual(put);
  await store.swap('key', 'one', 'two');
  expect(done()).toEqual(['rename keys/*/* keys/*/*', 'flush keys/*']);
  await store.swap('key', 'two', undefined);
  expect(done()).toEqual(['remove keys/*/*', 'flush keys/*']);

  // A long text, in a file of its own.
  const [one, two] = ['1'.repeat(300), '2'.repeat(300)];
  const written = ['flush texts/*', 'flush texts'];
  await store.swap('key', undefined, one);
  expect(done()).toEqual([...written, ...put]);
  await store.swap('key', one, two);
  expect(done()).toEqual([...written, 'rename keys/*/* keys/*/*', 'flush keys/*', 'remove texts/*']);
  await store.swap('key', two, undefined);
  expect(done()).toEqual(['remove keys/*/*', 'flush keys/*', 'remove texts/*']);
});

test('a process that was stopped for hours before it named a long text still names one', async () => {
  const store = fileStore(folder);
  const text = 'x'.repeat(300);
  before.push(async () => {
    const [name = ''] = await readdir(join(folder, 'texts'));
    await utimes(join(folder, 'texts', name), 1, 1);
    expect(await fileStore(folder).keys('')).toEqual([]);
  });
  expect(await store.swap('key', undefined, text)).toBe(true);
  expect(await store.get('key')).toBe(text);
});

test('the clock of a store is read once for all who ask at the same time, and again for who asks later', async () => {
  const store = fileStore(folder);
  await store.now?.();
  done();
  const times = await Promise.all(Array.from({ length: 20 }, () => store.now?.()));
  expect([new Set(times).size, done()]).toEqual([1, ['remove temporary/*']]);
  await store.now?.();
  expect(done()).toEqual(['remove temporary/*']);
});

test('calls during a run of a task share the next run, also after one that failed', async () => {
  const ends: ((error?: Error) => void)[] = [];
  const flush = coalesce(
    () =>
      new Promise<void>((resolve, reject) => {
        ends.push((error) => (error === undefined ? resolve() : reject(error)));
      }),
  );
  const first = flush();
  await Promise.resolve();
  const [second, third] = [flush(), flush()];
  await Promise.resolve();
  expect(ends).toHaveLength(1);
  ends[0]?.(new Error('no space'));
  await expect(first).rejects.toThrow('no space');
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await Promise.all([second, third]);
  expect(ends).toHaveLength(2);
});
