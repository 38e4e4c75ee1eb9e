// Changes the source in small ways, one at a time, and counts what the tests notice: `npm run mutate -- --help`.
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { seededRandom } from '../../src/sandbox/base/random.ts';
import { EQUIVALENTS, type Equivalent } from './equivalents.ts';
import { type Mutation, mutated, mutationsOf } from './mutations.ts';
import { filesToMutate, testsOf } from './subjects.ts';

const HELP = `npm run mutate -- [options]
  --file src/client/ordering/once.ts           only this file, or the files of this folder
  --sample 50                   only so many changes, chosen by chance
  --seed 1                      which ones
  --limit 180                   seconds for the tests of one change; after them it counts as noticed`;

const { values } = parseArgs({
  options: {
    file: { type: 'string', default: 'src/' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    limit: { type: 'string', default: '180' },
    help: { type: 'boolean', default: false },
  },
});

const repository = fileURLToPath(new URL('../../', import.meta.url));
const COPIED = [
  'src',
  'test',
  'examples',
  'docs',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
  'README.md',
];

/** A copy of the repository that can be changed. */
function copy(): string {
  const folder = mkdtempSync(join(tmpdir(), 'translation-requester-mutate-'));
  for (const name of COPIED) cpSync(join(repository, name), join(folder, name), { recursive: true });
  symlinkSync(realpathSync(join(repository, 'node_modules')), join(folder, 'node_modules'));
  return folder;
}

/** So many of the items, chosen by chance, in their own order. */
function sampled<Item>(items: readonly Item[], count: number, seed: number): readonly Item[] {
  const random = seededRandom({ random: seed });
  const drawn = items.map((item, index) => ({ item, index, by: random() }));
  const chosen = drawn.toSorted((one, other) => one.by - other.by).slice(0, count);
  return chosen.toSorted((one, other) => one.index - other.index).map(({ item }) => item);
}

/** Runs tests in a folder. */
function run(folder: string, tests: readonly string[]): Promise<'passed' | 'failed' | 'too long'> {
  const projects = ['node', 'node-sharing', 'node-long', 'redis'].flatMap((name) => ['--project', name]);
  const flags = ['run', ...projects, '--bail', '1', '--typecheck.enabled=false'];
  const vitest = join(folder, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, ...flags, ...tests], {
    ...{ cwd: folder, stdio: 'ignore', detached: true },
  });
  // Its workers belong to the same group.
  const end = setTimeout(() => process.kill(-Number(child.pid), 'SIGKILL'), Number(values.limit) * 1_000);
  return new Promise((resolve) => {
    child.on('exit', (code) => {
      clearTimeout(end);
      resolve(code === 0 ? 'passed' : code === null ? 'too long' : 'failed');
    });
  });
}

interface Subject {
  readonly path: string;
  readonly mutation: Mutation;
}

const fits = (one: Equivalent, { path, mutation }: Subject): boolean =>
  one.path === path && one.code === mutation.code && one.what === mutation.what;

/** Whether it is known to change nothing. */
const isEquivalent = (subject: Subject): boolean => EQUIVALENTS.some((one) => fits(one, subject));

/** The source has changed since an entry was written, which then hides nothing, or soon the wrong thing. */
function refuseOldEquivalents(paths: readonly string[], all: readonly Subject[]): void {
  for (const one of EQUIVALENTS.filter(({ path }) => paths.includes(path))) {
    if (all.some((subject) => fits(one, subject))) continue;
    throw new Error(`equivalents.ts names a change that is none: ${one.path}: ${one.code}: ${one.what}`);
  }
}

/** Makes one change, and takes it back after the tests. Resolves to what they say of it. */
async function tried(folder: string, { path, mutation }: Subject): ReturnType<typeof run> {
  const file = join(folder, path);
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, mutated(text, mutation));
  try {
    return await run(folder, testsOf(path));
  } finally {
    writeFileSync(file, text);
  }
}

async function measure(): Promise<void> {
  const paths = filesToMutate(repository).filter((path) => path.startsWith(values.file));
  const all = paths.flatMap((path): Subject[] =>
    mutationsOf(path, readFileSync(join(repository, path), 'utf8')).map((mutation) => ({ path, mutation })),
  );
  refuseOldEquivalents(paths, all);
  const drawn = sampled(all, Number(values.sample ?? all.length), Number(values.seed));
  const chosen = drawn.filter((subject) => !isEquivalent(subject));
  const others = drawn.length - chosen.length;
  console.log(
    `${drawn.length} of ${all.length} changes to ${paths.length} files; ${others} of them change nothing`,
  );
  const folder = copy();
  try {
    for (const tests of new Set(chosen.map((subject) => testsOf(subject.path)))) {
      const said = await run(folder, tests);
      if (said !== 'passed') throw new Error(`Without any change, these ${said}: ${tests.join(' ')}`);
    }
    const counts = { failed: 0, 'too long': 0, passed: 0 };
    for (const subject of chosen) {
      const said = await tried(folder, subject);
      counts[said] += 1;
      if (said === 'failed') continue;
      const { line, what } = subject.mutation;
      console.log(`${said === 'passed' ? 'not noticed' : said}: ${subject.path}:${line}: ${what}`);
    }
    const noticed = chosen.length - counts.passed;
    const share = Math.round((1_000 * noticed) / Math.max(1, chosen.length)) / 10;
    console.log(
      `noticed: ${noticed} of ${chosen.length}, ${share} %; ${counts['too long']} of them by taking too long`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (values.help) console.log(HELP);
else await measure();
