import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeAnchor } from '../../scripts/links.js';

const root = new URL('../../', import.meta.url);
const MARKS = ['promised', 'left open', 'seen'];

interface Reference {
  readonly file: string;
  readonly section: string;
}

const read = (path: string) => readFile(new URL(path, root), 'utf8');

/** They hold the template of a reference, or speak of the page. What is generated from them is read. */
const TEMPLATES = new Set(['client/contract/requester-v1.yaml']);

/** What the code points to: `@see docs/service.md, <Section>`, one section each. */
async function referencesIn(folder: string): Promise<Reference[]> {
  const entries = await readdir(fileURLToPath(new URL(folder, root)), { recursive: true });
  const names = entries.filter((name) => /\.(ts|yaml)$/.test(name) && !TEMPLATES.has(name));
  const texts = await Promise.all(
    names.map(async (name) => [name, await read(`${folder}/${name}`)] as const),
  );
  return texts.flatMap(([file, text]) => {
    const found = [...text.matchAll(/docs\/service\.md(.*)/g)];
    // Whatever follows a semicolon is another document.
    return found.map(([, rest = '']) => ({ file, section: /^, ([^;*.]*[^;*.\s])/.exec(rest)?.[1] ?? '' }));
  });
}

let page: string;
let headings: string[];
let references: Reference[];

beforeAll(async () => {
  page = await read('docs/service.md');
  headings = [...page.matchAll(/^##+ (.+)$/gm)].map(([, heading = '']) => heading);
  references = await referencesIn('src');
});

/** The comments of a file: from the marks that begin one to its end. */
const readComments = (text: string): string[] => text.match(/\/\*[\s\S]*?\*\/|\/\/ .*/g) ?? [];

test('comments name no document that users do not have', async () => {
  const entries = await readdir(fileURLToPath(new URL('src', root)), { recursive: true });
  const names = entries.filter((name) => name.endsWith('.ts'));
  for (const name of names) {
    for (const comment of readComments(await read(`src/${name}`))) {
      expect(comment, name).not.toMatch(
        /requester-api-v1|field[- ](notes|knowledge)|not shown|(from|in) the field\b/i,
      );
    }
  }
});

describe('the page about the service', () => {
  test('has every section that the code points to', () => {
    expect(references.length).toBeGreaterThan(100);
    expect(references.filter(({ section }) => !headings.includes(section))).toEqual([]);
  });

  test('has each section once', () => {
    expect(headings).toEqual([...new Set(headings)]);
  });

  test('links only to its own sections', () => {
    const anchors = headings.map(makeAnchor);
    const targets = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor]) => anchor);
    expect(targets.filter((anchor) => !anchors.includes(anchor ?? ''))).toEqual([]);
  });

  test('has nothing but marked statements in its sections, at least one in each', () => {
    const sections = page
      .slice(page.indexOf('\n## '))
      .split(/^##+ .+$/m)
      .slice(1);
    expect(sections).toHaveLength(headings.length);
    for (const [index, section] of sections.entries()) {
      const lines = section.split('\n').filter((line) => line !== '');
      expect(lines.length, headings[index]).toBeGreaterThan(0);
      for (const line of lines)
        expect(line).toMatch(/^(- \*\*(promised|left open|seen)\*\* [A-Z0-9`.]| {2}\S)/);
    }
  });

  test('gives each statement one mark, and no other word in bold', () => {
    const statements = page.slice(page.indexOf('\n## ')).split(/^- /m).slice(1);
    expect(statements.length).toBeGreaterThan(100);
    for (const statement of statements) {
      const bold = [...statement.matchAll(/\*\*([^*]+)\*\*/g)].map(([, word]) => word);
      expect(bold, statement).toHaveLength(1);
      expect(MARKS).toContain(bold[0]);
    }
  });

  test('explains the marks before it uses them', () => {
    const introduction = page.slice(0, page.indexOf('\n## '));
    for (const mark of MARKS) expect(introduction).toContain(`- **${mark}** means`);
  });

  test('comes with the package', async () => {
    const { files } = JSON.parse(await read('package.json'));
    expect(files).toContain('docs');
  });
});
