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
  const blocks = list.blocks.flatMap((block) => {
    const same = block.id === undefined ? undefined : from.get(block.id);
    const isKept = allowed.has(block.id) || !isGone(block, same, pruning);
    return isKept ? [pruneBlock(block, same, pruning)] : [];
  });
  return { ...list, blocks };
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
