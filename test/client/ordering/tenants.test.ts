import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { memoryStore, type Requester, type Store } from '../../../src/index.js';
import { fileStore } from '../../../src/node.js';
import type { Fault, SandboxFetch } from '../../../src/sandbox.js';
import { orderTexts } from '../../../src/texts.js';
import { lastingStore } from '../../lasting-store.js';
import { openTenants, readToken, SESSIONS } from './tenants.js';
import { fastTime, KINDS, openWorld, PROJECTS, realTime, swiftly, swiftRejection } from './world.js';

/** Servers with one client for many people: whose a call is, is said by the token that it got when it began. */

const once = { once: true } as const;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'translation-requester-tenants-'));
});
afterEach(async () => {
  realTime();
  await rm(folder, { recursive: true, force: true });
});

const STORES: readonly (readonly [string, () => Store | undefined])[] = [
  ['without a store', () => undefined],
  ['with a memoryStore', memoryStore],
  ['with a store in files', () => fileStore(folder)],
];

describe.each(SESSIONS)('two people whose tokens come from %s', (_, open) => {
  describe.each(STORES)('%s', (_, openStore) => {
    describe.each(KINDS)('who order a $kind with the same key and text', (kind) => {
      const { place } = kind;

      test.each([
        ['at the same moment', true],
        ['one after the other', false],
      ])('%s, get one of their own each, again and again', async (_, atOnce) => {
        const { world, ann, ben } = openTenants(open, { store: openStore() });
        const people = [ann, ben];
        const order = async () => {
          const orders = people.map((person) => () => person.serve((shared) => place(shared, 'k', once)));
          if (atOnce) return Promise.all(orders.map((begin) => begin()));
          const placed = [];
          for (const begin of orders) placed.push(await begin());
          return placed;
        };
        const first = await order();
        expect(first.map(({ data, placed }) => [data.user_id, placed])).toEqual([
          [ann.userId, true],
          [ben.userId, true],
        ]);
        const again = await order();
        expect(again.map(({ data, placed }) => [data.id, placed])).toEqual(
          first.map(({ data }) => [data.id, false]),
        );
        expect(world.posts(kind)).toBe(2);
      });

      test('and have ordered it elsewhere before, find their own: each searches with the own token', async () => {
        const { world, ann, ben } = openTenants(open, { store: openStore() });
        const people = [ann, ben];
        const before = await Promise.all(people.map(({ own }) => place(own, 'k')));
        const found = await Promise.all(
          people.map((person) => person.serve((shared) => place(shared, 'k', once))),
        );
        expect(found.map(({ data, placed }) => [data.id, placed])).toEqual(
          before.map(({ data }) => [data.id, false]),
        );
        expect(world.posts(kind)).toBe(2);
      });
    });

    test('who order the same table get one of their own each, again and again', async () => {
      const { world, ann, ben } = openTenants(open, { store: openStore() });
      const people = [ann, ben];
      const table = { name: 'shop', from: 'en', to: ['de'], texts: { add: 'Add' } };
      const order = () =>
        Promise.all(people.map((person) => person.serve((shared) => orderTexts(shared, table))));
      const jobs = await order();
      for (const [index, { own, userId }] of people.entries()) {
        const [{ id = 0 } = {}] = jobs[index]?.orders ?? [];
        expect(await own.simple.questions.get(id)).toMatchObject({ user_id: userId });
      }
      const again = await order();
      expect(again.map(({ orders }) => orders.map(({ id, placed }) => [id, placed]))).toEqual(
        jobs.map(({ orders }) => orders.map(({ id }) => [id, false])),
      );
      expect(world.sandbox.orders()).toHaveLength(2);
    });
  });

  test('have each their own unclear orders, and resolve no other', async () => {
    const { world, ann, ben } = openTenants(open, { store: memoryStore() });
    const fault: Fault = { kind: 'drop-before' };
    world.sandbox.faults.add({ on: PROJECTS.post, times: 1, fault });
    const options = { ...once, settle: 0 };
    const lost = ann.serve((shared) => PROJECTS.place(shared, 'k', options));
    await expect(lost).rejects.toMatchObject({ name: 'OutcomeUnknownError' });
    expect(await ben.serve((shared) => shared.orders.unknown())).toEqual([]);
    expect(await ann.serve((shared) => shared.orders.unknown())).toMatchObject([{ key: 'k', state: 'sent' }]);
    const foreign = ben.serve((shared) => shared.orders.resolve('k', { id: null }));
    await expect(foreign).rejects.toMatchObject({ name: 'InputError' });
    expect(await ben.serve((shared) => PROJECTS.place(shared, 'k', options))).toMatchObject({ placed: true });
    const again = ann.serve((shared) => PROJECTS.place(shared, 'k', options));
    await expect(again).rejects.toMatchObject({ name: 'OutcomeUnknownError' });
  });

  test('are not paused by a 429 of the other', async () => {
    fastTime();
    let refused = '';
    const { ann, ben } = openTenants(open, {}, (fetch) => async (...request) => {
      if (readToken(request) !== refused) return fetch(...request);
      refused = '';
      const body = { success: false, message: 'Too many requests' };
      return Response.json(body, { status: 429, headers: { 'retry-after': '20' } });
    });
    refused = ann.token;
    const began = performance.now();
    const slow = ann
      .serve((shared) => PROJECTS.place(shared, 'k', once))
      .then(() => performance.now() - began);
    const quick = await swiftly(ben.serve((shared) => PROJECTS.place(shared, 'k', once)));
    expect([quick.placed, performance.now() - began < 1_000]).toEqual([true, true]);
    expect(await swiftly(slow)).toBeGreaterThanOrEqual(20_000);
  });
});

