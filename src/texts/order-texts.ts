import { BudgetError, InputError, isRequesterError, type Requester } from '../index.js';
import { type FailedOrder, IncompleteJobError } from './errors.js';
import { checkTexts } from './input.js';
import type { JobOrder, JobQuote, TextsJob } from './job.js';
import type { OrderTextsOptions } from './options.js';
import { packer, planTexts } from './pieces/plan.js';
import { findOrders, type LanguageState, type QuotedOrder } from './placing/find-orders.js';
import type { OrderBuilder, PlacedOrder } from './placing/order-builder.js';
import { projectOrderBuilder } from './placing/project-orders.js';
import { simpleOrderBuilder } from './placing/simple-orders.js';
import { allOrNone, TaskLimit } from './tasks.js';

/** How many orders run at once, so that they share the searches of `once`. The client limits their requests. */
const MAX_CONCURRENT_ORDERS = 64;
/** 31 days, in milliseconds: a job can be resumed under its name for a month. */
const DEFAULT_LOOKBACK = 31 * 24 * 60 * 60 * 1_000;

/** One language of a job. */
interface LanguageJob extends LanguageState {
  readonly language: string;
  readonly builder: OrderBuilder;
  /** How many pieces of text the language needs. */
  readonly pieceCount: number;
  /** The orders that this call has placed. */
  readonly placed: PlacedOrder[];
}

/**
 * Orders the translations of a table of texts, within the limits and `maxPoints`. To resume after a stop, call again
 * with the same `name`: earlier orders of the job are found at the service, even if texts have changed since, and
 * nothing is ordered twice. docs/texts.md has the conditions.
 *
 * @throws InputError when the input is wrong, or a language pair is not offered; BudgetError when the job costs more than
 *   `maxPoints`; IncompleteJobError when an order fails after others were placed; every error of `create` with `once`
 */
export async function orderTexts(requester: Requester, options: OrderTextsOptions): Promise<TextsJob> {
  const { plan, languages, quote } = await quoteAll(requester, options);
  const { maxPoints = Number.POSITIVE_INFINITY, using = 'simple' } = options;
  if (!(quote.points <= maxPoints)) {
    const path = using === 'simple' ? '/api/v1/simple/questions' : '/api/v1/projects';
    throw new BudgetError(quote.points, { quote, maxPoints, request: { method: 'POST', path } });
  }
  for (const one of languages) reportProgress(one, options);
  const failures = await placeAll(languages, options);
  options.signal?.throwIfAborted();
  const { name, from, to } = options;
  const orders = languages.flatMap(ordersOf);
  const { texts, pieces } = plan;
  const job: TextsJob = { version: 1, name, from, to: [...to], using, quote, orders, texts, pieces };
  const [first] = failures;
  if (first === undefined) return job;
  const orderCount = quote.languages.reduce((sum, one) => sum + one.orders, 0);
  throw orders.length === 0 ? first.error : new IncompleteJobError(job, failures, orderCount);
}

/**
 * Says what `orderTexts` with the same input would cost. Nothing is ordered.
 *
 * @throws InputError when the input is wrong, or a language pair is not offered; every error of `create` with `once`
 */
export async function quoteTexts(requester: Requester, options: OrderTextsOptions): Promise<JobQuote> {
  return (await quoteAll(requester, options)).quote;
}

async function quoteAll(requester: Requester, options: OrderTextsOptions) {
  const limits = checkTexts(options);
  const plan = planTexts(options, limits);
  const { using = 'simple', signal, description } = options;
  const { pieces } = plan;
  const pack = packer({ pieces, using, limits, description });
  const taskLimit = new TaskLimit(MAX_CONCURRENT_ORDERS);
  const tasks = options.to.map((language, index) => ({ language, needed: plan.needed[index] ?? [] }));
  const findLanguage = async (
    { language, needed }: (typeof tasks)[number],
    abort: AbortSignal,
  ): Promise<LanguageJob> => {
    const context = { requester, order: options, language, pieces };
    const builder = using === 'simple' ? simpleOrderBuilder(context) : projectOrderBuilder(context);
    const state = await findOrders({
      builder,
      needed,
      pack,
      schedule: (lookup) => taskLimit.run(lookup),
      options: { ...callOptions(options), signal: abort },
    });
    return { ...state, language, builder, pieceCount: needed.length, placed: [] };
  };
  try {
    const languages = await allOrNone(tasks, signal, findLanguage);
    return { plan, languages, quote: quoteOf(languages) };
  } catch (error) {
    signal?.throwIfAborted();
    throw await explainRefusal(requester, options, error);
  }
}

