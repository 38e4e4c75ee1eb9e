import { StoreError } from '../../index.js';
import type { TextIssue, TextResult } from '../../texts.js';
import { digestText, isRejected } from '../memory/unit-memory.js';
import { FileError } from '../terminal/failures.js';
import { nameUnit, type OrderedUnit, type ResultOptions, type SessionUnit } from './session-unit.js';

/** What was collected for a unit. */
export interface Collected extends OrderedUnit {
  /** Translations that can be written, by key; of a document, their digests. */
  readonly translations: ReadonlyMap<string, string>;
  /** For each text that has a translation, in the file or to be written: its digest if another can come, else empty. */
  readonly changeable: ReadonlyMap<string, string>;
  readonly issues: readonly TextResult[];
  /** The keys of translations that wait for others, such as those of other forms of a plural, which is written as a whole. */
  readonly heldBack: readonly string[];
  /** The keys of texts that somebody has commented on, where the service says so by itself. */
  readonly commented: readonly string[];
  /** How many texts are ordered, but not translated yet. */
  readonly open: number;
}

/** How a unit is collected. When `signal` aborts, what was collected so far is given. */
interface CollectOptions extends ResultOptions {
  readonly acceptIssues?: boolean | undefined;
  /** Called for each text that is ready. */
  readonly onText?: () => void;
}

/** Of a finished order whose newest translation is the one that was rejected. */
const REJECTED: TextIssue = {
  kind: 'untranslated',
  message: 'Its translation was rejected, and no other has come.',
};

/** Collects the translations of a unit. @throws FileError, which names the unit */
export function collect(orderedUnit: OrderedUnit, options: CollectOptions): Promise<Collected> {
  const { acceptIssues = false, signal, onText } = options;
  const { unit, ordered } = orderedUnit;
  const { replaceable, memory } = unit;
  const translations = new Map<string, string>();
  const changeable = new Map<string, string>();
  const issues: TextResult[] = [];
  const commented: string[] = [];
  const mayLack = unit.kind === 'texts' ? unit.file.mayLack : {};
  const addResult = (given: TextResult): void => {
    const result = withoutAllowed(given, Object.hasOwn(mayLack, given.key) ? mayLack[given.key] : undefined);
    const { key, text, mayChange, comments } = result;
    if (comments !== undefined) commented.push(key);
    if (isRejected(memory, result)) {
      if (!mayChange) issues.push({ ...result, text: null, issues: [REJECTED] });
      return;
    }
    const isWritten = Object.hasOwn(replaceable, key) && replaceable[key] === text;
    if (text === null || (result.issues !== undefined && !isWritten && !acceptIssues)) issues.push(result);
    else {
      if (!isWritten) translations.set(key, text);
      changeable.set(key, mayChange ? digestText(text) : '');
    }
    onText?.();
  };
  return nameUnit(unit, async () => {
    try {
      for await (const result of orderedUnit.readResults(options))
        if (ordered.has(result.key)) addResult(result);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    const open = ordered.size - changeable.size - issues.length;
    const heldBack = unit.kind === 'texts' ? unit.file.findHeldBack(translations) : [];
    for (const key of heldBack) {
      translations.delete(key);
      changeable.delete(key);
    }
    return { ...orderedUnit, translations, changeable, issues, heldBack, commented, open };
  });
}

/** Leaves out the issues of placeholders that a translation may lack. */
function withoutAllowed(result: TextResult, mayLack: readonly string[] = []): TextResult {
  const { issues, ...rest } = result;
  const left = issues?.filter(
    ({ placeholder = '', in: place }) => !(place === 'original' && mayLack.includes(placeholder)),
  );
  return left === undefined || left.length === 0 ? rest : { ...rest, issues: left };
}

/** Whether an order has ended with nothing that can be used. What the service does not show may still be translated. */
export const isBroken = ({ issues = [] }: TextResult): boolean =>
  issues.every(({ kind }) => kind !== 'missing' && kind !== 'other-order');

/**
 * Finds what was ordered for each unit, one after another.
 *
 * @param onFailure gets what is wrong with one file or its records, which keeps back no other
 */
export async function findUnitOrders(
  units: readonly SessionUnit[],
  onFailure?: (failure: FileError | StoreError) => void,
): Promise<readonly OrderedUnit[]> {
  const ordered: OrderedUnit[] = [];
  for (const unit of units) {
    try {
      ordered.push(await unit.findOrders());
    } catch (error) {
      const isOfUnit = error instanceof FileError || error instanceof StoreError;
      if (!isOfUnit || onFailure === undefined) throw error;
      onFailure(error);
    }
  }
  return ordered;
}