describe('work that callers share', () => {
  /** Serves people within a context, and notes in which context each request is sent. */
  function openTraced() {
    const storage = new AsyncLocalStorage<string>();
    const sent: (readonly [string, string | undefined])[] = [];
    const world = openWorld({}, {}, (fetch) => (...request) => {
      const [input, init] = request;
      sent.push([`${init?.method} ${new URL(String(input)).pathname}`, storage.getStore()]);
      return fetch(...request);
    });
    const serve = <Result>(name: string, work: () => Promise<Result>) => storage.run(name, work);
    return { ...world, sent, serve };
  }

  test.each(KINDS)(
    'for orders of a $kind, the reading of the account and searches, is in the context of none of them',
    async ({ place, post, listing }) => {
      const { requester, serve, sent } = openTraced();
      const names = ['ann', 'ben', 'cho'];
      await Promise.all(names.map((name) => serve(name, () => place(requester, name, once))));
      const contexts = new Map<string, (string | undefined)[]>();
      for (const [what, context] of sent) contexts.set(what, [...(contexts.get(what) ?? []), context]);
      expect(contexts.get('GET /api/v1/my')).toEqual([undefined]);
      expect(new Set(contexts.get(listing))).toEqual(new Set([undefined]));
      expect(contexts.get(post)?.toSorted()).toEqual(names);
    },
  );
});

describe('a token that is rotated', () => {
  const ROTATED = 'a-later-token-of-the-same-account';

  /** A service that takes two tokens of one account, and a client whose function gives the newest. */
  function openRotating(store: Store | undefined) {
    let token = '';
    const translate =
      (fetch: SandboxFetch): SandboxFetch =>
      (input, init) => {
        const own = String(input).replace(ROTATED, first);
        const { body } = init ?? {};
        return fetch(own, typeof body === 'string' ? { ...init, body: body.replace(ROTATED, first) } : init);
      };
    const world = openWorld({}, { store, logLevel: 'silent' }, translate);
    const first = world.sandbox.accessToken;
    token = first;
    const { client } = world;
    const requester = client({ accessToken: () => token });
    return {
      ...world,
      rotate: () => {
        token = ROTATED;
      },
      clients: (): readonly Requester[] => [requester, client({ accessToken: ROTATED })],
    };
  }

  describe.each([
    ['without a store', () => undefined],
    ['with a memoryStore', memoryStore],
    ["with a store of the caller's", lastingStore],
  ])('is of the same account, %s:', (_, openStore) => {
    beforeEach(fastTime);

    test.each(KINDS)('a $kind that is unclear is not ordered again', async (kind) => {
      const { sandbox, rotate, clients, posts } = openRotating(openStore());
      sandbox.faults.add({ on: kind.post, times: 1, fault: { kind: 'drop-before' } });
      const options = { ...once, settle: 1_000 };
      const [requester] = clients();
      if (requester === undefined) throw new Error('there is a client');
      const unknown = { name: 'OutcomeUnknownError', outcome: 'unknown', key: 'k' };
      expect(await swiftRejection(kind.place(requester, 'k', options))).toMatchObject(unknown);
      rotate();
      for (const client of clients()) {
        expect(await swiftRejection(kind.place(client, 'k', options))).toMatchObject(unknown);
        expect(await client.orders.unknown()).toMatchObject([{ key: 'k', state: 'sent' }]);
      }
      expect(posts(kind)).toBe(1);
    });

    test.each(KINDS)('a $kind that is placed is known by its id', async (kind) => {
      const { sandbox, rotate, clients } = openRotating(openStore());
      const [requester] = clients();
      if (requester === undefined) throw new Error('there is a client');
      const { data } = await swiftly(kind.place(requester, 'k', once));
      rotate();
      for (const client of clients()) {
        const before = sandbox.requests.length;
        const again = await swiftly(kind.place(client, 'k', once));
        expect(again).toMatchObject({ placed: false, data: { id: data.id } });
        expect(sandbox.requests.slice(before).map(({ path }) => path)).toEqual([
          '/api/v1/my',
          expect.stringMatching(/\/\d+$/),
        ]);
      }
    });
  });
});
