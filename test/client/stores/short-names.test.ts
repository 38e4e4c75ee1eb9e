import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fileStore } from '../../../src/node.js';
import { pairIn, storeContract } from './store-contract.js';

// A disk whose names have at most 143 characters, as some encrypted ones.
vi.mock('node:fs', async (importOriginal) => {
  const real = await importOriginal<typeof import('node:fs')>();
  const refuseLong = (path: unknown): void => {
    if (basename(String(path)).length > 143) {
      throw Object.assign(new Error('name too long'), { code: 'ENAMETOOLONG' });
    }
  };
  const openSync: typeof real.openSync = (path, ...rest) => {
    refuseLong(path);
    return real.openSync(path, ...rest);
  };
  const renameSync: typeof real.renameSync = (from, to) => {
    refuseLong(to);
    return real.renameSync(from, to);
  };
  return { ...real, openSync, renameSync };
});

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'translation-requester-'));
});

afterEach(() => rm(folder, { recursive: true }));

const pair = pairIn(() => folder);

describe('on a disk with short names', () => {
  test.each([80, 100, 120, 150])('a text of %s letters is kept', async (length) => {
    const store = fileStore(join(folder, 'store'));
    expect(await store.swap('key', undefined, 'x'.repeat(length))).toBe(true);
    expect(await fileStore(join(folder, 'store')).get('key')).toBe('x'.repeat(length));
  });

  describe('fileStore', () => storeContract(pair(fileStore), { often: 5 }));
});