/**
 * Explains why the service refused a job: if it does not offer a language pair, the error says so. The pairs are read
 * only after a refusal.
 */
async function explainRefusal(
  requester: Requester,
  { from, to }: OrderTextsOptions,
  error: unknown,
): Promise<unknown> {
  if (!isRequesterError(error) || error.name !== 'ValidationError') return error;
  const pairs = await requester.languages.list().catch(() => undefined);
  if (pairs === undefined) return error;
  const offered = pairs.filter(({ language_id }) => language_id === from);
  const targets = offered.map(({ translated_language_id }) => translated_language_id);
  const missing = to.flatMap((language, index) => (targets.includes(language) ? [] : [index]));
  if (missing.length === 0) return error;
  const instead = targets.length === 0 ? 'nothing at all' : targets.join(', ');
  const message = `is not offered by the service: it translates '${from}' into ${instead}`;
  const issues = missing.map((index) => ({ path: `options.to[${index}]`, message }));
  const paths = issues.map(({ path }) => path).join(', ');
  return Object.assign(new InputError(issues), {
    message: `${paths} ${message}. Nothing was ordered; correct the input and call again.`,
  });
}

function callOptions(options: OrderTextsOptions) {
  const {
    signal,
    timeout,
    attemptTimeout,
    retries,
    lookback = DEFAULT_LOOKBACK,
    settle,
    onDuplicate,
  } = options;
  return { signal, timeout, attemptTimeout, retries, lookback, settle, onDuplicate };
}

function quoteOf(languages: readonly LanguageJob[]): JobQuote {
  const quotes = languages.map(({ language, pieceCount, found, toPlace }) => {
    const placed = sum(found.map(({ points }) => points));
    const points = placed + sum(toPlace.map(({ price }) => price));
    return { language, texts: pieceCount, orders: found.length + toPlace.length, points, placed };
  });
  return {
    points: sum(quotes.map(({ points }) => points)),
    placed: sum(quotes.map(({ placed }) => placed)),
    languages: quotes,
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** Places the missing orders. After a failure, no further order is begun, and the running ones are finished. */
async function placeAll(
  languages: readonly LanguageJob[],
  options: OrderTextsOptions,
): Promise<readonly FailedOrder[]> {
  const failures: FailedOrder[] = [];
  const taskLimit = new TaskLimit(MAX_CONCURRENT_ORDERS);
  const place = (one: LanguageJob, order: QuotedOrder): Promise<void> =>
    taskLimit.run(async () => {
      if (failures.length > 0 || options.signal?.aborted === true) return;
      try {
        one.placed.push(await one.builder.place(order, callOptions(options)));
        reportProgress(one, options);
      } catch (error) {
        failures.push({ language: one.language, key: one.builder.keyOf(order.number), error });
      }
    });
  const placeSome = async (choose: (one: LanguageJob) => readonly QuotedOrder[]): Promise<void> => {
    await Promise.all(languages.flatMap((one) => choose(one).map((order) => place(one, order))));
  };
  // Later calls recognise a run by its first order, so that one is placed before the others.
  await placeSome(({ toPlace, isNewRun }) => (isNewRun ? toPlace.slice(0, 1) : []));
  await placeSome(({ toPlace, isNewRun }) => (isNewRun ? toPlace.slice(1) : toPlace));
  return failures;
}

function reportProgress(
  { language, pieceCount, found, placed }: LanguageJob,
  { onProgress }: OrderTextsOptions,
): void {
  if (onProgress === undefined) return;
  const orders = [...found, ...placed];
  const done = sum(orders.map(({ pieces }) => pieces.filter((piece) => piece >= 0).length));
  try {
    onProgress({ language, done, total: pieceCount, points: sum(orders.map(({ points }) => points)) });
  } catch {
    // Ignored, as documented.
  }
}

function ordersOf({ language, builder, found, placed }: LanguageJob): JobOrder[] {
  const all = [...found, ...placed].sort((one, other) => one.number - other.number);
  return all.map(({ number, id, points, placed: isNew, duplicates, pieces, questions }) => ({
    ...{ language, kind: builder.kind, id, key: builder.keyOf(number), points, placed: isNew },
    ...{ duplicates, pieces },
    ...(questions === undefined ? {} : { questions }),
  }));
}
