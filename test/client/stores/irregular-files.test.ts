import { mkdtemp, readdir, rm } from 'node:fs/promises';
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

test.each(['a pipe', 'a socket', 'a folder', 'a link to a device'] as const)(
  '%s is not uploaded',
  async (kind) => {
    const path = join(folder, 'upload');
    await plant(kind, path);
    expect(String(await rejection(endsAt(path, fileFromPath(path))))).toContain('is not a file');
  },
);
