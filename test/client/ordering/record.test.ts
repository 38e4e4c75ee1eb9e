import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OrderRecord } from '../../../src/client/ordering/record.js';
import { guardStore } from '../../../src/client/stores/guarded-store.js';
import { lastingStore } from '../../lasting-store.js';
import { fastTime, realTime } from './world.js';

beforeEach(fastTime);
afterEach(realTime);

const LEASE_OVER = 120_000;

/** A claim whose lease is over, and the order that another process has sent since. */
async function overtaken() {
  const store = guardStore(lastingStore(), 10_000);
  const [slow, fast] = [new OrderRecord(store, 'k'), new OrderRecord(store, 'k')];
  const { state: lost } = await slow.begin('x');
  vi.advanceTimersByTime(LEASE_OVER);
  const { state: taken } = await fast.begin('x');
  return { slow, fast, lost, taken, sent: await fast.send(taken.claim, 40) };
}

test('the order of a claim that was lost does not hide what another process has sent', async () => {
  const { slow, fast, lost, sent } = await overtaken();
  await slow.markPlaced(lost, 7);
  expect(await fast.read()).toEqual(sent);
});

test('a claim that was lost sends nothing and frees nothing', async () => {
  const { slow, fast, lost, sent } = await overtaken();
  expect(await slow.send(lost.claim, 40)).toBeUndefined();
  expect(await slow.free(lost.claim)).toBe(true);
  expect(await fast.read()).toEqual(sent);
});

test('an order that was placed all the same is not freed', async () => {
  const { fast, taken } = await overtaken();
  await fast.markPlaced(taken, 7);
  expect(await fast.free(taken.claim)).toBe(false);
  expect(await fast.read()).toMatchObject({ state: 'placed', id: 7 });
});
