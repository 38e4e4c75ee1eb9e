import { AsyncLocalStorage } from 'node:async_hooks';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Requester } from '../../../src/index.js';
import type { SandboxFetch } from '../../../src/sandbox.js';
import { rejection } from '../../recorded-fetch.js';
import { openTenants, readToken, SESSIONS } from '../ordering/tenants.js';
import { fastTime, openWorld, PROJECTS, pause, realTime, SIMPLE, swiftly } from '../ordering/world.js';

/** Waits of many people through one client, and tokens that expire while somebody waits. */

beforeEach(fastTime);
afterEach(realTime);

interface Found {
  readonly id: number | null;
}

const KINDS = [
  {
    ...PROJECTS,
    wait: ({ projects }: Requester, id: number, options: object = {}): Promise<Found> =>
      projects.wait(id, { interval: 1_000, ...options }),
  },
  {
    ...SIMPLE,
    wait: ({ simple }: Requester, id: number, options: object = {}): Promise<Found> =>
      simple.questions.wait(id, { interval: 1_000, ...options }),
  },
];

describe.each(SESSIONS)('two people whose tokens come from %s', (_, open) => {
  describe.each(KINDS)('who wait for a $kind', ({ place, wait, cancel }) => {
    test('at the same moment, get their own', async () => {
      const { ann, ben } = openTenants(open);
      const people = await Promise.all(
        [ann, ben].map(async (person) => {
          const ordered = await swiftly(place(person.own, 'k'));
          return { ...person, ordered, id: ordered.data.id ?? 0 };
        }),
      );
      const waits = people.map(({ serve, id }) => serve((shared) => wait(shared, id)));
      await swiftly(pause(5_000));
      for (const { own, ordered } of people) await swiftly(cancel(own, ordered));
      const found = await swiftly(Promise.all(waits));
      expect(found.map(({ id }) => id)).toEqual(people.map(({ id }) => id));
    });

    test('of one of them get it only if it is theirs', async () => {
      const asked = new Set<string | null>();
      const { ann, ben } = openTenants(open, {}, (fetch) => (...request) => {
        if (request[1]?.method === 'GET') asked.add(readToken(request));
        return fetch(...request);
      });
      const ordered = await swiftly(place(ann.own, 'k'));
      const id = ordered.data.id ?? 0;
      const seen: unknown[] = [];
      const onProgress = ({ id: shown }: Found) => seen.push(shown);
      const own = ann.serve((shared) => wait(shared, id));
      const foreign = rejection(ben.serve((shared) => wait(shared, id, { onProgress })));
      await swiftly(pause(5_000));
      await swiftly(cancel(ann.own, ordered));
      expect(await swiftly(own)).toMatchObject({ id });
      expect(await swiftly(foreign)).toMatchObject({ name: 'NotFoundError' });
      expect([asked, seen]).toEqual([new Set([ann.token, ben.token]), []]);
    });
  });
});

test.each(KINDS)(
  'polls for a $kind run in the context of nobody who waits',
  async ({ place, wait, cancel }) => {
    const storage = new AsyncLocalStorage<string>();
    const contexts: unknown[] = [];
    const { requester } = openWorld({}, {}, (fetch) => (...request) => {
      contexts.push(storage.getStore());
      return fetch(...request);
    });
    const ordered = await swiftly(place(requester, 'k'));
    contexts.length = 0;
    const id = ordered.data.id ?? 0;
    const waits = ['ann', 'ben'].map((name) => storage.run(name, () => wait(requester, id)));
    await swiftly(pause(5_000));
    await swiftly(cancel(requester, ordered));
    await swiftly(Promise.all(waits));
    expect(contexts.length).toBeGreaterThan(1);
    expect(new Set(contexts)).toEqual(new Set([undefined]));
  },
);

