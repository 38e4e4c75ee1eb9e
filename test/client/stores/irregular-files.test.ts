import { link, lstat, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fileFromPath, fileStore } from '../../../src/node.js';
import { endsAt, IRREGULAR, plant } from '../../irregular-files.js';
import { rejection } from '../../recorded-fetch.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'irregular-'));
  await fileStore(folder).swap('key', undefined, 'x'.repeat(300));
});
afterEach(() => rm(folder, { recursive: true }));

/** The only file in a folder of the store. */
async function findFile(...names: readonly string[]): Promise<string> {
  const [name = ''] = await readdir(join(folder, ...names));
  return join(folder, ...names, name);
}

describe.each(IRREGULAR)('%s', (kind) => {
  const reason = kind === 'a link to a device' ? /is a link/ : /is not a regular file|more than 256 MiB/;

  test('in the place of a key is named when keys are listed, and nobody waits for it', async () => {
    const path = await findFile('keys', (await readdir(join(folder, 'keys')))[0] ?? '');
    await rm(path);
    await plant(kind, path);
    const error = await rejection(endsAt(path, fileStore(folder).keys('')));
    expect(error).toMatchObject({ message: expect.stringMatching(reason) });
    expect(String(error)).toContain(path);
  });

  test('in the place of a text is named when the text is read, and nobody waits for it', async () => {
    const path = await findFile('texts');
    await rm(path);
    await plant(kind, path);
    const error = await rejection(endsAt(path, fileStore(folder).get('key')));
    expect(error).toMatchObject({ message: expect.stringMatching(reason) });
    expect(String(error)).toContain(path);
  });
});

describe('in the place of the file by which the clock is read,', () => {
  const clock = (): string => join(folder, 'temporary/clock');
  async function readsTime(): Promise<void> {
    const now = Date.now();
    const time = await endsAt(clock(), fileStore(folder).now?.() ?? Promise.resolve(0));
    expect(Math.abs(time - now)).toBeLessThan(60_000);
    expect(await readdir(join(folder, 'temporary'))).toEqual(['clock']);
  }

  test.each(IRREGULAR)('%s is left alone, and the time is read all the same', async (kind) => {
    await plant(kind, clock());
    const before = await lstat(clock());
    await readsTime();
    const after = await lstat(clock());
    expect([after.ino, after.mode, after.mtimeMs]).toEqual([before.ino, before.mode, before.mtimeMs]);
  });

  test.skipIf(process.platform === 'win32').each<[string, (mine: string) => Promise<unknown>]>([
    ['a link to a file', (mine) => symlink(mine, clock())],
    ['a second name of a file', (mine) => link(mine, clock())],
    ['a file of something else', () => writeFile(clock(), 'mine')],
  ])('%s is not written to', async (_, put) => {
    const mine = join(folder, 'mine');
    // As short as the file of the clock.
    await writeFile(mine, 'm');
    await put(mine);
    const before = await readFile(clock(), 'utf8');
    await readsTime();
    expect([await readFile(clock(), 'utf8'), await readFile(mine, 'utf8')]).toEqual([before, 'm']);
  });
});

test.each(['a pipe', 'a socket', 'a folder', 'a link to a device'] as const)(
  '%s is not uploaded',
  async (kind) => {
    const path = join(folder, 'upload');
    await plant(kind, path);
    expect(String(await rejection(endsAt(path, fileFromPath(path))))).toContain('is not a file');
  },
);
