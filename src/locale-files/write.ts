import { type Block, isList, isSlot, type List, type Slot, slotsOf, type Target } from './document.js';

/** What is written: into which file, and which values. */
export interface WriteContext extends Target {
  /** Whether a file keeps what is not translated, since it holds the texts beside their translations. */
  readonly isBilingual: boolean;
  readonly values: ReadonlyMap<string, string>;
  /** Keys that have a place in the file already. */
  readonly present: ReadonlySet<string>;
  /** How lines end in the file. */
  readonly lineEnding: string;
  refuse(key: string, message: string): never;
}

/** A file as it is, with new values. Blocks that only the source file has are added where they have values. */
export function fillIn(target: Block, source: Block, writing: WriteContext): string {
  if (isReplaced(target, source, writing)) return renderAdded(source, writing);
  const lists = source.parts.filter(isList);
  let at = 0;
  return renderBlock(target, writing, (list) => {
    const other = lists[at];
    at += 1;
    return other === undefined ? renderList(list, writing) : fillInList(list, other, writing);
  });
}

/** Whether there is nothing in a block to fill in, or nothing that fits. */
function isReplaced(target: Block, source: Block, writing: WriteContext): boolean {
  const slots = slotsOf(source);
  if (slots.length === 0 || !isIncluded(source, writing)) return false;
  if (source.taken === 'when translated in whole') return slots.some(({ key }) => !writing.present.has(key));
  return source.parts.some(isList) && target.parts.every((part) => !isList(part) || part.blocks.length === 0);
}

function fillInList(target: List, source: List, writing: WriteContext): string {
  const from = new Map(source.blocks.map((block) => [block.id, block]));
  const ids = new Set(target.blocks.map(({ id }) => id));
  const begin: string[] = [];
  const after = new Map<string, string[]>();
  let place = begin;
  for (const block of source.blocks) {
    if (block.id === undefined) continue;
    if (ids.has(block.id)) {
      place = [];
      after.set(block.id, place);
    } else if (isIncluded(block, writing)) {
      place.push(renderAdded(block, writing));
    }
  }
  const written = target.blocks.flatMap((block) => {
    const same = block.id === undefined ? undefined : from.get(block.id);
    if (block.id === undefined || same === undefined)
      return dropIfEmptySlot(block, renderKept(block, writing));
    return [...dropIfEmptySlot(block, fillIn(block, same, writing)), ...(after.get(block.id) ?? [])];
  });
  return [...begin, ...written].join(target.separator);
}

/** A place that was to be made, and was not, needs no separator either. */
function dropIfEmptySlot({ parts }: Block, text: string): readonly string[] {
  return text === '' && parts.every((part) => isSlot(part) && part.raw === '') ? [] : [text];
}

/** A block of the source file, for a file that does not have it. */
function renderAdded(block: Block, writing: WriteContext): string {
  return renderNew(block, { ...writing, isNew: true }).replace(/\r?\n/g, writing.lineEnding);
}

/** A block of the source file, without what has no value. */
export function renderNew(block: Block, writing: WriteContext): string {
  return renderBlock(block, writing, ({ separator, blocks }) =>
    blocks
      .filter((one) => isIncluded(one, writing))
      .flatMap((one) => dropIfEmptySlot(one, renderNew(one, writing)))
      .join(separator),
  );
}

/** A block that the source file does not have: nothing is left out. */
function renderKept(block: Block, writing: WriteContext): string {
  return renderBlock(block, writing, (list) => renderList(list, writing));
}

function renderList({ separator, blocks }: List, writing: WriteContext): string {
  return blocks.flatMap((block) => dropIfEmptySlot(block, renderKept(block, writing))).join(separator);
}

function renderBlock(block: Block, writing: WriteContext, ofList: (list: List) => string): string {
  const isTranslated =
    block.translated !== undefined && slotsOf(block).some(({ key }) => writing.values.has(key));
  return (isTranslated ? (block.translated ?? []) : block.parts)
    .map((part) => {
      if (typeof part === 'string') return part;
      if (typeof part === 'function') return part(writing);
      return isSlot(part) ? renderSlot(part, writing) : ofList(part);
    })
    .join('');
}

function renderSlot(slot: Slot, { values, refuse }: WriteContext): string {
  const { key, value, raw } = slot;
  const wanted = values.get(key);
  if (wanted === undefined || wanted === value) return raw;
  return slot.encode(wanted, (message) => refuse(key, message));
}

/** Whether a block of the source file goes into a file for a further language. */
function isIncluded(block: Block, { isBilingual, isNew, values }: WriteContext): boolean {
  if (block.taken === 'never') return false;
  if (isBilingual) return true;
  const slots = slotsOf(block);
  if (slots.length === 0) return isNew;
  const has = ({ key }: Slot): boolean => values.has(key);
  return block.taken === 'when translated in whole' ? slots.every(has) : slots.some(has);
}
