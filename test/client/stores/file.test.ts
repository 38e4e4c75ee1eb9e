import {
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Store } from '../../../src/client/stores/store.js';
import { InputError } from '../../../src/index.js';
import { fileStore } from '../../../src/node.js';
import { rejection } from '../../recorded-fetch.js';
import { tries } from '../../runs.js';
import { pairIn, storeContract } from './store-contract.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'translation-requester-'));
});

afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

const pair = pairIn(() => folder);

/** Every file below a path. */
async function filesIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Too long for the name of a file. */
const long = (text: string): string => text.padEnd(200, '-');

describe('fileStore', () => {
  storeContract(pair(fileStore), { often: 10 });

  test.each([undefined, '', 5])('the path %j is refused at once', (path) => {
    // JavaScript programs can pass this.
    expect(() => fileStore(path as never)).toThrow(InputError);
  });

  describe('with long texts, which have files of their own', () => {
    const longStore = (path: string): Store => {
      const store = fileStore(path);
      const lengthen = (text: string | undefined) => text?.padEnd(1_000, ' ');
      return {
        get: async (key) => (await store.get(key))?.trimEnd(),
        swap: (key, previous, next) => store.swap(key, lengthen(previous), lengthen(next)),
        keys: (prefix) => store.keys(prefix),
      };
    };
    storeContract(pair(longStore), { often: 10 });
  });

  test('keeps texts of any length, those of up to 153 bytes in a name', async () => {
    const store = fileStore(folder);
    const fit = [0, 1, 149, 150, 151, 152, 153];
    const others = [154, 160, 255, 256];
    for (const length of [...fit, ...others]) {
      const text = 'ä'.repeat(length / 2) + 'x'.repeat(length % 2);
      expect(await store.swap(`${length}`, undefined, text)).toBe(true);
      expect(await fileStore(folder).get(`${length}`)).toBe(text);
    }
    expect(await store.keys('')).toHaveLength(fit.length + others.length);
    expect(await readdir(join(folder, 'texts'))).toHaveLength(others.length);
  });

  test('changes short texts to long ones and back, and leaves nothing of them', async () => {
    const store = fileStore(folder);
    await store.swap('key', undefined, 'short');
    await store.swap('key', 'short', long('text'));
    expect([await store.get('key'), (await filesIn(folder)).length]).toEqual([long('text'), 2]);
    await store.swap('key', long('text'), 'short again');
    expect([await store.get('key'), (await filesIn(folder)).length]).toEqual(['short again', 1]);
  });

  test('makes its folder, for its owner alone', async () => {
    const path = join(folder, 'a/b');
    await fileStore(path).swap('key', undefined, long('text'));
    expect(await filesIn(path)).toHaveLength(2);
    for (const name of await readdir(path, { recursive: true })) {
      const found = await stat(join(path, name));
      expect([name, found.mode & 0o777]).toEqual([name, found.isFile() ? 0o600 : 0o700]);
    }
  });

  test.each([
    { what: 'one file a key', makeText: String, count: 1 },
    { what: 'two files for a long text', makeText: (round: number) => long(`${round}`), count: 2 },
  ])(
    'leaves $what, however often it changes, and none when it is removed',
    async ({ makeText, count: files }) => {
      const store = fileStore(folder);
      for (let round = 0; round < 10; round += 1) {
        await store.swap('key', round === 0 ? undefined : makeText(round - 1), makeText(round));
      }
      await store.swap('key', 'wrong', makeText(10));
      await store.swap('key', undefined, makeText(10));
      expect(await filesIn(folder)).toHaveLength(files);
      await store.swap('key', makeText(9), undefined);
      expect((await readdir(folder, { recursive: true })).sort()).toEqual(['keys', 'temporary', 'texts']);
    },
  );

  test('never uses a key as a path', async () => {
    const path = join(folder, 'store');
    const store = fileStore(path);
    for (const key of ['../../up', '/tmp/up', '..', 'a/b', 'x'.repeat(5_000)])
      await store.swap(key, undefined, key);
    expect(await readdir(folder)).toEqual(['store']);
    expect((await readdir(path)).sort()).toEqual(['keys', 'temporary', 'texts']);
  });

  test('removes nothing that it has not written, however old it is', async () => {
    const store = fileStore(folder);
    await store.swap('key', undefined, long('text'));
    const texts = await readdir(join(folder, 'texts'));
    const paths = ['texts/de.json', `texts/${texts[0]?.replace(/.$/, 'x')}`, 'temporary/old', 'keys/mine'];
    for (const path of paths) {
      await writeFile(join(folder, path), '{}');
      await utimes(join(folder, path), 1, 1);
    }
    expect(await store.keys('')).toEqual(['key']);
    await store.swap('key', long('text'), 'other');
    await store.swap('key', 'other', undefined);
    expect(await filesIn(folder)).toEqual(expect.arrayContaining(paths.map((path) => join(folder, path))));
  });

  describe('refuses what another may have planted:', () => {
    const owner = process.geteuid?.() ?? 0;
    /** Gives a path to another user, which only root can. This process becomes another one than both. */
    async function giveAway(path: string): Promise<void> {
      if (owner === 0) await chown(path, 1_234, 1_234);
      vi.spyOn(process, 'geteuid').mockReturnValue(owner + 1);
    }
    const steps = (): readonly (() => Promise<unknown>)[] => {
      const store = fileStore(folder);
      return [
        () => store.get('key'),
        () => store.swap('key', undefined, 'x'),
        () => store.swap('key', long('text'), 'x'),
      ];
    };
    async function refuses(pattern: RegExp): Promise<void> {
      for (const step of steps()) {
        expect(await rejection(step())).toMatchObject({ message: expect.stringMatching(pattern) });
      }
    }
    const keyFolder = async (): Promise<string> => {
      await fileStore(folder).swap('key', undefined, long('text'));
      const [name = ''] = await readdir(join(folder, 'keys'));
      return join(folder, 'keys', name);
    };
    const textFile = async (): Promise<string> => {
      await keyFolder();
      const [name = ''] = await readdir(join(folder, 'texts'));
      return join(folder, 'texts', name);
    };
    const OWNED = /belongs to another user .*(chown)/;

    test.skipIf(process.platform === 'win32').each<[string, () => Promise<string> | string]>([
      ['the folder', () => folder],
      ['the folder of keys', async () => join(await keyFolder(), '..')],
      ['the folder of a key', keyFolder],
      ['the file of a text', textFile],
    ])('%s of another user', async (_, place) => {
      await giveAway(await place());
      await refuses(OWNED);
    });

    test.each(['keys', 'texts', 'temporary'])('a link as the folder %s', async (name) => {
      await mkdir(join(folder, 'elsewhere'));
      await symlink(join(folder, 'elsewhere'), join(folder, name), 'junction');
      await refuses(/is not a folder\. Remove it/);
      expect(await readdir(join(folder, 'elsewhere'))).toEqual([]);
    });

    test.each([
      ['the folder of a key', keyFolder, /is not a folder\. Remove it/],
      ['the file of a text', textFile, /is a link, not a file\. Remove it/],
    ])('a link as %s', async (_, place, pattern) => {
      const path = await place();
      await rename(path, join(folder, 'elsewhere'));
      await symlink(join(folder, 'elsewhere'), path);
      await refuses(pattern);
    });

    test('a folder of another user behind a link of its own', async () => {
      await mkdir(join(folder, 'real'));
      await symlink(join(folder, 'real'), join(folder, 'link'), 'junction');
      await giveAway(join(folder, 'real'));
      expect(await rejection(fileStore(join(folder, 'link')).get('key'))).toMatchObject({
        message: expect.stringMatching(OWNED),
      });
    });

    test('a file where the folder of a key would be, which stays as it is', async () => {
      const path = await keyFolder();
      await rm(path, { recursive: true });
      await writeFile(path, 'mine');
      await refuses(/is not a folder\. Remove it/);
      expect(await readFile(path, 'utf8')).toBe('mine');
    });

    test('but not a link of its own to a folder of its own, nor what belongs to root', async () => {
      await mkdir(join(folder, 'real'));
      await symlink(join(folder, 'real'), join(folder, 'link'), 'junction');
      if (owner === 0) vi.spyOn(process, 'geteuid').mockReturnValue(1_234);
      expect(await fileStore(join(folder, 'link')).swap('key', undefined, long('text'))).toBe(true);
      expect(await fileStore(join(folder, 'real')).get('key')).toBe(long('text'));
    });
  });

  test('replaces the empty folder of a key whose removal was interrupted', async () => {
    const store = fileStore(folder);
    await store.swap('key', undefined, 'text');
    const [name = ''] = await readdir(join(folder, 'keys'));
    await store.swap('key', 'text', undefined);
    await mkdir(join(folder, 'keys', name));
    expect([await store.get('key'), await store.keys('')]).toEqual([undefined, []]);
    expect(await store.swap('key', undefined, 'new')).toBe(true);
    expect(await store.get('key')).toBe('new');
  });

  test('reports a file of the store that was removed', async () => {
    const store = fileStore(folder);
    await store.swap('key', undefined, long('text'));
    await rm(join(folder, 'texts'), { recursive: true });
    expect(await rejection(store.get('key'))).toMatchObject({
      message: expect.stringContaining('is damaged'),
    });
  });

  test('reads a long text while another process replaces it', async () => {
    const [store, another] = [fileStore(folder), fileStore(folder)];
    const makeText = (round: number): string => long(`${round}`);
    await store.swap('key', undefined, makeText(0));
    let isOver = false;
    const reading = Array.from({ length: 4 }, async () => {
      while (!isOver) expect(await another.get('key')).toMatch(/^\d+-+$/);
    });
    const rounds = tries(100);
    for (let round = 0; round < rounds; round += 1)
      await store.swap('key', makeText(round), makeText(round + 1));
    isOver = true;
    await Promise.all(reading);
    expect(await another.get('key')).toBe(makeText(rounds));
  });

  test('lets a swap end while a loop reads until it has', async () => {
    const store = fileStore(folder);
    let isOver = false;
    const swapping = store.swap('key', undefined, 'text').then(() => store.swap('key', 'text', undefined));
    const end = swapping.finally(() => {
      isOver = true;
    });
    while (!isOver) await store.get('key');
    expect(await end).toBe(true);
  });

  test('ignores files of the system, and names one that blocks a key', async () => {
    const store = fileStore(folder);
    await store.swap('key', undefined, 'text');
    const [name = ''] = await readdir(join(folder, 'keys'));
    await writeFile(join(folder, 'keys', name, '.DS_Store'), '');
    expect([await store.get('key'), await store.keys('')]).toEqual(['text', ['key']]);
    expect(await store.swap('key', 'text', 'other')).toBe(true);
    expect(await store.swap('key', 'other', undefined)).toBe(true);
    const damaged = { message: expect.stringMatching(/damaged: .*\.DS_Store does not belong there/) };
    expect(await rejection(store.get('key'))).toMatchObject(damaged);
    expect(await rejection(store.swap('key', undefined, 'text'))).toMatchObject(damaged);
    await rm(join(folder, 'keys', name, '.DS_Store'));
    expect(await store.swap('key', undefined, 'text')).toBe(true);
  });

  test('has the clock of the disk, whatever that of the process says', async () => {
    const now = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: now + 7_200_000 });
    const time = (await fileStore(folder).now?.()) ?? 0;
    expect(Number.isSafeInteger(time)).toBe(true);
    expect(Math.abs(time - now)).toBeLessThan(60_000);
    expect(await filesIn(folder)).toEqual([join(folder, 'temporary/clock')]);
  });

  describe('of which two branches of a repository have added one key', () => {
    /** Two stores that know nothing of each other, put together as git does: every file of both. */
    async function merged(first: string, second: string): Promise<readonly [string, string]> {
      await fileStore(join(folder, 'one')).swap('key', undefined, first);
      await rest(2);
      await fileStore(join(folder, 'two')).swap('key', undefined, second);
      await cp(join(folder, 'one'), join(folder, 'both'), { recursive: true });
      await cp(join(folder, 'two'), join(folder, 'both'), { recursive: true });
      const path = join(folder, 'both');
      expect(await readFiles(path)).toHaveLength(2);
      return [path, 'key'];
    }
    const readFiles = async (path: string): Promise<string[]> => {
      const all = await readdir(join(path, 'keys'), { recursive: true, withFileTypes: true });
      return all.filter((each) => each.isFile()).map(({ name }) => name);
    };

    test.each([
      ['first', 'second'],
      ['second', 'first'],
      ['same', 'same'],
      [long('first'), long('second')],
    ])('the older text counts, and the next swap removes the other one (%#)', async (first, second) => {
      const [path, key] = await merged(first, second);
      expect([await fileStore(path).get(key), await fileStore(path).keys('')]).toEqual([first, ['key']]);
      if (second !== first) expect(await fileStore(path).swap(key, second, 'next')).toBe(false);
      expect(await readFiles(path)).toHaveLength(2);
      expect(await fileStore(path).swap(key, first, 'next')).toBe(true);
      expect([await fileStore(path).get(key), await readFiles(path)]).toEqual(['next', [expect.anything()]]);
      expect(await readdir(join(path, 'texts'))).toEqual([]);
    });

    test('a removed key stays removed', async () => {
      const [path, key] = await merged('first', long('second'));
      expect(await fileStore(path).swap(key, 'first', undefined)).toBe(true);
      expect([await fileStore(path).get(key), await fileStore(path).keys('')]).toEqual([undefined, []]);
      expect([await readdir(join(path, 'keys')), await readdir(join(path, 'texts'))]).toEqual([[], []]);
    });

    test('one of many simultaneous swaps succeeds', async () => {
      for (let round = 0; round < 5; round += 1) {
        const [path, key] = await merged('first', 'second');
        const swaps = Array.from({ length: 8 }, (_, number) =>
          fileStore(path).swap(key, 'first', `${number}`),
        );
        const winners = (await Promise.all(swaps)).flatMap((done, number) => (done ? [`${number}`] : []));
        expect(winners).toEqual([await fileStore(path).get(key)]);
        expect(await readFiles(path)).toHaveLength(1);
        await rm(path, { recursive: true });
        await rm(join(folder, 'one'), { recursive: true });
        await rm(join(folder, 'two'), { recursive: true });
      }
    });
  });

  test('refuses a path that cannot be a folder at the first use, and accepts it once it can', async () => {
    const path = join(folder, 'file');
    await writeFile(path, '');
    const store = fileStore(path);
    for (const error of [await rejection(store.get('a')), await rejection(store.keys(''))]) {
      expect(error).toBeInstanceOf(InputError);
      expect(error).toMatchObject({
        issues: [{ path: 'path', message: expect.stringContaining('EEXIST') }],
      });
    }
    await rm(path);
    expect(await store.swap('a', undefined, '1')).toBe(true);
  });
});
