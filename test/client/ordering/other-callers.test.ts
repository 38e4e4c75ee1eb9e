import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { lastingStore } from '../../lasting-store.js';
import { rejection } from '../../recorded-fetch.js';
import {
  answerLate,
  DAY,
  fastTime,
  KINDS,
  OTHER_CALLERS,
  openWorld,
  pause,
  realTime,
  refuseByPage,
  swiftly,
  swiftRejection,
} from './world.js';

/** Orders of which other callers with the same key wait for less long: none of them frees what may still be carried out. */

beforeEach(fastTime);
afterEach(realTime);

const once = { once: true } as const;
const UNKNOWN = { name: 'OutcomeUnknownError', outcome: 'unknown', key: 'k' };

describe.each(KINDS)('a $kind that a gateway has refused with a page of its own', (kind) => {
  const { place } = kind;

  describe.each(OTHER_CALLERS)('while another caller has its key %s', (_, openStore, open) => {
    test.each([0, 500, 6_000])(
      'is placed once when it is carried out late, though the other waits for %d ms only',
      async (settle) => {
        const world = openWorld({}, { store: openStore() }, refuseByPage(kind.post, 8_000));
        const worker = place(world.requester, 'k', { ...once, settle: 12_000 });
        const handler = open(world);
        const handled = [1, 1_000].map(async (after) => {
          await pause(after);
          return rejection(place(handler, 'k', { ...once, settle }));
        });
        expect(await swiftly(Promise.all(handled))).toMatchObject([UNKNOWN, UNKNOWN]);
        const { data, placed } = await swiftly(worker);
        expect({ placed, posts: world.posts(kind), orders: world.findOrders('k') }).toEqual({
          placed: true,
          posts: 1,
          orders: [data.id],
        });
        const later = await swiftly(place(handler, 'k', { ...once, settle }));
        expect(later).toMatchObject({ placed: false, data: { id: data.id } });
      },
    );

    test('is freed for the other when the caller that was refused has not found it within its own settle', async () => {
      const world = openWorld({}, { store: openStore() }, refuseByPage(kind.post));
      const began = performance.now();
      const worker = rejection(place(world.requester, 'k', { ...once, settle: 12_000 }));
      const ended = worker.then(() => performance.now() - began);
      await swiftly(pause(1));
      const { placed } = await swiftly(place(open(world), 'k', { ...once, settle: 20_000 }));
      expect({ placed, posts: world.posts(kind) }).toEqual({ placed: true, posts: 1 });
      expect(await worker).toMatchObject({ name: 'PermissionError', status: 403, outcome: 'unknown' });
      expect(await ended).toBeGreaterThanOrEqual(12_000);
    });
  });

  test('keeps its key when its call has waited for another one, so that its settle is not over', async () => {
    const { sandbox, requester, posts } = openWorld({}, {}, refuseByPage(kind.post, 18_000));
    sandbox.faults.add({ on: kind.listing, times: 1, fault: { kind: 'hang' } });
    const controller = new AbortController();
    const first = rejection(place(requester, 'k', { ...once, signal: controller.signal }));
    await swiftly(pause(1));
    const second = rejection(place(requester, 'k', { ...once, settle: 20_000 }));
    await swiftly(pause(5_000));
    controller.abort(new Error('enough'));
    expect(await first).toMatchObject({ message: 'enough' });
    expect(await swiftly(second)).toMatchObject({ ...UNKNOWN, status: 403 });
    await swiftly(pause(5_000));
    expect(await swiftly(place(requester, 'k', once))).toMatchObject({ placed: false });
    expect(posts(kind)).toBe(1);
  });

  test.each([
    ['forward', DAY],
    ['back', -DAY],
  ])(
    'is waited for by the clock of the process: a jump of the wall clock a day %s changes nothing',
    async (_, jump) => {
      for (const [key, carriedOutAfter] of [
        ['found', 8_000],
        ['freed', undefined],
      ] as const) {
        const world = openWorld({}, { store: lastingStore() }, refuseByPage(kind.post, carriedOutAfter));
        const began = performance.now();
        const ordering = Promise.allSettled([place(world.requester, key, { ...once, settle: 12_000 })]);
        await swiftly(pause(1_000));
        vi.setSystemTime(Date.now() + jump);
        const [ended] = await swiftly(ordering);
        const took = performance.now() - began;
        if (key === 'found') expect(ended).toMatchObject({ value: { placed: true } });
        else expect(ended).toMatchObject({ reason: { name: 'PermissionError' } });
        expect(took).toBeLessThan(14_000);
        expect(world.findOrders(key)).toHaveLength(key === 'found' ? 1 : 0);
        expect(await swiftly(world.requester.orders.unknown())).toEqual([]);
      }
    },
  );
});

