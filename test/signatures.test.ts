import { expect, test } from 'vitest';
import { judgeSignatures } from '../scripts/signatures.ts';

test.each([
  ['nothing', ''],
  ['no JSON', 'npm error network'],
  ['that the registry does not answer', '{"error":{"code":"ENOTFOUND"}}'],
  ['something else', '{}'],
])('where npm prints %s, signatures count as not checked, and nothing is wrong', (_, printed) => {
  const { line, isWrong } = judgeSignatures(printed);
  expect([line, isWrong]).toEqual([expect.stringMatching(/^Signatures were not checked: /), false]);
});

test('a package with a wrong signature is named, and the check fails', () => {
  const printed = JSON.stringify({ invalid: [{ name: 'left', version: '1.0.0' }], missing: [] });
  expect(judgeSignatures(printed)).toEqual({ line: expect.stringContaining('- left 1.0.0'), isWrong: true });
});

test('a registry without signatures is no failure', () => {
  const printed = JSON.stringify({ invalid: [], missing: [{ name: 'left' }] });
  expect(judgeSignatures(printed)).toEqual({ line: 'No package has a wrong signature.', isWrong: false });
});
