import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createSandbox, createSeededSandbox, type Sandbox } from '../../src/sandbox.js';
import { codeIn, connect, MOMENT, projectOrder, send, signInUrl } from './api.js';

const TOKEN = 'own-token-4711';
const SECRET = /^[0-9a-f]{64}$/;

let sandbox: Sandbox;

beforeEach(() => {
  sandbox = createSandbox({ now: MOMENT, accessToken: TOKEN });
});

/** Every secret of the accounts, in their order. */
const listSecrets = ({ accounts }: Sandbox): string[] =>
  accounts.flatMap(({ accessToken, application }) => [accessToken, application.clientSecret]);

const readStatus = async (asked: Sandbox, token: string) => (await connect(asked, token).get('my')).status;

/** Signs in. @returns the token */
async function signIn(asked: Sandbox): Promise<string> {
  const { clientId, clientSecret, redirectUri } = asked.application;
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: clientId,
    client_secret: clientSecret,
    redirect_uri: redirectUri,
    code: codeIn(await asked.authorize(signInUrl(asked))),
  });
  const answer = await send(asked, `${asked.baseUrl}/oauth/token`, { method: 'POST', body: form });
  return answer.body.access_token;
}

describe('a sandbox with a token of its own', () => {
  test('takes this token, and none that follows from the seed', async () => {
    expect(sandbox.accessToken).toBe(TOKEN);
    expect(await readStatus(sandbox, TOKEN)).toBe(200);
    for (const secret of listSecrets(createSandbox())) expect(await readStatus(sandbox, secret)).toBe(401);
  });

  test('has no secret that follows from the seed, of other accounts and of sign-ins neither', async () => {
    const same = createSandbox({ now: MOMENT, accessToken: TOKEN });
    const secrets = [sandbox, same].flatMap((each) => listSecrets(each).slice(1));
    for (const each of [sandbox, same]) secrets.push(codeIn(await each.authorize(signInUrl(each))));
    for (const each of [sandbox, same]) secrets.push(await signIn(each));
    expect(new Set(secrets).size).toBe(3 + 3 + 2 + 2);
    for (const secret of secrets) expect(secret).toMatch(SECRET);
  });

  test('gives orders the ids that any other with this seed gives', async () => {
    const other = createSandbox({ now: MOMENT });
    await Promise.all([sandbox, other].map(signIn));
    const place = async (each: Sandbox) =>
      (await connect(each).post('projects', projectOrder())).body.project.id;
    expect(await place(sandbox)).toBe(await place(other));
    expect(sandbox.application.clientId).toBe(other.application.clientId);
  });

  test('keeps its secrets over a reset', () => {
    const secrets = listSecrets(sandbox);
    sandbox.reset();
    expect(listSecrets(sandbox)).toEqual(secrets);
    sandbox.reset({ empty: true });
    expect(listSecrets(sandbox)).toEqual(secrets);
  });

  test('can be made with a seed', async () => {
    const seeded = await createSeededSandbox(
      { orders: [{ texts: ['Good morning'] }] },
      { accessToken: TOKEN },
    );
    const secrets = listSecrets(seeded);
    expect(secrets[0]).toBe(TOKEN);
    seeded.reset();
    expect(listSecrets(seeded)).toEqual(secrets);
    expect(await readStatus(seeded, TOKEN)).toBe(200);
  });

  test('shows the token in no request, wherever it was sent, and in no warning', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const api = connect(sandbox);
    await api.get(`project/${TOKEN}`);
    await api.get(`my?q=${TOKEN}&${TOKEN}=1`);
    await api.post('projects', projectOrder({ title: `Of ${TOKEN}`, [TOKEN]: 1 }));
    await api.post('projects', projectOrder({ title: 'x'.repeat(9_992) + TOKEN }));
    expect(JSON.stringify(sandbox.requests)).not.toContain(TOKEN.slice(0, 8));
    expect(JSON.stringify(sandbox.requests)).toContain('/api/v1/project/[redacted]');
    expect(warn.mock.calls.flat().join()).toContain('project/[redacted]');
    warn.mockRestore();
  });

  test.each(['', 'a b', 'a/b', 'é', 'x'.repeat(201), 7, null])(
    'is refused with the token %j',
    (accessToken) => {
      expect(() => createSandbox({ accessToken: accessToken as string })).toThrow(
        'createSandbox: accessToken must have 1 to 200 letters, digits and .-_~',
      );
    },
  );
});

describe('a snapshot', () => {
  test('of one with its own token goes on with all its secrets, with or without the same option', async () => {
    const token = await signIn(sandbox);
    const snapshot = sandbox.snapshot();
    for (const options of [{ snapshot }, { snapshot, accessToken: TOKEN }]) {
      const copy = createSandbox(options);
      expect(listSecrets(copy)).toEqual(listSecrets(sandbox));
      expect(await readStatus(copy, token)).toBe(200);
      copy.reset({ empty: true });
      expect(listSecrets(copy)).toEqual(listSecrets(sandbox));
      expect(await signIn(copy)).not.toBe(await signIn(createSandbox(options)));
    }
  });

  test.each([undefined, TOKEN])(
    'with another token keeps no secret that was there (%s)',
    async (accessToken) => {
      const before = createSandbox({ now: MOMENT, ...(accessToken && { accessToken }) });
      const code = codeIn(await before.authorize(signInUrl(before)));
      const secrets = [...listSecrets(before), await signIn(before)];
      const copy = createSandbox({ snapshot: before.snapshot(), accessToken: 'another-token' });
      for (const token of secrets) expect(await readStatus(copy, token)).toBe(401);
      expect(listSecrets(copy).filter((secret) => secrets.includes(secret))).toEqual([]);
      expect(JSON.stringify(copy.snapshot())).not.toContain(code);
      expect(await readStatus(copy, 'another-token')).toBe(200);
    },
  );

  test('of one without keeps its tokens, as before', async () => {
    const before = createSandbox({ now: MOMENT });
    const token = await signIn(before);
    const copy = createSandbox({ snapshot: before.snapshot() });
    expect(listSecrets(copy)).toEqual(listSecrets(before));
    expect(await readStatus(copy, token)).toBe(200);
  });

  test('of one without, with its own token as the option, keeps nothing else that follows from the seed', async () => {
    const before = createSandbox({ now: MOMENT });
    const token = await signIn(before);
    const copy = createSandbox({ snapshot: before.snapshot(), accessToken: before.accessToken });
    expect(await readStatus(copy, token)).toBe(401);
    expect(listSecrets(copy).slice(1)).not.toEqual(listSecrets(before).slice(1));
  });
});
