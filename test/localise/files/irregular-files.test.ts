import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readLocaleFile } from '../../../src/locale-files.js';
import { endsAt, IRREGULAR, plant } from '../../irregular-files.js';
import { rejection } from '../../recorded-fetch.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'irregular-'));
});
afterEach(() => rm(folder, { recursive: true }));

test.each(IRREGULAR)('%s is refused as a source and as a target, and nobody waits for it', async (kind) => {
  const path = join(folder, 'de.json');
  await plant(kind, path);
  const reason = /de\.json (?:is not a regular file|can't be read \(ENXIO\)|has more than 64 MiB)/;
  expect(String(await rejection(endsAt(path, readLocaleFile(path))))).toMatch(reason);
  const source = { text: '{"a": "b"}', name: 'en.json' };
  expect(String(await rejection(endsAt(path, readLocaleFile(source, { target: path }))))).toMatch(reason);
});
