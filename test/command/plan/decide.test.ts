import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { decide } from '../../../src/command/plan/decide.js';

describe('whose setting wins', () => {
  test('is the command line, the environment, the file, the project, the memory, the content, the path, the default', () => {
    const given = {
      standard: 'h',
      path: 'g',
      content: 'f',
      memory: 'e',
      project: 'd',
      file: 'c',
      environment: 'b',
      commandLine: 'a',
    };
    const winners: string[] = [];
    for (let rest: Partial<typeof given> = given; ; ) {
      const winner = decide(rest);
      if (winner === undefined) break;
      winners.push(winner.value);
      rest = { ...rest, [winner.by]: undefined };
    }
    expect(winners.join('')).toBe('abcdefgh');
  });

  test('is also a value that is false, 0 or empty', () => {
    expect(decide({ commandLine: false, project: true })).toEqual({ value: false, by: 'commandLine' });
    expect(decide({ commandLine: 0, standard: 5 }).value).toBe(0);
    expect(decide({ file: '', project: 'a' })?.by).toBe('file');
    expect(decide({})).toBeUndefined();
  });

  test('is decided by this function alone, in the plan and in the sign-in', async () => {
    const folder = fileURLToPath(new URL('../../../src/command/', import.meta.url));
    const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts'));
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    const files = (expression: RegExp) =>
      names.filter((_, at) => expression.test(texts[at] ?? '')).map((name) => name.replaceAll('\\', '/'));
    expect(files(/\bdecide\(/).sort()).toEqual([
      'commands/login.ts',
      'plan/decide.ts',
      'plan/plan.ts',
      'plan/service.ts',
      'plan/sources.ts',
      'plan/units.ts',
    ]);
    // Nobody falls back to the project file without it.
    expect(files(/\bproject\??\.\w+ *\?\?|\?\? *project\??\./)).toEqual([]);
  });
});
