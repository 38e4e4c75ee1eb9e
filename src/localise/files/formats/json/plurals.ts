import { addToGroup } from '../../../checks/groups.js';
import { isCategory } from '../../../checks/plural-categories.js';
import { type Block, hasText, isList, isSlot, type ReadContext, readText } from '../../document.js';
import {
  adaptForms,
  areForms,
  type FormBlocks,
  findGeneralForm,
  hasCount,
  isZeroSpecial,
  listCompleteForms,
  type MissingForm,
} from '../../plurals.js';
import { markGeneralForm } from '../go-entries.js';
import type { Holder } from './dialects.js';
import type { JsonSyntax } from './syntax.js';
import { findName } from './tokens.js';

/**
 * Adapts the plural forms in an object to the language: i18next's, which have a name before them, such as `items_one`, or an
 * object of `one` and `other`, as in Rails. A form that the language lacks is not translated; a form that the object lacks
 * gets a place after the others.
 *
 * @param blocks the members of the object
 * @param holder the object
 */
export function adaptPlurals(
  blocks: readonly Block[],
  { key: path, isGoEntry = false }: Holder,
  { from, to, isTarget }: Pick<ReadContext, 'from' | 'to' | 'isTarget'>,
  syntax: JsonSyntax,
): readonly Block[] {
  const hasSpecialZero = isZeroSpecial(from);
  const isForms = path !== undefined && isPluralObject(blocks);
  const rules = { forms: listCompleteForms(to), usesZero: hasSpecialZero, syntax };
  const forms = isForms ? adaptGroup('', blocks, rules, path) : blocks;
  if (path !== undefined && isGoEntry)
    return markGeneralForm(forms, path, !isTarget && forms.filter(hasText).length === 1 && !isForms);
  if (isForms) return forms;
  const { groups, options } = groupByBase(blocks);
  const changed = new Map<Block, readonly Block[]>();
  for (const [base, group] of groups) {
    if (!isPlural(base, group, options)) continue;
    const type = base.endsWith('_ordinal_') ? 'ordinal' : 'cardinal';
    const usesZero = type === 'cardinal' && hasSpecialZero;
    const adapted = adaptGroup(base, group, { forms: listCompleteForms(to, type), usesZero, syntax }, path);
    const last = group.length - 1;
    for (const [at, block] of group.entries())
      changed.set(block, at === last ? adapted.slice(at) : adapted.slice(at, at + 1));
  }
  return changed.size === 0 ? blocks : blocks.flatMap((block) => changed.get(block) ?? [block]);
}

/** Groups names that end with a category, by what is before it. `options` are the other names' that show the number. */
function groupByBase(blocks: readonly Block[]) {
  const groups = new Map<string, Block[]>();
  const options = new Set<string>();
  for (const block of blocks) {
    const { id = '' } = block;
    const end = id.lastIndexOf('_') + 1;
    if (end <= 1) continue;
    if (isCategory(id.slice(end))) addToGroup(groups, id.slice(0, end), block);
    else if (hasCount(readOwnText(block))) options.add(id.slice(0, end));
  }
  return { groups, options };
}

/** The text of a block; empty for an array or object. */
function readOwnText({ parts }: Block): string {
  const slot = parts.find(isSlot);
  return slot === undefined ? '' : readText(slot);
}

/** Whether the members of an object are the forms of one text. */
function isPluralObject(blocks: readonly Block[]): boolean {
  // The first text of most objects shows it.
  if (!blocks.every((block) => isCategory(block.id) || !hasText(block))) return false;
  const texts = blocks.filter(hasText);
  const readForm = (name: string): string =>
    texts
      .filter(({ id }) => id === name)
      .map(readOwnText)
      .join('');
  return (
    areForms(
      texts.map(({ id }) => id),
      readForm,
    ) && !texts.some(isHolder)
  );
}

/** Whether a block is an array or an object. */
export const isHolder = ({ taken, parts }: Block): boolean =>
  taken === 'when translated in whole' || parts.some(isList);

/**
 * Whether names with a category at their ends are the forms of one text. One name alone, as in Japanese, must show the number,
 * and none beside it may: `size_other` beside `size_small` is an option.
 */
function isPlural(base: string, group: readonly Block[], options: ReadonlySet<string>): boolean {
  const general = findGeneralForm(group.map(({ id }) => id?.slice(base.length)));
  if (general === undefined || group.some(isHolder)) return false;
  return group.length > 1 || (group.map(readOwnText).some(hasCount) && !options.has(base));
}

/** @param base what is before the category in each name */
function adaptGroup(
  base: string,
  group: readonly Block[],
  { syntax, ...rules }: Pick<FormBlocks, 'forms' | 'usesZero'> & { readonly syntax: JsonSyntax },
  path: string | undefined,
): readonly Block[] {
  const readCategory = ({ id }: Block): string | undefined => id?.slice(base.length);
  const general = findGeneralForm(group.map(readCategory));
  const block = group.find((each) => readCategory(each) === general);
  if (block === undefined || general === undefined) return group;
  const missing = makeFormWriter(base, block, general, syntax, path);
  return adaptForms({ ...rules, blocks: group, readCategory, missing });
}

/**
 * Makes what writes a form that an object lacks.
 *
 * @param like another form of the text
 * @param suffix what is behind the base in its name
 */
export function makeFormWriter(
  base: string,
  like: Block,
  suffix: string,
  syntax: JsonSyntax,
  path: string | undefined,
): (suffix: string) => MissingForm {
  const lead = like.parts.find((part) => typeof part === 'string') ?? '';
  const blanked = syntax.blank(lead);
  const { start, end } = findName(blanked);
  const name = lead.slice(start, end);
  // Comments are about the form that has them.
  const space = blanked.startsWith(lead.slice(0, start))
    ? lead.slice(0, start)
    : findIndentation(lead, start);
  return (wanted) => {
    const id = `${base}${wanted}`;
    const key = path === undefined ? id : `${path}.${id}`;
    const own = renameForm(name, suffix, wanted) ?? JSON.stringify(id);
    return { id, key, begin: space + own + lead.slice(end), end: '' };
  };
}

/** The line break before a name, and what indents it. */
const findIndentation = (lead: string, start: number): string =>
  /\r?\n[ \t]*$/.exec(lead.slice(0, start))?.[0] ?? ' ';

/** The name of another form, in the same quotes; undefined if its category is escaped. */
function renameForm(name: string, from: string, to: string): string | undefined {
  const quote = /["']$/.exec(name)?.[0] ?? '';
  const base = name.slice(0, name.length - quote.length);
  return base.endsWith(from) ? base.slice(0, base.length - from.length) + to + quote : undefined;
}
