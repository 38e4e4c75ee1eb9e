import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ValidationSeverity, validate } from 'dockerfile-utils';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCommand } from '../build.js';

let command: Awaited<ReturnType<typeof buildCommand>>;
let text: string;
let file: string;

beforeAll(async () => {
  command = await buildCommand();
  text = await readFile(fileURLToPath(new URL('../../../Dockerfile', import.meta.url)), 'utf8');
  // As the builder joins lines.
  file = text.replaceAll('\\\n', ' ');
});

afterAll(() => command.end());

/** The words of an instruction that is written as a list. */
function parseList(instruction: string): string[] {
  return JSON.parse(new RegExp(`^${instruction}.* (\\[.*\\])$`, 'm').exec(file)?.[1] ?? '[]');
}

/** What the linter finds, one line for each mistake. */
function lint(dockerfile: string): string[] {
  const { ERROR } = ValidationSeverity;
  const found = validate(dockerfile, {
    deprecatedMaintainer: ERROR,
    directiveCasing: ERROR,
    emptyContinuationLine: ERROR,
    instructionCasing: ERROR,
    instructionCmdMultiple: ERROR,
    instructionEntrypointMultiple: ERROR,
    instructionHealthcheckMultiple: ERROR,
    instructionJSONInSingleQuotes: ERROR,
    instructionWorkdirRelative: ERROR,
  });
  return found.map(({ range, message }) => `${range.start.line + 1}: ${message}`);
}

test('the linter accepts the Dockerfile, and would find a mistake', () => {
  expect(lint(text)).toEqual([]);
  const wrong = text
    .replace('--interval', '--intervall')
    .replace('WORKDIR /', 'WORKDIR ')
    .replace('EXPOSE', 'EXPOS');
  expect(lint(wrong)).toEqual([
    expect.stringContaining('WORKDIR'),
    expect.stringContaining('Unknown instruction: EXPOS'),
    expect.stringContaining('Unknown flag: intervall'),
  ]);
});

test('the image begins with one that its digest names, and runs no script of a package', () => {
  const bases = file.match(/^FROM .*$/gm);
  expect(bases).toHaveLength(1);
  for (const base of bases ?? [])
    expect(base).toMatch(/^FROM node:\d+\.\d+\.\d+-alpine@sha256:[0-9a-f]{64}$/);
  const installs = file.match(/^RUN .*\bnpm install\b.*$/gm);
  expect(installs).toHaveLength(1);
  for (const install of installs ?? []) expect(install).toContain('npm install --global --ignore-scripts ');
  expect(file).not.toMatch(/^RUN .*\bnpm (?:i|ci)\b/m);
});

test('the image does not run as root', () => {
  expect(file.indexOf('USER node')).toBeGreaterThan(file.indexOf('RUN '));
  expect(file.indexOf('USER node')).toBeLessThan(file.indexOf('ENTRYPOINT'));
});

test('the command of the image starts, and its health check passes', async () => {
  const [program, name, ...options] = parseList('ENTRYPOINT');
  expect([program, name]).toEqual(['translation-requester', 'sandbox']);
  const refused = command.run(['sandbox', ...options]);
  expect(await refused.ended).toEqual([2, null]);
  expect(refused.printed.err).toContain('Give the sandbox a token of your own');
  const documented = /^#\s+docker run .* translation-requester-sandbox (--token \S+)/m.exec(text)?.[1] ?? '';
  const sandbox = await command.start(...options, ...documented.split(' '));
  expect(sandbox.accessToken).toBe('token-for-tests');
  const { port } = new URL(sandbox.url);
  const address = parseList('HEALTHCHECK').at(-1) ?? '';
  expect(new URL(address).port).toBe(/^EXPOSE (\d+)$/m.exec(file)?.[1]);
  const answer = await fetch(address.replace(/:\d+\//, `:${port}/`));
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ status: 'ok' });
  expect(sandbox.printed.out.trimEnd().split('\n')).toHaveLength(1);
});

test('the recipe for Testcontainers starts what the image has', async () => {
  const example = new URL('../../../examples/testing/sandbox-container.ts', import.meta.url);
  const recipe = await readFile(fileURLToPath(example), 'utf8');
  expect(recipe).toContain(`.withExposedPorts(${/^EXPOSE (\d+)$/m.exec(file)?.[1]})`);
  expect(recipe).toContain('Wait.forHealthCheck()');
  expect(text).toContain('HEALTHCHECK');
  const [, image] = /^#\s+docker build -t (\S+) \.$/m.exec(text) ?? [];
  expect(recipe).toContain(`new GenericContainer('${image}')`);
  const [, seed = ''] = /seed = '(.*)'/.exec(recipe) ?? [];
  const [, target = ''] = /target: '(.*?)'/.exec(recipe) ?? [];
  expect(target).toBe(`${/^WORKDIR (.*)$/m.exec(file)?.[1]}/seed.yaml`);
  await writeFile(join(command.folder, 'seed.yaml'), seed);
  const [, accessToken = ''] = /accessToken = '(.*)'/.exec(recipe) ?? [];
  const given = (/withCommand\((\[.*?\])\)/.exec(recipe)?.[1] ?? '[]').replaceAll("'", '"');
  const options: string[] = JSON.parse(given.replace('accessToken', `"${accessToken}"`));
  const [, , ...ofImage] = parseList('ENTRYPOINT');
  const sandbox = await command.start(...ofImage, ...options.filter((option) => option !== '--json'));
  expect(sandbox.accessToken).toBe(accessToken);
  const events = await fetch(`${sandbox.url}/api/v1/my/application_events?access_token=${accessToken}`);
  expect(await events.json()).toMatchObject({ total_count: 1 });
});
