import { type OrderProgress, orderTexts, quoteTexts } from '../../texts.js';
import { commandLine } from '../hints.js';
import { digestsOf } from '../memory/unit-memory.js';
import { serviceOptions } from '../plan/service.js';
import type { TextRules } from '../plan/text-rules.js';
import { fileOptions } from '../plan/units.js';
import { formatNumber, formatTable } from '../terminal/format.js';
import { type CommandIo, ExitCode, NotOrderedError, type SafeText, say } from '../terminal/io.js';
import { type Collected, collectAll, issueViews } from '../translations/collect.js';
import { quoteDocumentUnit } from '../translations/document-orders.js';
import { doubtsOf, doubtText } from '../translations/doubts.js';
import { orderedIssueLines } from '../translations/ordered-issues.js';
import { type Quoted, SETTLE, type UnitOrder } from '../translations/quoted.js';
import {
  atUnit,
  openSession,
  type Session,
  type SessionTexts,
  type SessionUnit,
  type Settings,
  tableOf,
} from '../translations/session.js';
import { placeholdersOf, unprotectedLines } from '../translations/unprotected.js';
import { readAccount } from './whoami.js';

/** The options of `quote` and `order`. */
export interface OrderSettings extends Settings {
  readonly maxPoints?: number | undefined;
  readonly dryRun?: boolean | undefined;
  readonly yes?: boolean | undefined;
}

/** Shows the price of the missing translations. @returns the exit code */
export async function quote(
  sources: readonly string[],
  settings: OrderSettings,
  io: CommandIo,
): Promise<number> {
  const session = await openSession(sources, settings, io);
  const quoted = await quoteAll(session, settings, io);
  await printQuote(quoted, await collectAll(session, settings), session, settings, io);
  const limit = limitOf(settings, session);
  if (total(quoted) <= limit) return ExitCode.Done;
  throw new NotOrderedError(overLimitMessage(total(quoted), limit));
}

/** Orders the missing translations, after the user has agreed to the price. @returns the exit code */
export async function order(
  sources: readonly string[],
  settings: OrderSettings,
  io: CommandIo,
): Promise<number> {
  if (settings.dryRun) return quote(sources, settings, io);
  const session = await openSession(sources, settings, io);
  const quoted = await quoteAll(session, settings, io);
  const points = total(quoted);
  const limit = limitOf(settings, session);
  if (points > 0) showDoubts(session, settings, io);
  if (points > limit) throw new NotOrderedError(overLimitMessage(points, limit));
  for (const line of unprotectedLines(quoted.map(viewOf))) io.err(line);
  if (points > 0 && !settings.yes) await confirmPrice(quoted, session, settings, io);
  const ordered: OrderedUnit[] = [];
  for (const one of quoted) ordered.push(await placeOrders(one, settings, io));
  await printOrdered(ordered, sources, session, settings, io);
  return ExitCode.Done;
}

/** A unit whose `points` this command has spent, and whose `placed` were spent before, or by another one at the same time. */
interface OrderedUnit extends Quoted {
  readonly orders: readonly UnitOrder[];
}

async function printOrdered(
  units: readonly OrderedUnit[],
  sources: readonly string[],
  session: Session,
  settings: OrderSettings,
  io: CommandIo,
) {
  const points = total(units);
  if (settings.json) {
    const shown = units.map((one) => ({
      ...viewOf(one),
      orders: one.orders.map(({ id, key }) => ({ id, key })),
    }));
    return io.json({ points, units: shown });
  }
  const isNew = units.some(({ orders }) => orders.some(({ placed }) => placed));
  const next = commandLine('pull', ...sources, ...fileOptions(settings), ...serviceOptions(settings));
  io.out(
    isNew
      ? say`Ordered for ${formatNumber(points)} points. Get the translations with: ${next}\n`
      : say`There is nothing new to order.\n`,
  );
  const ordered = isNew ? [] : await collectAll(session, settings);
  for (const line of orderedIssueLines(ordered, settings)) io.out(line);
}

const total = (quoted: readonly Quoted[]): number => quoted.reduce((sum, { points }) => sum + points, 0);

const limitOf = ({ maxPoints }: OrderSettings, { project }: Session): number =>
  maxPoints ?? project.maxPoints ?? Number.POSITIVE_INFINITY;

const overLimitMessage = (points: number, limit: number): string =>
  `This costs ${formatNumber(points)} points, above the limit of ${formatNumber(limit)}. Nothing was ordered.`;

async function quoteAll(
  session: Session,
  settings: OrderSettings,
  io: CommandIo,
): Promise<readonly Quoted[]> {
  const quoted: Quoted[] = [];
  for (const unit of session.units) {
    const quote = () =>
      unit.document === undefined
        ? quoteTable(unit, session, settings)
        : quoteDocumentUnit(unit, session, settings, io);
    quoted.push(await atUnit(unit, quote));
  }
  return quoted;
}

