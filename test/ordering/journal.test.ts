import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { memoryJournal, type OrderJournal, type OutcomeUnknownError } from '../../src/index.js';
import { fileJournal } from '../../src/node.js';
import type { Sandbox, SandboxFetch } from '../../src/sandbox.js';
import { storeJournal } from '../../src/stores/journal.js';
import { memoryStore } from '../../src/stores/memory-store.js';
import { rejection } from '../recorded-fetch.js';
import {
  fastTime,
  KINDS,
  lateBy,
  openWorld,
  PROJECTS,
  pause,
  projectOrder,
  realTime,
  swiftly,
  swiftRejection,
} from './world.js';

beforeEach(fastTime);
afterEach(realTime);

const once = { once: true } as const;
const known = { once: true, lookback: 0 } as const;

/** A journal as processes share one. */
function sharedJournal(): ReturnType<typeof storeJournal> {
  return storeJournal(memoryStore(), { durable: true });
}

/** How often the price of an order was asked for. */
function checksOf({ requests }: Sandbox): number {
  return requests.filter(({ path }) => path.endsWith('/check')).length;
}

test('an order with another fingerprint is compared with the order of the journal, without a search', async () => {
  const { sandbox, requester } = openWorld({}, { orders: { journal: sharedJournal() } });
  const order = (escape_text: 1 | undefined) =>
    projectOrder('k', {
      questions: [{ type: 'string', body: 'Good morning', escape_text, custom_field: 'k' }],
    });
  const placed = await swiftly(requester.projects.create(order(1), once));
  const before = sandbox.requests.length;
  const again = await swiftly(requester.projects.create(order(undefined), once).withResponse());
  expect(again).toMatchObject({ placed: false, data: { id: placed.id } });
  const paths = sandbox.requests.slice(before).map(({ path }) => path);
  expect(paths).toContain(`/api/v1/projects/${placed.id}`);
  expect(paths).not.toContain('/api/v1/my/questions');
});

