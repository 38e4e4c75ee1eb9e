import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { coalesce } from '../../../src/client/stores/file-system.js';
import { replaceFlushed } from '../../../src/command/files/disk.js';
import { fileStore } from '../../../src/node.js';
import { rejection } from '../../recorded-fetch.js';

// A power cut can't be made here. So the steps are written down: what is not flushed may be lost in one.
const steps = vi.hoisted((): string[][] => []);
/** What happens before the next file is renamed, or the next file of a text is opened. */
const before = vi.hoisted(
  (): Record<'rename' | 'read', (() => Promise<unknown>)[]> => ({ rename: [], read: [] }),
);
/** The path of each file that was opened, and what is open. */
const opened = vi.hoisted((): string[] => []);
const left = vi.hoisted(() => new Set<object>());
/** Where nothing can be written: a file can't be made there, or the disk is full. */
const broken = vi.hoisted((): { path?: string | undefined; code?: 'EROFS' | 'ENOSPC' } => ({}));

vi.mock('node:fs/promises', async (importOriginal) => {
  const real = await importOriginal<typeof import('node:fs/promises')>();
  const open: typeof real.open = async (path, ...rest) => {
    if (/texts.\d[^/]*$/.test(String(path))) await before.read.shift()?.();
    const failure = Object.assign(new Error('It is broken.'), { code: broken.code });
    const isBroken = rest[0] === 'wx' && broken.path !== undefined && String(path).startsWith(broken.path);
    if (isBroken && broken.code === 'EROFS') throw failure;
    const file = await real.open(path, ...rest);
    opened.push(String(path));
    left.add(file);
    if (isBroken) file.writeFile = () => Promise.reject(failure);
    const close = file.close.bind(file);
    file.close = () => {
      left.delete(file);
      return close();
    };
    const sync = file.sync.bind(file);
    file.sync = () => {
      steps.push(['flush', String(path)]);
      return sync();
    };
    return file;
  };
  const rename: typeof real.rename = async (from, to) => {
    await before.rename.shift()?.();
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
  broken.path = undefined;
});

afterEach(async () => {
  expect(left.size, 'files that are still open').toBe(0);
  await rm(folder, { recursive: true });
});

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
  before.rename.push(async () => {
    const [name = ''] = await readdir(join(folder, 'texts'));
    await utimes(join(folder, 'texts', name), 1, 1);
    expect(await fileStore(folder).keys('')).toEqual([]);
  });
  expect(await store.swap('key', undefined, text)).toBe(true);
  expect(await store.get('key')).toBe(text);
});

test.each(['ENOTEMPTY', 'EEXIST'])(
  'a key that another process has put there first is left alone, when the system says %s',
  async (code) => {
    const store = fileStore(folder);
    await store.keys('');
    before.rename.push(async () => {
      expect(await fileStore(folder).swap('key', undefined, 'first')).toBe(true);
      throw Object.assign(new Error('It is not empty.'), { code });
    });
    expect(await store.swap('key', undefined, 'second')).toBe(false);
    expect([await store.get('key'), await readdir(join(folder, 'temporary'))]).toEqual(['first', []]);
  },
);

test('a long text that another process replaces before its file is read is not missing', async () => {
  const store = fileStore(folder);
  const [one, two] = ['1'.repeat(300), '2'.repeat(300)];
  await store.swap('key', undefined, one);
  before.read.push(() => fileStore(folder).swap('key', one, two));
  expect(await store.get('key')).toBe(two);
});

test('a full disk changes no text, and leaves nothing', async () => {
  const store = fileStore(folder);
  const [old, other] = ['1'.repeat(300), '2'.repeat(300)];
  await store.swap('key', undefined, old);
  const swaps = [
    ['texts', 'key', old, other],
    ['texts', 'new', undefined, other],
    ['temporary', 'new', undefined, 'short'],
  ] as const;
  for (const [name, key, previous, next] of swaps) {
    Object.assign(broken, { path: join(folder, name), code: 'ENOSPC' });
    expect(await rejection(store.swap(key, previous, next))).toMatchObject({ code: 'ENOSPC' });
  }
  expect([await store.get('key'), await store.keys('')]).toEqual([old, ['key']]);
  expect(await readdir(join(folder, 'texts'))).toHaveLength(1);
  expect(await readdir(join(folder, 'temporary'))).toEqual([]);
});

test.each(['keys', 'texts', 'temporary'])(
  'a store is refused at its first use when the system lets nobody write to the folder %s',
  async (name) => {
    Object.assign(broken, { path: join(folder, name), code: 'EROFS' });
    expect(await rejection(fileStore(folder).get('key'))).toMatchObject({
      issues: [{ path: 'path', message: expect.stringContaining('EROFS') }],
    });
  },
);

test('the files of keys are read at the first listing alone, and later those of new keys', async () => {
  const store = fileStore(folder);
  for (const key of ['a', 'b', 'c']) await fileStore(folder).swap(key, undefined, 'text');
  const readKeys = async (): Promise<number> => {
    opened.splice(0);
    await store.keys('');
    return opened.filter((path) => /keys.[0-9a-f]{64}./.test(path)).length;
  };
  expect([await readKeys(), await readKeys()]).toEqual([3, 0]);
  await fileStore(folder).swap('d', undefined, 'text');
  expect([await readKeys(), await readKeys()]).toEqual([1, 0]);
});

test('a file that is replaced is flushed before and after, and stays as it is when the disk is full', async () => {
  const [path, beside] = [join(folder, 'file'), join(folder, 'beside')];
  await writeFile(path, 'old');
  done();
  await replaceFlushed(path, 'new', beside);
  expect(done()).toEqual(['flush beside', 'rename beside file', 'flush .']);
  Object.assign(broken, { path: beside, code: 'ENOSPC' });
  expect(await rejection(replaceFlushed(path, 'newest', beside))).toMatchObject({ code: 'ENOSPC' });
  expect([await readFile(path, 'utf8'), await readdir(folder)]).toEqual(['new', ['file']]);
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
