import { expect, test } from 'vitest';
import { JSON_SHAPES } from './json-shapes.js';
import { findLost, release, startProject } from './release.js';
import { TEXT_SHAPES } from './text-shapes.js';

/** Others take as long as these. */
const FILES = ['lib/l10n/app_en.arb', 'src/main/resources/messages.properties', 'texts.csv'];
const SHAPES = [...JSON_SHAPES, ...TEXT_SHAPES].filter(({ source }) => FILES.includes(source));
const ENTRIES = 20_000;

test.each(SHAPES)('$what, with 20,000 entries: what is missing comes, and all else stays', async (shape) => {
  await using project = await startProject(shape, ENTRIES, shape.translate?.(ENTRIES));
  const before = await project.read();
  await release(project);
  expect(findLost(before, await project.read(), shape.replaced)).toEqual([]);
  await project.run('pull', '--prune');
  await project.run('status', '--check');
});
