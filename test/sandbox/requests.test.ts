import { beforeEach, describe, expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/sandbox.js';
import { isLong } from '../runs.js';
import { type Api, connect, MOMENT, projectOrder, send, simpleOrder, upload } from './api.js';

let sandbox: Sandbox;
let api: Api;

beforeEach(() => {
  sandbox = createSandbox({ now: MOMENT });
  api = connect(sandbox);
});

const url = (path: string) => `${sandbox.baseUrl}/api/v1/${path}`;
const jsonPost = (body: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body,
});
const requiresAuthentication = { success: false, message: 'Requires authentication', error_code: 401 };
const pageNotFound = { success: false, message: 'Page not Found', error_code: 404 };

describe('where the token counts', () => {
  test('a read without a token, with a wrong one, or with two is a 401', async () => {
    const token = `access_token=${sandbox.accessToken}`;
    for (const query of ['', '?access_token=', `?access_token=${'0'.repeat(64)}`, `?${token}&${token}`]) {
      const { status, body } = await send(sandbox, url(`my${query}`));
      expect([status, body]).toEqual([401, requiresAuthentication]);
    }
  });

  test('a token in a header is ignored', async () => {
    const headers = { authorization: `Bearer ${sandbox.accessToken}`, 'x-access-token': sandbox.accessToken };
    expect((await send(sandbox, url('my'), { headers })).status).toBe(401);
  });

  test('a token in the address counts beside a JSON body; another one in the body is a 401', async () => {
    const { accessToken, accounts } = sandbox;
    const statuses = [];
    for (const token of [undefined, accessToken, accounts[1]?.accessToken, '', null]) {
      const init = jsonPost(JSON.stringify({ name: 'x', access_token: token }));
      statuses.push(
        (await send(sandbox, `${url('organizations')}?access_token=${accessToken}`, init)).status,
      );
    }
    expect(statuses).toEqual([201, 201, 401, 401, 401]);
  });

  test('a token in a body of another type is ignored', async () => {
    const body = JSON.stringify({ name: 'x', access_token: sandbox.accessToken });
    const init = { method: 'POST', headers: { 'content-type': 'text/plain' }, body };
    expect((await send(sandbox, url('organizations'), init)).status).toBe(401);
  });

  test('a token in the body of a DELETE is ignored', async () => {
    const { id } = (await api.post('projects', projectOrder())).body.project.questions[0];
    const comment = sandbox.translators.commentOnQuestion(id, 'Hello');
    const init = { ...jsonPost(JSON.stringify({ access_token: sandbox.accessToken })), method: 'DELETE' };
    expect((await send(sandbox, url(`questions/${id}/comments/${comment.id}`), init)).status).toBe(401);
  });

  test('a token among the parts of an upload counts, but not as a file', async () => {
    const form = new FormData();
    form.set('file', new File(['x'], 'a.txt'));
    form.set('access_token', sandbox.accessToken);
    expect((await send(sandbox, url('my/files'), { method: 'POST', body: form })).status).toBe(200);
    form.set('access_token', new File([sandbox.accessToken], 'token'));
    expect((await send(sandbox, url('my/files'), { method: 'POST', body: form })).status).toBe(401);
  });

  test('a multipart form has parameters like any other form', async () => {
    const form = new FormData();
    const fields = { language_id: 'en', translated_language_id: 'ja', access_token: sandbox.accessToken };
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('questions[][type]', 'string');
    form.append('questions[][body]', 'Good morning');
    form.append('questions[][double_check]', '1');
    const { status, body } = await send(sandbox, url('projects'), { method: 'POST', body: form });
    expect([status, body.project.questions[0].double_check, body.project.point]).toEqual([201, true, 55]);
  });

  test('a cancellation takes it from the body, or from the query when it has no body', async () => {
    const place = async () => (await api.post('projects', projectOrder())).body.project.questions[0].id;
    expect((await api.put(`questions/${await place()}/cancel`)).status).toBe(200);
    expect((await api.put(`questions/${await place()}/cancel`, {})).status).toBe(200);
  });
});

