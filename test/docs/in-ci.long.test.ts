import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { parse } from 'yaml';
import { freePort } from '../../examples/fleet/local/free-port.ts';
import { createSandbox } from '../../src/sandbox.js';
import { buildCommand } from '../command/build.js';

const page = await readFile(new URL('../../docs/in-ci.md', import.meta.url), 'utf8');
/** The lines of a shell that the page shows: to try it, and to try two runners. */
const [shown = '', runners = ''] = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, lines = '']) => lines);

const FOLDER = new URL('../../examples/in-ci/', import.meta.url);
const ORDER = ['order-translations.yml', 'pull-translations.yml', 'check-translations.yml'];

/** The steps of each workflow that run something of this project. */
const workflows: readonly (readonly string[])[] = ORDER.map((name) => {
  const text = readFileSync(new URL(name, FOLDER), 'utf8');
  const jobs: { steps: { run?: string }[] }[] = Object.values(parse(text).jobs);
  return jobs
    .flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []))
    .filter((run) => !run.startsWith('npm ci'));
});

const LANGUAGES = ['de', 'fr', 'ja', 'ko'];
const FILES = ['app', 'mails', 'shop'];

let command: Awaited<ReturnType<typeof buildCommand>>;
beforeAll(async () => {
  command = await buildCommand();
});
afterAll(() => command.end());

/** A project with several files, in a repository, and what CI has: `npx`, `gh`, and a place to push to. */
async function startProject() {
  const home = await mkdtemp(join(command.folder, 'ci-'));
  const folder = join(home, 'project');
  const programs = {
    npx: `[ "$1" = translation-requester ] || exit 9\nshift\nexec '${process.execPath}' '${join(command.folder, 'cli.mjs')}' "$@"`,
    npm: '[ "$*" = ci ]',
    gh: `echo "$@" >> '${home}/gh.log'; [ "$2" = create ]`,
  };
  await mkdir(join(home, 'bin'));
  for (const [name, text] of Object.entries(programs)) {
    await writeFile(join(home, 'bin', name), `#!/bin/sh\n${text}\n`);
    await chmod(join(home, 'bin', name), 0o755);
  }
  await mkdir(join(folder, 'locales/en'), { recursive: true });
  const files = FILES.map((name) => ({ source: `locales/en/${name}.json` }));
  const project = { name: 'ci', from: 'en', to: LANGUAGES, files };
  await writeFile(join(folder, 'translation-requester.json'), JSON.stringify(project));
  for (const name of FILES)
    await writeFile(
      join(folder, `locales/en/${name}.json`),
      JSON.stringify({ title: `The ${name}`, bye: 'Bye' }),
    );
  return { home, folder };
}

/** Runs shell lines as CI does, to their end. */
async function runLines(
  { home, folder }: Awaited<ReturnType<typeof startProject>>,
  lines: string,
  env: Readonly<Record<string, string>> = {},
) {
  const { PATH = '' } = process.env;
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', lines], {
    cwd: folder,
    env: { PATH: `${join(home, 'bin')}:${PATH}`, HOME: home, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that what runs in the background can be ended too.
    detached: true,
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text));
  const [code] = await once(child, 'exit');
  if (child.pid !== undefined) {
    try {
      process.kill(-child.pid);
    } catch {
      // Nothing runs any more.
    }
  }
  return { code, printed };
}

test.concurrent('the workflows order, pull into a pull request, and check', async ({ expect }) => {
  const sandbox = createSandbox({ autopilot: { pace: 10 } });
  const server = await sandbox.listen();
  const env = {
    TRANSLATION_REQUESTER_URL: server.url,
    TRANSLATION_REQUESTER_TOKEN: sandbox.accessToken,
  };
  const project = await startProject();
  const run = (lines: string) => runLines(project, lines, env);
  const identity = '-c user.name=Test -c user.email=test@example.com';
  const begun = await run(`git init --quiet --initial-branch main && git init --quiet --bare ../origin.git
    git remote add origin ../origin.git && git add --all
    git ${identity} commit --quiet --message Begin && git push --quiet --set-upstream origin main`);
  expect(begun).toMatchObject({ code: 0 });
  const [ordering = [], pulling = [], checking = []] = workflows;
  expect([ordering.length, pulling.length, checking.length]).toEqual([2, 2, 1]);
  for (const step of ordering) expect(await run(step)).toMatchObject({ code: 0 });
  expect(sandbox.orders()).toHaveLength(FILES.length * LANGUAGES.length);
  expect(await run(checking.join('\n'))).toMatchObject({ code: 4 });
  const status = async () => JSON.parse((await run('npx translation-requester status --json')).printed);
  await expect
    .poll(async () => (await status()).units.filter(({ open }: { open: number }) => open > 0))
    .toEqual([]);
  for (const step of pulling) expect(await run(step)).toMatchObject({ code: 0 });
  expect(await run(checking.join('\n'))).toEqual({ code: 0, printed: expect.any(String) });
  expect((await run('cat ../gh.log')).printed).toContain('pr create --fill --head translations');
  const pushed = await run('git ls-tree -r --name-only origin/translations');
  for (const language of LANGUAGES)
    for (const name of FILES) expect(pushed.printed).toContain(`locales/${language}/${name}.json\n`);
  expect(await run('git switch --quiet main && git merge --quiet translations')).toMatchObject({ code: 0 });
  // Again: nothing is new, so nothing is ordered, committed or proposed.
  for (const step of [...ordering, ...pulling]) expect(await run(step)).toMatchObject({ code: 0 });
  expect(sandbox.orders()).toHaveLength(FILES.length * LANGUAGES.length);
  expect((await run('cat ../gh.log')).printed.split('create')).toHaveLength(2);
  await server.close();
});

