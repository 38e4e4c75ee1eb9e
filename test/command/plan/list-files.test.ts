import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listFiles } from '../../../src/command/plan/list-files.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'listing-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function put(...names: readonly string[]): Promise<void> {
  for (const name of names) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), '');
  }
}

const isJson = (name: string): boolean => name.endsWith('.json');

test('lists what is wanted in every folder, without links, hidden and unusual names, and folders of others', async () => {
  await put('b/a.json', 'a.json', 'b/a.txt', 'b/c/d.json');
  await put('.a/a.json', '.a.json', 'con.json', 'a\n.json', 'node_modules/a.json', 'b/Build/a.json');
  await symlink('b', join(folder, 'e'));
  await symlink('a.json', join(folder, 'f.json'));
  expect(await listFiles(folder, isJson)).toEqual({
    paths: ['a.json', 'b/a.json', 'b/c/d.json'],
    isComplete: true,
  });
});

test('looks at so many entries and no more, those near the top first', async () => {
  await put('z.json', 'a/b/c.json', 'a/d.json');
  expect(await listFiles(folder, isJson, 6)).toMatchObject({ isComplete: true });
  expect(await listFiles(folder, isJson, 4)).toEqual({ paths: ['a/d.json', 'z.json'], isComplete: false });
});

test('is empty for a folder that is not there', async () => {
  expect(await listFiles(join(folder, 'no'), isJson)).toEqual({ paths: [], isComplete: true });
});
