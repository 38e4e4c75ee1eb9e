import {
  type Block,
  hasSlot,
  hasText,
  isList,
  isSlot,
  type List,
  listSlots,
  type Part,
  type Slot,
  type Target,
} from './document.js';

/** What is written, and into which file. */
export interface WriteContext extends Target {
  /** Whether the format holds both texts and translations. Its files keep texts that are not translated. */
  readonly isBilingual: boolean;
  readonly values: ReadonlyMap<string, string>;
  /** Whether the values have one for a place. */
  hasValue(this: void, slot: Slot): boolean;
  /** Keys of texts beside which the target file has another original, as in `Entries`. */
  readonly outdated: ReadonlySet<string>;
  /** Keys of texts whose translation the target file has put out of use, as in `Entries`. */
  readonly revived: ReadonlySet<string>;
  /** Whether a text is not translated: it stays as it is in something that is written in whole. */
  isFixed(key: string): boolean;
  /** The keys that the target file has already. */
  readonly present: ReadonlySet<string>;
  /** The line ending of the file. */
  readonly lineEnding: string;
  /** The names of anchors that the written file has so far. */
  readonly anchors: Set<string>;
  refuse(key: string, message: string): never;
}

/**
 * Fills values into an existing file. Blocks that only the source file has are added if they have values.
 *
 * @param add renders a block of the source file for the place of the target
 */
export function fillIn(
  target: Block,
  source: Block,
  writing: WriteContext,
  add = (block: Block): string => renderAdded(block, writing),
): string {
  if (isReplaced(target, source, writing)) return add(source);
  const lists = source.parts.filter(isList);
  let at = 0;
  return renderBlock(target, writing, (list, end) => {
    const same = lists[at];
    at += 1;
    if (same !== undefined) return joinItems(fillInItems(list, same, writing), list, end, writing);
    return renderList(list, end, writing, renderKept);
  });
}

/**
 * Whether the source's block takes the place of the target's: the target's is empty, of another kind or of an earlier text, or
 * only a whole one fits.
 */
function isReplaced(target: Block, source: Block, writing: WriteContext): boolean {
  const slots = listSlots(source);
  if (slots.length === 0 || !isIncluded(source, writing)) return false;
  if (source.taken === 'when translated in whole') return slots.some(({ key }) => !writing.present.has(key));
  const own = new Set(listSlots(target).map(({ key }) => key));
  const isMissing = ({ key }: Slot): boolean => writing.values.has(key) && !own.has(key);
  if (source.parts.some(isList)) {
    const hasNoList = target.parts.every((part) => !isList(part) || part.blocks.length === 0);
    // A text alone can be the only one that the source has as an object.
    return hasNoList && (own.size === 0 || slots.some(isMissing));
  }
  return slots.some(
    (slot) => isMissing(slot) || (writing.values.has(slot.key) && writing.outdated.has(slot.key)),
  );
}

/** A written block of a list. */
interface Item {
  readonly text: string;
  /** What is behind it and its separator. */
  readonly tail: string;
}

function fillInItems(target: List, source: List, writing: WriteContext): readonly Item[] {
  const from = new Map(source.blocks.map((block) => [block.id, block]));
  const ids = new Set(target.blocks.map(({ id }) => id));
  const begin: Item[] = [];
  const after = new Map<string | undefined, readonly Item[]>();
  let place = begin;
  const add = (block: Block): string => {
    const text = renderAdded(block, writing);
    return target.adopt?.(text, source) ?? text;
  };
  for (const block of source.blocks) {
    if (block.id === undefined) continue;
    if (ids.has(block.id)) {
      place = [];
      after.set(block.id, place);
    } else if (isIncluded(block, writing) && !isElsewhere(block, writing)) {
      place.push({ text: add(block), tail: fitLineEnding(block.tail ?? '', writing) });
    }
  }
  const written = begin;
  for (const block of target.blocks) {
    const back = block.obsolete === undefined ? undefined : from.get(block.obsolete);
    if (back !== undefined && hasSlot(back, ({ key }) => writing.revived.has(key))) continue;
    const same = block.id === undefined ? undefined : from.get(block.id);
    const text = same === undefined ? renderKept(block, writing) : fillIn(block, same, writing, add);
    if (!isEmptySlot(block, text)) written.push({ text, tail: block.tail ?? '' });
    for (const added of after.get(block.id) ?? []) written.push(added);
  }
  return written;
}

