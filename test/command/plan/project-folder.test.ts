import { execFile } from 'node:child_process';
import {
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, posix, win32 } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { findUnusualName, splitWithin } from '../../../src/command/plan/project-folder.js';
import { createSandbox, type Sandbox, type SandboxServer } from '../../../src/sandbox.js';
import { passTime } from '../passing-time.js';
import { shell } from '../shell.js';

let home: string;
let sandbox: Sandbox;
let server: SandboxServer;
let before: unknown;

const PRIVATE = '{"machine": "service.example", "password": "hunter2"}';

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'translation-requester-folder-'));
  sandbox = createSandbox();
  server = await sandbox.listen();
  await put('project/locales/en.json', '{"add": "rm -rf important"}');
  await put('.netrc.json', PRIVATE);
  await put('.bash_profile', 'export EDITOR=ed\n');
  await put('documents/letter.json', '{"dear": "Jo"}');
  before = await outside();
});
afterEach(async () => {
  await server.close();
  await rm(home, { recursive: true });
});

async function put(name: string, content: string): Promise<void> {
  const path = join(home, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

async function plant(name: string, to: string): Promise<void> {
  await mkdir(dirname(join(home, name)), { recursive: true });
  await symlink(to, join(home, name));
}

const project = (content: object) =>
  put(
    'project/translation-requester.json',
    JSON.stringify({ name: 'shop', from: 'en', to: ['de'], ...content }),
  );

/** Everything beside the project. */
async function outside(): Promise<unknown> {
  const all = await readdir(home, { recursive: true, withFileTypes: true });
  const files = all.filter((each) => !join(each.parentPath, each.name).startsWith(join(home, 'project')));
  const read = files.map(async (each) => {
    const path = join(each.parentPath, each.name);
    return [path, each.isFile() ? await readFile(path, 'utf8') : 'no file'];
  });
  return Promise.all(read);
}

async function run(...args: readonly string[]) {
  const folder = join(home, 'project');
  const { run: runHere, printed } = shell({ folder, env: { HOME: home } });
  const code = await runHere(...args, '--sandbox', '--url', server.url);
  return { code, ...printed };
}

/** Runs every command for texts as a person would, with translators at work. */
async function runAll(...args: readonly string[]) {
  const results = [];
  for (const each of [['quote'], ['order', '--yes'], ['status'], ['pull']]) {
    results.push(await run(...each, ...args));
    await fetch(`${server.url}/_sandbox/translate`, { method: 'POST', body: '{"all":true}' });
  }
  return results;
}

async function expectRefused(message: string, ...args: readonly string[]): Promise<void> {
  for (const { code, err, out } of await runAll(...args)) {
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(message) });
    expect(err + out).not.toContain('hunter2');
  }
  expect(sandbox.requests.some(({ method, path }) => method === 'POST' && path.startsWith('/api'))).toBe(
    false,
  );
  expect(await outside()).toEqual(before);
}

describe('a project file names no path outside its folder', () => {
  test.each([
    ['by ..', () => 'locales/../../.netrc.json'],
    ['by an absolute path', () => join(home, '.netrc.json')],
  ])('as a source, %s', async (_, makeSource) => {
    await project({ files: [{ source: makeSource(), target: 'out/{language}.json' }] });
    await expectRefused('leads out of the folder of the project');
  });

  test.each([
    ['../.{language}.json', ['netrc']],
    ['../new/{language}.json', ['de']],
  ])('as a target, %s', async (target, to) => {
    await project({ to, files: [{ source: 'locales/en.json', target, format: 'json' }] });
    await expectRefused('leads out of the folder of the project');
    // The person names the source only, not where the translations go.
    await expectRefused('leads out of the folder of the project', 'locales/en.json');
  });

  test.each([['../../x'], ['de\\x'], ['']])('as a language, %j', async (language) => {
    await project({ to: [language], files: [{ source: 'locales/en.json' }] });
    await expectRefused(language === '' ? 'must not be empty' : 'is not the code of a language');
  });
});

