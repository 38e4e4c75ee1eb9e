import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addIds, hasId } from '../../../src/server/callbacks/id-ranges.js';
import { runs } from '../../runs.js';

test('ranges have the ids that were added, whenever, and no others', () => {
  const ids = fc.array(fc.integer({ min: 1, max: 60 }));
  fc.assert(
    fc.property(fc.array(ids), (added) => {
      let ranges: string | undefined;
      for (const some of added) ranges = addIds(ranges, some);
      for (let id = 0; id <= 61; id += 1) expect(hasId(ranges, id)).toBe(added.flat().includes(id));
    }),
    runs(),
  );
});

test('ids in a row are one range', () => {
  expect(addIds(addIds(undefined, [3, 1, 2]), [5, 7, 6])).toBe('1-3,5-7');
  expect(addIds('1-3,5-7', [4, 2, 9])).toBe('1-7,9');
});
