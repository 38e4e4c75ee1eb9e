import { describe, expect, type TestContext, test } from 'vitest';
import { Requester } from '../../../src/index.js';
import { createSandbox } from '../../../src/sandbox.js';
import { CARRIED_OUT, KINDS } from './world.js';

const once = { once: true, settle: 2_000 } as const;
const limits = { attemptTimeout: 500, timeout: 3_000, retries: 1, maxRetryAfter: 100 };

/** A service of its own, and a client that waits long enough for a busy machine. */
async function connected({ onTestFinished }: TestContext) {
  const patient = { attemptTimeout: 2_000, timeout: 60_000, retries: 5 };
  const sandbox = createSandbox({ seed: 1 });
  const { url, close } = await sandbox.listen();
  onTestFinished(close);
  return {
    sandbox,
    requester: new Requester({ baseUrl: url, accessToken: sandbox.accessToken, ...patient }),
  };
}

describe.concurrent.each(KINDS)('over sockets, a $kind ordered once', (kind) => {
  test.for(CARRIED_OUT)('is found after %s', async ([name, fault], context) => {
    const { sandbox, requester } = await connected(context);
    sandbox.faults.add({ on: kind.post, fault });
    const { data } = await kind.place(requester, name, once);
    context.expect(sandbox.orders().filter(({ key }) => key === name)).toMatchObject([{ id: data.id }]);
  });

  test('was not sent when nothing listens', async () => {
    const closed = await createSandbox().listen();
    await closed.close();
    const requester = new Requester({ baseUrl: closed.url, accessToken: 'token', ...limits });
    await expect(kind.place(requester, 'k', once)).rejects.toMatchObject({
      name: 'ConnectionError',
      outcome: 'not_sent',
    });
  });
});
