import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createSandbox, type Sandbox, type SandboxServer } from '../../src/sandbox.js';
import { folderOr, type Installed, install } from './install.js';
import { run } from './run.js';

// The specification says that a standard OAuth client may be used. Some refuse `expires_in: null`, which it prescribes.
// The page of examples/sign-in says which, in With another OAuth client.

const { tarball } = inject('packed');

/** What every program is given. */
const GIVEN = `
const { baseUrl, clientId, clientSecret, redirectUri } = JSON.parse(process.argv[2]);
const authorize = baseUrl + '/oauth/authorize';
const token = baseUrl + '/oauth/token';
const state = 'a-state-of-this-session';
/** What the browser and the person do. Gives the address that the browser is redirected to. */
const visit = async (address) => {
  const body = JSON.stringify({ url: String(address) });
  const { redirect } = await (await fetch(baseUrl + '/_sandbox/authorize', { method: 'POST', body })).json();
  return new URL(redirect);
};
`;

const example = new URL('../../examples/sign-in/', import.meta.url);
const page = readFileSync(new URL('README.md', example), 'utf8');
/** The fetch of the example, which is a part of each program. */
const customFetch = readFileSync(new URL('without-nulls.ts', example), 'utf8');

const OAUTH4WEBAPI = `
import * as oauth from 'oauth4webapi';
const server = { issuer: baseUrl, authorization_endpoint: authorize, token_endpoint: token };
const client = { client_id: clientId };
const query = new URLSearchParams({ response_type: 'code', client_id: clientId, redirect_uri: redirectUri, state });
const parameters = oauth.validateAuthResponse(server, client, await visit(authorize + '?' + query), state);
const options = { [oauth.allowInsecureRequests]: true, ...(FETCH && { [oauth.customFetch]: FETCH }) };
const secret = oauth.ClientSecretPost(clientSecret);
const pkce = oauth.nopkce;
const answer = await oauth.authorizationCodeGrantRequest(server, client, secret, parameters, redirectUri, pkce, options);
const { access_token } = await oauth.processAuthorizationCodeResponse(server, client, answer);
`;

const OPENID_CLIENT = `
import * as oidc from 'openid-client';
const server = { issuer: baseUrl, authorization_endpoint: authorize, token_endpoint: token };
const config = new oidc.Configuration(server, clientId, clientSecret);
oidc.allowInsecureRequests(config);
if (FETCH) config[oidc.customFetch] = FETCH;
const back = await visit(oidc.buildAuthorizationUrl(config, { redirect_uri: redirectUri, state }));
const { access_token } = await oidc.authorizationCodeGrant(config, back, { expectedState: state });
`;

const SIMPLE_OAUTH2 = `
import { AuthorizationCode } from 'simple-oauth2';
const client = new AuthorizationCode({
  client: { id: clientId, secret: clientSecret },
  auth: { tokenHost: baseUrl },
  options: { authorizationMethod: 'body' },
});
const back = await visit(client.authorizeURL({ redirect_uri: redirectUri, state }));
if (back.searchParams.get('state') !== state) throw new Error('another state');
const { token: { access_token } } = await client.getToken({ code: back.searchParams.get('code'), redirect_uri: redirectUri });
`;

const PASSPORT_OAUTH2 = `
import OAuth2Strategy from 'passport-oauth2';
const options = { authorizationURL: authorize, tokenURL: token, clientID: clientId, clientSecret, callbackURL: redirectUri, state: true };
const session = {};
const signIn = (query) => new Promise((resolve, reject) => {
  const strategy = new OAuth2Strategy(options, (accessToken, refreshToken, profile, done) => done(null, { accessToken }));
  Object.assign(strategy, { redirect: resolve, success: resolve, error: reject, fail: (info) => reject(new Error(JSON.stringify(info))) });
  strategy.authenticate({ query, session, headers: {}, connection: {} }, {});
});
const back = await visit(await signIn({}));
const { accessToken: access_token } = await signIn(Object.fromEntries(back.searchParams));
`;

const BADGATEWAY = `
import { OAuth2Client } from '@badgateway/oauth2-client';
const client = new OAuth2Client({
  clientId, clientSecret, authorizationEndpoint: authorize, tokenEndpoint: token,
  authenticationMethod: 'client_secret_post',
});
const back = await visit(await client.authorizationCode.getAuthorizeUri({ redirectUri, state }));
const { accessToken: access_token } = await client.authorizationCode.getTokenFromCodeRedirect(back, { redirectUri, state });
`;