describe('failures', () => {
  test('JSON that cannot be parsed is a 403', async () => {
    for (const text of ['{', '{"a":1}}', 'nonsense', '\u0000']) {
      const { status, body } = await send(sandbox, url('organizations'), jsonPost(text));
      expect([status, body]).toEqual([403, { message: 'Problems parsing JSON' }]);
    }
  });

  test('JSON that is not UTF-8 is a 403', async () => {
    const body = new Uint8Array([0x22, 0xff, 0x22]);
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
    expect((await send(sandbox, url('organizations'), init)).status).toBe(403);
  });

  test('an unknown path, method or id is a 404', async () => {
    const paths = [
      'nothing',
      'my/',
      'questions/abc',
      'questions/0',
      'questions/99999999999999999999',
      'questions/-1',
    ];
    for (const path of paths) {
      const { status, body } = await api.get(path);
      expect([path, status, body]).toEqual([path, 404, pageNotFound]);
    }
    expect((await send(sandbox, url('my'), { method: 'PATCH' })).status).toBe(404);
    expect((await send(sandbox, `${sandbox.baseUrl}/`)).body).toEqual(pageNotFound);
  });

  test('every answer is JSON in UTF-8', async () => {
    for (const path of ['my', 'languages', 'nothing', 'questions/1']) {
      expect((await api.get(path)).headers.get('content-type')).toBe('application/json; charset=utf-8');
    }
  });

  test('a body of more than 10 MiB is a 413', async () => {
    const { status, body } = await api.post('organizations', { name: 'x'.repeat(11 * 2 ** 20) });
    expect([status, body.error_code]).toEqual([413, 413]);
  });

  test('preflight requests of browsers are allowed', async () => {
    const response = await sandbox.fetch(url('projects'), { method: 'OPTIONS' });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-methods')).toContain('PUT');
    expect((await api.get('my')).headers.get('access-control-allow-origin')).toBe('*');
  });
});

describe('what belongs to another account', () => {
  test('is a 404 whatever is done to it', async () => {
    const project = (await api.post('projects', projectOrder())).body.project;
    const simple = (await api.post('simple/questions', simpleOrder())).body.question;
    const { id: translation } = sandbox.translators.translateBody(simple.question_bodies[0].id, 'x');
    const file = (await upload(sandbox, 'a.txt', 'x')).body.question_source.id;
    const question = project.questions[0].id;
    const comment = (await api.post(`questions/${question}/comments`, { body: 'x' })).body.comment.id;
    const event = sandbox.events.ids()[0];
    const another = connect(sandbox, sandbox.accounts[1]?.accessToken);
    const reads = [
      `organizations/${project.organization_id}`,
      `projects/${project.id}`,
      `questions/${question}`,
      `questions/${question}/comments`,
      `questions/${question}/comments/${comment}`,
      `questions/${question}/revisions`,
      `simple/questions/${simple.id}`,
      `simple/translations/${translation}`,
      `my/files/${file}`,
      `my/application_events/${event}`,
    ];
    for (const path of reads) expect([path, (await another.get(path)).status]).toEqual([path, 404]);
    const reason = 'sixteen or more letters';
    expect((await another.put(`questions/${question}/cancel`)).status).toBe(404);
    expect((await another.put(`simple/questions/${simple.id}/cancel`)).status).toBe(404);
    expect((await another.put(`simple/translations/${translation}/reject`, { reason })).status).toBe(404);
    expect((await another.delete(`questions/${question}/comments/${comment}`)).status).toBe(404);
    expect((await another.get('my/questions')).body.total_count).toBe(0);
    expect((await another.get('my/application_events')).body.total_count).toBe(0);
  });

  test('cannot be ordered from, nor paid with', async () => {
    const another = connect(sandbox, sandbox.accounts[1]?.accessToken);
    const source_id = (await upload(sandbox, 'a.txt', 'x')).body.question_source.id;
    await sandbox.clock.advance(2000);
    const organization_id = sandbox.accounts[0]?.organizationIds[0];
    const order = projectOrder({ type: 'file', body: null, source_id }, { organization_id });
    expect((await another.post('projects', order)).body.errors).toEqual({
      organization_id: 'is invalid',
      'questions[0].source_id': 'is invalid',
    });
  });
});

