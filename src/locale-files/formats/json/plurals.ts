import { addToGroup } from '../../../base/groups.js';
import type { Block } from '../../document.js';
import { adaptForms, pluralForms } from '../../plurals.js';
import { endOfString } from '../end-of-string.js';

const CATEGORIES = new Set(['zero', 'one', 'two', 'few', 'many', 'other']);

/**
 * Adapts i18next's plural forms in an object to the language. A form that the language lacks is not translated; a form
 * that the object lacks gets a place after the others.
 */
export function withPlurals(
  blocks: readonly Block[],
  path: string | undefined,
  to: string | undefined,
): readonly Block[] {
  const groups = new Map<string, Block[]>();
  for (const block of blocks) {
    const { id = '' } = block;
    const end = id.lastIndexOf('_');
    if (end < 1 || !CATEGORIES.has(id.slice(end + 1))) continue;
    addToGroup(groups, id.slice(0, end), block);
  }
  if (groups.size === 0) return blocks;
  const changed = new Map<Block, readonly Block[]>();
  for (const [base, group] of groups) {
    const adapted = adaptGroup(base, group, path, to);
    const last = group.length - 1;
    for (const [at, block] of group.entries())
      changed.set(block, at === last ? adapted.slice(at) : adapted.slice(at, at + 1));
  }
  return blocks.flatMap((block) => changed.get(block) ?? [block]);
}

function adaptGroup(
  base: string,
  group: readonly Block[],
  path: string | undefined,
  to: string | undefined,
): readonly Block[] {
  const [lead] = group.find(({ id }) => id === `${base}_other`)?.parts ?? [];
  // A single key, or one without `_other`, only looks like a plural form.
  if (typeof lead !== 'string' || group.length < 2) return group;
  const start = lead.indexOf('"');
  const end = endOfString(lead, start);
  return adaptForms({
    blocks: group,
    forms: pluralForms(to, base.endsWith('_ordinal') ? 'ordinal' : 'cardinal'),
    categoryOf: ({ id }) => id?.slice(base.length + 1),
    missing(category) {
      const id = `${base}_${category}`;
      const key = path === undefined ? id : `${path}.${id}`;
      return { id, key, begin: lead.slice(0, start) + JSON.stringify(id) + lead.slice(end), end: '' };
    },
  });
}