describe.each(KINDS)('a $kind whose request is open', (kind) => {
  const { place } = kind;

  describe.each(OTHER_CALLERS)('while another caller has its key %s', (_, openStore, open) => {
    test.each([
      ['is answered after 0.4 s, though the other waits for nothing', { settle: 0 }, 400],
      ['is answered after 4 s, though the other waits for 1 s', { settle: 1_000 }, 4_000],
      // The request is given up after 30 s, and carried out all the same.
      ['is carried out after 36 s, though both have the default settle', {}, 36_000],
    ])('is placed once when it %s', async (_, others, ms) => {
      const world = openWorld({}, { store: openStore() }, answerLate(kind.post, ms));
      const first = place(world.requester, 'k', once);
      await swiftly(pause(1));
      const options = { ...once, ...others };
      expect(await swiftRejection(place(open(world), 'k', options))).toMatchObject(UNKNOWN);
      const { data, placed } = await swiftly(first);
      expect({ placed, posts: world.posts(kind), orders: world.findOrders('k') }).toEqual({
        placed: true,
        posts: 1,
        orders: [data.id],
      });
      expect(await swiftly(place(open(world), 'k', options))).toMatchObject({ placed: false });
    });
  });

  describe.each(OTHER_CALLERS.slice(0, 2))('when the wall clock jumps, %s', (_, openStore, open) => {
    test.each([
      ['forward', DAY],
      ['back', -DAY],
    ])('a day %s, frees nothing and blocks nothing', async (_, jump) => {
      const world = openWorld({}, { store: openStore() }, answerLate(kind.post, 4_000));
      const first = place(world.requester, 'k', once);
      await swiftly(pause(1));
      vi.setSystemTime(Date.now() + jump);
      const short = await swiftRejection(place(open(world), 'k', { ...once, settle: 1_000 }));
      expect(short).toMatchObject(UNKNOWN);
      const began = performance.now();
      const [{ data, placed }, second] = await swiftly(Promise.all([first, place(open(world), 'k', once)]));
      expect(performance.now() - began).toBeLessThan(4_000);
      expect({ placed, second: second.data.id, posts: world.posts(kind) }).toEqual({
        placed: true,
        second: data.id,
        posts: 1,
      });
      expect(second.placed).toBe(false);
    });

    test.each([
      ['forward', DAY],
      ['back', -DAY],
    ])('a day %s, lets a claim last for 60 s', async (_, jump) => {
      const world = openWorld({}, { store: openStore() });
      world.sandbox.faults.add({ on: kind.listing, times: 1, fault: { kind: 'hang' } });
      const hour = { timeout: 3_600_000, attemptTimeout: 3_600_000 };
      const controller = new AbortController();
      const { signal } = controller;
      const hanging = rejection(place(world.client(hour), 'k', { ...once, signal }));
      await swiftly(pause(1_000));
      vi.setSystemTime(Date.now() + jump);
      const blocked = await swiftRejection(place(open(world), 'k', { ...once, settle: 10_000 }));
      expect(blocked).toMatchObject({ name: 'OutcomeUnknownError', outcome: 'not_sent' });
      const began = performance.now();
      const next = await swiftly(place(open(world), 'k', { ...once, settle: 90_000 }));
      expect(next).toMatchObject({ placed: true });
      expect(performance.now() - began).toBeGreaterThan(45_000);
      expect(performance.now() - began).toBeLessThan(50_000);
      controller.abort(new Error('enough'));
      await hanging;
      expect(world.posts(kind)).toBe(1);
    });
  });
});
