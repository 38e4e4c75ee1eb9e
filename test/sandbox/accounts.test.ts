import { beforeEach, describe, expect, test } from 'vitest';
import { Requester } from '../../src/index.js';
import { createSandbox, type Sandbox } from '../../src/sandbox.js';
import { codeIn, connect, MOMENT, send, signInUrl, simpleOrder } from './api.js';

let sandbox: Sandbox;

beforeEach(() => {
  sandbox = createSandbox({ now: MOMENT });
});

/** Signs the account in to the first application. @returns its token */
async function signIn(account?: { readonly login: string }): Promise<string> {
  const { clientId, clientSecret, redirectUri } = sandbox.application;
  const code = codeIn(await sandbox.authorize(signInUrl(sandbox), { account }));
  const grant = { client_id: clientId, client_secret: clientSecret, redirect_uri: redirectUri, code };
  return (await post('token', { ...grant, grant_type: 'authorization_code' })).body.access_token;
}

function post(path: string, form: Record<string, string>) {
  const body = new URLSearchParams(form);
  return send(sandbox, `${sandbox.baseUrl}/oauth/${path}`, { method: 'POST', body });
}

describe('an application', () => {
  test('is signed in to by the account that the page names, or by its owner', async () => {
    const [first, second] = sandbox.accounts;
    for (const [given, account] of [[undefined, first] as const, [second, second] as const]) {
      const { body } = await connect(sandbox, await signIn(given)).get('my');
      expect([body.id, body.login]).toEqual([account.userId, account.login]);
    }
  });

  test('offers every account on its page, its owner first', async () => {
    for (const { application } of sandbox.accounts) {
      const { clientId: client_id, redirectUri: redirect_uri } = application;
      const query = new URLSearchParams({ response_type: 'code', client_id, redirect_uri });
      const { body } = await send(sandbox, `${sandbox.baseUrl}/oauth/authorize?${query}`);
      const offered = [...body.matchAll(/<option>([^<]+)/g)].map(([, login]) => login);
      expect(offered[0]).toBe(
        sandbox.accounts.find((each) => each.application.clientId === client_id)?.login,
      );
      expect(offered.sort()).toEqual(['first-requester', 'second-requester']);
    }
  });

  test('is not signed in to by an account that does not exist', async () => {
    const { clientId: client_id, redirectUri: redirect_uri } = sandbox.application;
    const request = { response_type: 'code', client_id, redirect_uri, account: '<b>', decision: 'authorize' };
    const { status, headers, body } = await post('authorize', request);
    expect([status, headers.get('location')]).toEqual([400, null]);
    expect(body).not.toContain('<b>');
  });

  test('gets the events of every order that was placed through it, at its own address', async () => {
    const [first, second] = sandbox.accounts;
    const received: { url: string; application_id: number; organization_id: number }[] = [];
    sandbox.deliveries.to('https://app.example/events', async (request) => {
      received.push({ url: request.url, ...(await request.json()) });
      return new Response();
    });
    for (const token of [first.accessToken, await signIn(second)])
      await connect(sandbox, token).post('simple/questions', simpleOrder(['one']));
    await connect(sandbox, second.accessToken).post('simple/questions', simpleOrder(['one']));
    await sandbox.deliveries.idle();
    const organizations = [first, second, second].map(({ organizationIds }) => organizationIds[0]);
    expect(received.map((event) => event.organization_id)).toEqual(organizations);
    const [one, two, own] = received.map((event) => event.application_id);
    expect([two, own === one]).toEqual([one, false]);
    expect(received.map(({ url }) => url)).toEqual(Array(3).fill('https://app.example/events'));
  });

  test('keeps its orders, tokens and codes in a snapshot', async () => {
    const [, second] = sandbox.accounts;
    const token = await signIn(second);
    await connect(sandbox, token).post('projects', {
      language_id: 'en',
      translated_language_id: 'ja',
      questions: [{ type: 'string', body: 'one' }],
    });
    const before = (await connect(sandbox, token).get('my/application_events')).body.events;
    sandbox = createSandbox({ now: MOMENT, snapshot: JSON.parse(JSON.stringify(sandbox.snapshot())) });
    expect((await connect(sandbox, token).get('my/application_events')).body.events).toEqual(before);
  });
});

describe('the second account', () => {
  test('has a client and places orders like the first one', async () => {
    const [first, second] = sandbox.accounts;
    const client = sandbox.requester(Requester, { account: second, retries: 0 });
    const { login } = await client.account.get();
    expect(login).toBe(second.login);
    expect((await sandbox.requester(Requester).account.get()).login).toBe(first.login);
    const project = await sandbox.place.completedProject(['one'], { account: second });
    const simple = await sandbox.place.completedSimpleQuestion(['one'], { account: second });
    expect((await client.projects.get(project.id)).organization_id).toBe(second.organizationIds[0]);
    expect((await client.simple.questions.get(simple.id)).status).toBe(4);
    await expect(sandbox.requester(Requester).projects.get(project.id)).rejects.toMatchObject({
      status: 404,
    });
  });

  test('has events that are handed to a receiver', async () => {
    const [, second] = sandbox.accounts;
    await sandbox.place.simpleQuestion(['one'], { account: second });
    const [event] = (await sandbox.requester(Requester, { account: second }).events.list()).items;
    let given: unknown;
    await sandbox.deliver(async (request) => {
      given = await request.json();
      return new Response();
    }, event);
    expect(given).toEqual(event);
  });

  test('is not chosen by a misspelt option', async () => {
    const misspelt = { acount: sandbox.accounts[1] } as never; // what JavaScript lets through
    await expect(sandbox.place.project(['one'], misspelt)).rejects.toThrow('did you mean account?');
  });
});
