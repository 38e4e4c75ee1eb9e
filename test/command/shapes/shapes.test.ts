import { extname } from 'node:path';
import { po } from 'gettext-parser';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { isLong } from '../../runs.js';
import { JSON_SHAPES } from './json-shapes.js';
import { findLost, release, startProject } from './release.js';
import type { Shape } from './shape.js';
import { TEXT_SHAPES } from './text-shapes.js';
import { XML_SHAPES } from './xml-shapes.js';

const ORPHAN = /orphan/i;
/** An orphan goes with the blank lines before it. */
const PRUNED = /orphan|^\r?$/i;

const SHAPES = [...JSON_SHAPES, ...XML_SHAPES, ...TEXT_SHAPES];

/** Reads a file as others would. @throws Error when they could not */
function readElsewhere({ source, target = source }: Shape, text: string): void {
  const plain = text.replace(/^\ufeff/, '');
  if (/\.(json|arb|xcstrings)$/.test(target)) JSON.parse(plain);
  else if (/\.ya?ml$/.test(target)) expect(parseDocument(plain).errors).toEqual([]);
  else if (target.endsWith('.po')) po.parse(plain);
  else if (/\.(xml|xlf|xliff)$/.test(target)) new SaxesParser().write(plain).close();
}

describe.each(SHAPES)('$what', (shape) => {
  test.each(isLong ? [5, 500] : [5])(
    'with %i entries: what is missing comes, and all else stays',
    async (count) => {
      await using project = await startProject(shape, count, shape.translate?.(count));
      const { read, run } = project;
      const before = await read();
      await release(project);
      const pulled = await read();
      readElsewhere(shape, pulled);
      expect(findLost(before, pulled, shape.replaced).join('\n')).toBe('');
      await run('pull', '--prune');
      const pruned = await read();
      readElsewhere(shape, pruned);
      expect(findLost(pulled, pruned, PRUNED).join('\n')).toBe('');
      expect(pruned).not.toMatch(ORPHAN);
      await run('status', '--check');
    },
  );
});

/** The first shape of each kind of file that has one for each language. */
const KINDS = new Map(
  SHAPES.filter(({ translate }) => translate !== undefined)
    .toReversed()
    .map((shape) => [extname(shape.source), shape]),
);

describe.each([...KINDS.values()])('$what', (shape) => {
  test('without a file for the language: it is made', async () => {
    await using project = await startProject(shape, 5, undefined);
    await release(project);
    readElsewhere(shape, await project.read());
    await project.run('status', '--check');
  });
});
