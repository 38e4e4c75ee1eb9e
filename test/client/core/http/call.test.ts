import { inspect } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import { fakeCall } from '../../../../src/testing.js';
import { account, ok, organization } from '../../../fixtures.js';
import { answer, recordedFetch, rejection, requesterOn } from '../../../recorded-fetch.js';

const get = () => requesterOn(recordedFetch(answer(account))).account.get();
const failing = () => requesterOn(recordedFetch(answer({}, { status: 404 }))).account.get();

describe('the promise of a call', () => {
  test('is a promise', () => {
    expect(get()).toBeInstanceOf(Promise);
  });

  test('prints as one', () => {
    expect(inspect(get())).toBe('Promise { <pending> }');
  });

  test('returns plain promises from then, catch and finally', () => {
    const call = get();
    for (const made of [call.then(), call.catch(() => undefined), call.finally(() => undefined)]) {
      expect(made).not.toHaveProperty('withResponse');
    }
  });

  test('works with Promise.all, race, allSettled and resolve', async () => {
    expect(await Promise.all([get(), get()])).toEqual([account, account]);
    expect(await Promise.race([get(), new Promise(() => undefined)])).toEqual(account);
    expect(await Promise.resolve(get())).toEqual(account);
    expect(await Promise.allSettled([failing()])).toMatchObject([{ reason: { name: 'NotFoundError' } }]);
  });

  test('sends one request, however often it is used', async () => {
    const fetch = recordedFetch(answer(account));
    const call = requesterOn(fetch).account.get();
    await Promise.all([call, call, call.then(), call.withResponse(), call.withResponse()]);
    expect(fetch.arrived).toHaveLength(1);
  });

  test('runs the callback of finally', async () => {
    const done = vi.fn();
    await rejection(failing().finally(done));
    expect(done).toHaveBeenCalledTimes(1);
  });

  test('reports a failure once: if one of the two promises is handled, none is unhandled', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    await rejection(failing());
    await rejection(failing().withResponse());
    const both = failing();
    await Promise.all([rejection(both), rejection(both.withResponse())]);
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  test.each([
    ['the call', () => void failing()],
    ['the whole answer', () => void failing().withResponse()],
  ])('reports a failure that nobody handles once: of %s', async (_, forget) => {
    const unhandled = vi.fn();
    const before = process.listeners('unhandledRejection');
    process.removeAllListeners('unhandledRejection');
    process.on('unhandledRejection', unhandled);
    forget();
    await expect.poll(() => unhandled).toHaveBeenCalled();
    await new Promise((resolve) => setImmediate(resolve));
    process.removeAllListeners('unhandledRejection');
    for (const listener of before) process.on('unhandledRejection', listener);
    expect(unhandled).toHaveBeenCalledTimes(1);
  });
});

describe('a fake call', () => {
  test('resolves to the given data', async () => {
    expect(await fakeCall(account)).toBe(account);
    expect(await fakeCall(Promise.resolve(account))).toBe(account);
    expect(await fakeCall(account, { attempts: 2 }).withResponse()).toMatchObject({
      data: account,
      attempts: 2,
      response: { status: 200, location: null },
    });
  });

  test('of a rejected promise fails', async () => {
    const reason = new Error('as asked for');
    expect(await rejection(fakeCall(Promise.reject(reason)))).toBe(reason);
  });
});

describe('withResponse', () => {
  test('gives the object, the whole answer, the status, the headers, the address and the attempts', async () => {
    const location = 'https://other.example/api/v1/organizations/21';
    const body = { ...ok, organization };
    const fetch = recordedFetch(answer(body, { status: 201, headers: { location, 'x-test': 'yes' } }));
    const told = await requesterOn(fetch).organizations.create({ name: 'n' }).withResponse();
    expect(told).toMatchObject({
      data: organization,
      body,
      response: { status: 201, location },
      attempts: 1,
    });
    expect(told.response.headers.get('x-test')).toBe('yes');
  });

  test('gives null where there is no Location', async () => {
    expect((await get().withResponse()).response.location).toBeNull();
  });
});
