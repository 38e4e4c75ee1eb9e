import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { startApp } from '../app.js';
import type { Shape } from './shape.js';

/** Finds the lines of a text that another one does not have, in the same order. @param mayGo those that need not be there */
export function findLost(before: string, after: string, mayGo: RegExp = /(?!)/): readonly string[] {
  const lines = after.split('\n');
  let at = 0;
  return before.split('\n').filter((line) => {
    if (mayGo.test(line)) return false;
    const found = lines.indexOf(line, at);
    if (found !== -1) at = found + 1;
    return found === -1;
  });
}

/** A project of one file. @param translations the file with those that are there */
export async function startProject(shape: Shape, count: number, translations: string | undefined) {
  const app = await startApp();
  const { source, target = source, pattern, protect, ignore, to = 'de', encoding } = shape;
  await app.put(source, shape.make(count), encoding);
  if (translations !== undefined) await app.put(target, translations, encoding);
  const files = ['--from', 'en', '--to', to];
  if (pattern !== undefined) files.push('--target', pattern);
  if (ignore !== undefined) files.push('--ignore', ignore);
  const rules = protect === undefined ? [] : ['--protect', protect];
  return {
    ...app,
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
    /** The file with the translations. */
    read: async (): Promise<string> => (await readFile(join(app.folder, target))).toString(encoding),
    /** Runs a command. @returns what it printed @throws Error when it failed, or warned */
    async run(name: 'quote' | 'order' | 'pull' | 'status', ...args: readonly string[]): Promise<string> {
      const more = name === 'quote' || name === 'order' ? rules : [];
      const { code, out, err } = await app.run(name, source, ...files, ...more, ...args);
      if (code !== 0 || err !== '') throw new Error(`${name} ended with ${code}:\n${out}${err}`);
      return out;
    },
  };
}

export type Project = Awaited<ReturnType<typeof startProject>>;

/** Orders what is missing and pulls it. A second time there is nothing to do. */
export async function release({ run, translate, ordered, read }: Project): Promise<void> {
  await run('quote');
  await run('order', '--yes');
  await translate();
  await run('pull');
  const [placed, pulled] = [ordered(), await read()];
  expect(placed).toBeGreaterThan(0);
  expect(await run('order', '--yes')).toBe('There is nothing new to order.\n');
  await run('pull');
  expect([ordered(), await read()]).toEqual([placed, pulled]);
}