describe('no link leads out of the folder', () => {
  const files = [{ source: 'locales/en.json', target: 'out/{language}.json' }];

  test.each([
    ['of a source', 'locales/en.json', '../../.netrc.json'],
    ['of a target', 'out/de.json', '../../documents/letter.json'],
    ['of a target that does not exist', 'out/de.json', '../../documents/new.json'],
    ['of the folder of a target', 'out', '../documents'],
    ['of a folder that does not exist', 'out', '../new'],
    ['of a circle', 'out', 'out'],
    ['of the project file', 'translation-requester.json', '../.netrc.json'],
  ])('%s', async (_, name, to) => {
    await project({ files });
    await rm(join(home, 'project', name), { recursive: true, force: true });
    await plant(`project/${name}`, to);
    await expectRefused(
      'leads out of the folder of the project',
      ...(name === 'translation-requester.json' ? ['locales/en.json', '--to', 'de'] : []),
    );
  });

  test('by an absolute path, or by way of other links', async () => {
    await project({ files });
    await plant('project/out/de.json', join(home, 'project/one/letter.json'));
    await plant('project/one', 'two');
    await plant('project/two', join(home, 'documents'));
    await expectRefused('leads out of the folder of the project');
  });

  test('by .. behind a link', async () => {
    await plant('project/deep/er', '.');
    await plant('project/out', 'deep/er/../../..');
    await project({ files });
    await expectRefused('leads out of the folder of the project');
  });

  test('whoever names the source or the pattern inside the folder', async () => {
    await plant('project/locales/secret.en.json', '../../.netrc.json');
    await expectRefused('leads out of the folder', 'locales/secret.en.json', '--to', 'de');
    await plant('project/locales/de.json', '../../.netrc.json');
    await expectRefused('leads out of the folder', 'locales/en.json', '--to', 'de');
    await plant('project/out', '../documents');
    await expectRefused(
      'leads out of the folder',
      'locales/en.json',
      '--to',
      'de',
      '--target',
      'out/{language}.json',
    );
  });

  test('that is planted while pull waits for the translations', async () => {
    await project({ files: [{ source: 'locales/en.json', target: 'out/{language}.json' }] });
    await run('order', '--yes');
    onTestFinished(passTime());
    const waiting = run('pull', '--wait');
    const polled = sandbox.requests.length;
    await expect.poll(() => sandbox.requests.length).toBeGreaterThan(polled);
    await plant('project/out', '../documents');
    await fetch(`${server.url}/_sandbox/translate`, { method: 'POST', body: '{"all":true}' });
    expect(await waiting).toMatchObject({ code: 2, err: expect.stringContaining('leads out of the folder') });
    expect(await outside()).toEqual(before);
  });

  test('of the memory, where leftovers are removed', async () => {
    await project({ files });
    const own = `project/.translation-requester/${new URL(server.url).host.replace(':', '_')}`;
    await put('documents/temporary/thesis.json', '{}');
    await put('documents/texts/thesis.json', '{}');
    await put('documents/keys/thesis.json', '{}');
    const past = new Date(Date.now() - 86_400_000);
    for (const name of ['temporary', 'texts'])
      await utimes(join(home, `documents/${name}/thesis.json`), past, past);
    before = await outside();
    for (const part of ['temporary', 'texts', 'keys']) {
      await plant(`${own}/${part}`, join(home, 'documents', part));
      const { code, err } = await run('order', '--yes');
      expect([code, err]).toEqual([1, expect.stringContaining('is not a folder. Remove it')]);
      await rm(join(home, 'project/.translation-requester'), { recursive: true });
    }
    expect(await outside()).toEqual(before);
    for (const name of [own, 'project/.translation-requester']) {
      await rm(join(home, 'project/.translation-requester'), { recursive: true, force: true });
      await plant(name, join(home, 'documents'));
      await expectRefused('leads out of the folder of the project');
    }
  });
});

