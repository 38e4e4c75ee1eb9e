import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { makeAnchor } from '../../scripts/links.js';

const root = new URL('../../', import.meta.url);

/** Every page that people read. */
async function pages(): Promise<string[]> {
  const folders = ['docs', 'examples', 'test/bench'];
  const found = await Promise.all(
    folders.map(async (folder) => {
      const names = await readdir(fileURLToPath(new URL(folder, root)), { recursive: true });
      return names.filter((name) => !name.includes('node_modules')).map((name) => `${folder}/${name}`);
    }),
  );
  return [
    'README.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    'SECURITY.md',
    ...found.flat().filter((name) => name.endsWith('.md')),
  ];
}

const withoutCode = (markdown: string) => markdown.replaceAll(/^```[\s\S]*?^```$|`[^`\n]*`/gm, '');

function anchorsOf(markdown: string): string[] {
  const headings = markdown.replaceAll(/^```[\s\S]*?^```$/gm, '').matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading = '']) => makeAnchor(heading));
}

describe.each(await pages())('%s', async (path) => {
  const page = new URL(path, root);
  const markdown = await readFile(page, 'utf8');
  const targets = [...withoutCode(markdown).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);

  test('links only to pages, files and sections that exist', async () => {
    for (const target of targets.filter((each) => !/^https?:/.test(each))) {
      const { pathname, hash } = new URL(target, page);
      const file = fileURLToPath(new URL(pathname, page));
      expect(existsSync(file), target).toBe(true);
      if (hash === '') continue;
      expect(anchorsOf(await readFile(file, 'utf8')), target).toContain(hash.slice(1));
    }
  });
});

test('every page of docs is in the table of contents', async () => {
  const contents = await readFile(new URL('docs/README.md', root), 'utf8');
  for (const name of await readdir(fileURLToPath(new URL('docs', root)))) {
    if (name.endsWith('.md') && name !== 'README.md') expect(contents).toContain(`](${name})`);
  }
});
