import { shorten } from '../../base/checked.js';
import { shellWord } from '../hints.js';
import { formatNumber } from '../terminal/format.js';
import type { SessionUnit } from './session-unit.js';

/** Keys that are named in a message. */
const SHOWN = 5;
/** Characters of a key in a message. */
const SHOWN_KEY = 60;

/** Texts of a file that look like notes for translators, and are not translated yet. */
export interface Doubt {
  readonly source: string;
  /** The keys by the pattern that makes them notes. */
  readonly keys: Readonly<Record<string, readonly string[]>>;
  /** Texts of the file. */
  readonly texts: number;
}

/** Finds what nobody has decided about the files. Each file once, whatever its languages. */
export function findDoubts(units: readonly SessionUnit[]): readonly Doubt[] {
  const doubts = new Map<string, Doubt>();
  for (const unit of units) {
    const { source, file, current } = unit;
    const open = Object.entries(file.doubtful).filter(([, keys]) =>
      keys.some((key) => !Object.hasOwn(current, key)),
    );
    if (open.length > 0)
      doubts.set(source, { source, keys: Object.fromEntries(open), texts: Object.keys(file.texts).length });
  }
  return [...doubts.values()];
}

/** Says what is in doubt, and how to decide it. */
export function describeDoubt({ source, keys, texts }: Doubt): string {
  const all = Object.values(keys).flat();
  const shown = all
    .slice(0, SHOWN)
    .map((key) => shorten(key, SHOWN_KEY))
    .join(', ');
  const more = all.length > SHOWN ? ` and ${formatNumber(all.length - SHOWN)} more` : '';
  const found = `${formatNumber(all.length)} of ${formatNumber(texts)} texts look like notes: ${shown}${more}.`;
  const option = `--notes ${shellWord(Object.keys(keys).join(','))}`;
  return `${source}: ${found} If they are notes, use ${option}; if they are texts, use --no-notes. Or set "notes" in translation-requester.json.`;
}
