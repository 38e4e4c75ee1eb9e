import { digestAll, type RememberedUnit } from '../memory/unit-memory.js';
import type { TextRules } from '../plan/text-rules.js';
import { formatNumber } from '../terminal/format.js';
import type { CommandIo } from '../terminal/io.js';
import { say } from '../terminal/safe-text.js';
import { sumOpenPoints } from './quotes.js';
import type { Quote } from './session-unit.js';

/**
 * A unit after ordering: this command has spent its `points`; its `placed` were spent before, or by another command at the
 * same time.
 */
export interface PlacedUnit extends Quote {
  readonly orders: Awaited<ReturnType<Quote['place']>>;
}

/** Places the orders of a unit. */
export async function placeOrders(quote: Quote, io: CommandIo): Promise<PlacedUnit> {
  const { unit, texts } = quote;
  const bar = texts === 0 ? undefined : io.progress(say`Ordering ${unit.source} in ${unit.language}`, texts);
  let done = 0;
  let isFound = false;
  const onDone = (now: number): void => {
    done = now;
    bar?.at(done);
  };
  try {
    await noteTranslations(unit);
    const orders = await quote.place(onDone);
    isFound = orders.every(({ placed }) => !placed);
    const sum = (isOurs: boolean): number => sumOpenPoints(orders.filter(({ placed }) => placed === isOurs));
    return { ...quote, orders, points: sum(true), placed: sum(false) };
  } finally {
    bar?.end(
      isFound
        ? say`all were ordered before`
        : say`${formatNumber(done)} of ${formatNumber(texts)} new ${texts === 1 ? 'text' : 'texts'}`,
    );
  }
}

/** Remembers which texts the translations of a file belong to, so that later changes of them are noticed. */
async function noteTranslations({ kind, file, memory, notes, given }: RememberedUnit): Promise<void> {
  const digests = digestAll(file.texts);
  const missing = Object.keys(file.known).filter((key) => !Object.hasOwn(memory.written, key));
  const rules = kind === 'texts' ? findNewRules(given.commandLine, memory) : undefined;
  if (missing.length === 0 && rules === undefined) return;
  await notes.add({ ...rules, written: Object.fromEntries(missing.map((key) => [key, digests[key] ?? ''])) });
}

/** Finds the rules of the command line that decide how texts are sent; undefined when they are remembered already. */
function findNewRules({ protect, terms, notes }: TextRules, memory: TextRules): TextRules | undefined {
  const rules = Object.entries({ protect, terms, notes }).filter(([, rule]) => rule !== undefined);
  const isRemembered = rules.every(
    ([name, rule]) => JSON.stringify(rule) === JSON.stringify(Reflect.get(memory, name)),
  );
  return isRemembered ? undefined : Object.fromEntries(rules);
}
