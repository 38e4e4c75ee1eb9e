import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { findBrokenLinks, listLinks, makePagesUrl, withAbsoluteLinks } from '../scripts/links.js';
import { packRelease, readReadme } from '../scripts/package.js';
import { findBlockers, MAX_UNPACKED_BYTES, readManifest } from '../scripts/placeholders.js';
import { run } from './package/run.js';

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

const real = {
  name: 'translation-requester',
  version: '1.2.3',
  author: 'A Person',
  homepage: 'https://code.org/a/b#readme',
  repository: { url: 'git+https://code.org/a/b.git' },
  bugs: { url: 'https://code.org/a/b/issues' },
};
const CHANGELOG = '# Changelog\n\n## [1.2.3] - 2026-11-21\n';

describe('a release', () => {
  test('of this manifest is refused as long as nobody has named the repository', () => {
    const reasons = findBlockers(readManifest(), read('CHANGELOG.md'), 0);
    expect(reasons.map((reason) => reason.split(' ')[0])).toEqual([
      'homepage',
      'repository.url',
      'bugs.url',
      'author',
    ]);
  });

  test('of a whole manifest is not', () => {
    expect(findBlockers(real, CHANGELOG, MAX_UNPACKED_BYTES)).toEqual([]);
  });

  test.each([
    [{ homepage: 'https://www.example.com' }, 'homepage is a placeholder'],
    [{ bugs: { url: 'https://example.org:80/issues' } }, 'bugs.url is a placeholder'],
    [{ repository: { url: 'git+https://repository.example/a.git' } }, 'repository.url is a placeholder'],
    [{ author: 'The authors of translation-requester' }, 'author is a placeholder'],
    [{ version: '1.2.4' }, 'has no section for 1.2.4'],
  ])('with %o is refused', (wrong, why) => {
    expect(findBlockers({ ...real, ...wrong }, CHANGELOG, 0)).toEqual([expect.stringContaining(why)]);
  });

  test('without a date is refused', () => {
    expect(findBlockers(real, '## [1.2.3]\n', 0)).toEqual(['CHANGELOG.md has no date for 1.2.3.']);
  });
});

test('a release that is larger than 4 MB is refused', () => {
  expect(findBlockers(real, CHANGELOG, 4_000_001)).toEqual([
    'the package has 4,000,001 bytes unpacked, and the limit is 4,000,000: find what has grown.',
  ]);
});

test('only what is packed for a release can be published, which no script decides', async () => {
  const nowhere = ['--loglevel=error', '--registry', 'http://127.0.0.1:9/', '--//127.0.0.1:9/:_authToken=x'];
  const cwd = fileURLToPath(new URL('../', import.meta.url));
  await expect(run('npm', ['publish', ...nowhere], { cwd })).rejects.toThrow('EPRIVATE');
  const folder = await mkdtemp(join(tmpdir(), 'translation-requester-packed-'));
  const { filename } = packRelease({ ...real, version: readManifest().version }, folder);
  const options = ['-xOf', join(folder, filename), 'package/package.json'];
  const packed = JSON.parse(execFileSync('tar', options, { encoding: 'utf8' }));
  await rm(folder, { recursive: true });
  const { private: isPrivate, ...manifest } = JSON.parse(read('package.json'));
  expect([isPrivate, packed]).toEqual([true, manifest]);
});

describe('a packed page', () => {
  const pages = makePagesUrl('git+https://code.org/a/b.git', '1.2.3');

  test.each([
    ['[a](docs/a.md)', 'README.md', '[a](https://code.org/a/b/blob/v1.2.3/docs/a.md)'],
    ['[`a`](a.md)', 'docs/b.md', '[`a`](https://code.org/a/b/blob/v1.2.3/docs/a.md)'],
    ['[a](../examples/a.ts)', 'docs/a.md', '[a](https://code.org/a/b/blob/v1.2.3/examples/a.ts)'],
    ['[a](b.md#c)', 'docs/a.md', '[a](https://code.org/a/b/blob/v1.2.3/docs/b.md#c)'],
    ['[a](#here)', 'README.md', '[a](#here)'],
    ['![a](docs/a.png)', 'README.md', '![a](https://code.org/a/b/raw/v1.2.3/docs/a.png)'],
    [
      '<img src="images/a.png">',
      'docs/a.md',
      '<img src="https://code.org/a/b/raw/v1.2.3/docs/images/a.png">',
    ],
    ['[a](https://msw.io)', 'README.md', '[a](https://msw.io)'],
    ['`[a](b.md)`', 'README.md', '`[a](b.md)`'],
    ['```ts\nlist[0](x)\n```', 'README.md', '```ts\nlist[0](x)\n```'],
  ])('%j of %s says %j', (markdown, path, expected) => {
    expect(withAbsoluteLinks(markdown, path, pages)).toBe(expected);
  });

  test.each(['README.md', 'CHANGELOG.md', 'docs/following.md', 'docs/paid-orders.md'])(
    '%s has links that work alone, and nothing else is changed',
    (path) => {
      const markdown = read(path);
      const packed = withAbsoluteLinks(markdown, path, pages);
      expect(packed).not.toMatch(/\]\((?!#|https?:)[\w./-]+\.(md|ts)/);
      expect(
        packed.replaceAll(/https:\/\/code\.org\/a\/b\/(blob|raw)\/v1\.2\.3\/[\w./-]*/g, '').length,
      ).toBeLessThanOrEqual(markdown.length);
    },
  );
});

describe('the links of a packed README', () => {
  const opened = async (address: string): Promise<number> => {
    if (address === 'https://code.org/cut') throw new Error('the connection was lost');
    return address === 'https://code.org/gone' ? 404 : 200;
  };

  test.each([
    ['[a](https://code.org/there)', []],
    ['## A section\n[a](#a-section)', []],
    ['[a](https://code.org/gone)', ["https://code.org/gone can't be opened: 404."]],
    ['![a](https://code.org/gone)', ["https://code.org/gone can't be opened: 404."]],
    ['<img src="https://code.org/gone">', ["https://code.org/gone can't be opened: 404."]],
    ['[a](https://code.org/cut)', ["https://code.org/cut can't be opened: the connection was lost."]],
    ['[a](docs/a.md)', ['docs/a.md is not absolute.']],
    ['[a](#nowhere)', ['#nowhere is no section of the page.']],
    ['`[a](docs/a.md)`', []],
  ])('%j: %j', async (markdown, complaints) => {
    expect(await findBrokenLinks(markdown, opened)).toEqual(complaints);
  });

  test('are opened, each once, as npm packs the page', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'translation-requester-readme-'));
    const manifest = { ...real, version: readManifest().version };
    const { filename } = packRelease(manifest, folder);
    const readme = readReadme(join(folder, filename));
    await rm(folder, { recursive: true });
    const asked: string[] = [];
    await findBrokenLinks(readme, async (address) => asked.push(address));
    expect(asked).toEqual(listLinks(readme).filter((link) => !link.startsWith('#')));
    expect(asked.length).toBeGreaterThan(10);
    const own = new RegExp(`^https://code\\.org/a/b/(blob|raw)/v${manifest.version}/`);
    const paths = asked
      .filter((link) => own.test(link))
      .map((link) => link.replace(own, '').replace(/#.*/, ''));
    expect(paths).toContain('docs/images/demo.svg');
    for (const path of paths) expect(existsSync(new URL(`../${path}`, import.meta.url)), path).toBe(true);
  });
});