describe('organizations and account', () => {
  test('the account is read at the top level of its answer', async () => {
    const { body } = await api.get('my');
    expect(body).toMatchObject({ success: true, translator: false, id: sandbox.accounts[0]?.userId });
    expect(body.default_organization.id).toBe(body.default_organization_id);
  });

  test('a new organization has no points', async () => {
    const created = await api.post('organizations', { name: 'New', description: 'For tests' });
    expect(created.status).toBe(201);
    expect(created.headers.get('location')).toBe(created.body.organization.url);
    const { id } = created.body.organization;
    expect((await api.get(`organizations/${id}`)).body.organization).toMatchObject({
      name: 'New',
      description: 'For tests',
      default: 0,
      point: 0,
      available_point: 0,
    });
    expect((await api.post('projects', projectOrder({}, { organization_id: id }))).body.errors).toEqual({
      point: 'is not enough',
    });
    expect((await api.post('organizations', {})).body.errors).toEqual({ name: "can't be blank" });
  });

  test('language pairs come without success and message, one of them with one language', async () => {
    const { body } = await api.get('languages');
    expect(Object.keys(body)).toEqual(['language_pairs']);
    const same = body.language_pairs.filter(
      (pair: { language_id: string; translated_language_id: string }) =>
        pair.language_id === pair.translated_language_id,
    );
    expect(same.length).toBeGreaterThan(0);
  });
});

