import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly needs?: string;
  readonly environment?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const root = new URL('../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const parsed = (path: string): Workflow => parse(read(path));
const ours = readdirSync(new URL('.github/workflows', root)).map((name) => `.github/workflows/${name}`);

const shown = readdirSync(new URL('examples/in-ci', root)).map((name) => `examples/in-ci/${name}`);

describe.each([...ours, ...shown, 'examples/localise-app/workflow.yml'])('%s', (path) => {
  test('names each action by its commit, and says which version that is', () => {
    const uses = read(path)
      .split('\n')
      .filter((line) => /\buses:/.test(line));
    expect(uses.length).toBeGreaterThan(0);
    for (const line of uses) expect(line).toMatch(/uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });
});

test.each([...shown, 'examples/localise-app/workflow.yml'])(
  '%s shows its secrets to no step that installs packages',
  (path) => {
    const { jobs, ...top } = parsed(path);
    const installing = Object.values(jobs).flatMap(({ steps, ...job }) => {
      expect(JSON.stringify([top, job])).not.toMatch(/secrets\.|github\.token/);
      return steps.filter(({ run }) => run?.startsWith('npm ci'));
    });
    expect(installing.length).toBeGreaterThan(0);
    expect(JSON.stringify(installing)).not.toMatch(/secrets\.|github\.token/);
  },
);

describe.each(ours)('%s', (path) => {
  const { permissions, jobs } = parsed(path);

  test('gives rights to jobs one by one', () => {
    expect(permissions).toEqual({});
    for (const job of Object.values(jobs)) expect(job.permissions).toBeDefined();
  });

  test('leaves no token behind where the code of the repository runs', () => {
    const checkouts = Object.values(jobs)
      .flatMap(({ steps }) => steps)
      .filter(({ uses }) => uses?.startsWith('actions/checkout@') === true);
    for (const step of checkouts) expect(step.with).toMatchObject({ 'persist-credentials': false });
  });
});

describe('publishing', () => {
  const { jobs } = parsed('.github/workflows/publish.yml');
  const names = Object.keys(jobs);
  const { [names.at(-1) ?? '']: last, ...others } = jobs;

  test('has rights in its last job alone, which people let begin', () => {
    expect(last).toMatchObject({
      permissions: { 'id-token': 'write' },
      environment: expect.any(String),
      needs: names.at(-2),
    });
    for (const job of Object.values(others)) expect(job.permissions).toEqual({ contents: 'read' });
  });

  test('runs in that job no code but npm, on the package that was tested', () => {
    const uses = last?.steps.map((step) => step.uses?.split('@')[0]).filter((each) => each !== undefined);
    expect(uses).toEqual(['actions/setup-node', 'actions/download-artifact']);
    const run = last?.steps.map((step) => step.run).filter((each) => each !== undefined);
    expect(run).toEqual([
      expect.stringMatching(/^npm publish --provenance --access public --ignore-scripts \.\/\S+\.tgz$/),
    ]);
    const artifact = (step?: Step) => step?.with?.name;
    const upload = Object.values(others)
      .flatMap(({ steps }) => steps)
      .at(-1);
    expect(upload?.uses).toMatch(/^actions\/upload-artifact@/);
    expect(artifact(upload)).toBe(artifact(last?.steps.find((step) => step.with?.name !== undefined)));
  });

  test('packs after the tests and the check of the release', () => {
    const steps = Object.values(others).flatMap((job) => job.steps.map(({ run }) => run ?? ''));
    const at = ['.ci/run', 'npm run build && npx node scripts/pack.ts'].map((run) => steps.indexOf(run));
    expect(at).toEqual(at.toSorted((a, b) => a - b));
    expect(at).not.toContain(-1);
  });
});
