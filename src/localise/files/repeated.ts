import { type Block, isList, isSlot, writeAsItIs } from './document.js';

/**
 * A file in which a key may come several times: programs take the last one. The blocks above it lose their places, so that they stay
 * as they are, and get into no other file.
 *
 * @param mayDiffer whether the texts of one key may differ: those of a file that is to be written, where the last one is shown anyway
 * @returns the keys that came several times
 */
export function dropRepeated(
  root: Block,
  mayDiffer: boolean,
): { readonly root: Block; readonly repeated: ReadonlySet<string> } {
  const repeated = new Set<string>();
  const visit = (block: Block): Block => ({
    ...block,
    parts: block.parts.map((part) => (isList(part) ? { ...part, blocks: visitAll(part.blocks) } : part)),
  });
  const visitAll = (blocks: readonly Block[]): readonly Block[] => {
    const last = new Map<string, string>();
    const kept: Block[] = [];
    for (const block of blocks.toReversed()) {
      const [slot, ...more] = block.parts.filter(isSlot);
      if (block.id === undefined || slot === undefined || more.length > 0 || block.parts.some(isList)) {
        kept.push(visit(block));
        continue;
      }
      // Where a file has translations too, they may differ.
      const content = slot.text ?? slot.raw;
      const after = last.get(slot.key);
      if (after === undefined) last.set(slot.key, content);
      if (after === undefined || (after !== content && !mayDiffer)) kept.push(block);
      else {
        repeated.add(slot.key);
        const parts = [block.parts.map(writeAsItIs).join('')];
        kept.push({ ...block, id: undefined, parts, translated: undefined, taken: 'never' });
      }
    }
    return kept.reverse();
  };
  return { root: visit(root), repeated };
}
