import { lookLikeKeys } from '../../command-internals.js';
import { removeNote } from '../plan/text-rules.js';
import type { Unit } from '../plan/units.js';
import { formatFirstKeys } from '../terminal/format.js';
import { type SafeText, say } from '../terminal/safe-text.js';

/** Names the files whose texts look like keys, and says where their texts may be. Each file once, whatever its languages. */
export function describeKeyTexts(
  units: readonly Pick<Unit, 'kind' | 'source' | 'file'>[],
): readonly SafeText[] {
  const lines = new Map<string, SafeText>();
  for (const { kind, source, file } of units) {
    const { texts, known } = file;
    const isAnyMissing = Object.keys(texts).some((key) => !Object.hasOwn(known, key));
    if (kind !== 'texts' || lines.has(source) || !isAnyMissing || !lookLikeKeys(texts)) continue;
    const shown = formatFirstKeys(Object.values(texts).map(removeNote));
    lines.set(
      source,
      say`The texts of ${source} look like keys: ${shown}. If another file has their texts, such as messages.en.xlf or en.po, name that one as the source.\n`,
    );
  }
  return [...lines.values()];
}
