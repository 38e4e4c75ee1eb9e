import { makeTermFinder, protectText } from '../../command-internals.js';
import type { Requester } from '../../index.js';
import {
  collectTexts,
  findPlaceholders,
  type OrderProgress,
  type OrderTextsOptions,
  orderTexts,
  quoteTexts,
  readJob,
  type SourceText,
  type SourceTexts,
} from '../../texts.js';
import { countAgain, digestText, type RememberedTexts, raiseAgain } from '../memory/unit-memory.js';
import { parseProtect } from '../plan/protect.js';
import { nameUnit, type OrderedUnit, type Quote, SETTLE, type SessionTexts } from './session-unit.js';

/** Connects the texts of a locale file. @param keys those that are asked for @default all */
export function connectTexts(
  unit: RememberedTexts,
  requester: Requester,
  signal: AbortSignal,
  keys?: ReadonlySet<string>,
): SessionTexts {
  const table = makeTable(unit, signal, keys);
  const connected: SessionTexts = {
    ...unit,
    table,
    quote: (_, quoted) => nameUnit(unit, () => quoteTable(unit, table, requester, quoted)),
    findOrders: () => nameUnit(unit, () => findTextOrders(connected, requester)),
    select: (chosen, again, using = unit.using) =>
      connectTexts({ ...raiseAgain(unit, again), using }, requester, signal, chosen),
  };
  return connected;
}

function makeTable(
  unit: RememberedTexts,
  signal: AbortSignal,
  keys?: ReadonlySet<string>,
): OrderTextsOptions {
  const { name, project: reuse, from, language, using, description, file, rules, current } = unit;
  const protect = rules.protect === undefined ? file.protect : parseProtect(rules.protect);
  return {
    name,
    reuse,
    from,
    to: [language],
    using,
    signal,
    texts: chooseTexts(unit, keys),
    known: { [language]: current },
    ...(protect !== undefined && { protect }),
    ...(rules.terms !== undefined && { protectTerms: rules.terms }),
    ...(description !== undefined && { description }),
  };
}

/** The texts of the file that are asked for, each with how often it was ordered anew. */
function chooseTexts({ file, memory }: RememberedTexts, keys?: ReadonlySet<string>): SourceTexts {
  const chosen = Object.entries(file.texts).filter(([key]) => keys === undefined || keys.has(key));
  return Object.fromEntries(
    chosen.map(([key, text]) => {
      const again = countAgain(memory, text);
      if (again === 0) return [key, text];
      return [key, { ...(typeof text === 'string' ? { text } : text), again }];
    }),
  );
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
  const ordered = Object.entries(table.texts).filter(([key]) => isMissing(unit, key));
  return {
    unit,
    points: points - placed,
    placed,
    texts: newTexts,
    placeholders: findPlaceholders(Object.fromEntries(ordered), table.protect),
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
  { from, to, texts, protect, protectTerms = [] }: OrderTextsOptions,
): SourceTexts {
  const findTerms = protectTerms.length === 0 ? undefined : makeTermFinder(protectTerms);
  // What is protected otherwise, and has nothing to protect, is sent as the same text.
  const nameSent = (given: string | SourceText): string => {
    const { text, protectTerms: own = [], ...rest } = typeof given === 'string' ? { text: given } : given;
    const find = own.length === 0 ? findTerms : makeTermFinder([...protectTerms, ...own]);
    const { body } = protectText(text, protect, find);
    return JSON.stringify([from, to, digestText({ ...rest, text: body })]);
  };
  const names = Object.entries(texts)
    .filter(([key]) => isMissing(unit, key))
    .map(([key, text]) => [key, nameSent(text)] as const);
  const left = new Set(names.flatMap(([key, name]) => (quoted.has(name) ? [key] : [])));
  for (const [, name] of names) quoted.add(name);
  return Object.fromEntries(Object.entries(texts).filter(([key]) => !left.has(key)));
}

const isMissing = ({ current }: RememberedTexts, key: string): boolean =>
  !(Object.hasOwn(current, key) && current[key]);

async function findTextOrders(unit: SessionTexts, requester: Requester): Promise<OrderedUnit> {
  const { table, language, current, replaceable } = unit;
  // What else the file has is not in the job: it may have been corrected by hand.
  const known = Object.entries(current).filter(([key]) => !Object.hasOwn(replaceable, key));
  const job = await readJob(requester, { ...table, known: { [language]: Object.fromEntries(known) } });
  const pieces = new Set(job.orders.flatMap((order) => order.pieces));
  // A part that is a text needs no translation.
  const isOrdered = (part: string | number): boolean => typeof part === 'string' || pieces.has(part);
  return {
    unit,
    job,
    ordered: new Set(job.texts.flatMap(({ keys, parts }) => (parts.every(isOrdered) ? keys : []))),
    readResults: ({ wait = false, signal }) => collectTexts(requester, job, { wait, signal }),
  };
}
