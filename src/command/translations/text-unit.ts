import type { Requester } from '../../index.js';
import {
  collectTexts,
  type FoundPlaceholders,
  findPlaceholders,
  type OrderProgress,
  type OrderTextsOptions,
  orderTexts,
  quoteTexts,
  readJob,
  type TextsJob,
} from '../../texts.js';
import type { RememberedTexts } from '../memory/unit-memory.js';
import { parseProtect } from '../plan/text-rules.js';
import { nameUnit } from './name-unit.js';
import { type OrderedUnit, type Quote, SETTLE, type SessionTexts } from './session-unit.js';

/** Connects the texts of a locale file. */
export function connectTexts(unit: RememberedTexts, requester: Requester, signal: AbortSignal): SessionTexts {
  const table = makeTable(unit, signal);
  return {
    ...{ ...unit, table },
    quote: () => nameUnit(unit, () => quoteTable(unit, table, requester)),
    findOrders: () => nameUnit(unit, () => findTextOrders(unit, table, requester)),
    without: (keys) => connectTexts(removeTexts(unit, keys), requester, signal),
  };
}

function removeTexts(unit: RememberedTexts, keys: ReadonlySet<string>): RememberedTexts {
  const rest = Object.entries(unit.file.texts).filter(([key]) => !keys.has(key));
  return { ...unit, file: { ...unit.file, texts: Object.fromEntries(rest) } };
}

function makeTable(unit: RememberedTexts, signal: AbortSignal): OrderTextsOptions {
  const { name, from, language, using, description, file, rules, current } = unit;
  const protect = rules.protect === undefined ? file.protect : parseProtect(rules.protect);
  return {
    ...{ name, from, to: [language], using, signal },
    texts: file.texts,
    known: { [language]: current },
    ...(protect !== undefined && { protect }),
    ...(rules.terms !== undefined && { protectTerms: rules.terms }),
    ...(description !== undefined && { description }),
  };
}

async function quoteTable(
  unit: RememberedTexts,
  table: OrderTextsOptions,
  requester: Requester,
): Promise<Quote> {
  const { points, placed, languages } = await quoteTexts(requester, table);
  const [{ texts: all, newTexts: texts } = { texts: 0, newTexts: 0 }] = languages;
  return {
    ...{ unit, points: points - placed, placed, texts },
    placeholders: findOrderedPlaceholders(unit, table),
    place: (onDone) =>
      nameUnit(unit, async () => {
        const onProgress = ({ done }: OrderProgress) => onDone(Math.max(0, done - (all - texts)));
        const options = { ...table, maxPoints: points, settle: SETTLE, onProgress };
        return (await orderTexts(requester, options)).orders;
      }),
  };
}

/** Finds the placeholders of the texts that are ordered. */
function findOrderedPlaceholders(
  { current }: RememberedTexts,
  { texts, protect }: OrderTextsOptions,
): FoundPlaceholders {
  const ordered = Object.entries(texts).filter(([key]) => !(Object.hasOwn(current, key) && current[key]));
  return findPlaceholders(Object.fromEntries(ordered), protect);
}

async function findTextOrders(
  unit: RememberedTexts,
  table: OrderTextsOptions,
  requester: Requester,
): Promise<OrderedUnit> {
  const { language, current, replaceable } = unit;
  // What else the file has is not in the job: it may have been corrected by hand.
  const known = Object.entries(current).filter(([key]) => !Object.hasOwn(replaceable, key));
  const job = await readJob(requester, { ...table, known: { [language]: Object.fromEntries(known) } });
  return {
    ...{ unit, job, ordered: listOrderedKeys(job) },
    readResults: ({ wait = false, signal }) => collectTexts(requester, job, { wait, signal }),
  };
}

/** Lists the keys of the texts that are ordered, or need no translation. */
function listOrderedKeys({ orders, texts }: TextsJob): ReadonlySet<string> {
  const ordered = new Set<string | number>(orders.flatMap(({ pieces }) => pieces));
  const isOrdered = (part: string | number): boolean => typeof part === 'string' || ordered.has(part);
  return new Set(texts.flatMap(({ keys, parts }) => (parts.every(isOrdered) ? keys : [])));
}
