import { expect, test } from 'vitest';
import { Requester } from '../../../src/index.js';
import { createSandbox } from '../../../src/sandbox.js';
import { KINDS } from './world.js';

/** A client without a store, whose `fetch` brings no memory of its own: it remembers in that of the process. */
function openService(baseUrl: string) {
  const sandbox = createSandbox({ seed: 1 });
  const fetch: typeof globalThis.fetch = (input, init) =>
    sandbox.fetch(String(input).replace(baseUrl, sandbox.baseUrl), init);
  return { sandbox, requester: new Requester({ baseUrl, accessToken: sandbox.accessToken, fetch }) };
}

test.each(KINDS)(
  'a $kind is placed at each of two services, whose accounts and ids are equal',
  async (kind) => {
    for (const address of ['first', 'second']) {
      const { sandbox, requester } = openService(`https://${address}-${kind.kind}.example`);
      const { data, placed } = await kind.place(requester, 'k', { once: true, settle: 0 });
      expect(placed).toBe(true);
      expect(sandbox.orders()).toMatchObject([{ key: 'k', id: data.id }]);
    }
  },
);
