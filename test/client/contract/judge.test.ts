import { describe, expect, test } from 'vitest';
import { simpleOrder } from './calls.js';
import { answerProblems, Judge, requestProblems } from './judge.js';
import { operationNamed } from './operations.js';
import { createWorld } from './world.js';

const BASE = 'http://localhost:4010';
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

function get(id: string, path: string, init?: RequestInit): Promise<string[]> {
  return requestProblems(operationNamed(id), new Request(`${BASE}${path}`, init));
}

function post(id: string, body: object, query = ''): Promise<string[]> {
  const init = { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(body) };
  return requestProblems(operationNamed(id), new Request(`${BASE}/anywhere${query}`, init));
}

describe('a request is refused', () => {
  test('with an undeclared query parameter', async () => {
    expect(await get('organizations.list', '/?access_token=t&size=3')).toEqual([
      'the query parameter size is not declared',
    ]);
  });

  test('with a query parameter out of range', async () => {
    expect(await get('organizations.list', '/?access_token=t&per_page=101')).toHaveLength(1);
  });

  test('with a query parameter twice', async () => {
    expect(await get('organizations.list', '/?access_token=t&page=1&page=2')).toHaveLength(1);
  });

  test('without its required query parameters', async () => {
    expect(await get('oauth.authorize', '/?response_type=code')).toHaveLength(2);
  });

  test('without the token', async () => {
    expect(await get('account.get', '/')).toEqual(['the query has 0 access tokens, not 1']);
  });

  test('with the token in a header', async () => {
    const init = { headers: { authorization: 'Bearer t' } };
    expect(await get('account.get', '/?access_token=t', init)).toHaveLength(1);
  });

  test('with the token where the operation wants none', async () => {
    expect(
      await get('oauth.authorize', '/?response_type=code&client_id=c&redirect_uri=r&access_token=t'),
    ).toEqual(['the query has 1 access tokens, not 0']);
  });

  test('with the token in the query of a JSON request', async () => {
    expect(await post('comments.create', { body: 'Hi', access_token: 't' }, '?access_token=t')).toHaveLength(
      1,
    );
  });

  test('without the token in the body of a JSON request', async () => {
    expect(await post('comments.create', { body: 'Hi' })).toHaveLength(1);
  });

  test('with an undeclared field', async () => {
    expect(await post('comments.create', { body: 'Hi', access_token: 't', bold: 1 })).toHaveLength(1);
  });

  test('with an undeclared field deep within', async () => {
    const order = { ...simpleOrder, access_token: 't', escape_text: 1, native: 1 };
    expect(await post('simple.questions.create', order)).toEqual([]);
    const bodies = [{ body: 'Save', bold: 1 }];
    expect(await post('simple.questions.create', { ...order, question_bodies: bodies })).not.toEqual([]);
  });

  test('with a body where none is declared', async () => {
    const init = { method: 'PUT', headers: JSON_TYPE, body: '{}' };
    expect(await get('questions.cancel', '/?access_token=t', init)).toEqual(['a body is not declared']);
  });

  test('with a body of another media type', async () => {
    const init = { method: 'POST', body: 'access_token=t&body=Hi' };
    expect(await get('comments.create', '/', init)).toHaveLength(1);
  });

  test('but not when it comes as a form', async () => {
    const init = { method: 'POST', body: new URLSearchParams({ access_token: 't', body: 'Hi' }) };
    expect(await get('comments.create', '/', init)).toEqual([]);
  });

  test('with a file under a name that the service does not take', async () => {
    const body = new FormData();
    body.append('file', new Blob(['x']), 'picture.png');
    expect(await get('files.upload', '/?access_token=t', { method: 'POST', body })).toHaveLength(1);
  });
});

describe('an answer is refused', () => {
  const answer = (id: string, body: unknown, init: ResponseInit = {}): Promise<string[]> =>
    answerProblems(
      operationNamed(id),
      new Response(JSON.stringify(body), { headers: JSON_TYPE, status: 200, ...init }),
    );
  const pairs = { language_pairs: [] };

  test('with a status that is not described', async () => {
    expect(await answer('languages.list', pairs, { status: 201 })).toEqual(['the status is not described']);
  });

  test('with another media type', async () => {
    const headers = { 'content-type': 'text/plain; charset=utf-8' };
    expect(await answer('languages.list', pairs, { headers })).toHaveLength(1);
  });

  test('without its charset', async () => {
    const headers = { 'content-type': 'application/json' };
    expect(await answer('languages.list', pairs, { headers })).toHaveLength(1);
  });

  test('without what is required', async () => {
    expect(await answer('languages.list', {})).toHaveLength(1);
  });

  test('with a property that the contract does not have', async () => {
    expect(await answer('languages.list', { ...pairs, success: true })).toHaveLength(1);
  });

  test('with another failure than the described one', async () => {
    expect(await answer('languages.list', { message: 'Who are you?' }, { status: 401 })).not.toEqual([]);
  });

  test.each([
    ['without Location', {}],
    ['with a Location that leads nowhere', { location: `${BASE}/api/v1/somewhere/1` }],
  ])('%s where something was made', async (_, headers) => {
    const world = createWorld();
    const { body } = await world.requester.organizations.create({ name: 'Team' }).withResponse();
    const init = { status: 201, headers: { ...JSON_TYPE, ...headers } };
    expect(await answer('organizations.create', body, init)).toHaveLength(1);
  });

  test('with an undeclared property deep within', async () => {
    const { body } = await createWorld()
      .requester.organizations.list()
      .then(({ body }) => ({ body }));
    expect(await answer('organizations.list', body)).toEqual([]);
    const organizations = body.organizations.map((organization) => ({ ...organization, colour: 'red' }));
    expect(await answer('organizations.list', { ...body, organizations })).toHaveLength(2);
  });
});

test('a path that the contract lacks is a problem', async () => {
  const judge = new Judge();
  const { fetch, sandbox } = createWorld({ through: (next) => judge.over(next) });
  await fetch(`${BASE}/api/v1/nowhere?access_token=${sandbox.accessToken}`);
  expect(judge.problems).toEqual(['GET /api/v1/nowhere (404): the contract has no such operation']);
});
