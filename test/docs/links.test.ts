import { globSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type Files, findDeadLinks } from '../../scripts/links.js';

const root = new URL('../../', import.meta.url);
const cwd = fileURLToPath(root);
const exclude = ['**/node_modules', 'dist', 'site'];
const found = globSync(['**/*', '.*', '.github/**/*'], { cwd, exclude }).map((path) =>
  path.replaceAll('\\', '/'),
);
const files: Files = {
  paths: new Set(found),
  read: (path) => readFileSync(new URL(path, root), 'utf8'),
};
const pages = found.filter((path) => path.endsWith('.md') || path === 'llms.txt');

test.each(pages)('%s links only to files, pictures and sections that exist', (page) => {
  expect(findDeadLinks(page, files)).toEqual([]);
});

describe('a link', () => {
  const beside: Record<string, string> = {
    'README.md': '# Read me',
    'docs/other.md':
      '# The `other`, (page)\n\n<a id="here"></a>\n\n## Twice\n\n## Twice\n\n```\n# in code\n```\n',
    'docs/images/a.png': '',
  };
  const judge = (markdown: string): string[] => {
    const texts: Record<string, string> = { ...beside, 'docs/page.md': markdown };
    return findDeadLinks('docs/page.md', {
      paths: new Set(Object.keys(texts)),
      read: (path) => texts[path] ?? '',
    });
  };

  test.each([
    '[a](other.md)',
    '[a](../README.md#read-me)',
    '[a](other.md#the-other-page)',
    '[a](other.md#here)',
    '[a](other.md#twice-1)',
    '# A\n\n[a](#a)',
    '![a](images/a.png "A title")',
    '<img alt="a" src="images/a.png">',
    '[a](https://mswjs.io)',
    '[a](mailto:a@b.example)',
    '`[a](gone.md)`',
    '```\n[a](gone.md)\n```',
    '<!-- [a](gone.md) -->',
  ])('that works is accepted: %s', (markdown) => {
    expect(judge(markdown)).toEqual([]);
  });

  test.each([
    ['[a](gone.md)', 'gone.md is no file.'],
    ['[a](gone.md "A title")', 'gone.md is no file.'],
    ["[a](<gone.md> 'A title')", 'gone.md is no file.'],
    ['[a][b]\n\n[b]: gone.md', 'gone.md is no file.'],
    ['[a][b]\n\n[b]: gone.md "A title"', 'gone.md is no file.'],
    ['[a][gone]', '[a][gone] leads nowhere.'],
    ['- one\n  - [a](gone.md)', 'gone.md is no file.'],
    ['| a |\n|---|\n| [a](gone.md) |', 'gone.md is no file.'],
    ['> [a](gone.md)', 'gone.md is no file.'],
    ['# [a](gone.md)', 'gone.md is no file.'],
    ['![a](images/gone.png)', 'images/gone.png is no file.'],
    ['[![a](images/gone.png)](other.md)', 'images/gone.png is no file.'],
    ['<a href="gone.md">a</a>', 'gone.md is no file.'],
    ["<a title='a' href='gone.md'>a</a>", 'gone.md is no file.'],
    ['<p>\n<img src=gone.png alt="a">\n</p>', 'gone.png is no file.'],
    ['[a](images)', 'images is no file.'],
    ['[a](Other.md)', 'Other.md is no file.'],
    ['[a](../../elsewhere.md)', '../../elsewhere.md is no file.'],
    ['[a](/docs/other.md)', '/docs/other.md should be a relative link.'],
    ['[a](#gone)', '#gone is no section.'],
    ['[a](other.md#gone)', 'other.md#gone is no section.'],
    ['[a](other.md#in-code)', 'other.md#in-code is no section.'],
    ['[a](images/a.png#gone)', 'images/a.png#gone is no section.'],
    [
      '[a](https://repository.example/translation-requester/blob/v1.0.0/docs/other.md#here)',
      'https://repository.example/translation-requester/blob/v1.0.0/docs/other.md#here should be a relative link.',
    ],
    [
      '![a](https://unpkg.com/translation-requester@1.0.0/docs/images/a.png)',
      'https://unpkg.com/translation-requester@1.0.0/docs/images/a.png should be a relative link.',
    ],
  ])('that leads nowhere is found: %s', (markdown, complaint) => {
    expect(judge(markdown)).toEqual([`docs/page.md: ${complaint}`]);
  });
});

test('every page of docs is in the table of contents', async () => {
  const contents = await readFile(new URL('docs/README.md', root), 'utf8');
  for (const name of await readdir(fileURLToPath(new URL('docs', root)))) {
    if (name.endsWith('.md') && name !== 'README.md') expect(contents).toContain(`](${name})`);
  }
});
