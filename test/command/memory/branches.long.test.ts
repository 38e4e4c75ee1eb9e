import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openStore } from '../../../src/command/memory/project-store.js';
import { type App, startApp } from '../app.js';

const DE = ['packages/shop/website/with/a/long/path/locales/en.json', '--to', 'de'] as const;
const [FILE] = DE;

const git = async ({ folder: cwd }: Pick<App, 'folder'>, ...args: readonly string[]) =>
  promisify(execFile)('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], { cwd });

/** Commits everything. By force: orders of a sandbox are kept out of git. */
async function commit(app: App): Promise<void> {
  await git(app, 'add', '--all', '--force');
  await git(app, 'commit', '--quiet', '--message', 'Translate');
}

/** The source file with these texts, far enough apart for git to merge them. */
const makeTexts = (...keys: readonly string[]): string => {
  const all = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map((key) => [key, `Text ${key}`]);
  const more = keys.map((key) => [`${key}2`, `Text of ${key}`]);
  return `${JSON.stringify(Object.fromEntries([...all, ...more].toSorted()), null, 2)}\n`;
};

async function orderAndPull(app: App): Promise<void> {
  expect(await app.run('order', ...DE, '--yes')).toMatchObject({ code: 0 });
  await app.translate();
  expect(await app.run('pull', ...DE)).toMatchObject({ code: 0 });
}

/** The texts that were ordered, each as often as it was. */
const getBodies = ({ sandbox }: App): readonly string[] =>
  sandbox.requests.flatMap(({ method, path, status, body }) =>
    method === 'POST' && path.endsWith('/questions') && status === 201
      ? Object(body).question_bodies.map((each: { body: string }) => each.body)
      : [],
  );

/** Begins a repository in which everything is translated and committed. */
async function startRepository(app: App): Promise<void> {
  await git(app, 'init', '--quiet', '--initial-branch', 'main');
  await app.put(FILE, makeTexts());
  await orderAndPull(app);
  await commit(app);
}

async function onBranch(app: App, name: string, work: () => Promise<void>): Promise<void> {
  await git(app, 'checkout', '--quiet', '-b', name, 'main');
  await work();
  await commit(app);
}

/** Works on the branches `one` and `two`. @param work gets the name of a text that this branch adds */
async function onTwoBranches(app: App, work: (added: string) => Promise<void>): Promise<void> {
  await onBranch(app, 'one', () => work('a'));
  await onBranch(app, 'two', () => work('h'));
}

test('two branches that order and pull merge without a conflict, and nothing is ordered twice', async () => {
  await using app = await startApp();
  await startRepository(app);
  await onTwoBranches(app, async (key) => {
    await app.put(FILE, makeTexts(key));
    await orderAndPull(app);
  });
  await git(app, 'merge', '--quiet', '--no-edit', 'one');
  expect(await app.run('order', ...DE, '--yes')).toMatchObject({ out: 'There is nothing new to order.\n' });
  expect(await app.json('status', ...DE)).toMatchObject({ units: [{ texts: 11, written: 11, orphans: [] }] });
  expect(await app.run('status', ...DE, '--check')).toMatchObject({ code: 0 });
  const bodies = getBodies(app);
  expect(bodies.toSorted()).toEqual([...new Set(bodies)].toSorted());
});

test('branches that have ordered, and have not pulled, are collected after the merge', async () => {
  await using app = await startApp();
  await startRepository(app);
  await onTwoBranches(app, async (key) => {
    await app.put(FILE, makeTexts(key));
    await app.run('order', ...DE, '--yes');
  });
  await git(app, 'merge', '--quiet', '--no-edit', 'one');
  expect(await app.json('status', ...DE)).toMatchObject({ units: [{ open: 2, missing: 0 }] });
  expect(await app.json('order', ...DE, '--yes')).toMatchObject({ points: 0 });
  await app.translate();
  expect(await app.json('pull', ...DE)).toMatchObject({ units: [{ written: 2, open: 0 }] });
});

test('two branches that order the same text merge without a conflict, and order it no third time', async () => {
  await using app = await startApp();
  await startRepository(app);
  await onTwoBranches(app, async (key) => {
    await app.put(FILE, makeTexts('d', key));
    await app.run('order', ...DE, '--yes');
  });
  const before = getBodies(app).length;
  await git(app, 'merge', '--quiet', '--no-edit', '--strategy-option', 'ours', 'one');
  await app.put(FILE, makeTexts('a', 'd', 'h'));
  expect(await app.json('order', ...DE, '--yes')).toMatchObject({ points: 0 });
  expect(getBodies(app)).toHaveLength(before);
  await app.translate();
  expect(await app.json('pull', ...DE)).toMatchObject({ units: [{ written: 3, open: 0 }] });
});

test('two branches that add the same texts pay for them once', async () => {
  await using app = await startApp();
  await startRepository(app);
  for (const name of ['one', 'two'])
    await onBranch(app, name, async () => {
      await app.put(FILE, makeTexts('d'));
      await orderAndPull(app);
    });
  await git(app, 'merge', '--quiet', '--no-edit', 'one');
  expect(getBodies(app).filter((body) => body === 'Text of d')).toHaveLength(1);
  expect(await app.json('quote', ...DE)).toMatchObject({ points: 0 });
});

test('many pulls on both branches merge without a conflict', async () => {
  await using app = await startApp();
  await startRepository(app);
  const keys = (name: string): readonly string[] => Array.from({ length: 12 }, (_, at) => `${name}${at}`);
  const pullEach = async (name: string, first: readonly string[]): Promise<void> => {
    const added = [...first];
    for (const key of keys(name)) {
      added.push(key);
      await app.put(FILE, makeTexts(...added));
      await orderAndPull(app);
    }
  };
  await pullEach('c', []);
  await commit(app);
  for (const name of ['a', 'h']) await onBranch(app, name, () => pullEach(name, keys('c')));
  await git(app, 'merge', '--quiet', '--no-edit', 'a');
  expect(await app.run('status', ...DE, '--check')).toMatchObject({ code: 0 });
  expect(await app.json('quote', ...DE)).toMatchObject({ points: 0 });
});

test('what only one machine has is kept out of git', async () => {
  await using app = await startApp();
  await git(app, 'init', '--quiet');
  await app.put(FILE, makeTexts());
  await app.run('order', ...DE, '--yes');
  const { stdout } = await git(app, 'status', '--porcelain', '--untracked-files=all');
  expect(stdout).toBe(`?? ${FILE}\n`);
  const folder = await mkdtemp(join(tmpdir(), 'store-'));
  const store = await openStore(folder, { env: {} }, 'https://service.example');
  await store.swap('key', undefined, 'x'.repeat(1000));
  await git({ folder }, 'init', '--quiet');
  const files = await git({ folder }, 'status', '--porcelain', '--untracked-files=all');
  const own = '.translation-requester/service.example';
  expect(files.stdout.split('\n').filter(Boolean).toSorted()).toEqual([
    `?? ${own}/.gitignore`,
    expect.stringMatching(`^\\?\\? ${own}/keys/`),
    expect.stringMatching(`^\\?\\? ${own}/texts/`),
  ]);
  expect(await readFile(join(folder, own, '.gitignore'), 'utf8')).toBe('/temporary/\n');
  await rm(folder, { recursive: true });
});
