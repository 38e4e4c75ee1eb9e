import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { contract, contractAllows } from './contract.js';
import { operations } from './operations.js';

const run = promisify(execFile);
const file = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const yaml = 'src/contract/requester-v1.yaml';

/** Every row of the specification's endpoint tables, and the call that carries it out. */
const endpoints = [
  ['GET', '/api/v1/my', 'account.get'],
  ['GET', '/api/v1/my/organizations', 'organizations.list'],
  ['GET', '/api/v1/my/questions', 'questions.list'],
  ['POST', '/api/v1/organizations', 'organizations.create'],
  ['GET', '/api/v1/organizations/{id}', 'organizations.get'],
  ['GET', '/api/v1/languages', 'languages.list'],
  ['POST', '/api/v1/my/files', 'files.upload'],
  ['GET', '/api/v1/my/files/{id}', 'files.get'],
  ['POST', '/api/v1/projects', 'projects.create'],
  ['POST', '/api/v1/projects/check', 'projects.check'],
  ['GET', '/api/v1/projects/{id}', 'projects.get'],
  ['GET', '/api/v1/questions/{question_id}', 'questions.get'],
  ['PUT', '/api/v1/questions/{question_id}/cancel', 'questions.cancel'],
  ['GET', '/api/v1/questions/{question_id}/comments', 'comments.list'],
  ['GET', '/api/v1/questions/{question_id}/comments/{id}', 'comments.get'],
  ['POST', '/api/v1/questions/{question_id}/comments', 'comments.create'],
  ['PUT', '/api/v1/questions/{question_id}/comments/{id}', 'comments.update'],
  ['DELETE', '/api/v1/questions/{question_id}/comments/{id}', 'comments.delete'],
  ['GET', '/api/v1/questions/{question_id}/revisions', 'revisions.list'],
  ['GET', '/api/v1/questions/{question_id}/revisions/{revision_number}', 'revisions.get'],
  ['GET', '/api/v1/questions/{question_id}/revisions/latest', 'revisions.latest'],
  ['GET', '/api/v1/questions/{question_id}/revisions/{revision_number}/file', 'revisions.download'],
  ['POST', '/api/v1/simple/questions', 'simple.questions.create'],
  ['POST', '/api/v1/simple/questions/check', 'simple.questions.check'],
  ['GET', '/api/v1/simple/questions/{question_id}', 'simple.questions.get'],
  ['PUT', '/api/v1/simple/questions/{question_id}/cancel', 'simple.questions.cancel'],
  ['GET', '/api/v1/simple/translations/{translation_id}', 'simple.translations.get'],
  ['PUT', '/api/v1/simple/translations/{translation_id}/reject', 'simple.translations.reject'],
  ['GET', '/api/v1/simple/translations/{translation_id}/comments', 'simple.translations.comments.list'],
  ['GET', '/api/v1/simple/translations/{translation_id}/comments/{id}', 'simple.translations.comments.get'],
  [
    'POST',
    '/api/v1/simple/translations/{translation_id}/comments/{id}',
    'simple.translations.comments.create',
  ],
  ['GET', '/api/v1/my/application_events/{id}', 'events.get'],
  ['GET', '/api/v1/my/application_events', 'events.list'],
  ['GET', '/oauth/authorize', 'oauth.authorize'],
  ['POST', '/oauth/token', 'oauth.token'],
] as const;

describe('the contract', () => {
  test.each(endpoints)('has %s %s as %s', (method, path, operationId) => {
    expect(contract.paths[path]?.[method.toLowerCase()]).toMatchObject({ operationId });
  });

  test('has no endpoint that the specification does not have', () => {
    const operations = Object.values(contract.paths).flatMap((item) =>
      Object.values(item).flatMap(({ operationId }) => operationId ?? []),
    );
    expect(operations.toSorted()).toEqual(endpoints.map(([, , operationId]) => operationId).toSorted());
  });

  test('declares no security scheme where the token is in the body, since validators look for a header', () => {
    const inBody = operations.filter(({ token }) => token === 'body');
    expect(inBody.map(({ id }) => id)).toEqual([
      'organizations.create',
      'projects.create',
      'projects.check',
      'comments.create',
      'comments.update',
      'simple.questions.create',
      'simple.questions.check',
      'simple.translations.reject',
      'simple.translations.comments.create',
    ]);
    for (const { path, method } of inBody) {
      expect(contract.paths[path]?.[method.toLowerCase()]).toMatchObject({ security: [] });
    }
  });

  test('takes every JSON request as a form too', () => {
    const json = operations.filter(({ body }) => body?.has('application/json'));
    expect(json.filter(({ body }) => !body?.has('application/x-www-form-urlencoded'))).toEqual([]);
    expect(json).toHaveLength(9);
  });

  test('requires Location where something was made, and where a cancellation made a draft', () => {
    const located = operations.flatMap(({ id, answers }) =>
      [...answers].flatMap(([status, { headers }]) =>
        headers.includes('Location') ? `${id} ${status}` : [],
      ),
    );
    expect(located).toEqual([
      'organizations.create 201',
      'projects.create 201',
      'comments.create 201',
      'simple.questions.create 201',
      'simple.questions.cancel 200',
    ]);
  });

  test.each([
    ['MalformedRequestFailure', { message: 'Not allowed' }],
    ['ValidationFailure', { message: 'Validation Fail', success: false, error_code: 202, errors: {} }],
    [
      'TokenRequest',
      {
        client_id: 'id',
        client_secret: 'secret',
        redirect_uri: 'https://shop.example/callback',
        grant_type: 'authorization_code',
        code: 'code',
        state: 'state',
      },
    ],
  ])('leaves open what the service does not promise of a %s', (name, value) => {
    expect(contractAllows(name)(value)).toBe(true);
  });

  test('speaks of the service, not of a document that its readers do not have', async () => {
    const text = await readFile(file(yaml), 'utf8');
    expect(text).not.toMatch(/not shown|field knowledge/i);
  });

  test('is valid for the linter, without a warning', async () => {
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const cli = file('node_modules/@redocly/cli/bin/cli.js');
    const args = [cli, 'lint', '--format=json', `--config=${file('redocly.yaml')}`, file(yaml)];
    const { stdout } = await run(process.execPath, args, { env, cwd: file('.') });
    expect(JSON.parse(stdout)).toMatchObject({ totals: { errors: 0, warnings: 0 }, problems: [] });
  });

  test('has given the types that stand beside it', async () => {
    await expect(run(process.execPath, [file('scripts/generate.ts'), '--check'])).resolves.toBeDefined();
  });
});
