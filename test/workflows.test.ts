import { existsSync, readdirSync, readFileSync } from 'node:fs';
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
  readonly on: unknown;
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

test.each([...shown, 'examples/localise-app/workflow.yml'])(
  '%s runs no script of a package, and names the rights that it needs',
  (path) => {
    const { permissions, jobs } = parsed(path);
    expect(permissions?.contents).toMatch(/^(read|write)$/);
    const runs = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
    const installs = runs.filter((run) => /\bnpm (ci|i|install)\b/.test(run));
    expect(installs).toEqual(['npm ci --ignore-scripts']);
    expect(permissions?.contents === 'write').toBe(
      runs.some((run) => run.includes('git push')) || path.includes('localise-app'),
    );
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

describe('checking a pull request', () => {
  const path = '.github/workflows/ci.yml';
  const { on, jobs } = parsed(path);

  test('runs with the rights of a reader alone, for code that anybody may have written', () => {
    expect(on).toBe('pull_request'); // `pull_request_target` would run it with rights and secrets
    expect(Object.values(jobs).map((job) => job.permissions)).toEqual([{ contents: 'read' }]);
    expect(read(path)).not.toMatch(/\$\{\{[^}]*(?:secrets|token)/);
  });

  test('runs what anybody runs in a clone, and puts no words of others into a shell', () => {
    const steps = Object.values(jobs).flatMap((job) => job.steps);
    expect(steps.flatMap(({ run }) => run ?? [])).toEqual(['.ci/run']);
    const given = [...read(path).matchAll(/\$\{\{ (.*?) \}\}/g)].map(([, name]) => name);
    expect(given).toEqual(['github.event.pull_request.number', 'github.event.pull_request.base.sha']);
  });
});

describe('the forms', () => {
  test('for a bug ask for a program, what happens, and whether money was lost', () => {
    const { body } = parse(read('.github/ISSUE_TEMPLATE/bug.yml'));
    const asked = body.filter(({ id }: { id?: string }) => id !== undefined);
    expect(asked.map(({ id }: { id: string }) => id)).toEqual([
      'program',
      'seen',
      'expected',
      'money',
      'versions',
    ]);
    for (const { validations } of asked) expect(validations).toEqual({ required: true });
  });

  test('name commands, pages and examples that there are', () => {
    const { scripts } = JSON.parse(read('package.json'));
    const texts = ['ISSUE_TEMPLATE/bug.yml', 'pull_request_template.md'].map((name) =>
      read(`.github/${name}`),
    );
    const named = texts
      .flatMap((text) => text.match(/[\w/-]+\.md\b/g) ?? [])
      .map((name) => name.replace('/blob/HEAD/', ''));
    expect(named.length).toBeGreaterThan(4);
    for (const name of named) expect(existsSync(new URL(name, root)), name).toBe(true);
    const run = texts.flatMap((text) =>
      [...text.matchAll(/`npm (?:run )?([\w:]+)`/g)].map(([, name = '']) => name),
    );
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(run));
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
