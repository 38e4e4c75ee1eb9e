import { expect, test } from 'vitest';
import { computeDigest } from '../../src/base/given-file.js';

const MIB = 2 ** 20;

/** A file of two MiB and a rest, in which one byte differs. */
function makeFile(different?: number): Blob {
  const bytes = new Uint8Array(2 * MIB + 3);
  if (different !== undefined) bytes[different] = 1;
  return new Blob([bytes]);
}

test.each([0, MIB - 1, MIB, 2 * MIB + 2])(
  'files that differ in byte %i have different digests',
  async (byte) => {
    expect(await computeDigest(makeFile(byte))).not.toBe(await computeDigest(makeFile()));
  },
);

test('the digest of a file stays what it is in stores: it is compared after a release, too', async () => {
  expect(await computeDigest(new Blob(['Soup of the day']))).toBe(
    'cfd6fe699944651cda61135ca99f43b877e38e8984efd2985a86aa10b6114bd4',
  );
});

test('an abort ends the reading with its reason', async () => {
  const reason = new Error('enough');
  await expect(computeDigest(makeFile(), AbortSignal.abort(reason))).rejects.toBe(reason);
});
