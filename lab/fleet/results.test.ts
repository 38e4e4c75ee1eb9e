import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { DATABASES } from '../../examples/fleet/local/fleet.ts';
import { type PostgresServer, startPostgres } from '../../examples/fleet/local/postgres-server.ts';
import { openDatabase, Results } from '../../examples/fleet/results.ts';

const event = { account: 'account-1', event: 7, type: 'simple_question.finished' };
const order = { account: 'account-1', key: 'shop/1', question: 1 };
const result = { ...order, outcome: 'translated', texts: ['おはよう'], changedAt: 1_000 };

let folder: string;
let postgres: PostgresServer;
const opened: Results[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fleet-test-'));
  postgres = await startPostgres();
});
afterEach(() => Promise.all(opened.splice(0).map((each) => each.close())));
afterAll(async () => {
  await postgres?.close();
  await rm(folder, { recursive: true, force: true });
});

describe.each(DATABASES)('results in %s', (kind) => {
  let address: string;
  let results: Results;
  const open = async () => {
    const another = new Results(await openDatabase(address));
    opened.push(another);
    return another;
  };

  beforeEach(async ({ task }) => {
    address = kind === 'postgres' ? postgres.url : join(folder, `${task.id}.db`);
    if (kind === 'postgres') {
      const db = await openDatabase(address);
      for (const table of ['orders', 'results', 'events']) await db.query(`DROP TABLE ${table}`);
      await db.close();
    }
    results = await open();
  });

  test('that come twice are stored once', async () => {
    await results.placed(order);
    expect(await results.handled(event, result)).toBe(true);
    expect(await results.handled(event, result)).toBe(false);
    expect(await results.handled({ ...event, event: 8 }, result)).toBe(false);
    const found = { question: 1, outcome: 'translated', texts: ['おはよう'] };
    expect(await results.find('account-1', 'shop/1')).toEqual(found);
    expect(await results.totals()).toEqual({ placed: 1, open: 0, events: 2 });
  });

  test('that come to several processes at the same moment are stored once', async () => {
    const others = await Promise.all(Array.from({ length: 5 }, open));
    await Promise.all(others.map((each) => each.placed(order)));
    const stored = await Promise.all(others.map((each) => each.handled(event, result)));
    expect(stored.filter((isNew) => isNew)).toHaveLength(1);
    expect(await results.totals()).toEqual({ placed: 1, open: 0, events: 1 });
  });

  test('give way to newer ones, and never the other way', async () => {
    await results.placed(order);
    await results.handled(event, result);
    const newer = { ...result, texts: ['お早う', null], changedAt: 2_000 };
    expect(await results.handled({ ...event, event: 9 }, newer)).toBe(true);
    expect(await results.handled({ ...event, event: 8 }, result)).toBe(false);
    expect(await results.find('account-1', 'shop/1')).toMatchObject({ texts: ['お早う', null] });
  });

  test('are stored together with their event, or neither is', async () => {
    await results.placed(order);
    await expect(results.handled(event, { ...result, changedAt: Number.NaN })).rejects.toThrow();
    await expect(results.handled({ ...event, event: Number.NaN }, result)).rejects.toThrow();
    expect(await results.isHandled('account-1', 7)).toBe(false);
    expect(await results.totals()).toEqual({ placed: 1, open: 1, events: 0 });
    expect(await results.handled(event, result)).toBe(true);
    expect(await results.isHandled('account-1', 7)).toBe(true);
  });

  test('of two accounts with the same question do not meet', async () => {
    await results.handled(event, result);
    const another = { ...result, account: 'account-2' };
    expect(await results.handled({ ...event, account: 'account-2' }, another)).toBe(true);
  });

  test('can have any text, and the key of any order in the account', async () => {
    await results.placed(order);
    const texts = ['\0', '\ud800', "'; DROP TABLE results; --", '$1'];
    expect(await results.handled(event, { ...result, key: 'a\0\ud800', texts })).toBe(true);
    expect(await results.find('account-1', 'shop/1')).toMatchObject({ texts });
  });

  test('are waited for by the oldest orders first', async () => {
    const clock = vi.spyOn(Date, 'now');
    for (const question of [2, 3, 1]) {
      clock.mockReturnValue(question);
      await results.placed({ ...order, key: `shop/${question}`, question });
    }
    clock.mockRestore();
    expect((await results.open(2)).map(({ key }) => key)).toEqual(['shop/1', 'shop/2']);
    const waiting = { question: 2, outcome: 'placed', texts: null };
    expect(await results.find('account-1', 'shop/2')).toEqual(waiting);
    expect(await results.find('account-1', 'shop/9')).toBeUndefined();
  });

  test('that are overdue have their order looked at once in each round', async () => {
    await results.placed(order);
    expect(await results.overdue(Date.now() - 1_000)).toEqual([]);
    expect(await results.overdue(Date.now() + 1)).toEqual([order]);
    // It was just looked at, so its turn comes again when it is that long ago.
    expect(await results.overdue(Date.now() - 1_000)).toEqual([]);
    await results.handled(undefined, { ...result, outcome: 'expired' });
    expect(await results.overdue(Date.now() + 1_000)).toEqual([]);
  });
});

test('what PostgreSQL has acknowledged is there after a crash, and the same process goes on', async () => {
  const results = new Results(await openDatabase(postgres.url));
  opened.push(results);
  await results.placed({ ...order, key: 'before' });
  await postgres.restart();
  // Connections of before the crash end at their next use.
  await expect
    .poll(() => results.find('account-1', 'before').catch(() => undefined))
    .toMatchObject({ question: 1 });
});