describe('targets are locale files', () => {
  test.each([
    ['.git/hooks/{language}.json', 'Hidden files and folders'],
    ['CON/{language}.json', 'names that not every system has'],
    ['locales/{language}.json:x.json', 'names that not every system has'],
    ['scripts/{language}.sh', 'does not end in .json'],
  ])('so that of a project file is not %j', async (target, message) => {
    await put('project/.git/hooks/keep', '');
    await project({ files: [{ source: 'locales/en.json', target, format: 'json' }] });
    await expectRefused(message);
    expect(await readdir(join(home, 'project/.git/hooks'))).toEqual(['keep']);
  });

  test.each([
    ['../.git/hooks/pre-commit', 'Hidden files and folders'],
    ['../run.sh', 'does not end in .json'],
  ])('so a link in the folder makes them no %s', async (to, message) => {
    await put('project/.git/hooks/pre-commit', '#!/bin/sh\n');
    await put('project/run.sh', '#!/bin/sh\n');
    await plant('project/locales/de.json', to);
    await expectRefused(message, 'locales/en.json', '--to', 'de');
    expect(await readFile(join(home, 'project/.git/hooks/pre-commit'), 'utf8')).toBe('#!/bin/sh\n');
    expect(await readFile(join(home, 'project/run.sh'), 'utf8')).toBe('#!/bin/sh\n');
  });

  test('so two languages are never one file, also where case does not count', async () => {
    await project({ to: ['pt-BR', 'pt-br'], files: [{ source: 'locales/en.json' }] });
    await expectRefused('Two sources would be written to the same file');
    await plant('project/locales/fr.json', 'ja.json');
    await project({ to: ['fr', 'ja'], files: [{ source: 'locales/en.json' }] });
    await expectRefused('Two sources would be written to the same file');
  });

  test('so no folder is listed behind a link that leads out', async () => {
    await plant('project/de', '../documents');
    await project({ files: [{ source: 'locales/en.json', target: 'de/{language}.json' }] });
    await expectRefused('leads out of the folder of the project');
  });

  test('so a link to the source is not overwritten', async () => {
    await plant('project/locales/de.json', 'en.json');
    await expectRefused('would overwrite', 'locales/en.json', '--to', 'de');
  });

  test('and the other name of a hard link keeps its content', async () => {
    await put('project/locales/.keep', '');
    await link(join(home, 'documents/letter.json'), join(home, 'project/locales/de.json'));
    await runAll('locales/en.json', '--to', 'de');
    expect(Object.keys(JSON.parse(await readFile(join(home, 'project/locales/de.json'), 'utf8')))).toContain(
      'add',
    );
    expect(await outside()).toEqual(before);
  });

  test('and pipes and folders are none', async () => {
    await promisify(execFile)('mkfifo', [join(home, 'project/locales/pipe.en.json')]);
    await expectRefused('is not a regular file', 'locales/pipe.en.json', '--to', 'de');
    await mkdir(join(home, 'project/locales/de.json'));
    await expectRefused('is not a regular file', 'locales/en.json', '--to', 'de');
    await mkdir(join(home, 'project/translation-requester.json'));
    await expectRefused('is not a regular file', 'locales/en.json', '--to', 'ja');
  });
});

