import { beforeEach, describe, expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/sandbox.js';
import { isLong } from '../runs.js';
import { codeIn, connect, MINUTE, MOMENT, type Reply, send, signInUrl } from './api.js';

let sandbox: Sandbox;

beforeEach(() => {
  sandbox = createSandbox({ now: MOMENT });
});

type Parameters = Readonly<Record<string, string>>;

const request = (more: Parameters = {}): Parameters => ({
  response_type: 'code',
  client_id: sandbox.application.clientId,
  redirect_uri: sandbox.application.redirectUri,
  ...more,
});

const open = (parameters: Parameters) =>
  send(sandbox, `${sandbox.baseUrl}/oauth/authorize?${new URLSearchParams(parameters)}`);

const choose = (parameters: Parameters) => post('authorize', parameters);

function post(path: string, parameters: Parameters): Promise<Reply> {
  return send(sandbox, `${sandbox.baseUrl}/oauth/${path}`, {
    method: 'POST',
    body: new URLSearchParams(parameters),
  });
}

const newCode = async (): Promise<string> => codeIn(await sandbox.authorize(signInUrl(sandbox)));

const exchange = (code: string, more: Parameters = {}) =>
  post('token', {
    client_id: sandbox.application.clientId,
    client_secret: sandbox.application.clientSecret,
    redirect_uri: sandbox.application.redirectUri,
    grant_type: 'authorization_code',
    code,
    ...more,
  });

describe('the page', () => {
  test('offers to authorize and to deny', async () => {
    const { status, headers, body } = await open(request({ state: 'abc' }));
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(body).toContain('<form method="post" action="authorize">');
    expect(body).toContain('>Authorize</button>');
    expect(body).toContain('>Deny</button>');
    expect(body).toContain('name="state" value="abc"');
  });

  test('escapes whatever it shows', async () => {
    const state = `"><script>alert('x')</script>&`;
    const { body } = await open(request({ state }));
    expect(body).not.toContain('<script>');
    expect(body).toContain('value="&#34;&#62;&#60;script&#62;');
  });

  test.each([
    'https://attacker.example/',
    'http://localhost:3000/callback?x=1',
    'http://localhost:3000/Callback',
    '',
  ])('does not redirect to %s', async (redirect_uri) => {
    for (const answer of [
      open(request({ redirect_uri })),
      choose(request({ redirect_uri, decision: 'authorize' })),
    ]) {
      const { status, headers, body } = await answer;
      expect([status, headers.get('location')]).toEqual([400, null]);
      expect(body).not.toContain('<form');
    }
  });

  test('does not redirect when there are two addresses', async () => {
    const query = `${new URLSearchParams(request())}&redirect_uri=https%3A%2F%2Fattacker.example`;
    expect((await send(sandbox, `${sandbox.baseUrl}/oauth/authorize?${query}`)).status).toBe(400);
  });

  test('knows only registered applications', async () => {
    expect((await open(request({ client_id: 'x' }))).status).toBe(400);
  });

  test('sends other response types back as an error', async () => {
    const { status, headers } = await open(request({ response_type: 'token', state: 's' }));
    expect(status).toBe(302);
    expect(headers.get('location')).toBe(
      'http://localhost:3000/callback?error=unsupported_response_type&state=s',
    );
  });

  test('authorizing returns a code of 64 characters and the state as it was', async () => {
    const state = 'a b&c=ü"<';
    const { status, headers } = await choose(request({ state, decision: 'authorize' }));
    const target = new URL(headers.get('location') ?? '');
    expect([status, target.origin + target.pathname]).toEqual([302, sandbox.application.redirectUri]);
    expect(target.searchParams.get('code')).toHaveLength(64);
    expect(target.searchParams.get('state')).toBe(state);
  });

  test('denying returns access_denied and no code', async () => {
    const { headers } = await choose(request({ state: 's', decision: 'deny' }));
    expect(headers.get('location')).toBe('http://localhost:3000/callback?error=access_denied&state=s');
  });

  test('keeps the query of the registered address', async () => {
    sandbox = createSandbox({ redirectUri: 'https://app.example/back?tab=1' });
    const { headers } = await choose(request({ decision: 'deny' }));
    expect(headers.get('location')).toBe('https://app.example/back?tab=1&error=access_denied');
  });
});

describe('the person that the sandbox plays', () => {
  test('authorizes: the redirect address has a code and the state', async () => {
    const back = new URL(await sandbox.authorize(signInUrl(sandbox, { state: 'a b&c=ü' })));
    expect(back.origin + back.pathname).toBe(sandbox.application.redirectUri);
    expect(back.searchParams.get('state')).toBe('a b&c=ü');
    const { access_token: token } = (await exchange(codeIn(back.href))).body;
    expect((await connect(sandbox, token).get('my')).body.login).toBe(sandbox.accounts[0].login);
  });

  test('denies: the redirect address has an error and no code', async () => {
    const back = await sandbox.authorize(new URL(signInUrl(sandbox, { state: 's' })), { deny: true });
    expect(back).toBe('http://localhost:3000/callback?error=access_denied&state=s');
  });

  test('is the account that is named, whatever the address says', async () => {
    const [first, second] = sandbox.accounts;
    const url = signInUrl(sandbox, { account: second.login, decision: 'deny' });
    for (const [account, login] of [[undefined, first.login] as const, [second, second.login] as const]) {
      const { access_token: token } = (await exchange(codeIn(await sandbox.authorize(url, { account }))))
        .body;
      expect((await connect(sandbox, token).get('my')).body.login).toBe(login);
    }
  });

  test('comes to a sandbox that listens, behind whatever path', async () => {
    await using server = await sandbox.listen();
    const { search } = new URL(signInUrl(sandbox));
    for (const address of [server.url, 'https://proxy.example/service'])
      expect(codeIn(await sandbox.authorize(`${address}/oauth/authorize${search}`))).toHaveLength(64);
  });

  test.each([
    [{ client_id: 'x' }, 'The sign-in page answered 400: The request cannot be authorized No application'],
    [{ redirect_uri: 'http://localhost:1/a?b=<i>' }, 'asked to return to http://localhost:1/a?b=<i> It is'],
  ])('says what the page says when it leads nowhere: %o', async (more, message) => {
    const authorized = sandbox.authorize(signInUrl(sandbox, { ...more, state: 'private-state' }));
    await expect(authorized).rejects.toThrow(message);
    await expect(authorized).rejects.not.toThrow('private-state');
  });

  test.each([
    ['nowhere', {}, 'the whole address'],
    ['https://app.example/sign-in?state=private-state', {}, 'https://app.example/sign-in is not the address'],
    ['https://app.example/oauth/authorize', { denied: true }, 'denied is not an option'],
    ['https://app.example/oauth/authorize', { deny: 'no' }, 'deny'],
  ])('is not sent to %s with %o', async (url, choice, message) => {
    const authorized = sandbox.authorize(url, choice as object);
    await expect(authorized).rejects.toThrow(TypeError);
    await expect(authorized).rejects.toThrow(message);
    await expect(authorized).rejects.not.toThrow('private-state');
    expect(sandbox.requests).toEqual([]);
  });

  test('meets the faults of the page', async () => {
    sandbox.faults.add({ on: 'POST /oauth/authorize', fault: { kind: 'status', status: 503, body: 'busy' } });
    await expect(sandbox.authorize(signInUrl(sandbox))).rejects.toThrow('answered 503: busy');
  });
});

describe('the token endpoint', () => {
  test('gives a token of the account that authorized', async () => {
    const { status, headers, body } = await exchange(await newCode());
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^.{64}$/),
      token_type: 'bearer',
      expires_in: null,
      refresh_token: null,
      scope: '',
    });
    expect(headers.get('cache-control')).toBe('no-store');
    const account = (await connect(sandbox, body.access_token).get('my')).body;
    expect(account.id).toBe(sandbox.accounts[0]?.userId);
  });

  test('a code works once', async () => {
    const code = await newCode();
    await exchange(code);
    expect(await exchange(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  test('a code expires after ten minutes', async () => {
    const code = await newCode();
    await sandbox.clock.advance(10 * MINUTE);
    expect(await exchange(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  test('a wrong address does not use the code up', async () => {
    const code = await newCode();
    expect((await exchange(code, { redirect_uri: 'http://localhost:3001/callback' })).status).toBe(400);
    expect((await exchange(code)).status).toBe(200);
  });

  test('a sign-in leads back to any registered address, and its code works for that one only', async () => {
    const redirectUri = ['http://localhost:3000/a', 'http://localhost:3000/b'];
    sandbox = createSandbox({ redirectUri });
    for (const redirect_uri of redirectUri) {
      const { headers } = await choose(request({ redirect_uri, decision: 'authorize' }));
      const target = new URL(headers.get('location') ?? '');
      expect(target.href.startsWith(`${redirect_uri}?code=`)).toBe(true);
      const code = target.searchParams.get('code') ?? '';
      const [another] = redirectUri.filter((each) => each !== redirect_uri);
      expect((await exchange(code, { redirect_uri: another ?? '' })).status).toBe(400);
      expect((await exchange(code, { redirect_uri })).status).toBe(200);
    }
    expect((await open(request({ redirect_uri: 'http://localhost:3000/c' }))).status).toBe(400);
    const refused = (wrong: unknown, message: string) =>
      expect(() => createSandbox({ redirectUri: wrong as string[] })).toThrow(`createSandbox: ${message}`);
    refused([], 'redirectUri must be a list that is not empty; got an empty list');
    refused(['nowhere'], 'redirectUri[0] must be an address such as http://localhost:3000/callback; got');
    refused([5], 'redirectUri[0] must be an address');
    refused({}, 'redirectUri must be an address');
  });

  test('takes the application by HTTP Basic as well', async () => {
    const { clientId, clientSecret, redirectUri } = sandbox.application;
    const answers = [];
    for (const [secret, more] of [
      [clientSecret, {}],
      [clientSecret, { client_id: clientId, client_secret: clientSecret }],
      [clientSecret, { client_secret: 'another' }],
      ['wrong', {}],
    ] as const) {
      const grant = { grant_type: 'authorization_code', redirect_uri: redirectUri, code: await newCode() };
      const headers = { authorization: `Basic ${btoa(`${clientId}:${secret}`)}` };
      const body = new URLSearchParams({ ...grant, ...more });
      answers.push(await send(sandbox, `${sandbox.baseUrl}/oauth/token`, { method: 'POST', headers, body }));
    }
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
      [200, undefined],
      [200, undefined],
      [400, 'invalid_request'],
      [401, 'invalid_client'],
    ]);
  });

  test.each(['Basic %%%', 'Basic bm9jb2xvbg==', 'Basic JUZGOiVGRg=='])(
    'answers "%s" with a failure',
    async (authorization) => {
      const headers = { authorization };
      const body = new URLSearchParams({ grant_type: 'authorization_code', redirect_uri: 'x', code: 'x' });
      const reply = await send(sandbox, `${sandbox.baseUrl}/oauth/token`, { method: 'POST', headers, body });
      expect([400, 401]).toContain(reply.status);
    },
  );

  test.runIf(isLong)('old unused codes are dropped for new ones', async () => {
    const first = await newCode();
    for (let count = 0; count < 10_000; count += 1) await newCode();
    expect((await exchange(first)).body.error).toBe('invalid_grant');
    expect((await exchange(await newCode())).status).toBe(200);
  });

  test('a code works only for the application and address that it was issued for', async () => {
    const another = sandbox.accounts[1]?.application;
    const foreign = { client_id: another?.clientId ?? '', client_secret: another?.clientSecret ?? '' };
    expect((await exchange(await newCode(), foreign)).body.error).toBe('invalid_grant');
    expect((await exchange(await newCode(), { redirect_uri: 'https://x.example' })).body.error).toBe(
      'invalid_grant',
    );
  });

  test.each([
    ['invalid_client', 401, { client_secret: 'wrong' }],
    ['invalid_client', 401, { client_id: 'wrong' }],
    ['unsupported_grant_type', 400, { grant_type: 'password' }],
    ['invalid_request', 400, { code: '' }],
    ['invalid_request', 400, { grant_type: '' }],
  ])('%s is answered as RFC 6749 says', async (error, status, more) => {
    const reply = await exchange('0'.repeat(64), more);
    expect(reply).toMatchObject({ status, body: { error, error_description: expect.any(String) } });
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  test('accepts only forms', async () => {
    const body = JSON.stringify({ grant_type: 'authorization_code', code: await newCode() });
    const headers = { 'content-type': 'application/json' };
    const reply = await send(sandbox, `${sandbox.baseUrl}/oauth/token`, { method: 'POST', headers, body });
    expect(reply).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });

  test('codes and secrets are not in the list of requests', async () => {
    const code = await newCode();
    const { body } = await exchange(code);
    const shown = JSON.stringify(sandbox.requests);
    for (const secret of [code, sandbox.application.clientSecret, body.access_token])
      expect(shown).not.toContain(secret);
    expect(shown).toContain(sandbox.application.clientId);
  });
});
