import { readdirSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
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
/** What happens at the next flush, and before the next file of a text is opened. */
const meanwhile = vi.hoisted((): { flush: (() => Promise<unknown>)[]; read: (() => void)[] } => ({
  flush: [],
  read: [],
}));
/** What the system says of a rename onto a folder that is not empty. */
const system = vi.hoisted((): { notEmpty?: string | undefined } => ({}));
/** The path of each file that was opened, and what is open. */
const opened = vi.hoisted((): string[] => []);
const left = vi.hoisted(() => new Map<number, string>());
/** Where nothing can be written: a file can't be made there, the disk is full, or it fails when it is flushed. */
const broken = vi.hoisted(
  (): { path?: string | undefined; code?: string; step?: 'open' | 'write' | 'flush' } => ({}),
);

vi.mock('node:fs', async (importOriginal) => {
  const real = await importOriginal<typeof import('node:fs')>();
  const fail = (step: typeof broken.step, path: string | undefined): void => {
    if (broken.step !== step || broken.path === undefined || path?.startsWith(broken.path) !== true) return;
    throw Object.assign(new Error('It is broken.'), { code: broken.code });
  };
  const openSync: typeof real.openSync = (path, ...rest) => {
    if (/texts.\d[^/]*$/.test(String(path))) meanwhile.read.shift()?.();
    if (rest[0] === 'wx') fail('open', String(path));
    const file = real.openSync(path, ...rest);
    opened.push(String(path));
    left.set(file, String(path));
    return file;
  };
  const closeSync: typeof real.closeSync = (file) => {
    left.delete(file);
    real.closeSync(file);
  };
  const writeFileSync: typeof real.writeFileSync = (file, ...rest) => {
    fail('write', left.get(Number(file)));
    real.writeFileSync(file, ...rest);
  };
  const flush = async (file: number): Promise<void> => {
    steps.push(['flush', left.get(file) ?? '']);
    await meanwhile.flush.shift()?.();
    fail('flush', left.get(file));
    real.fsyncSync(file);
  };
  const fsync = (file: number, done: (error?: unknown) => void): void => {
    flush(file).then(() => done(), done);
  };
  const renameSync: typeof real.renameSync = (from, to) => {
    steps.push(['rename', String(from), String(to)]);
    try {
      real.renameSync(from, to);
    } catch (error) {
      throw Object.assign(new Error('It is not empty.', { cause: error }), {
        code: system.notEmpty ?? Object(error).code,
      });
    }
  };
  const unlinkSync: typeof real.unlinkSync = (path) => {
    steps.push(['remove', String(path)]);
    real.unlinkSync(path);
  };
  return { ...real, openSync, closeSync, writeFileSync, fsync, renameSync, unlinkSync };
});

vi.mock('node:fs/promises', async (importOriginal) => {
  const real = await importOriginal<typeof import('node:fs/promises')>();
  const rename: typeof real.rename = (from, to) => {
    steps.push(['rename', String(from), String(to)]);
    return real.rename(from, to);
  };
  return { ...real, rename };
});

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'translation-requester-'));
  broken.path = undefined;
  system.notEmpty = undefined;
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
  const put = ['flush temporary/*/*', 'rename temporary/* keys/*', 'flush keys/*', 'flush keys'];
  expect(done()).toEqual(put);
  await store.swap('key', 'one', 'two');
  expect(done()).toEqual(['rename keys/*/* keys/*/*', 'flush keys/*']);
  await store.swap('key', 'two', undefined);
  expect(done()).toEqual(['remove keys/*/*', 'flush keys/*']);

  // A long text, in a file of its own.
  const [one, two] = ['1'.repeat(300), '2'.repeat(300)];
  const written = ['flush texts/*', 'flush texts'];
  await store.swap('key', undefined, one);
  const [first = '', ...rest] = put;
  expect(done()).toEqual(['flush texts/*', first, 'flush texts', ...rest]);
  await store.swap('key', one, two);
  expect(done()).toEqual([...written, 'rename keys/*/* keys/*/*', 'flush keys/*', 'remove texts/*']);
  await store.swap('key', two, undefined);
  expect(done()).toEqual(['remove keys/*/*', 'flush keys/*', 'remove texts/*']);
});

