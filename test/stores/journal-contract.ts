import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { OpenOrders, OrderJournal } from '../../src/stores/journal.js';
import { runs } from '../runs.js';
import type { Pair } from './store-contract.js';

type Journal = OrderJournal & OpenOrders;

const KEY = 'account project key/1';
const order = { fingerprint: 'one', lease: 60_000 };
const otherOrder = { fingerprint: 'other', lease: 60_000 };

/** The claim of an attempt that could begin. */
export async function claimOf(journal: OrderJournal, key = KEY, wanted = order): Promise<string> {
  const begun = await journal.begin(key, wanted);
  if (begun.state !== 'claimed') throw new Error(`the key is ${begun.state}`);
  return begun.claim;
}

/** What every journal does. `make` gives a new, empty one each time. */
export function journalContract(make: Pair<Journal>, { often = 30 }: { often?: number } = {}): void {
  describe('as a journal', () => {
    afterEach(() => {
      vi.useRealTimers();
    });

    /** Moves the clock that leases are counted by. */
    const pass = (milliseconds: number): void => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds });
    };

    test('gives a key to the first caller, and tells others until when it is claimed', async () => {
      const [journal, other] = await make();
      const before = Date.now();
      expect(await journal.begin(KEY, order)).toEqual({ state: 'claimed', claim: expect.any(String) });
      const begun = await other.begin(KEY, order);
      expect(begun).toEqual({ state: 'busy', until: expect.any(Number) });
      if (begun.state !== 'busy') return;
      expect(begun.until).toBeGreaterThanOrEqual(before + order.lease);
      expect(begun.until).toBeLessThanOrEqual(Date.now() + order.lease);
      expect(await journal.begin(KEY, order)).toMatchObject({ state: 'busy' });
    });

    test('gives the key to one of many simultaneous callers', async () => {
      const pair = await make();
      const asked = await Promise.all(
        Array.from({ length: 12 }, (_, number) => pair[number % 2]?.begin(KEY, order)),
      );
      expect(asked.filter((begun) => begun?.state === 'claimed')).toHaveLength(1);
      expect(asked.filter((begun) => begun?.state === 'busy')).toHaveLength(11);
    });

    test('keeps keys apart', async () => {
      const [journal] = await make();
      for (const key of ['a', 'A', 'a ', 'ä', 'a/../a', '']) await claimOf(journal, key);
    });

    test('frees a claim that was not sent once its lease is over', async () => {
      const [journal, other] = await make();
      const lost = await claimOf(journal);
      pass(order.lease);
      const claim = await claimOf(other);
      expect(await journal.sending(KEY, lost)).toBe(false);
      expect(await other.sending(KEY, claim)).toBe(true);
    });

    test('lets a claim whose lease is over send when nobody else has taken the key', async () => {
      const [journal, other] = await make();
      const claim = await claimOf(journal);
      pass(2 * order.lease);
      expect(await journal.sending(KEY, claim)).toBe(true);
      expect(await other.begin(KEY, order)).toMatchObject({ state: 'sent' });
    });

    test('never frees what was sent', async () => {
      const [journal, other] = await make();
      await journal.sending(KEY, await claimOf(journal));
      const at = Date.now();
      pass(10 * 365 * 86_400_000);
      const begun = await other.begin(KEY, order);
      expect(begun).toEqual({ state: 'sent', at: expect.any(Number) });
      if (begun.state === 'sent') expect(Math.abs(begun.at - at)).toBeLessThan(5_000);
    });

    test('lets the same claim send again, and keeps the time of the last send', async () => {
      const [journal, other] = await make();
      const claim = await claimOf(journal);
      expect(await journal.sending(KEY, claim)).toBe(true);
      pass(1_000_000);
      expect(await journal.sending(KEY, claim)).toBe(true);
      expect(await other.begin(KEY, order)).toEqual({ state: 'sent', at: Date.now() });
    });

    test('lets nothing be sent without the claim', async () => {
      const [journal, other] = await make();
      expect(await journal.sending(KEY, 'none')).toBe(false);
      const claim = await claimOf(journal);
      expect(await other.sending(KEY, 'another')).toBe(false);
      await journal.placed(KEY, 7);
      expect(await journal.sending(KEY, claim)).toBe(false);
    });

    test('returns what was placed, for ever', async () => {
      const [journal, other] = await make();
      await journal.sending(KEY, await claimOf(journal));
      await journal.placed(KEY, 7);
      pass(10 * 365 * 86_400_000);
      expect(await other.begin(KEY, order)).toEqual({ state: 'placed', id: 7 });
    });

    test('records an order that was found without an attempt', async () => {
      const [journal, other] = await make();
      await journal.placed(KEY, 7);
      expect(await other.begin(KEY, order)).toEqual({ state: 'placed', id: 7 });
      expect(await other.begin(KEY, otherOrder)).toEqual({ state: 'placed', id: 7 });
    });

    test('frees the key of what was provably not placed', async () => {
      const [journal, other] = await make();
      const claim = await claimOf(journal);
      await journal.sending(KEY, claim);
      await journal.failed(KEY, claim);
      await claimOf(other);
      await other.failed(KEY);
      await journal.failed('never seen');
      await claimOf(journal);
    });

    test('does not free the key of a newer attempt for one that lost its claim', async () => {
      const [journal, other] = await make();
      const lost = await claimOf(journal);
      pass(order.lease);
      await other.sending(KEY, await claimOf(other));
      await journal.failed(KEY, lost);
      expect(await journal.begin(KEY, order)).toMatchObject({ state: 'sent' });
      await other.placed(KEY, 7);
      await journal.failed(KEY, lost);
      expect(await journal.begin(KEY, order)).toEqual({ state: 'placed', id: 7 });
    });

    test('refuses another order once the first is sent, and not before', async () => {
      const [journal, other] = await make();
      const claim = await claimOf(journal);
      expect(await other.begin(KEY, otherOrder)).toMatchObject({ state: 'busy' });
      await journal.sending(KEY, claim);
      expect(await other.begin(KEY, otherOrder)).toEqual({ state: 'conflict' });
      await journal.placed(KEY, 7);
      expect(await other.begin(KEY, otherOrder)).toEqual({ state: 'conflict' });
      await other.failed(KEY);
      await claimOf(other, KEY, otherOrder);
    });

    test('lists what was sent and is not known to be placed, the oldest first', async () => {
      const [journal, other] = await make();
      const claims = await Promise.all(['a', 'b', 'c', 'd'].map((key) => claimOf(journal, key)));
      expect(await other.open()).toEqual([]);
      await journal.sending('b', claims[1] ?? '');
      const first = Date.now();
      pass(1_000);
      await journal.sending('a', claims[0] ?? '');
      await journal.sending('c', claims[2] ?? '');
      await journal.placed('c', 1);
      expect((await other.open()).map(({ key }) => key)).toEqual(['b', 'a']);
      expect(Math.abs(((await other.open())[0]?.at ?? 0) - first)).toBeLessThan(900);
    });

    test('lets at most one attempt send, whatever steps come in whatever order', async () => {
      const step = fc.record({
        who: fc.nat(3),
        what: fc.constantFrom('begin', 'sending', 'lease', 'failed'),
      });
      const property = fc.asyncProperty(fc.array(step, { maxLength: 24 }), async (steps) => {
        const pair = await make();
        const claims = new Map<number, string>();
        let sender: number | undefined;
        for (const { who, what } of steps) {
          const journal = pair[who % 2 === 0 ? 0 : 1];
          const claim = claims.get(who);
          if (what === 'lease') pass(order.lease);
          else if (what === 'begin') {
            const begun = await journal.begin(KEY, order);
            if (sender !== undefined) expect(begun.state).toBe('sent');
            if (begun.state === 'claimed') claims.set(who, begun.claim);
          } else if (claim !== undefined && what === 'sending') {
            const sends = await journal.sending(KEY, claim);
            if (sends) expect(sender ?? who).toBe(who);
            if (sends) sender = who;
          } else if (claim !== undefined) {
            await journal.failed(KEY, claim);
            claims.delete(who);
            if (sender === who) sender = undefined;
          }
        }
        expect(await pair[0].open()).toHaveLength(sender === undefined ? 0 : 1);
        vi.useRealTimers();
      });
      await fc.assert(property, runs(often));
    });
  });
}
