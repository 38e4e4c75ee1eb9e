import { addToGroup } from '../../../checks/groups.js';
import { isCategory } from '../../../checks/plural-categories.js';
import { type Block, hasText, isList } from '../../document.js';
import { adaptForms, areForms, type FormBlocks, listCompleteForms, listForms } from '../../plurals.js';
import { findStringEnd } from '../end-of-string.js';

/**
 * Adapts the plural forms in an object to the language: i18next's, which have a name before them, such as `items_one`, or an
 * object of `one` and `other`, as in Rails. A form that the language lacks is not translated; a form that the object lacks
 * gets a place after the others.
 *
 * @param blocks the members of the object
 * @param path its key; undefined for the whole file
 */
export function adaptPlurals(
  blocks: readonly Block[],
  path: string | undefined,
  to: string | undefined,
): readonly Block[] {
  if (path !== undefined && areForms(blocks.filter(hasText).map(({ id }) => id)))
    return adaptGroup('', blocks, { forms: listCompleteForms(to), usesZero: true }, path);
  const groups = new Map<string, Block[]>();
  for (const block of blocks) {
    const { id = '' } = block;
    const end = id.lastIndexOf('_') + 1;
    if (end > 1 && isCategory(id.slice(end))) addToGroup(groups, id.slice(0, end), block);
  }
  if (groups.size === 0) return blocks;
  const changed = new Map<Block, readonly Block[]>();
  for (const [base, group] of groups) {
    const type = base.endsWith('_ordinal_') ? 'ordinal' : 'cardinal';
    const usesZero = type === 'cardinal';
    const adapted = adaptGroup(base, group, { forms: listForms(to, type), usesZero }, path);
    const last = group.length - 1;
    for (const [at, block] of group.entries())
      changed.set(block, at === last ? adapted.slice(at) : adapted.slice(at, at + 1));
  }
  return blocks.flatMap((block) => changed.get(block) ?? [block]);
}

/** Whether a block is an array or an object. */
const isHolder = ({ taken, parts }: Block): boolean =>
  taken === 'when translated in whole' || parts.some(isList);

/** @param base what is before the category in each name */
function adaptGroup(
  base: string,
  group: readonly Block[],
  rules: Pick<FormBlocks, 'forms' | 'usesZero'>,
  path: string | undefined,
): readonly Block[] {
  const [lead] = group.find(({ id }) => id === `${base}other`)?.parts ?? [];
  // A single key, one without `other`, or a list of texts only looks like a plural form.
  if (typeof lead !== 'string' || group.length < 2 || group.some(isHolder)) return group;
  const start = lead.indexOf('"');
  const end = findStringEnd(lead, start);
  return adaptForms({
    ...rules,
    blocks: group,
    readCategory: ({ id }) => id?.slice(base.length),
    missing(category) {
      const id = `${base}${category}`;
      const key = path === undefined ? id : `${path}.${id}`;
      return { id, key, begin: lead.slice(0, start) + JSON.stringify(id) + lead.slice(end), end: '' };
    },
  });
}