describe('pages', () => {
  test('there are 30 entries on a page, never more than 100, and none beyond the end', async () => {
    sandbox.events.append(250);
    const read = async (query: string) => (await api.get(`my/application_events${query}`)).body;
    expect(await read('')).toMatchObject({ page: 1, per_page: 30, total_pages: 9, total_count: 250 });
    expect((await read('')).events).toHaveLength(30);
    expect(await read('?per_page=500')).toMatchObject({ per_page: 100, total_pages: 3 });
    expect((await read('?per_page=500')).events).toHaveLength(100);
    expect(await read('?page=10&per_page=100')).toMatchObject({ page: 10, total_count: 250, events: [] });
    expect((await read('?page=3&per_page=100')).events).toHaveLength(50);
  });

  test.each(['page=0', 'page=x', 'per_page=1.5', 'per_page='])('%s is a 422', async (query) => {
    const { status, body } = await api.get(`my/questions?${query}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, [query.split('=')[0]]]);
  });

  test('organizations are paged as well', async () => {
    const { body } = await api.get('my/organizations?per_page=1&page=2');
    expect(body).toMatchObject({
      total_count: 2,
      total_pages: 2,
      organizations: [{ name: 'Small organization' }],
    });
  });
});

describe('addresses and times', () => {
  test('addresses name the host that was called', async () => {
    const response = await sandbox.fetch(
      `https://service.example/api/v1/my?access_token=${sandbox.accessToken}`,
    );
    const body = (await response.json()) as { default_organization: { url: string } };
    expect(body.default_organization.url).toMatch(
      /^https:\/\/service\.example\/api\/v1\/organizations\/\d+$/,
    );
  });

  test('with publicUrl, addresses name that host instead', async () => {
    sandbox = createSandbox({ now: MOMENT, publicUrl: 'https://public.example/' });
    const { headers, body } = await connect(sandbox).post('projects', projectOrder());
    expect(headers.get('location')).toBe(`https://public.example/api/v1/projects/${body.project.id}`);
    expect(body.project.questions[0].html_url).toMatch(/^https:\/\/public\.example\//);
  });

  test('milliseconds are exact in creation answers and 000 in reads', async () => {
    await sandbox.clock.advance(123);
    const { project } = (await api.post('projects', projectOrder())).body;
    expect(project.created_at).toBe('2026-01-01T09:00:00.123+09:00');
    expect((await api.get(`projects/${project.id}`)).body.project.created_at).toBe(
      '2026-01-01T09:00:00.000+09:00',
    );
  });
});

describe('the list of requests', () => {
  test('shows what arrived, without secrets wherever they stand', async () => {
    await api.get('my?page=1&page=2');
    await api.post('organizations', {
      name: `My ${sandbox.accessToken}`,
      nested: { code: 'secret', refresh_token: ['secret'] },
    });
    await upload(sandbox, 'a.txt', 'abc');
    await api.get(`questions/${sandbox.accessToken}`);
    const account = sandbox.accounts[0].login;
    expect(sandbox.requests).toEqual([
      {
        method: 'GET',
        path: '/api/v1/my',
        account,
        query: { page: ['1', '2'], access_token: '[redacted]' },
        body: undefined,
        status: 200,
      },
      {
        method: 'POST',
        path: '/api/v1/organizations',
        account,
        query: {},
        body: {
          name: 'My [redacted]',
          nested: { code: '[redacted]', refresh_token: '[redacted]' },
          access_token: '[redacted]',
        },
        status: 201,
      },
      {
        method: 'POST',
        path: '/api/v1/my/files',
        account,
        query: { access_token: '[redacted]' },
        body: { file: { name: 'a.txt', type: expect.any(String), size: 3 } },
        status: 200,
      },
      expect.objectContaining({ path: '/api/v1/questions/[redacted]', status: 404 }),
    ]);
    expect(JSON.stringify(sandbox.requests)).not.toContain(sandbox.accessToken);
  });

  test.each([1, 63, 64, 65])(
    'shows no part of a secret that a cut would leave %i characters of',
    async (left) => {
      const name = `${'x'.repeat(10_000 - left)}${sandbox.accessToken}${'y'.repeat(100)}`;
      await api.post('organizations', { name });
      const shown = String(Object(sandbox.requests[0]?.body).name);
      const rest = left < 64 ? '' : '[redacted]';
      expect(shown).toBe(`${'x'.repeat(10_000 - left)}${rest}${left > 64 ? 'y' : ''}…`);
    },
  );

  test('keeps at most 16 MiB of bodies, the newest ones, and every entry', async () => {
    const name = 'x'.repeat(9_000);
    for (let count = 0; count < 1_500; count += 1) await api.post('organizations', { name });
    await upload(sandbox, 'a.txt', 'abc');
    const { requests } = sandbox;
    const kept = requests.filter(({ body }) => body !== '[dropped]');
    expect(requests).toHaveLength(1_501);
    expect(2 * name.length * kept.length).toBeLessThan(16 * 2 ** 20);
    expect(kept.length).toBeGreaterThan(900);
    expect(requests.slice(-kept.length)).toEqual(kept);
    expect(requests[0]).toMatchObject({ path: '/api/v1/organizations', body: '[dropped]', status: 422 });
    sandbox.reset();
    api = connect(sandbox);
    await api.post('organizations', { name });
    expect(sandbox.requests[0]?.body).toMatchObject({ name });
  });

  test('copies no more than 100,000 values of a body', async () => {
    const list = new Array(300_000).fill(1);
    const record = Object.fromEntries(list.map((each, at) => [`n${at}`, each]));
    for (const given of isLong ? [list, record, list.map((each) => [each])] : [list]) {
      await api.post('projects', { list: given });
      const { body } = sandbox.requests.at(-1) ?? {};
      const [last = ''] = Object.entries(Object(body).list).slice(-1);
      expect(last).toContain('[more]');
      expect(JSON.stringify(body).length).toBeLessThan(2_000_000);
    }
  });

  test('drops a single body that is too large to be kept', async () => {
    const questions = Array.from({ length: 1_000 }, () => 'x'.repeat(9_900));
    await api.post('projects', { questions });
    expect(sandbox.requests).toMatchObject([{ path: '/api/v1/projects', body: '[dropped]', status: 422 }]);
  });
});
