import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { pagesOf, withAbsoluteLinks } from '../scripts/links.js';
import { MAX_UNPACKED_BYTES, readManifest, releaseBlockers } from '../scripts/placeholders.js';

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
    const reasons = releaseBlockers(readManifest(), read('CHANGELOG.md'), 0);
    expect(reasons.map((reason) => reason.split(' ')[0])).toEqual([
      'homepage',
      'repository.url',
      'bugs.url',
      'author',
    ]);
  });

  test('of a whole manifest is not', () => {
    expect(releaseBlockers(real, CHANGELOG, MAX_UNPACKED_BYTES)).toEqual([]);
  });

  test.each([
    [{ homepage: 'https://www.example.com' }, 'homepage is a placeholder'],
    [{ bugs: { url: 'https://example.org:80/issues' } }, 'bugs.url is a placeholder'],
    [{ repository: { url: 'git+https://repository.example/a.git' } }, 'repository.url is a placeholder'],
    [{ author: 'The authors of translation-requester' }, 'author is a placeholder'],
    [{ version: '1.2.4' }, 'has no section for 1.2.4'],
  ])('with %o is refused', (wrong, why) => {
    expect(releaseBlockers({ ...real, ...wrong }, CHANGELOG, 0)).toEqual([expect.stringContaining(why)]);
  });

  test('without a date is refused', () => {
    expect(releaseBlockers(real, '## [1.2.3]\n', 0)).toEqual(['CHANGELOG.md has no date for 1.2.3.']);
  });
});

test('a release that is larger than 4 MB is refused', () => {
  expect(releaseBlockers(real, CHANGELOG, 4_000_001)).toEqual([
    'the package has 4,000,001 bytes unpacked, and the limit is 4,000,000: find what has grown.',
  ]);
});

describe('a packed page', () => {
  const pages = pagesOf('git+https://code.org/a/b.git', '1.2.3');

  test.each([
    ['[a](docs/a.md)', 'README.md', '[a](https://code.org/a/b/blob/v1.2.3/docs/a.md)'],
    ['[a](../examples/a.ts)', 'docs/a.md', '[a](https://code.org/a/b/blob/v1.2.3/examples/a.ts)'],
    ['[a](b.md#c)', 'docs/a.md', '[a](https://code.org/a/b/blob/v1.2.3/docs/b.md#c)'],
    ['[a](#here)', 'README.md', '[a](#here)'],
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
        packed.replaceAll(/https:\/\/code\.org\/a\/b\/blob\/v1\.2\.3\/[\w./-]*/g, '').length,
      ).toBeLessThanOrEqual(markdown.length);
    },
  );
});
