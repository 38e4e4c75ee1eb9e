import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findUnopened } from '../scripts/links.js';
import { packRelease, readReadme, withoutClone } from '../scripts/package.js';
import { findBlockers, MAX_UNPACKED_BYTES, readManifest } from '../scripts/placeholders.js';
import { run } from './package/run.js';

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

const real = {
  name: 'translation-requester',
  version: '1.2.3',
  author: 'A Person',
  homepage: 'https://github.com/a/b#readme',
  repository: { url: 'git+https://github.com/a/b.git' },
  bugs: { url: 'https://github.com/a/b/issues' },
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
    [{ repository: { url: 'git+https://code.org/a/b.git' } }, 'repository.url is not at GitHub'],
    [{ author: 'The authors of translation-requester' }, 'author is a placeholder'],
    [{ version: '1.2.4' }, 'has no section for 1.2.4'],
  ])('with %o is refused', (wrong, why) => {
    expect(findBlockers({ ...real, ...wrong }, CHANGELOG, 0)).toEqual([expect.stringContaining(why)]);
  });

  test('without a date is refused', () => {
    expect(findBlockers(real, '## [1.2.3]\n', 0)).toEqual(['CHANGELOG.md has no date for 1.2.3.']);
  });
});

test('a release that is larger than 5 MB is refused', () => {
  expect(findBlockers(real, CHANGELOG, 5_000_001)).toEqual([
    'the package has 5,000,001 bytes unpacked, and the limit is 5,000,000: find what has grown.',
  ]);
});

test('only what is packed for a release can be published, which no script decides', async () => {
  const nowhere = ['--loglevel=error', '--registry', 'http://127.0.0.1:9/', '--//127.0.0.1:9/:_authToken=x'];
  const cwd = fileURLToPath(new URL('../', import.meta.url));
  await expect(run('npm', ['publish', ...nowhere], { cwd })).rejects.toThrow('EPRIVATE');
  const folder = await mkdtemp(join(tmpdir(), 'translation-requester-packed-'));
  const { filename } = packRelease(folder);
  const options = ['-xOf', join(folder, filename), 'package/package.json'];
  const packed = JSON.parse(execFileSync('tar', options, { encoding: 'utf8' }));
  await rm(folder, { recursive: true });
  const { private: isPrivate, ...manifest } = JSON.parse(read('package.json'));
  expect([isPrivate, packed]).toEqual([true, manifest]);
});

describe('the README that is packed', () => {
  test('has nothing that only a clone needs', () => {
    const readme = read('README.md');
    const packed = withoutClone(readme);
    expect(readme).toContain('npm ci && npm test\n');
    expect(packed).not.toMatch(/npm ci|<!-- \/?clone/);
    const lines = packed.split('\n');
    expect(readme.split('\n').filter((line) => lines.includes(line))).toEqual(expect.arrayContaining(lines));
    expect(lines.length).toBeGreaterThan(50);
  });

  test.each([
    ['a\n\n<!-- clone -->\nb\n<!-- /clone -->\n\nc\n', 'a\n\nc\n'],
    ['<!-- clone -->\na\n<!-- /clone -->\nb\n<!-- clone -->\nc\n<!-- /clone -->\n', 'b\n'],
    ['a <!-- clone --> b\n', 'a <!-- clone --> b\n'],
  ])('%j becomes %j', (readme, expected) => {
    expect(withoutClone(readme)).toBe(expected);
  });

  test('has none of it either where npm runs scripts and packs the folder itself, which is then as it was', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'translation-requester-folder-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const { scripts } = JSON.parse(read('package.json'));
    await cp(new URL('../scripts/', import.meta.url), join(folder, 'scripts'), { recursive: true });
    const manifest = { name: 'a', version: '1.0.0', type: 'module', files: ['dist'], scripts };
    await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
    const readme = read('README.md');
    await writeFile(join(folder, 'README.md'), readme);
    // A packing that was cut short, after which the next one begins.
    await run(process.execPath, ['scripts/packing.ts', 'prepack'], { cwd: folder });
    expect(await readFile(join(folder, 'README.md'), 'utf8')).toBe(withoutClone(readme));

    await run('npm', ['pack', '--ignore-scripts=false', '--loglevel=error'], { cwd: folder });
    expect(readReadme(join(folder, 'a-1.0.0.tgz'))).toBe(withoutClone(readme));
    expect(await readFile(join(folder, 'README.md'), 'utf8')).toBe(readme);
    await run(process.execPath, ['scripts/packing.ts', 'prepack'], { cwd: folder });
    await writeFile(join(folder, 'README.md'), `${readme}\nMore.\n`); // by a person, after a packing that was cut short
    await run('npm', ['pack', '--ignore-scripts=false', '--loglevel=error'], { cwd: folder });
    expect(readReadme(join(folder, 'a-1.0.0.tgz'))).toBe(`${withoutClone(readme)}\nMore.\n`);
    expect(await readFile(join(folder, 'README.md'), 'utf8')).toBe(`${readme}\nMore.\n`);
    const names = await readdir(folder);
    expect(names.toSorted()).toEqual(['README.md', 'a-1.0.0.tgz', 'package.json', 'scripts']);
  });
});

describe('the links of a README, on the page of the package', () => {
  const { url } = real.repository;
  const PAGES = 'https://github.com/a/b/blob/HEAD';
  const PICTURES = 'https://github.com/a/b/raw/HEAD';
  const opened = async (address: string): Promise<number> => {
    if (address.endsWith('cut')) throw new Error('the connection was lost');
    return address.endsWith('gone') ? 404 : 200;
  };

  test.each([
    ['[a](https://code.org/there)', []],
    ['[a](https://code.org/gone)', ["https://code.org/gone can't be opened: 404."]],
    ['[a](docs/there)', []],
    ['[a](docs/gone "A title")', [`${PAGES}/docs/gone can't be opened: 404.`]],
    ['[a][b]\n\n[b]: docs/gone', [`${PAGES}/docs/gone can't be opened: 404.`]],
    ['![a](docs/gone)', [`${PICTURES}/docs/gone can't be opened: 404.`]],
    ['<img src="docs/gone">', [`${PICTURES}/docs/gone can't be opened: 404.`]],
    ['[a](docs/cut)', [`${PAGES}/docs/cut can't be opened: the connection was lost.`]],
    ['[a](#nowhere) `[a](gone)`', []],
  ])('%j: %j', async (markdown, complaints) => {
    expect(await findUnopened(markdown, url, opened)).toEqual(complaints);
  });

  test('are opened, each once, as npm packs the page', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'translation-requester-readme-'));
    const { filename } = packRelease(folder);
    const readme = readReadme(join(folder, filename));
    await rm(folder, { recursive: true });
    const asked: string[] = [];
    await findUnopened(readme, url, async (address) => asked.push(address));
    expect(asked.length).toBeGreaterThan(10);
    expect(asked).toEqual([...new Set(asked)]);
    const own = /^https:\/\/github\.com\/a\/b\/(blob|raw)\/HEAD\//;
    const paths = asked
      .filter((link) => own.test(link))
      .map((link) => link.replace(own, '').replace(/#.*/, ''));
    expect(paths).toContain('docs/images/desk-light.png');
    for (const path of paths) expect(existsSync(new URL(`../${path}`, import.meta.url)), path).toBe(true);
  });
});
