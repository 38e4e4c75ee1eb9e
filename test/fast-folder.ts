import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';

/** Where Linux keeps files in memory. */
const IN_MEMORY = '/dev/shm';
/** What tests may write at once, with a wide margin: in containers there are often 64 MB. */
const ENOUGH = 2 ** 30;

/** Puts the temporary files of tests into memory where that is possible: many tests wait until the disk has each file. */
export function setup(): (() => void) | undefined {
  // Also when another project has chosen a folder already.
  if (env.TMPDIR !== undefined) return undefined;
  let folder: string;
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    if (bavail * bsize < ENOUGH) return undefined;
    folder = mkdtempSync(join(IN_MEMORY, 'translation-requester-'));
  } catch {
    return undefined;
  }
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // Some tests run a program that they have written.
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
  if (spawnSync(program).status !== 0) {
    remove();
    return undefined;
  }
  env.TMPDIR = folder;
  return () => {
    delete env.TMPDIR;
    remove();
  };
}