describe.each(KINDS)('a $kind with a durable journal', (kind) => {
  const { place, post, listing } = kind;

  function journaled(wrap?: (fetch: SandboxFetch) => SandboxFetch, journal: OrderJournal = sharedJournal()) {
    return { ...openWorld({}, { orders: { journal } }, wrap), journal };
  }

  test('costs one request without a search, and one for the account', async () => {
    const { requester, requestsSince } = journaled();
    await swiftly(place(requester, 'first', known));
    expect(requestsSince()).toBe(2);
    await swiftly(place(requester, 'second', known));
    expect(requestsSince()).toBe(1);
  });

  test('is recorded with its id when a later call finds it', async () => {
    const { requester, journal } = journaled(lateBy(15_000));
    const error = await swiftRejection(place(requester, 'k', { ...once, settle: 1_000 }));
    const { journalKey } = error as OutcomeUnknownError; // as the next line shows
    expect(error).toMatchObject({ name: 'OutcomeUnknownError', journalKey: expect.any(String) });
    const { data } = await swiftly(place(requester, 'k', once));
    expect(await journal.inspect?.(journalKey)).toMatchObject({ state: 'placed', id: data.id });
  });

  test('is quoted before its key is claimed: if it costs too much, nothing is written', async () => {
    const journal = sharedJournal();
    const begin = vi.fn(journal.begin);
    const { sandbox, requester } = journaled(undefined, { ...journal, begin });
    const tooMuch = { ...known, maxPoints: 0 };
    expect(await swiftRejection(place(requester, 'k', tooMuch))).toMatchObject({ name: 'BudgetError' });
    expect({ begun: begin.mock.calls, checks: checksOf(sandbox) }).toEqual({ begun: [], checks: 1 });
    await swiftly(place(requester, 'k', { ...known, maxPoints: 1_000 }));
    expect({ begun: begin.mock.calls.length, checks: checksOf(sandbox) }).toEqual({ begun: 1, checks: 2 });
    // It is placed now, so that its price does not matter any more.
    expect(await swiftly(place(requester, 'k', tooMuch))).toMatchObject({ placed: false });
    expect(checksOf(sandbox)).toBe(2);
  });

  test('is quoted again when another process held its key in the meantime', async () => {
    const { sandbox, requester, client, journal } = journaled();
    const { id } = await swiftly(requester.account.get());
    // That process claims the key just after this one has asked for it, and dies.
    const inspect = async (): Promise<undefined> => {
      await journal.begin(`${id}:${kind.kind}:k`, { fingerprint: 'another order', lease: 60_000 });
    };
    const late = client({ orders: { journal: { ...journal, inspect } } });
    expect(await swiftly(place(late, 'k', { ...known, maxPoints: 1_000 }))).toMatchObject({ placed: true });
    expect(checksOf(sandbox)).toBe(2);
  });

  test('is read by its id when another process has placed it, however long ago', async () => {
    const { sandbox, requester, elsewhere, requestsSince } = journaled();
    const { data } = await swiftly(place(requester, 'k', known));
    await sandbox.clock.advance(400 * 24 * 3_600_000);
    const other = elsewhere();
    await swiftly(place(other, 'to know the account', known));
    requestsSince();
    const again = await swiftly(place(other, 'k', known));
    expect(again).toMatchObject({ placed: false, data: { id: data.id } });
    expect(requestsSince()).toBe(1);
  });

  test('is placed once by ten processes at the same time', async () => {
    const { elsewhere, ordersOf } = journaled();
    const processes = Array.from({ length: 10 }, () => elsewhere());
    const all = await swiftly(Promise.all(processes.map((one) => place(one, 'k', known))));
    expect(ordersOf('k')).toHaveLength(1);
    expect(all.filter(({ placed }) => placed)).toHaveLength(1);
  });

  test('is never sent again after an unknown outcome, by any process, until a person decides', async () => {
    const { sandbox, requester, elsewhere, posts, journal } = journaled();
    sandbox.faults.add({ on: post, fault: { kind: 'drop-before' } });
    const short = { ...known, settle: 1_000 };
    const first = await swiftRejection(place(requester, 'k', short));
    const second = await swiftRejection(place(elsewhere(), 'k', short));
    expect([first, second]).toMatchObject([1, 2].map(() => ({ name: 'OutcomeUnknownError', key: 'k' })));
    expect(posts(kind)).toBe(1);
    await journal.failed(Object(second).journalKey);
    expect(await swiftly(place(elsewhere(), 'k', known))).toMatchObject({ placed: true });
    expect(posts(kind)).toBe(2);
  });

  test('is found by a search when it was placed before the journal existed, unless lookback is 0', async () => {
    const { requester, client, posts } = journaled();
    await swiftly(place(client({ orders: undefined }), 'old', {}));
    expect(await swiftly(place(requester, 'old', once))).toMatchObject({ placed: false });
    expect(posts(kind)).toBe(1);
    await swiftly(place(client({ orders: undefined }), 'other', {}));
    expect(await swiftly(place(requester, 'other', known))).toMatchObject({ placed: true });
  });

  test('is searched for once by a call after settle has passed', async () => {
    const { sandbox, requester } = journaled();
    sandbox.faults.add({ on: post, fault: { kind: 'drop-before' } });
    await swiftRejection(place(requester, 'k', { ...once, settle: 0 }));
    const before = sandbox.requests.length;
    await swiftRejection(place(requester, 'k', { ...once, settle: 0 }));
    const paths = sandbox.requests.slice(before).map(({ method, path }) => `${method} ${path}`);
    expect(paths).toEqual([listing]);
  });

  test('is found by another process when the service carries it out late', async () => {
    const { requester, elsewhere, ordersOf } = journaled(lateBy(20_000));
    await swiftRejection(place(requester, 'k', { ...known, settle: 1_000 }));
    const { data, placed } = await swiftly(place(elsewhere(), 'k', once));
    expect({ placed, orders: ordersOf('k') }).toEqual({ placed: false, orders: [data.id] });
  });

  test('frees its key at once when nothing was sent', async () => {
    const { sandbox, requester, elsewhere } = journaled();
    sandbox.faults.add({ on: post, fault: { kind: 'status', status: 422 } });
    await swiftRejection(place(requester, 'k', known));
    const began = performance.now();
    expect(await swiftly(place(elsewhere(), 'k', known))).toMatchObject({ placed: true });
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  test('whose process died before it was sent frees its key after the lease', async () => {
    const { requester, journal, posts } = journaled();
    const { id } = await swiftly(requester.account.get());
    await journal.begin(`${id}:${kind.kind}:k`, { fingerprint: 'of the same order', lease: 60_000 });
    const began = performance.now();
    expect(await swiftly(place(requester, 'k', known))).toMatchObject({ placed: true });
    expect(performance.now() - began).toBeGreaterThan(55_000);
    expect(posts(kind)).toBe(1);
  });

  test('is not sent when the claim was lost', async () => {
    const journal = sharedJournal();
    let lost = 0;
    const losing: OrderJournal = {
      ...journal,
      sending: async (key, claim) => {
        lost += 1;
        if (lost > 1) return journal.sending(key, claim);
        await journal.failed(key);
        await journal.placed(key, 987_654_321);
        return journal.sending(key, claim);
      },
    };
    const { requester, posts } = journaled(undefined, losing);
    const error = await swiftRejection(place(requester, 'k', known));
    expect(error).toMatchObject({ name: 'OutcomeUnknownError', outcome: 'done', id: 987_654_321 });
    expect(posts(kind)).toBe(0);
  });

  test.each(['begin', 'sending'] as const)('is not sent when %s fails', async (step) => {
    const failing: OrderJournal = {
      ...sharedJournal(),
      [step]: () => Promise.reject(new Error('the store is down')),
    };
    const { requester, posts } = journaled(undefined, failing);
    const error = await swiftRejection(place(requester, 'k', known));
    expect(error).toMatchObject({
      name: 'JournalError',
      outcome: 'not_sent',
      cause: { message: 'the store is down' },
    });
    expect(posts(kind)).toBe(0);
  });

  test('is returned, with a warning, when the journal cannot record that it was placed', async () => {
    const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
    const journal: OrderJournal = {
      ...sharedJournal(),
      placed: () => Promise.reject(new Error('disk full')),
    };
    const { requester, elsewhere, posts } = openWorld({}, { orders: { journal }, logger });
    expect(await swiftly(place(requester, 'k', known))).toMatchObject({ placed: true });
    expect(logger.warn).toHaveBeenCalledWith(expect.stringContaining('journal'), expect.anything());
    // It stays sent there: found by a search.
    expect(await swiftly(place(elsewhere(), 'k', once))).toMatchObject({ placed: false });
    expect(posts(kind)).toBe(1);
  });

  test('is an OrderConflictError when a different order has the key', async () => {
    const { requester, elsewhere, posts } = journaled();
    await swiftly(place(requester, 'k', once, 4));
    const error = await swiftRejection(place(elsewhere(), 'k', once, 5));
    expect(error).toMatchObject({ name: 'OrderConflictError', outcome: 'not_sent' });
    expect(posts(kind)).toBe(1);
  });

  test('is not searched for after its answer', async () => {
    const { sandbox, requester } = journaled();
    await swiftly(place(requester, 'k', known));
    const listings = sandbox.requests.filter(({ method, path }) => `${method} ${path}` === listing);
    expect(listings).toEqual([]);
  });

  test('is not sent by a process that can not read the account', async () => {
    const { sandbox, requester, posts } = journaled();
    sandbox.faults.add({ on: 'GET /api/v1/my', times: 9, fault: { kind: 'status', status: 503 } });
    const error = await swiftRejection(place(requester, 'k', known));
    expect(error).toMatchObject({ name: 'ServerError', outcome: 'not_sent' });
    expect(posts(kind)).toBe(0);
    sandbox.faults.clear();
    expect(await swiftly(place(requester, 'k', known))).toMatchObject({ placed: true });
  });
});

test.each(KINDS)(
  'a $kind is not sent after its call has ended, however slow the journal is',
  async (kind) => {
    const journal = sharedJournal();
    const slow: OrderJournal = {
      ...journal,
      sending: async (...claim) => {
        await pause(8_000);
        return journal.sending(...claim);
      },
    };
    const store = memoryStore();
    const budget = { points: 1_000, store };
    const { requester, elsewhere, posts } = openWorld({}, { orders: { journal: slow }, budget });
    const error = await swiftRejection(kind.place(requester, 'k', { ...known, timeout: 5_000 }));
    expect(error).toMatchObject({ name: 'TimeoutError', outcome: 'not_sent' });
    await swiftly(pause(60_000));
    expect(posts(kind)).toBe(0);
    expect(JSON.parse((await store.get('budget')) ?? '')).toEqual({ spent: 0, open: {} });
    expect(await journal.open()).toEqual([]);
    const other = elsewhere({ orders: { journal } });
    expect(await swiftly(kind.place(other, 'k', known))).toMatchObject({ placed: true });
  },
);

describe('the check for duplicates after an order', () => {
  const looks = async (userAgent: string, journal?: OrderJournal): Promise<number> => {
    vi.stubGlobal('navigator', { userAgent });
    try {
      const { sandbox, requester } = openWorld({}, { orders: { journal } });
      await swiftly(PROJECTS.place(requester, 'k', known));
      const paths = sandbox.requests.map(({ method, path }) => `${method} ${path}`);
      return paths.slice(paths.indexOf(PROJECTS.post)).filter((path) => path === PROJECTS.listing).length;
    } finally {
      vi.unstubAllGlobals();
    }
  };

  test('runs in a browser even with a durable journal, since a browser may resend by itself', async () => {
    expect(await looks('Mozilla/5.0 (X11; Linux x86_64) Chrome/140', sharedJournal())).toBe(1);
    expect(await looks('Mozilla/5.0 (X11; Linux x86_64) Chrome/140')).toBe(1);
  });

  test('runs elsewhere only without a durable journal', async () => {
    expect(await looks('Node.js/22', sharedJournal())).toBe(0);
    expect(await looks('Node.js/22')).toBe(1);
  });
});

describe.each(KINDS)('a $kind whose 2xx could not be read and that is not found', (kind) => {
  let folder: string;
  // A disk has a time of its own.
  beforeEach(async () => {
    realTime();
    folder = await mkdtemp(join(tmpdir(), 'translation-requester-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test.each([
    ['the own journal of the process', () => undefined, () => memoryJournal()],
    ['a memoryJournal that the client was given', () => memoryJournal(), () => memoryJournal()],
    ['a fileJournal', () => fileJournal(folder), () => fileJournal(folder)],
  ])('is placed by a next call once a person frees its key in %s', async (_, given, journalOf) => {
    const { sandbox, requester, posts, ordersOf } = openWorld({}, { orders: { journal: given() } });
    sandbox.faults.add({ on: kind.post, fault: { kind: 'html', carriedOut: false } });
    const place = () => kind.place(requester, 'freed', { ...once, settle: 100 });
    const error = await rejection(place());
    expect(error).toMatchObject({ name: 'OutcomeUnknownError', outcome: 'done' });
    expect(await rejection(place())).toMatchObject({ outcome: 'done' });
    expect(posts(kind)).toBe(1);
    // As a person does it, with an object of the journal made anew; the error was just checked to be that.
    await journalOf().failed((error as OutcomeUnknownError).journalKey);
    expect(await place()).toMatchObject({ placed: true });
    expect({ posts: posts(kind), orders: ordersOf('freed').length }).toEqual({ posts: 2, orders: 1 });
  });
});

test.each(KINDS)('a $kind does not end with the abort of another that reads the account', async (kind) => {
  const { sandbox, requester, requestsSince } = openWorld({}, { orders: { journal: sharedJournal() } });
  sandbox.faults.add({ on: 'GET /api/v1/my', fault: { kind: 'delay', ms: 5_000 } });
  const controller = new AbortController();
  const aborted = swiftRejection(kind.place(requester, 'one', { ...known, signal: controller.signal }));
  const other = kind.place(requester, 'other', known);
  setTimeout(() => controller.abort(new Error('enough')), 1_000);
  expect(await aborted).toMatchObject({ message: 'enough' });
  expect(await swiftly(other)).toMatchObject({ placed: true });
  expect(requestsSince()).toBe(2);
});

test.each(KINDS)('a $kind is placed after all others that read the account were aborted', async (kind) => {
  const { sandbox, requester } = openWorld({}, { orders: { journal: sharedJournal() } });
  sandbox.faults.add({ on: 'GET /api/v1/my', fault: { kind: 'hang' } });
  const controller = new AbortController();
  setTimeout(() => controller.abort(new Error('enough')), 1_000);
  const { signal } = controller;
  expect(await swiftRejection(kind.place(requester, 'k', { ...known, signal }))).toBe(signal.reason);
  expect(await swiftly(kind.place(requester, 'k', known))).toMatchObject({ placed: true });
});

test.each(KINDS)(
  'a $kind for each of two services at once is two, though account and key are equal',
  async (kind) => {
    const worlds = [1, 2].map(() => openWorld({ seed: 7 }, { orders: { journal: sharedJournal() } }));
    const placed = await swiftly(
      Promise.all(worlds.map(({ requester }) => kind.place(requester, 'k', known))),
    );
    expect(placed.map((one) => one.placed)).toEqual([true, true]);
    expect(worlds.map(({ posts }) => posts(kind))).toEqual([1, 1]);
  },
);

test('the open orders of a journal are those that were sent and never found', async () => {
  const journal = sharedJournal();
  const { sandbox, requester } = openWorld({}, { orders: { journal } });
  sandbox.faults.add({ on: 'POST /api/v1/projects', fault: { kind: 'drop-before' } });
  await swiftRejection(PROJECTS.place(requester, 'lost', { ...known, settle: 1_000 }));
  await swiftly(PROJECTS.place(requester, 'placed', known));
  expect(await journal.open()).toMatchObject([{ key: expect.stringMatching(/:project:lost$/) }]);
});

test('all copies of the package share one journal in memory', async () => {
  await memoryJournal().placed('a key of this test', 5);
  expect(await memoryJournal().begin('a key of this test', { fingerprint: 'f', lease: 1 })).toEqual({
    state: 'placed',
    id: 5,
  });
});
