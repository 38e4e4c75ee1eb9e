import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { findDeadLinks, listLinks } from '../../scripts/links.js';
import { packRelease } from '../../scripts/package.js';

const { tarball } = inject('packed');
const folder = mkdtempSync(join(tmpdir(), 'translation-requester-links-'));
afterAll(() => rm(folder, { recursive: true }));

/** Unpacks a tarball, as a person does who reads it without a network. */
function unpack(path: string): { readonly root: string; readonly paths: ReadonlySet<string> } {
  const root = mkdtempSync(join(folder, 'unpacked-'));
  execFileSync('tar', ['-xf', path, '-C', root, '--strip-components=1']);
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' });
  const paths = names
    .filter((name) => statSync(join(root, name)).isFile())
    .map((name) => name.replaceAll('\\', '/'));
  return { root, paths: new Set(paths) };
}

const WAYS = [
  { way: 'npm pack', path: tarball },
  { way: 'scripts/pack.ts', path: join(folder, packRelease(folder).filename) },
];

describe.each(WAYS.map(({ way, path }) => ({ way, ...unpack(path) })))(
  'what $way packs',
  ({ root, paths }) => {
    const read = (path: string): string => readFileSync(join(root, path), 'utf8');
    const pages = [...paths].filter((path) => path.endsWith('.md') || path === 'llms.txt');

    test('has its pages', () => {
      expect(pages).toEqual(expect.arrayContaining(['README.md', 'CHANGELOG.md', 'SECURITY.md', 'llms.txt']));
      expect(pages.filter((path) => dirname(path) === 'docs').length).toBeGreaterThan(25);
      expect(pages.flatMap((page) => listLinks(read(page))).length).toBeGreaterThan(250);
    });

    test.each(pages)('%s: each link opens without a network', (page) => {
      expect(findDeadLinks(page, { paths, read })).toEqual([]);
    });
  },
);