describe('a token that expires during a wait', () => {
  /** A service that takes each of the good tokens for the one account, and a client that has the newest. */
  function openExpiring() {
    const good = new Set(['first']);
    const sent: (string | null)[] = [];
    const wrap =
      (fetch: SandboxFetch): SandboxFetch =>
      async (input, init) => {
        const token = readToken([input, init]) ?? '';
        sent.push(token);
        if (!good.has(token))
          return Response.json({ success: false, message: 'Requires authentication' }, { status: 401 });
        const { body } = init ?? {};
        const own = typeof body === 'string' ? body.replace(`"${token}"`, `"${accessToken}"`) : body;
        const url = String(input).replace(`access_token=${token}`, `access_token=${accessToken}`);
        return fetch(url, { ...init, ...(own !== undefined && { body: own }) });
      };
    let readNewest = () => 'first';
    const world = openWorld({}, { logLevel: 'silent', accessToken: () => readNewest() }, wrap);
    const { accessToken } = world.sandbox;
    return {
      ...world,
      good,
      sent,
      renew: (read: () => string) => {
        readNewest = read;
      },
    };
  }

  test.each(KINDS)('of a $kind is asked for again, and each wait goes on with the new one', async (kind) => {
    const { requester, good, sent, renew } = openExpiring();
    const ordered = [];
    for (const key of ['a', 'b']) ordered.push(await swiftly(kind.place(requester, key)));
    const ids = ordered.map(({ data }) => data.id ?? 0);
    const waits = ids.map((id) => kind.wait(requester, id));
    await swiftly(pause(5_000));
    good.delete('first');
    good.add('second');
    renew(() => 'second');
    sent.length = 0;
    await swiftly(pause(20_000));
    expect([sent.filter((token) => token === 'first').length, sent.at(-1)]).toEqual([
      expect.toSatisfy((refused: number) => refused >= 1 && refused <= 2),
      'second',
    ]);
    for (const each of ordered) await swiftly(kind.cancel(requester, each));
    expect((await swiftly(Promise.all(waits))).map(({ id }) => id)).toEqual(ids);
  });

  test.each(KINDS)('of a $kind can expire again and again', async (kind) => {
    const { requester, good, renew } = openExpiring();
    const ordered = await swiftly(kind.place(requester, 'k'));
    const id = ordered.data.id ?? 0;
    const waiting = kind.wait(requester, id);
    for (const token of ['second', 'third', 'fourth']) {
      await swiftly(pause(60_000));
      good.clear();
      good.add(token);
      renew(() => token);
    }
    await swiftly(pause(60_000));
    await swiftly(kind.cancel(requester, ordered));
    expect(await swiftly(waiting)).toMatchObject({ id });
  });

  test.each(KINDS)('of a $kind ends the wait when the function has no other one', async (kind) => {
    const { requester, good, sent } = openExpiring();
    const { data } = await swiftly(kind.place(requester, 'k'));
    const waiting = rejection(kind.wait(requester, data.id ?? 0));
    await swiftly(pause(5_000));
    good.clear();
    sent.length = 0;
    expect(await swiftly(waiting)).toMatchObject({ name: 'AuthenticationError' });
    expect(sent).toEqual(['first']);
  });

  test.each(KINDS)(
    'of a $kind ends the wait when a new one is refused too, however many there are',
    async (kind) => {
      const { requester, good, sent, renew } = openExpiring();
      const { data } = await swiftly(kind.place(requester, 'k'));
      const waiting = rejection(kind.wait(requester, data.id ?? 0));
      await swiftly(pause(5_000));
      good.clear();
      sent.length = 0;
      let tokens = 0;
      renew(() => {
        tokens += 1;
        // A wait that asks on and on would never end.
        if (tokens > 5) throw new Error('enough');
        return `new-${tokens}`;
      });
      expect(await swiftly(waiting)).toMatchObject({ name: 'AuthenticationError' });
      expect(sent).toEqual(['first', 'new-1']);
    },
  );
});
