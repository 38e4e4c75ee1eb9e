import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { WINGS } from './mutants.ts';
import { plant } from './workshop.ts';

const locate = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const all = Object.values(WINGS).flat();

describe('a kept mutant', () => {
  test('has a name that no other has', () => {
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  });

  test.each(all)('changes what its file has once: $name', (mutant) => {
    const source = readFileSync(locate(mutant.file), 'utf8');
    expect(plant(source, mutant)).not.toBe(source);
  });

  test.each(all)('names tests that exist, or says why none can notice it: $name', ({ verdict }) => {
    if ('equivalent' in verdict) expect(verdict.equivalent).not.toBe('');
    else {
      expect(verdict.noticedBy.length).toBeGreaterThan(0);
      for (const path of verdict.noticedBy) expect(existsSync(locate(path)), path).toBe(true);
    }
  });
});