describe('what a person names, or what stays in the folder, is used', () => {
  const written = async (name: string) => Object.keys(JSON.parse(await readFile(join(home, name), 'utf8')));

  test('a source outside, whose translations go beside it', async () => {
    await put('shared/en.json', '{"add": "Add"}');
    expect((await runAll('../shared/en.json', '--to', 'de')).map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    expect(await written('shared/de.json')).toEqual(['add']);
  });

  test('a target outside, hidden or with another ending, by --target', async () => {
    for (const [at, pattern] of [
      '../out/{language}.json',
      '.i18n/{language}.json',
      'out/{language}.txt',
    ].entries()) {
      await put(`project/locales/en${at}.json`, '{"add": "Add"}');
      const args = [`locales/en${at}.json`, '--from', 'en', '--to', 'de', '--target', pattern];
      expect((await runAll(...args)).map(({ code }) => code)).toEqual([0, 0, 0, 0]);
      expect(await written(`project/${pattern.replace('{language}', 'de')}`)).toEqual(['add']);
    }
  });

  test('links within the folder, which stay links', async () => {
    await rename(join(home, 'project/locales'), join(home, 'project/texts'));
    await plant('project/locales', join(home, 'project/texts'));
    await put('project/texts/german.json', '{}');
    await plant('project/texts/de.json', 'german.json');
    await project({ files: [{ source: 'locales/en.json' }] });
    expect((await runAll()).map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    expect(await written('project/texts/german.json')).toEqual(['add']);
    expect(
      (await readdir(join(home, 'project/texts'), { withFileTypes: true })).filter((each) =>
        each.isSymbolicLink(),
      ),
    ).toHaveLength(1);
  });

  test('a folder that is itself found by a link', async () => {
    await project({ files: [{ source: 'locales/en.json' }] });
    await plant('work', join(home, 'project'));
    const { run: runHere, printed } = shell({ folder: join(home, 'work'), env: { HOME: home } });
    expect(await runHere('order', '--yes', '--sandbox', '--url', server.url)).toBe(0);
    expect(printed.err).toBe('');
  });
});

describe('a path is within a folder', () => {
  const cases: readonly [typeof posix | typeof win32, string, string, readonly string[] | undefined][] = [
    [posix, '/p', 'a/b', ['a', 'b']],
    [posix, '/p', '..a/b', ['..a', 'b']],
    [posix, '/p', '/p/a', ['a']],
    [posix, '/p', '/pa', undefined],
    [posix, '/p', 'a/../..', undefined],
    [posix, '/', 'a', ['a']],
    [win32, 'C:\\p', 'a/b', ['a', 'b']],
    [win32, 'C:\\p', 'c:\\P\\a', ['a']],
    [win32, 'C:\\p', '..\\x', undefined],
    [win32, 'C:\\p', 'a\\..\\../x', undefined],
    [win32, 'C:\\p', 'D:\\p\\a', undefined],
    [win32, 'C:\\p', 'D:a', undefined],
    [win32, 'C:\\p', '\\x', undefined],
    [win32, 'C:\\p', '\\\\server\\share\\x', undefined],
    [win32, 'C:\\p', '//server/share/x', undefined],
    [win32, 'C:\\p', '\\\\?\\C:\\p\\a', undefined],
    [win32, 'C:\\p', '\\\\.\\pipe\\x', undefined],
    [win32, '\\\\server\\share\\p', '\\\\other\\share\\p\\a', undefined],
  ];

  test.each(cases)('case %#', (api, folder, path, names) => {
    expect(splitWithin(folder, path, api)).toEqual(names);
  });

  test.each([
    '.git',
    '.',
    'a.',
    'a ',
    'con',
    'NUL.json',
    'com1',
    'LPT9.txt',
    'COM¹',
    'aux.de.json',
    'CONIN$',
    'a:b',
    'a|b',
    'a\\b',
    'a\0b',
    'a\u202eb',
    'a\u200db',
    '\u200c.git',
    'a?b',
    '<a>',
    'a"b',
    'a*b',
    '\ud800',
  ])('%j is odd', (name) => {
    expect(findUnusualName(['locales', name, 'de.json'])).toBe(name);
  });

  test.each([
    'locales',
    'console',
    'a.b',
    'de.json',
    '[locale]',
    '(shop)',
    'com10',
    'nul-set',
    'übung',
    '日本語',
    '🎉.json',
    "it's",
  ])('%j is not', (name) => {
    expect(findUnusualName([name])).toBeUndefined();
  });
});
