import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Store } from '../../../src/client/stores/store.js';
import { runs } from '../../runs.js';

/** Two objects over one store, as two processes have them. */
export type Pair<Kind> = () => Promise<readonly [Kind, Kind]> | readonly [Kind, Kind];

let places = 0;

/** Two objects over one path in a folder, which is a new one each time. */
export const pairIn =
  (folder: () => string) =>
  <Kind>(make: (path: string) => Kind) =>
  (): readonly [Kind, Kind] => {
    places += 1;
    const path = join(folder(), `${places}`);
    return [make(path), make(path)];
  };

const KEYS = [
  'a',
  'ab',
  'b',
  '../a',
  'ä/\u0000*?[x]\\',
  '',
  'A',
  'a ',
  '"a\'',
  '{a}',
  '%_',
  'x'.repeat(300),
  '__proto__',
  '\u{1f600}',
  '\ud83d',
  '\ude00',
  '\ud800',
  '\udfff',
  'a\u0308',
  '\\ud83d',
  '\\u007b',
];

/** What every store does. `make` gives a new, empty one each time. */
export function storeContract(make: Pair<Store>, { often = 30 }: { often?: number } = {}): void {
  describe('as a store', () => {
    test('has nothing at first', async () => {
      const [store] = await make();
      expect([await store.get('a'), await store.keys('')]).toEqual([undefined, []]);
    });

    test.each(['', 'text', 'ä\u0000 \n\r\n😀', 'x'.repeat(300_000)])('keeps text %#', async (text) => {
      const [store, another] = await make();
      expect(await store.swap('a', undefined, text)).toBe(true);
      expect(await another.get('a')).toBe(text);
    });

    test('changes nothing when the text is not the expected one', async () => {
      const [store, another] = await make();
      expect(await store.swap('a', 'none', '1')).toBe(false);
      expect(await store.swap('a', undefined, '1')).toBe(true);
      expect(await another.swap('a', undefined, '2')).toBe(false);
      expect(await another.swap('a', '', '2')).toBe(false);
      expect(await store.get('a')).toBe('1');
    });

    test('removes a text, which can be written again', async () => {
      const [store, another] = await make();
      await store.swap('a', undefined, '1');
      expect(await another.swap('a', '1', undefined)).toBe(true);
      expect([await store.get('a'), await store.keys('')]).toEqual([undefined, []]);
      expect(await store.swap('a', '1', '2')).toBe(false);
      expect(await store.swap('a', undefined, '2')).toBe(true);
      expect(await another.get('a')).toBe('2');
    });

    test('lists the keys that begin with a prefix, whatever is in them', async () => {
      const [store, another] = await make();
      for (const key of KEYS) expect(await store.swap(key, undefined, JSON.stringify(key)), key).toBe(true);
      for (const prefix of [...KEYS, 'ä/\u0000*', '%', '_', '\\']) {
        const expected = KEYS.filter((key) => key.startsWith(prefix));
        expect([...(await another.keys(prefix))].sort(), prefix).toEqual(expected.sort());
      }
      for (const key of KEYS) expect(await another.get(key)).toBe(JSON.stringify(key));
    });

    test('lets one of many simultaneous swaps succeed', async () => {
      const pair = await make();
      for (let round = 0; round < 10; round += 1) {
        const before = round === 0 ? undefined : await pair[0].get('a');
        const swaps = Array.from({ length: 12 }, (_, number) =>
          pair[number % 2]?.swap('a', before, `${round} ${number}`),
        );
        const through = (await Promise.all(swaps)).flatMap((done, number) => (done ? [number] : []));
        expect(through).toHaveLength(1);
        expect(await pair[1].get('a')).toBe(`${round} ${through[0]}`);
      }
    });

    test('counts correctly when many count at once', async () => {
      const pair = await make();
      const count = async (store: Store): Promise<void> => {
        for (let done = false; !done; ) {
          const text = await store.get('count');
          done = await store.swap('count', text, `${Number(text ?? 0) + 1}`);
        }
      };
      await Promise.all(Array.from({ length: 20 }, (_, number) => count(pair[number % 2 === 0 ? 0 : 1])));
      expect(await pair[0].get('count')).toBe('20');
    });

    test('behaves like a Map for any sequence of steps', async () => {
      const text = fc.constantFrom(undefined, '', 'x', 'y');
      const step = fc.record({ who: fc.nat(1), key: fc.constantFrom('a', 'b'), previous: text, next: text });
      const property = fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        const pair = await make();
        const model = new Map<string, string>();
        for (const { who, key, previous, next } of steps) {
          const fits = model.get(key) === previous;
          expect(await pair[who === 0 ? 0 : 1].swap(key, previous, next)).toBe(fits);
          if (fits) model.delete(key);
          if (fits && next !== undefined) model.set(key, next);
          expect(await pair[0].get(key)).toBe(model.get(key));
        }
        expect([...(await pair[1].keys(''))].sort()).toEqual([...model.keys()].sort());
      });
      await fc.assert(property, runs(often));
    });
  });
}
