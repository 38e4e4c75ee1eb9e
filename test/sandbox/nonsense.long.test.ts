import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/sandbox.js';
import { runs } from '../runs.js';
import { connect, MOMENT, projectOrder, simpleOrder } from './api.js';

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const;

/** A sandbox with one of everything, and the paths to it. */
async function furnish(): Promise<{ sandbox: Sandbox; paths: readonly string[] }> {
  const sandbox = createSandbox({ now: MOMENT });
  const api = connect(sandbox);
  const { project } = (await api.post('projects', projectOrder())).body;
  const { question } = (await api.post('simple/questions', simpleOrder())).body;
  const { id } = sandbox.translators.translateBody(question.question_bodies[0].id, 'x');
  const ofProject = `questions/${project.questions[0].id}`;
  return {
    sandbox,
    paths: [
      'my',
      'my/organizations',
      'my/questions',
      'my/files',
      'my/files/1',
      'my/application_events',
      'languages',
      'organizations',
      'organizations/1',
      'projects',
      'projects/check',
      `projects/${project.id}`,
      ofProject,
      `${ofProject}/cancel`,
      `${ofProject}/comments`,
      `${ofProject}/comments/1`,
      `${ofProject}/revisions`,
      `${ofProject}/revisions/latest`,
      `${ofProject}/revisions/1/file`,
      'simple/questions',
      'simple/questions/check',
      `simple/questions/${question.id}`,
      `simple/translations/${id}`,
      `simple/translations/${id}/reject`,
      `simple/translations/${id}/comments`,
      `simple/translations/${id}/comments/1`,
      'my/application_events/1',
    ],
  };
}

const field = fc.constantFrom(
  'language_id',
  'translated_language_id',
  'questions',
  'question_bodies',
  'body',
  'type',
  'source_id',
  'title',
  'custom_field',
  'organization_id',
  'individual',
  'translator_list_ids',
  'name',
  'reason',
  'text_format',
  '__proto__',
  'constructor',
  'toString',
  'access_token',
);

const value = fc.oneof(
  fc.constantFrom(
    null,
    true,
    0,
    1,
    -1,
    1e308,
    '',
    '1',
    'en',
    'ja',
    'string',
    'file',
    '\0',
    '\ud800',
    'x'.repeat(300),
  ),
  fc.jsonValue({ maxDepth: 4 }),
  fc.array(fc.dictionary(field, fc.jsonValue({ maxDepth: 2 })), { maxLength: 3 }),
);

/** An object with whatever names, `__proto__` among them, as JSON.parse makes it. */
const params = fc
  .uniqueArray(fc.tuple(field, value), { selector: ([name]) => name, maxLength: 8 })
  .map((pairs) => pairs.map(([name, each]) => `${JSON.stringify(name)}:${JSON.stringify(each)}`));

const contentType = fc.constantFrom(
  'application/json',
  'application/json; charset=shift_jis',
  'application/x-www-form-urlencoded',
  'text/plain',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'application/octet-stream',
  '',
);

async function expectSoberAnswer(sandbox: Sandbox, url: string, init: RequestInit): Promise<void> {
  const response = await sandbox.fetch(url, { redirect: 'manual', ...init });
  const text = await response.text();
  expect(response.status, text).toBeLessThan(500);
  if (response.headers.get('content-type')?.startsWith('text/plain')) return; // a downloaded revision
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(typeof JSON.parse(text)).toBe('object');
}

