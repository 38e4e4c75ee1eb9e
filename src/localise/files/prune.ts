import { type Block, isList, type List, listSlots, type Part } from './document.js';

/** What decides which blocks go. */
export interface Pruning {
  /** Whether the source file has the key. */
  isKnown(key: string): boolean;
  /** Whether a text of the source file has a translation. */
  isTranslated(key: string): boolean;
}

/** A block of the target file without what the source file no longer has. Only blocks with texts go, each as a whole. */
export function pruneBlock(target: Block, source: Block | undefined, pruning: Pruning): Block {
  const lists = source?.parts.filter(isList) ?? [];
  const withoutGone = (parts: readonly Part[]): readonly Part[] => {
    let at = 0;
    return parts.map((part) => {
      if (!isList(part)) return part;
      at += 1;
      return pruneList(part, lists[at - 1], pruning);
    });
  };
  const { parts, translated } = target;
  return {
    ...target,
    parts: withoutGone(parts),
    ...(translated !== undefined && { translated: withoutGone(translated) }),
  };
}

function pruneList(list: List, source: List | undefined, pruning: Pruning): List {
  const from = new Map(source?.blocks.map((block) => [block.id, block]));
  const allowed = new Set(source?.blocks.flatMap((block) => block.allowed ?? []));
  const findSame = ({ id }: Block): Block | undefined => (id === undefined ? undefined : from.get(id));
  const gone = new Set(
    list.blocks.filter((block) => !allowed.has(block.id) && isGone(block, findSame(block), pruning)),
  );
  addWhatIsAbout(gone, list.blocks);
  const kept = list.blocks.filter((block) => !gone.has(block));
  return {
    ...list,
    blocks: kept.map((block) => {
      const same = findSame(block);
      // The source file has this one too, and its texts can't be compared: it stays as it is.
      return same?.allowed?.includes(block.id) === true ? block : pruneBlock(block, same, pruning);
    }),
  };
}

/** Adds the blocks that are about those that go. */
function addWhatIsAbout(gone: Set<Block>, blocks: readonly Block[]): void {
  if (gone.size === 0) return;
  const ids = new Set(Array.from(gone, ({ id }) => id));
  let next: Block | undefined;
  for (const block of blocks.toReversed()) {
    const { about } = block;
    const isAboutGone = about === 'the next' ? next !== undefined && gone.has(next) : ids.has(about?.id);
    if (about !== undefined && isAboutGone) gone.add(block);
    next = block;
  }
}

/** @param same the block of the source file with the same id */
function isGone(block: Block, same: Block | undefined, { isKnown, isTranslated }: Pruning): boolean {
  const slots = listSlots(block).filter(({ raw }) => raw !== '');
  const gone = slots.filter(({ key }) => !isKnown(key));
  if (gone.length === 0) return false;
  // It can only be replaced as a whole, by what the source file has.
  if (same?.taken === 'when translated in whole')
    return listSlots(same).every(({ key }) => isTranslated(key));
  const isNested = same?.parts.some(isList) === true && block.parts.some(isList);
  return gone.length === slots.length && !isNested;
}
