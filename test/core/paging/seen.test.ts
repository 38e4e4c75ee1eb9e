import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Seen } from '../../../src/core/paging/seen.js';

const key = fc.oneof(
  fc.integer({ min: 1, max: 50 }),
  fc.constantFrom<unknown>(
    0,
    -1,
    2 ** 32 - 1,
    2 ** 32,
    2 ** 53 - 1,
    1.5,
    Number.NaN,
    'a',
    '1',
    '',
    null,
    undefined,
  ),
  fc.nat(2 ** 31),
);

test('remembers just what a Set would', () => {
  fc.assert(
    fc.property(fc.array(key, { maxLength: 200 }), (keys) => {
      const [seen, set] = [new Seen(), new Set<unknown>()];
      for (const one of keys) {
        expect(seen.has(one)).toBe(set.has(one));
        expect(seen.add(one)).toBe(!set.has(one));
        set.add(one);
      }
    }),
  );
});

test.each([1, 2, 1_024, 65_536])(
  'remembers 60,000 ids that are %i apart, and takes no long time',
  (apart) => {
    const seen = new Seen();
    const ids = Array.from({ length: 60_000 }, (_, index) => (index + 1) * apart);
    const begun = performance.now();
    for (const id of ids) seen.add(id);
    expect(ids.every((id) => seen.has(id))).toBe(true);
    expect(seen.has(ids.length * apart + 1)).toBe(false);
    expect(performance.now() - begun).toBeLessThan(3_000);
  },
  30_000,
);