describe('nonsense is a 4xx', () => {
  test('as parameters of any request, with a valid token', async () => {
    const { sandbox, paths } = await furnish();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...methods),
        fc.constantFrom(...paths),
        params,
        async (method, path, pairs) => {
          const url = `${sandbox.baseUrl}/api/v1/${path}`;
          if (method === 'GET' || method === 'DELETE') {
            await expectSoberAnswer(sandbox, `${url}?access_token=${sandbox.accessToken}`, { method });
            return;
          }
          const body = `{${[...pairs, `"access_token":"${sandbox.accessToken}"`].join(',')}}`;
          await expectSoberAnswer(sandbox, url, {
            method,
            headers: { 'content-type': 'application/json' },
            body,
          });
        },
      ),
      runs(600),
    );
  });

  test('as a body of any type', async () => {
    const { sandbox, paths } = await furnish();
    const bytes = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc.uint8Array().map((each) => String.fromCharCode(...each)),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('POST', 'PUT'),
        fc.constantFrom(...paths),
        contentType,
        bytes,
        async (...given) => {
          const [method, path, type, text] = given;
          const url = `${sandbox.baseUrl}/api/v1/${path}?access_token=${sandbox.accessToken}`;
          const body = new TextEncoder().encode(text);
          await expectSoberAnswer(sandbox, url, {
            method,
            headers: type === '' ? {} : { 'content-type': type },
            body,
          });
        },
      ),
      runs(500),
    );
  });

  test('as a form with any names', async () => {
    const { sandbox } = await furnish();
    const part = fc.constantFrom(
      'questions',
      'question_bodies',
      '[]',
      '[body]',
      '[type]',
      '[',
      ']',
      '[__proto__]',
      '__proto__',
      '',
    );
    const name = fc.array(part, { maxLength: 9 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(name, fc.string()), { maxLength: 6 }), async (pairs) => {
        const body = new URLSearchParams([...pairs, ['access_token', sandbox.accessToken]]);
        await expectSoberAnswer(sandbox, `${sandbox.baseUrl}/api/v1/projects`, { method: 'POST', body });
      }),
      runs(300),
    );
    expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('body');
  });

  test('as a path or query', async () => {
    const { sandbox } = await furnish();
    const segment = fc.oneof(
      fc.constantFrom('questions', 'my', '..', '%', '%ZZ', '%2e%2e', '%00', '9'.repeat(40), ''),
      fc.string(),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(segment, { maxLength: 5 }),
        fc.dictionary(fc.string(), fc.string()),
        async (path, query) => {
          const search = new URLSearchParams({ ...query, access_token: sandbox.accessToken });
          await expectSoberAnswer(
            sandbox,
            `${sandbox.baseUrl}/api/v1/${path.join('/')}?${search}`.replace(/#/g, ''),
            {},
          );
        },
      ),
      runs(400),
    );
  });

  test('as parameters of the authorization page and the token endpoint', async () => {
    const { sandbox } = await furnish();
    const { clientId, clientSecret, redirectUri } = sandbox.application;
    const name = fc.constantFrom(
      'client_id',
      'client_secret',
      'redirect_uri',
      'response_type',
      'state',
      'code',
      'decision',
      'grant_type',
    );
    const given = fc.oneof(
      fc.constantFrom(clientId, clientSecret, redirectUri, 'code', 'authorize', 'authorization_code'),
      fc.string(),
    );
    const pairs = fc.array(fc.tuple(name, given), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('authorize', 'token'),
        fc.boolean(),
        pairs,
        async (path, inQuery, parameters) => {
          const search = new URLSearchParams(parameters);
          const url = `${sandbox.baseUrl}/oauth/${path}`;
          const init: RequestInit = {
            redirect: 'manual',
            ...(inQuery ? {} : { method: 'POST', body: search }),
          };
          const response = await sandbox.fetch(inQuery ? `${url}?${search}` : url, init);
          expect(response.status).toBeLessThan(500);
          const location = response.headers.get('location');
          if (location !== null) expect(location.startsWith(`${redirectUri}?`)).toBe(true);
        },
      ),
      runs(400),
    );
  });

  test('as JSON that is nested too deep', async () => {
    const { sandbox } = await furnish();
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const body = `{"access_token":"${sandbox.accessToken}","question_bodies":${deep},"name":${deep}}`;
    for (const path of ['simple/questions', 'projects', 'organizations']) {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
      await expectSoberAnswer(sandbox, `${sandbox.baseUrl}/api/v1/${path}`, init);
    }
  });

  test('as too many entries', async () => {
    const { sandbox } = await furnish();
    const { status, body } = await connect(sandbox).post(
      'simple/questions',
      simpleOrder(new Array(1001).fill('x')),
    );
    expect([status, body.errors]).toEqual([
      422,
      { question_bodies: 'is too long (maximum is 1000 entries)' },
    ]);
  });
});
