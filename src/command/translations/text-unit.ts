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
import { digestText, type RememberedTexts } from '../memory/unit-memory.js';
import { parseProtect } from '../plan/text-rules.js';
import { nameUnit } from './name-unit.js';
import { type OrderedUnit, type Quote, SETTLE, type SessionTexts } from './session-unit.js';

/** Connects the texts of a locale file. */
export function connectTexts(unit: RememberedTexts, requester: Requester, signal: AbortSignal): SessionTexts {
  const table = makeTable(unit, signal);
  return {
    ...unit,
    table,
    quote: (_, quoted) => nameUnit(unit, () => quoteTable(unit, table, requester, quoted)),
    findOrders: () => nameUnit(unit, () => findTextOrders(unit, table, requester)),
  };
}

function makeTable(unit: RememberedTexts, signal: AbortSignal): OrderTextsOptions {
  const { name, project: reuse, from, language, using, description, file, rules, current } = unit;
  const protect = rules.protect === undefined ? file.protect : parseProtect(rules.protect);
  return {
    name,
    reuse,
    from,
    to: [language],
    using,
    signal,
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
  quoted: Set<string>,
): Promise<Quote> {
  const texts = leaveOut(quoted, unit, table);
  const { points, placed, languages } = await quoteTexts(requester, { ...table, texts });
  const { newTexts = 0 } = languages[0] ?? {};
  return {
    unit,
    points: points - placed,
    placed,
    texts: newTexts,
    placeholders: findOrderedPlaceholders(unit, table),
    place: (onDone) =>
      nameUnit(unit, async () => {
        const onProgress = ({ done, total }: OrderProgress) => onDone(Math.max(0, done - (total - newTexts)));
        const options = { ...table, maxPoints: points, settle: SETTLE, onProgress };
        return (await orderTexts(requester, options)).orders;
      }),
  };
}

/**
 * Leaves out the texts without a translation that units before this one order, and adds the others to them: when this unit is
 * ordered, the job reuses those orders.
 */
function leaveOut(
  quoted: Set<string>,
  unit: RememberedTexts,
  { from, to, protect, protectTerms }: OrderTextsOptions,
): OrderTextsOptions['texts'] {
  const rules = JSON.stringify([from, to, String(protect), protectTerms]);
  const names = Object.entries(unit.file.texts)
    .filter(([key]) => isMissing(unit, key))
    .map(([key, text]) => [key, `${rules} ${digestText(text)}`] as const);
  const left = new Set(names.flatMap(([key, name]) => (quoted.has(name) ? [key] : [])));
  for (const [, name] of names) quoted.add(name);
  return Object.fromEntries(Object.entries(unit.file.texts).filter(([key]) => !left.has(key)));
}

const isMissing = ({ current }: RememberedTexts, key: string): boolean =>
  !(Object.hasOwn(current, key) && current[key]);

/** Finds the placeholders of the texts that are ordered. */
function findOrderedPlaceholders(
  unit: RememberedTexts,
  { texts, protect }: OrderTextsOptions,
): FoundPlaceholders {
  const ordered = Object.entries(texts).filter(([key]) => isMissing(unit, key));
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
    unit,
    job,
    ordered: listOrderedKeys(job),
    readResults: ({ wait = false, signal }) => collectTexts(requester, job, { wait, signal }),
  };
}

/** Lists the keys of the texts that are ordered, or need no translation. */
function listOrderedKeys({ orders, texts }: TextsJob): ReadonlySet<string> {
  const ordered = new Set<string | number>(orders.flatMap(({ pieces }) => pieces));
  const isOrdered = (part: string | number): boolean => typeof part === 'string' || ordered.has(part);
  return new Set(texts.flatMap(({ keys, parts }) => (parts.every(isOrdered) ? keys : [])));
}