test('a process that was stopped for hours before it named a long text still names one', async () => {
  const store = fileStore(folder);
  const text = 'x'.repeat(300);
  meanwhile.flush.push(async () => {
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
    meanwhile.flush.push(async () => {
      expect(await fileStore(folder).swap('key', undefined, 'first')).toBe(true);
      system.notEmpty = code;
    });
    expect(await store.swap('key', undefined, 'second')).toBe(false);
    expect([await store.get('key'), await readdir(join(folder, 'temporary'))]).toEqual(['first', []]);
  },
);

test('a long text that another process replaces before its file is read is not missing', async () => {
  const store = fileStore(folder);
  const [one, two] = ['1'.repeat(300), '2'.repeat(300)];
  await store.swap('key', undefined, one);
  const [[old = ''], [key = '']] = [readdirSync(join(folder, 'texts')), readdirSync(join(folder, 'keys'))];
  meanwhile.read.push(() => {
    const next = `${Date.now() + 1}-${crypto.randomUUID()}`;
    writeFileSync(join(folder, 'texts', next), two);
    renameSync(join(folder, 'keys', key, old), join(folder, 'keys', key, next));
    unlinkSync(join(folder, 'texts', old));
  });
  expect(await store.get('key')).toBe(two);
});

test('a full disk changes no text, and leaves nothing', async () => {
  const store = fileStore(folder);
  const [old, another] = ['1'.repeat(300), '2'.repeat(300)];
  await store.swap('key', undefined, old);
  const swaps = [
    ['texts', 'key', old, another],
    ['texts', 'new', undefined, another],
    ['temporary', 'new', undefined, 'short'],
  ] as const;
  for (const [name, key, previous, next] of swaps) {
    Object.assign(broken, { path: join(folder, name), code: 'ENOSPC', step: 'write' });
    expect(await rejection(store.swap(key, previous, next))).toMatchObject({ code: 'ENOSPC' });
  }
  expect([await store.get('key'), await store.keys('')]).toEqual([old, ['key']]);
  expect(await readdir(join(folder, 'texts'))).toHaveLength(1);
  expect(await readdir(join(folder, 'temporary'))).toEqual([]);
});

test.each(['keys', 'texts', 'temporary'])(
  'a store is refused at its first use when the system lets nobody write to the folder %s',
  async (name) => {
    Object.assign(broken, { path: join(folder, name), code: 'EROFS', step: 'open' });
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
  Object.assign(broken, { path: beside, code: 'ENOSPC', step: 'write' });
  expect(await rejection(replaceFlushed(path, 'newest', beside))).toMatchObject({ code: 'ENOSPC' });
  expect([await readFile(path, 'utf8'), await readdir(folder)]).toEqual(['new', ['file']]);
});

test('the clock of a store is read anew each time, from one file', async () => {
  const [store, other] = [fileStore(folder), fileStore(folder)];
  await other.keys('');
  const first = (await store.now?.()) ?? Number.NaN;
  done();
  await expect.poll(() => store.now?.()).toBeGreaterThan(first);
  expect(await other.now?.()).toBeGreaterThan(first);
  // However wrong its time was before.
  await utimes(join(folder, 'temporary/clock'), 1, 1);
  expect(await other.now?.()).toBeGreaterThan(first);
  expect([done(), await readdir(join(folder, 'temporary'))]).toEqual([[], ['clock']]);
});

test('a flush that fails reaches every caller who waits for it, and a later one tries again', async () => {
  const store = fileStore(folder);
  await store.keys('');
  Object.assign(broken, { path: join(folder, 'keys'), code: 'EIO', step: 'flush' });
  const swap = (index: number) => store.swap(`${index}`, undefined, 'text');
  const failures = await Promise.all(Array.from({ length: 8 }, (_, index) => rejection(swap(index))));
  expect(failures.map((failure) => Object(failure).code)).toEqual(Array(8).fill('EIO'));
  broken.path = undefined;
  // What was renamed may be on the disk or not. It is what the store has until the power fails.
  expect(await store.keys('')).toHaveLength(8);
  expect(await swap(8)).toBe(true);
});

test('the old text stays when it is not certain that the new one is on the disk', async () => {
  const store = fileStore(folder);
  const [one, two] = ['1'.repeat(300), '2'.repeat(300)];
  await store.swap('key', undefined, one);
  Object.assign(broken, { path: join(folder, 'keys'), code: 'EIO', step: 'flush' });
  expect(await rejection(store.swap('key', one, two))).toMatchObject({ code: 'EIO' });
  expect(await readdir(join(folder, 'texts'))).toHaveLength(2);
  expect(await store.get('key')).toBe(two);
});

test.each(['texts', 'temporary'])(
  'a text whose flush fails in %s does not become the value',
  async (name) => {
    const store = fileStore(folder);
    await store.keys('');
    Object.assign(broken, { path: join(folder, name), code: 'EIO', step: 'flush' });
    expect(await rejection(store.swap('key', undefined, '1'.repeat(300)))).toMatchObject({ code: 'EIO' });
    expect([await store.get('key'), await readdir(join(folder, 'temporary'))]).toEqual([undefined, []]);
    expect(await readdir(join(folder, 'texts'))).toEqual([]);
  },
);

test.each(['EINVAL', 'EPERM', 'ENOTSUP'])(
  'a system that can not flush folders, and says %s, keeps texts',
  async (code) => {
    const store = fileStore(folder);
    await store.keys('');
    Object.assign(broken, { path: join(folder, 'keys'), code, step: 'flush' });
    expect(await store.swap('key', undefined, 'one')).toBe(true);
    expect(await store.swap('key', 'one', 'two')).toBe(true);
    expect(await store.get('key')).toBe('two');
  },
);

test('a listing of many new keys lets others run meanwhile', async () => {
  const store = fileStore(folder);
  await Promise.all(Array.from({ length: 200 }, (_, index) => store.swap(`${index}`, undefined, 'text')));
  let isOver = false;
  const listing = fileStore(folder)
    .keys('')
    .finally(() => {
      isOver = true;
    });
  let turns = 0;
  while (!isOver) {
    await new Promise((resolve) => setImmediate(resolve));
    turns += 1;
  }
  expect(await listing).toHaveLength(200);
  expect(turns).toBeGreaterThanOrEqual(3);
});

test('calls during a run of a task share the next run, and fail with the one that they wait for', async () => {
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
  ends[0]?.();
  await first;
  await expect.poll(() => ends.length).toBe(2);
  const waiting = [flush(), flush()];
  ends[1]?.(new Error('no space'));
  const outcomes = await Promise.allSettled([second, third, ...waiting]);
  expect(outcomes.map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
  expect(ends).toHaveLength(2);
  const later = flush();
  await expect.poll(() => ends.length).toBe(3);
  ends[2]?.();
  await later;
});
