import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { memoryStore, Requester, type Store } from '../../../src/index.js';
import { fileStore, sqliteStore } from '../../../src/node.js';
import { createSandbox, type Sandbox } from '../../../src/sandbox.js';
import { KINDS, swiftRejection } from './world.js';

const options = { once: true, settle: 0 };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'translation-requester-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const STORES: readonly (readonly [string, () => Store])[] = [
  ['in memory', memoryStore],
  ['in files', () => fileStore(folder)],
  ['in SQLite', () => sqliteStore(new DatabaseSync(join(folder, 'store.db')))],
];

/** Two services that give the same ids, with one store for both. */
function openServices(store: Store) {
  const open = (address: string) => {
    const sandbox = createSandbox({ seed: 1 });
    return { sandbox, requester: openClient(sandbox, address, store) };
  };
  return { first: open('https://first.example'), second: open('https://second.example') };
}

/** A client that reaches a sandbox under another address. */
function openClient(sandbox: Sandbox, baseUrl: string, store: Store): Requester {
  const fetch: typeof globalThis.fetch = (input, init) =>
    sandbox.fetch(String(input).replace(baseUrl, sandbox.baseUrl), init);
  return new Requester({ baseUrl, accessToken: sandbox.accessToken, fetch, store });
}

describe.each(STORES)('one store %s for two services with the same ids', (_, makeStore) => {
  describe.each(KINDS)('and a $kind', (kind) => {
    test.each([
      ['with another text under its id', 'k', 5],
      ['with another key under its id', 'another', 4],
    ])('%s: is not that one, and the error names the other service', async (what, key, letters) => {
      const { first, second } = openServices(makeStore());
      const { data } = await kind.place(first.requester, 'k', options);
      const foreign = await kind.place(second.requester, key, {}, letters);
      expect(foreign.data.id).toBe(data.id);
      const found = await kind.place(second.requester, 'k', options).catch((error: unknown) => error);
      expect(found).toMatchObject({
        name: expect.stringMatching(/^Order(Conflict|OutcomeUnknown)|^OutcomeUnknown/),
      });
      expect(second.sandbox.orders()).toHaveLength(1);
      expect(String(found)).toContain(what.includes('text') ? 'key (custom_field)' : 'https://first.example');
    });

    test('that is there too, with its key and content, is that one: a service can get another address', async () => {
      const store = makeStore();
      const sandbox = createSandbox();
      const { data } = await kind.place(openClient(sandbox, 'https://old.example', store), 'k', options);
      const moved = openClient(sandbox, 'https://new.example', store);
      expect(await kind.place(moved, 'k', options)).toMatchObject({ placed: false, data: { id: data.id } });
      expect(sandbox.orders()).toHaveLength(1);
    });
  });
});

describe.each(KINDS)('a $kind whose service began anew', (kind) => {
  test('and gave its id to another text is not that one, and a person decides', async () => {
    const store = memoryStore();
    const [before, after] = [createSandbox({ seed: 1 }), createSandbox({ seed: 1 })];
    const address = 'https://service.example';
    const { data } = await kind.place(openClient(before, address, store), 'k', options);
    const requester = openClient(after, address, store);
    const foreign = await kind.place(requester, 'later', {}, 40);
    expect(foreign.data.id).toBe(data.id);
    const error = await swiftRejection(kind.place(requester, 'k', options));
    expect(error).toMatchObject({ name: 'OutcomeUnknownError', outcome: 'done', id: data.id });
    expect(after.orders()).toHaveLength(1);
    await requester.orders.resolve('k', { id: null });
    expect(await kind.place(requester, 'k', options)).toMatchObject({ placed: true });
  });
});