test.concurrent('the lines that try it with the sandbox end, with three files in four languages', async ({
  expect,
}) => {
  const port = await freePort();
  const own = shown
    .replace('sandbox --autopilot', `sandbox --port ${port} --autopilot`)
    .replaceAll('--sandbox', `--sandbox --url http://127.0.0.1:${port}`);
  const project = await startProject();
  const installed = join(project.folder, 'node_modules/.bin');
  await mkdir(installed, { recursive: true });
  const program = `#!/bin/sh\nexec '${process.execPath}' '${join(command.folder, 'cli.mjs')}' "$@"\n`;
  await writeFile(join(installed, 'translation-requester'), program, { mode: 0o755 });
  const { code, printed } = await runLines(project, `${own}kill $! && wait $!`);
  expect({ code, printed }).toEqual({ code: 0, printed: expect.stringContaining('24 of 24 texts') });
  const german = await readFile(join(project.folder, 'locales/de/mails.json'), 'utf8');
  expect(Object.keys(JSON.parse(german))).toEqual(['title', 'bye']);
});

test.concurrent('the lines that try two runners order nothing twice, and neither does a merge of both', async ({
  expect,
}) => {
  const sandbox = createSandbox();
  const server = await sandbox.listen();
  const { port } = new URL(server.url);
  const project = await startProject();
  const env = Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap((role) => [
      [`GIT_${role}_NAME`, 'Test'],
      [`GIT_${role}_EMAIL`, 'test@example.com'],
    ]),
  );
  const run = async (folder: string, lines: string) => {
    const own = lines
      .replaceAll('--sandbox', `--sandbox --url ${server.url}`)
      .replaceAll('127.0.0.1_4010', `127.0.0.1_${port}`);
    const { code, printed } = await runLines({ ...project, folder }, own, env);
    expect({ code, printed }).toEqual({ code: 0, printed: expect.any(String) });
    return printed;
  };
  const [first, second] = ['first-runner', 'second-runner'].map((name) => join(project.home, name));
  if (first === undefined || second === undefined) throw new Error('There are two.');
  const orders = FILES.length * LANGUAGES.length;
  await run(
    project.folder,
    'git init --quiet --initial-branch main && git add --all && git commit --quiet -m Begin',
  );
  expect(await run(project.folder, runners)).toMatch(/There is nothing new to order\.\n$/);
  expect(sandbox.orders()).toHaveLength(orders);

  const [order = '', add = ''] = ['order', 'git add'].map((word) =>
    runners
      .split('\n')
      .find((line) => line.includes(`translation-requester ${word}`) || line.startsWith(word)),
  );
  for (const [folder, name] of [
    [first, 'app'],
    [second, 'mails'],
  ] as const) {
    const path = `locales/en/${name}.json`;
    const texts = JSON.parse(await readFile(join(folder, path), 'utf8'));
    await writeFile(join(folder, path), JSON.stringify({ ...texts, more: `More of ${name}` }));
    await run(folder, `${order}\ngit add ${path}\n${add}`);
  }
  expect(sandbox.orders()).toHaveLength(orders + 2 * LANGUAGES.length);
  expect(await run(first, `git pull --quiet --no-rebase --no-edit ../second-runner main\n${order}`)).toMatch(
    /There is nothing new to order\.\n$/,
  );
  expect(sandbox.orders()).toHaveLength(orders + 2 * LANGUAGES.length);
  await server.close();
});
