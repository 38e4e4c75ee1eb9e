import { digestAll, type RememberedUnit } from '../memory/unit-memory.js';
import { refuseAbove } from '../plan/plan.js';
import type { PlanOptions } from '../plan/sources.js';
import type { TextRules } from '../plan/text-rules.js';
import { ExitCode, NotOrderedError } from '../terminal/failures.js';
import { formatCommandLine, formatNumber } from '../terminal/format.js';
import type { CommandIo } from '../terminal/io.js';
import { say } from '../terminal/safe-text.js';
import { makeOffer, type Offer } from '../translations/quotes.js';
import { describeOrderedIssues, reportOrders } from '../translations/report.js';
import { selectBroken } from '../translations/select-broken.js';
import type { Session } from '../translations/session.js';
import { addUpPoints, type Quote, viewQuote } from '../translations/session-unit.js';

/** The options of `order`. */
export interface OrderCommandOptions extends PlanOptions {
  readonly yes?: boolean | undefined;
  readonly again?: readonly string[] | undefined;
}

/** Orders the missing translations, or texts anew, after the user has agreed to the price. @returns the exit code */
export async function orderMissing(
  opened: Session,
  given: OrderCommandOptions,
  io: CommandIo,
): Promise<number> {
  const session = given.again === undefined ? opened : await selectBroken(opened, given.again, io);
  const made = await makeOffer(session, io);
  // A text that is named is wanted, whatever it looks like.
  const offer =
    given.again === undefined ? made : { ...made, nonTexts: { files: [], lines: [] }, possibleNotes: [] };
  // Before anything is paid: afterwards, a failure to read would hide that it was.
  const before = offer.points > 0 ? (await reportOrders(session)).mismatches : [];
  for (const line of before) io.err(line);
  await agreeToOrder(session, offer, given, io);
  await session.mark();
  const placed: PlacedUnit[] = [];
  for (const quote of offer.quotes) placed.push(await placeOrders(quote, io));
  const isAnyNew = placed.some(({ orders }) => orders.some((order) => order.placed));
  const { collected, mismatches } = isAnyNew
    ? { collected: [], mismatches: [] }
    : await reportOrders(session);
  if (given.json) io.json({ ...viewPlaced(placed), doubtfulTexts: offer.nonTexts.files });
  else if (isAnyNew) {
    const points = formatNumber(addUpPoints(placed));
    const next = formatCommandLine('pull', ...session.plan.words);
    io.out(say`Ordered for ${points} points. Get the translations with: ${next}\n`);
  } else {
    io.out(say`There is nothing new to order.\n`);
    for (const line of await describeOrderedIssues(collected, io)) io.out(line);
  }
  for (const line of mismatches) io.err(line);
  return before.length + mismatches.length > 0 ? ExitCode.WithIssues : ExitCode.Done;
}

/**
 * Makes sure that somebody wants these orders: values that are probably not text, texts that may be notes, the limit, and the
 * price.
 *
 * @throws NotOrderedError when nobody does
 */
async function agreeToOrder(
  { plan, signal }: Session,
  { points: price, table, nonTexts, possibleNotes, warnings, unprotected }: Offer,
  { yes, json }: OrderCommandOptions,
  io: CommandIo,
): Promise<void> {
  for (const line of [...warnings, ...nonTexts.lines]) io.err(line);
  const isFree = price === 0;
  const canAsk = io.isInteractive && !json;
  const notes = isFree ? [] : possibleNotes.map(({ message }) => message);
  // Only a person who is asked anyway can order them as they are.
  if (notes.length > 0 && (!canAsk || yes))
    throw new NotOrderedError(`${notes.join(' ')} Nothing was ordered.`);
  for (const note of notes) io.err(say`${note}\n`);
  refuseAbove(plan, price);
  for (const line of unprotected) io.err(line);
  if (isFree || yes) return;
  const points = formatNumber(price);
  if (!canAsk)
    throw new NotOrderedError(
      `This costs ${points} points, and nobody can be asked here. Nothing was ordered. To agree, use --yes; to limit the price, --max-points.`,
    );
  io.err(table);
  const count = nonTexts.files.reduce((sum, { texts }) => sum + texts.length, 0);
  const warning = count === 0 ? '' : `, ${formatNumber(count)} of the texts probably not to be translated`;
  const isAgreed = await io.confirm(say`Order this for ${points} points${warning}?`);
  signal.throwIfAborted();
  if (!isAgreed) throw new NotOrderedError('Nothing was ordered.');
}

/**
 * A unit after ordering: this command has spent its `points`; its `placed` were spent before, or by another command at the
 * same time.
 */
interface PlacedUnit extends Quote {
  readonly orders: Awaited<ReturnType<Quote['place']>>;
}

/** Places the orders of a unit. */
async function placeOrders(quote: Quote, io: CommandIo): Promise<PlacedUnit> {
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
    const sum = (isOurs: boolean): number => addUpPoints(orders.filter(({ placed }) => placed === isOurs));
    return { ...quote, orders, points: sum(true), placed: sum(false) };
  } finally {
    bar?.end(
      isFound
        ? say`all were ordered before`
        : say`${formatNumber(done)} of ${formatNumber(texts)} new ${texts === 1 ? 'text' : 'texts'}`,
    );
  }
}

/**
 * Remembers which texts the translations of a file belong to, so that later changes of them are noticed, and which texts are ordered
 * anew: a command that is killed now is continued by the next one.
 */
async function noteTranslations(unit: RememberedUnit): Promise<void> {
  const { kind, file, memory, notes, given, raised } = unit;
  const digests = digestAll(file.texts);
  const missing = Object.keys(file.known).filter((key) => !Object.hasOwn(memory.written, key));
  const rules = kind === 'texts' ? findNewRules(given.commandLine, memory) : undefined;
  if (missing.length === 0 && rules === undefined && raised === undefined) return;
  await notes.add({
    ...rules,
    ...(raised && { again: raised, rejected: endRejections(digests, raised) }),
    written: Object.fromEntries(missing.map((key) => [key, digests[key] ?? ''])),
  });
}

/** Ends the rejections of texts that are ordered anew: they were of another order, which may have been translated alike. */
function endRejections(
  digests: Readonly<Record<string, string>>,
  raised: Readonly<Record<string, number>>,
): Record<string, string> {
  const anew = Object.entries(digests).filter(([, digest]) => Object.hasOwn(raised, digest));
  return Object.fromEntries(anew.map(([key]) => [key, '']));
}

/** Finds the rules of the command line that decide how texts are sent; undefined when they are remembered already. */
function findNewRules({ protect, terms, notes }: TextRules, memory: TextRules): TextRules | undefined {
  const rules = Object.entries({ protect, terms, notes }).filter(([, rule]) => rule !== undefined);
  const isRemembered = rules.every(
    ([name, rule]) => JSON.stringify(rule) === JSON.stringify(Reflect.get(memory, name)),
  );
  return isRemembered ? undefined : Object.fromEntries(rules);
}

/** What `--json` shows of the orders. */
const viewPlaced = (placed: readonly PlacedUnit[]) => ({
  points: addUpPoints(placed),
  units: placed.map((unit) => ({
    ...viewQuote(unit),
    orders: unit.orders.map(({ id, key }) => ({ id, key })),
  })),
});