const CLIENT_OAUTH2 = `
import ClientOAuth2 from 'client-oauth2';
const client = new ClientOAuth2({ clientId, clientSecret, authorizationUri: authorize, accessTokenUri: token, redirectUri, state });
const back = await visit(client.code.getUri());
const { accessToken: access_token } = await client.code.getToken(back.href, BODY);
`;

const ARCTIC = `
import { OAuth2Client } from 'arctic';
const client = new OAuth2Client(clientId, clientSecret, redirectUri);
const back = await visit(client.createAuthorizationURL(authorize, state, []));
const tokens = await client.validateAuthorizationCode(token, back.searchParams.get('code'), null);
const access_token = tokens.accessToken();
`;

const VERSIONS = {
  oauth4webapi: '3.8.8',
  'openid-client': '6.8.9',
  'simple-oauth2': '5.1.0',
  'passport-oauth2': '1.8.0',
  '@badgateway/oauth2-client': '3.3.1',
  'client-oauth2': '4.3.3',
  arctic: '3.7.0',
};

let installed: Installed;
let sandbox: Sandbox;
let server: SandboxServer;

beforeAll(async () => {
  installed = await install(tarball, 'oauth-clients', VERSIONS);
  sandbox = createSandbox();
  server = await sandbox.listen();
}, 300_000);

afterAll(() => server.close());

/** Signs the account in with a program. @returns the access token, and the names of what the token request had */
async function signIn(folder: string, program: string): Promise<{ token: string; sent: string[] }> {
  const { clientId, clientSecret, redirectUri } = sandbox.application;
  const given = JSON.stringify({ baseUrl: server.url, clientId, clientSecret, redirectUri });
  await writeFile(join(folder, 'program.mts'), `${GIVEN}${customFetch}${program}console.log(access_token);`);
  const { stdout } = await run(process.execPath, ['program.mts', given], { cwd: folder });
  const request = sandbox.requests.findLast(({ path }) => path === '/oauth/token');
  return { token: stdout.trim(), sent: Object.keys(Object(request?.body)).toSorted() };
}

const PRESCRIBED = ['client_id', 'client_secret', 'code', 'grant_type', 'redirect_uri'];

test('the page of the example names the versions that are tried here', () => {
  for (const [name, version] of Object.entries(VERSIONS)) expect(page).toContain(`\`${name}\` (${version})`);
});

describe('an account can be signed in', () => {
  test.for([
    ['simple-oauth2', SIMPLE_OAUTH2],
    ['passport-oauth2', PASSPORT_OAUTH2],
    ['@badgateway/oauth2-client', BADGATEWAY],
    [
      'client-oauth2, with the application in the body',
      CLIENT_OAUTH2.replace('BODY', '{ body: { client_id: clientId, client_secret: clientSecret } }'),
    ],
    ['oauth4webapi, with a fetch that leaves nulls out', OAUTH4WEBAPI.replaceAll('FETCH', 'customFetch')],
    ['openid-client, with a fetch that leaves nulls out', OPENID_CLIENT.replaceAll('FETCH', 'customFetch')],
  ] as const)('with %s', async ([, program], context) => {
    const { token, sent } = await signIn(folderOr(context, installed), program);
    expect(token).toHaveLength(64);
    expect(sent).toEqual(PRESCRIBED);
    const answer = await fetch(`${server.url}/api/v1/my?access_token=${token}`);
    expect(await answer.json()).toMatchObject({ id: sandbox.accounts[0]?.userId });
  });

  test.for([
    ['oauth4webapi', OAUTH4WEBAPI.replaceAll('FETCH', 'undefined')],
    ['openid-client', OPENID_CLIENT.replaceAll('FETCH', 'undefined')],
  ] as const)('but not with %s alone: it refuses expires_in: null', async ([, program], context) => {
    const signedIn = signIn(folderOr(context, installed), program);
    await expect(signedIn).rejects.toThrow(/"expires_in" property must be a number/);
  });

  test.for([
    ['arctic', ARCTIC],
    ['client-oauth2', CLIENT_OAUTH2.replace('BODY', '{}')],
  ] as const)('with %s only where the service takes HTTP Basic', async ([, program], context) => {
    const { sent } = await signIn(folderOr(context, installed), program);
    expect(sent).not.toContain('client_secret');
  });
});