/** Whether the target has all that is written of a block, in a block with another id. */
function isElsewhere(block: Block, { isBilingual, hasValue, present }: WriteContext): boolean {
  const slots = listSlots(block).filter(hasValue);
  return !isBilingual && slots.length > 0 && slots.every(({ key }) => present.has(key));
}

/** Whether a block is a slot that the file lacks and that got no value. It is left out, and so is its separator. */
const isEmptySlot = ({ parts }: Block, text: string): boolean =>
  text === '' && parts.every((part) => isSlot(part) && part.raw === '');

/** A block of the source file, written for a target that lacks it. */
function renderAdded(block: Block, writing: WriteContext): string {
  return fitLineEnding(renderNew(block, { ...writing, isNew: true }), writing);
}

const fitLineEnding = (text: string, { lineEnding }: WriteContext): string =>
  text.replace(/\r?\n/g, lineEnding);

/** A block of the source file, without the blocks in it that have no values. */
export function renderNew(block: Block, writing: WriteContext): string {
  for (const name of block.anchors ?? []) writing.anchors.add(name);
  return renderBlock(block, writing, renderNewList);
}

const renderNewList = (list: List, end: string, writing: WriteContext): string =>
  renderList(list, end, writing, renderIncluded);

const renderIncluded = (block: Block, writing: WriteContext): string | undefined =>
  isIncluded(block, writing) ? renderNew(block, writing) : undefined;

/** A block that the source file does not have. Nothing is left out. */
const renderKept = (block: Block, writing: WriteContext): string =>
  renderBlock(block, writing, renderKeptList);

const renderKeptList = (list: List, end: string, writing: WriteContext): string =>
  renderList(list, end, writing, renderKept);

/**
 * @param end what follows the list
 * @param renderItem renders a block of the list; undefined if it is left out
 */
function renderList(
  list: List,
  end: string,
  writing: WriteContext,
  renderItem: (block: Block, writing: WriteContext) => string | undefined,
): string {
  const items: Item[] = [];
  for (const block of list.blocks) {
    const text = renderItem(block, writing);
    if (text !== undefined && !isEmptySlot(block, text)) items.push({ text, tail: block.tail ?? '' });
  }
  return joinItems(items, list, end, writing);
}

/** @param end what follows the list */
function joinItems(
  items: readonly Item[],
  { separator, trailer = '' }: List,
  end: string,
  { lineEnding }: WriteContext,
): string {
  let written = '';
  // Counted: `entries()` makes a list for each item, a fifth of the memory that a flat file takes.
  let at = 0;
  for (const { text, tail } of items) {
    at += 1;
    const next = items[at]?.text;
    written += text + (next === undefined ? trailer : separator) + tail;
    // In the line of a comment, it would be a part of that.
    if (tail !== '' && !/^[\n\r]/.test(next ?? end)) written += lineEnding;
  }
  return written;
}

/** @param renderInner renders a list, which has a text behind it */
function renderBlock(
  block: Block,
  writing: WriteContext,
  renderInner: (list: List, end: string, writing: WriteContext) => string,
): string {
  const parts = findParts(block, writing);
  let text = '';
  // Counted, as in `joinItems`.
  let at = 0;
  for (const part of parts) {
    at += 1;
    if (typeof part === 'string') text += part;
    else if (typeof part === 'function') text += part(writing);
    else if (isSlot(part)) text += renderSlot(part, writing);
    else {
      const next = parts[at];
      text += renderInner(part, typeof next === 'string' ? next : '', writing);
    }
  }
  return text;
}

/** The parts of a block: others once one of its texts is translated. */
function findParts(block: Block, { values }: WriteContext): readonly Part[] {
  const { parts, translated } = block;
  if (translated === undefined) return parts;
  const isNew = ({ key, value }: Slot): boolean => values.has(key) && values.get(key) !== value;
  return hasSlot(block, isNew) ? translated : parts;
}

function renderSlot(slot: Slot, { values, refuse }: WriteContext): string {
  const wanted = values.get(slot.key);
  if (wanted === undefined || wanted === slot.value) return slot.raw;
  return slot.encode(wanted, (message) => refuse(slot.key, message));
}

/** Whether a file for another language gets this block of the source file. */
function isIncluded(block: Block, writing: WriteContext): boolean {
  const { anchors, hasValue, isFixed } = writing;
  if (block.taken === 'never' || block.needs?.some((name) => !anchors.has(name))) return false;
  if (writing.isBilingual) return true;
  if (!hasSlot(block, hasValue)) return writing.isNew && !hasText(block);
  return block.taken === undefined || !hasSlot(block, (slot) => !hasValue(slot) && !isFixed(slot.key));
}
