import { expect, test } from 'vitest';
import { isPermanent, placeOrder, tellFinished } from '../examples/durable-engines/place-order.ts';
import { Requester } from '../src/index.js';
import { createSandbox } from '../src/sandbox.js';

test('a step that runs again gets the same order, and one for another text is not tried again', async () => {
  const sandbox = createSandbox();
  const requester = sandbox.requester(Requester);
  const id = await placeOrder(requester, 'shop/1001/order', 'Good morning');
  expect(await placeOrder(requester, 'shop/1001/order', 'Good morning')).toBe(id);
  expect(sandbox.orders()).toHaveLength(1);

  const another = placeOrder(requester, 'shop/1001/order', 'Good evening');
  expect(await another.catch((error: unknown) => isPermanent(error))).toBe(true);
});

test('a step that may succeed later is tried again', async () => {
  const sandbox = createSandbox();
  const requester = sandbox.requester(Requester, { retries: 0 });
  sandbox.faults.add({ on: '*', times: 9, fault: { kind: 'status', status: 503 } });
  const failed = placeOrder(requester, 'shop/1002/order', 'Good morning');
  expect(await failed.catch((error: unknown) => isPermanent(error))).toBe(false);
});

test('the workflow of an order that has ended is told once', async () => {
  const sandbox = createSandbox();
  const requester = sandbox.requester(Requester);
  const id = await placeOrder(requester, 'shop/1003/order', 'Good morning');
  sandbox.translators.translateOrder(id);
  const told: unknown[] = [];
  const tell = async (...what: unknown[]) => void told.push(what);
  await tellFinished(requester, tell);
  await tellFinished(requester, tell);
  expect(told).toEqual([['shop/1003/order', id]]);
});
