import type { TextIssue, TextResult } from '../../texts.js';
import { digestText, isRejected } from '../memory/unit-memory.js';
import { nameUnit } from './name-unit.js';
import type { OrderedUnit, ResultOptions } from './session-unit.js';

/** What was found for a unit. */
interface Found {
  /** Translations that can be written, by key; of a document, their digests. */
  readonly translations: ReadonlyMap<string, string>;
  /** For each text that has a translation, in the file or to be written: its digest if another can come, else empty. */
  readonly changeable: ReadonlyMap<string, string>;
  readonly issues: readonly TextResult[];
  /** How many texts are ordered, but not translated yet. */
  readonly open: number;
}

/** What was collected for a unit. */
export type Collected = OrderedUnit & Found;

/** How a unit is collected. When `signal` aborts, what was collected so far is given. */
export interface CollectOptions extends ResultOptions {
  readonly acceptIssues?: boolean | undefined;
  /** Called for each text that is ready. */
  readonly onText?: () => void;
}

/** Of a finished order whose newest translation is the one that was rejected. */
const REJECTED: TextIssue = {
  kind: 'untranslated',
  message: 'Its translation was rejected, and no other has come.',
};

/** Collects the translations of a unit. */
export async function collect(orderedUnit: OrderedUnit, options: CollectOptions): Promise<Collected> {
  const { acceptIssues = false, signal, onText } = options;
  const { unit, ordered } = orderedUnit;
  const translations = new Map<string, string>();
  const changeable = new Map<string, string>();
  const issues: TextResult[] = [];
  const { replaceable } = unit;
  try {
    for await (const result of orderedUnit.readResults(options)) {
      const { key, text, mayChange } = result;
      if (!ordered.has(key)) continue;
      if (isRejected(unit.memory, result)) {
        if (!mayChange) issues.push({ ...result, text: null, issues: [REJECTED] });
        continue;
      }
      const isWritten = Object.hasOwn(replaceable, key) && replaceable[key] === text;
      if (text === null || (result.issues !== undefined && !isWritten && !acceptIssues)) issues.push(result);
      else {
        if (!isWritten) translations.set(key, text);
        changeable.set(key, mayChange ? digestText(text) : '');
      }
      onText?.();
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  const open = ordered.size - changeable.size - issues.length;
  return { ...orderedUnit, translations, changeable, issues, open };
}

/** Collects what is there of all units, and writes nothing. */
export async function collectAll(
  units: readonly OrderedUnit[],
  signal: AbortSignal,
): Promise<readonly Collected[]> {
  const collected = await Promise.all(
    units.map((ordered) => nameUnit(ordered.unit, () => collect(ordered, { signal }))),
  );
  signal.throwIfAborted();
  return collected;
}
