import { expect, test } from 'vitest';
import { fillLanguage, makeTargetPattern } from '../../../src/command/plan/language-paths.js';
import type { LocaleFormatName } from '../../../src/locale-files.js';
import { findFormat } from '../../../src/localise/files/formats.js';
import type { Texts } from '../../localise/files/samples/sample.js';
import { readElsewhere, SAMPLES } from '../../localise/files/samples.js';
import { findLost, release, startProject } from './release.js';

const FIRST: Texts = [
  ['cart.add', 'Add to cart'],
  ['cart.pay', 'Pay now'],
  ['user.login', 'Log in'],
];
const NEW = ['cart.title', 'Your cart'] as const;
// The names of the formats are the keys.
const NAMES = Object.keys(SAMPLES) as LocaleFormatName[];

test.each(NAMES)('a path of %s shows the format, and where the translations are', (format) => {
  const { source, target } = SAMPLES[format];
  expect(findFormat(source, undefined).name).toBe(format);
  if (target('de') === source) return;
  const pattern = makeTargetPattern(source, 'en');
  expect(pattern && fillLanguage(pattern, 'de')).toBe(target('de'));
});

test.each(NAMES)('%s: a second release pays for what is new alone', async (format) => {
  const { source, target, write, add } = SAMPLES[format];
  const shape = { what: format, source, target: target('de'), make: () => write(FIRST) };
  await using project = await startProject(shape, FIRST.length, undefined);
  await release(project);
  const [orders, pulled] = [project.ordered(), await project.read()];
  readElsewhere(format, pulled);
  for (const [, text] of FIRST) expect(pulled).toContain(`[de] ${text}`);
  const texts = add === undefined ? write(FIRST.toSpliced(1, 0, NEW)) : add(pulled, ...NEW);
  await project.put(source, texts);
  await release(project);
  expect(project.ordered() - orders).toBe(1);
  const second = await project.read();
  readElsewhere(format, second);
  expect(second).toContain('[de] Your cart');
  expect(findLost(pulled, second)).toEqual([]);
  await project.run('status', '--check');
});
