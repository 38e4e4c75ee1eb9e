import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Mutant } from './mutant.ts';

const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));

/** Milliseconds until tests that do not end, since the fault made them wait or loop, are ended. */
const LONGEST_RUN = 300_000;

/** How tests ended: what failed first, or undefined when all passed. */
type Ending = { readonly failed: string | undefined } | { readonly broken: string };

/** Puts the fault in place of the right text. Throws where that text does not stand exactly once. */
export function plant(source: string, { name, file, find, replace }: Mutant): string {
  const pieces = source.split(find);
  if (pieces.length !== 2)
    throw new Error(`"${name}": ${file} has ${pieces.length - 1} places with ${JSON.stringify(find)}, not 1`);
  return pieces.join(replace);
}

/** A copy of the repository in which faults are planted, one after the other. */
export class Workshop {
  readonly #folder: string;

  constructor() {
    this.#folder = mkdtempSync(join(tmpdir(), 'translation-requester-mutate-'));
    const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: REPOSITORY,
      encoding: 'utf8',
      maxBuffer: 64 << 20,
    });
    for (const file of files.split('\0').filter(Boolean)) {
      mkdirSync(join(this.#folder, dirname(file)), { recursive: true });
      // A file that is deleted but still in the index has nothing to copy.
      cpSync(join(REPOSITORY, file), join(this.#folder, file), { force: true, verbatimSymlinks: true });
    }
    symlinkSync(join(REPOSITORY, 'node_modules'), join(this.#folder, 'node_modules'), 'junction');
    // Tests ask git which files there are.
    const git = (...words: string[]) => execFileSync('git', words, { cwd: this.#folder, stdio: 'ignore' });
    git('init', '-q');
    git('add', '-A');
  }

  async try(mutant: Mutant, tests: readonly string[]): Promise<Ending> {
    const path = join(this.#folder, mutant.file);
    const source = readFileSync(path, 'utf8');
    writeFileSync(path, plant(source, mutant));
    try {
      return await this.run(tests);
    } finally {
      writeFileSync(path, source);
    }
  }

  /** Runs test files until one test fails. */
  async run(tests: readonly string[]): Promise<Ending> {
    const report = join(this.#folder, 'report.json');
    rmSync(report, { force: true });
    const words = [
      'run',
      '--project',
      'isolated',
      '--project',
      'shared',
      '--bail',
      '1',
      '--reporter',
      'json',
      '--outputFile',
      report,
      ...tests,
    ];
    const child = spawn(process.execPath, [join(REPOSITORY, 'node_modules/vitest/vitest.mjs'), ...words], {
      cwd: this.#folder,
      stdio: 'ignore',
      env: { ...process.env, TMPDIR: this.#folder },
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), LONGEST_RUN);
    const signal = await new Promise((resolve) => child.once('close', (_, given) => resolve(given)));
    clearTimeout(timer);
    if (signal === 'SIGKILL') return { failed: `no end within ${LONGEST_RUN / 1_000} s` };
    return readEnding(report);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function readEnding(report: string): Ending {
  let text: string;
  try {
    text = readFileSync(report, 'utf8');
  } catch {
    return { broken: 'vitest wrote no report' };
  }
  const { testResults, numTotalTests, success } = JSON.parse(text);
  if (testResults.length === 0) return { broken: 'no test file was run' };
  for (const { assertionResults, status, message } of testResults) {
    const failed = assertionResults.find((test: { status: string }) => test.status === 'failed');
    if (failed !== undefined) return { failed: failed.fullName };
    // The file could not be loaded: the fault is noticed, though by no test of its own.
    if (status === 'failed' && assertionResults.length === 0) return { failed: message.split('\n')[0] };
  }
  if (numTotalTests === 0) return { broken: 'no test was run' };
  return success ? { failed: undefined } : { broken: 'vitest failed, but no test did' };
}