async function quoteTable(unit: SessionTexts, session: Session, settings: OrderSettings): Promise<Quoted> {
  const options = tableOf(unit, session, settings);
  const { points, placed, languages } = await quoteTexts(session.requester, options);
  return {
    ...{ unit, points: points - placed, placed, texts: languages[0]?.texts ?? 0 },
    placeholders: placeholdersOf(options),
    async place(onDone) {
      const onProgress = ({ done }: OrderProgress) => onDone(done);
      const given = { ...options, maxPoints: points, settle: SETTLE, onProgress };
      return (await orderTexts(session.requester, given)).orders;
    },
  };
}

async function printQuote(
  quoted: readonly Quoted[],
  ordered: readonly Collected[],
  { requester, signal, units }: Session,
  settings: Settings,
  io: CommandIo,
) {
  const { available_point: available } = (await readAccount(requester, signal)).organization;
  const points = total(quoted);
  const doubts = doubtsOf(units);
  if (settings.json) {
    const issues = ordered.map((one) => ({ issues: issueViews(one) }));
    return io.json({
      ...{ points, available, units: quoted.map((one, at) => ({ ...viewOf(one), ...issues[at] })) },
      doubtful: doubts.map(({ source, keys }) => ({ source, keys })),
    });
  }
  io.out(priceTable(quoted));
  for (const doubt of doubts) io.out(say`${doubtText(doubt)}\n`);
  for (const line of unprotectedLines(quoted.map(viewOf))) io.out(line);
  for (const line of orderedIssueLines(ordered, settings)) io.out(line);
  return io.out(say`Total: ${formatNumber(points)} points. You have ${formatNumber(available)}.\n`);
}

const viewOf = ({ unit, texts, points, placeholders, placed }: Quoted) => ({
  source: unit.source,
  target: unit.target,
  language: unit.language,
  texts,
  points,
  placed,
  placeholders,
});

const priceTable = (quoted: readonly Quoted[]): SafeText =>
  formatTable([
    ['file', 'language', 'texts', 'points'],
    ...quoted.map(({ unit, texts, points }) => [
      unit.source,
      unit.language,
      formatNumber(texts),
      formatNumber(points),
    ]),
  ]);

/** Names what may be no text. Only a person who is asked anyway can order it as it is. @throws NotOrderedError */
function showDoubts({ units }: Session, { json, yes }: OrderSettings, io: CommandIo): void {
  const doubts = doubtsOf(units).map(doubtText);
  if (doubts.length > 0 && (!io.isInteractive || json || yes))
    throw new NotOrderedError(`${doubts.join(' ')} Nothing was ordered.`);
  for (const doubt of doubts) io.err(say`${doubt}\n`);
}

/** Asks the user to agree to the price. @throws NotOrderedError when nobody does */
async function confirmPrice(
  quoted: readonly Quoted[],
  { signal }: Session,
  { json }: Settings,
  io: CommandIo,
) {
  const points = formatNumber(total(quoted));
  if (!io.isInteractive || json)
    throw new NotOrderedError(
      `This costs ${points} points, and nobody can be asked here. Nothing was ordered. To agree, use --yes; to limit the price, --max-points.`,
    );
  io.err(priceTable(quoted));
  const isAgreed = await io.confirm(say`Order this for ${points} points?`);
  signal.throwIfAborted();
  if (!isAgreed) throw new NotOrderedError('Nothing was ordered.');
}

/** Places the orders of a unit. */
async function placeOrders(quoted: Quoted, settings: OrderSettings, io: CommandIo): Promise<OrderedUnit> {
  const { unit, texts, place } = quoted;
  const bar = texts === 0 ? undefined : io.progress(say`Ordering ${unit.source} in ${unit.language}`, texts);
  let done = 0;
  const onDone = (now: number): void => {
    done = now;
    bar?.at(done);
  };
  try {
    await noteTranslations(unit, settings);
    const orders = await atUnit(unit, () => place(onDone));
    const pointsOf = (isOurs: boolean): number =>
      orders.reduce((sum, { points, placed }) => (placed === isOurs ? sum + points : sum), 0);
    return { ...quoted, orders, points: pointsOf(true), placed: pointsOf(false) };
  } finally {
    bar?.end(say`${formatNumber(done)} of ${formatNumber(texts)} texts`);
  }
}

/** Rules of the command line that decide how texts are sent; undefined when they are remembered already. */
function rememberedRules(
  { protect, terms, notes }: TextRules,
  memory: TextRules,
): Pick<TextRules, 'protect' | 'terms' | 'notes'> | undefined {
  const given = Object.entries({ protect, terms, notes }).filter(([, rule]) => rule !== undefined);
  const isKnown = given.every(
    ([name, rule]) => JSON.stringify(rule) === JSON.stringify(Reflect.get(memory, name)),
  );
  return isKnown ? undefined : Object.fromEntries(given);
}

/** Remembers which texts the translations of a file belong to, so that later changes of them are noticed. */
async function noteTranslations({ file, memory, notes }: SessionUnit, settings: TextRules): Promise<void> {
  const now = digestsOf(file.texts);
  const missing = Object.keys(file.known).filter((key) => !Object.hasOwn(memory.written, key));
  const rules = rememberedRules(settings, memory);
  if (missing.length === 0 && rules === undefined) return;
  await notes.add({ ...rules, written: Object.fromEntries(missing.map((key) => [key, now[key] ?? ''])) });
}
