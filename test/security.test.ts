import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const root = new URL('../', import.meta.url);
const page = readFileSync(new URL('SECURITY.md', root), 'utf8');
const [, section = ''] = page.split('## What is promised, to whom, and which test guards it\n');
/** The cells of each promise. */
const promises = (section.split('\n## ')[0] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| of |'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

describe('what SECURITY.md promises', () => {
  test('is about each part of the library that others can reach', () => {
    const parts = promises.map(([, part]) => part).filter((part) => part !== '');
    expect(parts).toEqual([
      'your token',
      'sign-in',
      'callbacks',
      'proxy',
      'sandbox',
      'command',
      'stores',
      'texts from translators',
    ]);
  });

  test.each(promises.map(([, , , promise = '', guards = '']) => [promise, guards] as const))(
    '%s: is guarded by tests that are there',
    (promise, guards) => {
      expect(promise).not.toBe('');
      const files = [...guards.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);
      expect(files.length).toBeGreaterThan(0);
      for (const file of files) {
        expect(file).toMatch(/^test\/.+\.test\.ts$/);
        expect(readFileSync(new URL(file, root), 'utf8')).toMatch(/\btest(?:\.\w+)*\(/);
      }
    },
  );
});
