import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fileStore } from '../../../src/node.js';
import { pairIn, storeContract } from './store-contract.js';

// A disk whose names have at most 143 characters, as some encrypted ones.
vi.mock('node:fs/promises', async (importOriginal) => {
  const real = await importOriginal<typeof import('node:fs/promises')>();
  const refuseLong = (path: unknown): void => {
    if (basename(String(path)).length > 143) {
      throw Object.assign(new Error('name too long'), { code: 'ENAMETOOLONG' });
    }
  };
  const open: typeof real.open = async (path, ...rest) => {
    refuseLong(path);
    return real.open(path, ...rest);
  };
  const writeFile: typeof real.writeFile = async (path, ...rest) => {
    refuseLong(path);
    return real.writeFile(path, ...rest);
  };
  const rename: typeof real.rename = async (from, to) => {
    refuseLong(to);
    return real.rename(from, to);
  };
  return { ...real, open, writeFile, rename };
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
