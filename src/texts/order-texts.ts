import { BudgetError, type Requester } from '../index.js';
import { type FailedOrder, IncompleteJobError } from './errors.js';
import { checkTexts } from './input.js';
import type { JobOrder, JobQuote, TextsJob } from './job.js';
import type { OrderTextsOptions } from './options.js';
import { packer } from './pieces/packing.js';
import { planTexts } from './pieces/plan.js';
import { findOrders, type LanguageState, type OpenPart } from './placing/finding.js';
import type { OrderForm, PlacedPart } from './placing/order-form.js';
import { explainRefusal } from './placing/pairs.js';
import { projectForm } from './placing/project-form.js';
import { simpleForm } from './placing/simple-form.js';
import { allOrNone, Pool } from './pool.js';

/** Orders at a time: as many as share the searches of `once`; the client sends as many requests as it may. */
const AT_A_TIME = 64;
/** 31 days, in milliseconds: a name can then be used for a month. */
const DEFAULT_LOOKBACK = 31 * 24 * 60 * 60 * 1_000;

/** One language of a job. */
interface LanguageJob extends LanguageState {
  readonly language: string;
  readonly form: OrderForm;
  readonly texts: number;
  /** The orders that this call has placed. */
  readonly placed: PlacedPart[];
}

/**
 * Orders the translations of a table of texts, under every limit and within `maxPoints`. Calling again with the same
 * `name` goes on where an earlier call was stopped, and orders nothing twice: what the job has ordered before is found
 * at the service, also when texts have changed since. docs/texts.md has the conditions.
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
  for (const one of languages) report(one, options);
  const failures = await placeAll(languages, options);
  options.signal?.throwIfAborted();
  const { name, from, to } = options;
  const orders = languages.flatMap(ordersOf);
  const { texts, pieces } = plan;
  const job: TextsJob = { version: 1, name, from, to: [...to], using, quote, orders, texts, pieces };
  const [first] = failures;
  if (first === undefined) return job;
  const all = quote.languages.reduce((sum, one) => sum + one.orders, 0);
  throw orders.length === 0 ? first.error : new IncompleteJobError(job, failures, all);
}

/**
 * What `orderTexts` with the same input would cost; nothing is ordered.
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
  const pool = new Pool(AT_A_TIME);
  const work = options.to.map((language, index) => ({ language, wanted: plan.wanted[index] ?? [] }));
  const find = async (
    { language, wanted }: (typeof work)[number],
    abort: AbortSignal,
  ): Promise<LanguageJob> => {
    const context = { requester, order: options, language, pieces };
    const form = using === 'simple' ? simpleForm(context) : projectForm(context);
    const state = await findOrders({
      form,
      wanted,
      pack,
      turn: (look) => pool.run(look),
      options: { ...callOptions(options), signal: abort },
    });
    return { ...state, language, form, texts: wanted.length, placed: [] };
  };
  try {
    const languages = await allOrNone(work, signal, find);
    return { plan, languages, quote: quoteOf(languages) };
  } catch (error) {
    signal?.throwIfAborted();
    throw await explainRefusal(requester, options, error);
  }
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
  const quotes = languages.map(({ language, texts, found, open }) => {
    const placed = sum(found.map(({ points }) => points));
    const points = placed + sum(open.map(({ price }) => price));
    return { language, texts, orders: found.length + open.length, points, placed };
  });
  return {
    points: sum(quotes.map(({ points }) => points)),
    placed: sum(quotes.map(({ placed }) => placed)),
    languages: quotes,
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** Places what is open. After the first failure no further order is begun; those under way come to their end. */
async function placeAll(
  languages: readonly LanguageJob[],
  options: OrderTextsOptions,
): Promise<readonly FailedOrder[]> {
  const failures: FailedOrder[] = [];
  const pool = new Pool(AT_A_TIME);
  const place = (one: LanguageJob, part: OpenPart): Promise<void> =>
    pool.run(async () => {
      if (failures.length > 0 || options.signal?.aborted === true) return;
      try {
        one.placed.push(await one.form.place(part, callOptions(options)));
        report(one, options);
      } catch (error) {
        failures.push({ language: one.language, key: one.form.keyOf(part.number), error });
      }
    });
  const placeSome = async (choose: (one: LanguageJob) => readonly OpenPart[]): Promise<void> => {
    await Promise.all(languages.flatMap((one) => choose(one).map((part) => place(one, part))));
  };
  // The first order of a run shows later calls that there is one.
  await placeSome(({ open, isNewRun }) => (isNewRun ? open.slice(0, 1) : []));
  await placeSome(({ open, isNewRun }) => (isNewRun ? open.slice(1) : open));
  return failures;
}

function report({ language, texts, found, placed }: LanguageJob, { onProgress }: OrderTextsOptions): void {
  if (onProgress === undefined) return;
  const orders = [...found, ...placed];
  const done = sum(orders.map(({ pieces }) => pieces.filter((piece) => piece >= 0).length));
  try {
    onProgress({ language, done, total: texts, points: sum(orders.map(({ points }) => points)) });
  } catch {
    // The observer's errors are ignored.
  }
}

function ordersOf({ language, form, found, placed }: LanguageJob): JobOrder[] {
  const all = [...found, ...placed].sort((one, other) => one.number - other.number);
  return all.map(({ number, id, points, placed: isNew, duplicates, pieces, questions }) => ({
    ...{ language, kind: form.kind, id, key: form.keyOf(number), points, placed: isNew, duplicates, pieces },
    ...(questions === undefined ? {} : { questions }),
  }));
}
