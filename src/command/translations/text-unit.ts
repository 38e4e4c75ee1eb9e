import type { Requester } from '../../index.js';
import {
  collectTexts,
  type OrderProgress,
  type OrderTextsOptions,
  orderTexts,
  quoteTexts,
  readJob,
  type TextsJob,
} from '../../texts.js';
import { findTranslations, type UnitNotes } from '../memory/unit-memory.js';
import { decideRules, parseProtect, removeNote, tryExpression } from '../plan/text-rules.js';
import type { TextsUnit } from '../plan/units.js';
import { nameUnit } from './name-unit.js';
import { type OrderedUnit, type Quote, SETTLE, type SessionTexts } from './session-unit.js';
import { findOrderedPlaceholders } from './unprotected.js';

/** Connects the texts of a locale file. Their rules are completed with those that an earlier order was given. */
export async function connectTexts(
  planned: TextsUnit,
  notes: UnitNotes,
  requester: Requester,
  signal: AbortSignal,
): Promise<SessionTexts> {
  const memory = await notes.read();
  const rules = decideRules({ ...planned.ruleLevels, memory });
  const readAgain = () => planned.read(rules);
  const file = rules.notes === planned.rules.notes ? planned.file : await readAgain();
  const protect = rules.protect === undefined ? undefined : parseProtect(rules.protect);
  if (protect instanceof RegExp)
    tryExpression(protect, Object.values(file.texts).map(removeNote), planned.source);
  const unit = { ...planned, ...findTranslations(file, memory), rules, file, notes, memory, readAgain };
  const connected: SessionTexts = {
    ...unit,
    table: makeTable(unit, signal),
    quote: () => nameUnit(unit, () => quoteTable(connected, requester)),
    findOrders: () => nameUnit(unit, () => findTextOrders(connected, requester)),
  };
  return connected;
}

function makeTable(
  unit: Omit<SessionTexts, 'table' | 'quote' | 'findOrders'>,
  signal: AbortSignal,
): OrderTextsOptions {
  const { name, from, language, using, description, file, rules } = unit;
  const protect = rules.protect === undefined ? file.protect : parseProtect(rules.protect);
  return {
    ...{ name, from, to: [language], using, signal },
    texts: file.texts,
    known: { [language]: unit.current },
    ...(protect !== undefined && { protect }),
    ...(rules.terms !== undefined && { protectTerms: rules.terms }),
    ...(description !== undefined && { description }),
  };
}

async function quoteTable(unit: SessionTexts, requester: Requester): Promise<Quote> {
  const { table } = unit;
  const { points, placed, languages } = await quoteTexts(requester, table);
  return {
    ...{ unit, points: points - placed, placed, texts: languages[0]?.texts ?? 0 },
    placeholders: findOrderedPlaceholders(table),
    place: (onDone) =>
      nameUnit(unit, async () => {
        const onProgress = ({ done }: OrderProgress) => onDone(done);
        const options = { ...table, maxPoints: points, settle: SETTLE, onProgress };
        return (await orderTexts(requester, options)).orders;
      }),
  };
}

async function findTextOrders(unit: SessionTexts, requester: Requester): Promise<OrderedUnit> {
  const { table, language, current, replaceable } = unit;
  // What else the file has is not in the job: it may have been corrected by hand.
  const known = Object.entries(current).filter(([key]) => !Object.hasOwn(replaceable, key));
  const job = await readJob(requester, { ...table, known: { [language]: Object.fromEntries(known) } });
  return {
    ...{ kind: 'texts', unit, job, ordered: listOrderedKeys(job) },
    readResults: ({ wait = false, signal }) => collectTexts(requester, job, { wait, signal }),
  };
}

/** Lists the keys of the texts that are ordered, or need no translation. */
function listOrderedKeys({ orders, texts }: TextsJob): ReadonlySet<string> {
  const ordered = new Set<string | number>(orders.flatMap(({ pieces }) => pieces));
  const isOrdered = (part: string | number): boolean => typeof part === 'string' || ordered.has(part);
  return new Set(texts.flatMap(({ keys, parts }) => (parts.every(isOrdered) ? keys : [])));
}
