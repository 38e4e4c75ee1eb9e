import type { Requester } from '../../../index.js';
import type { JobQuote, TextsJob } from './job.js';
import type { OrderTextsOptions } from './options.js';
import { runTexts } from './texts-front.js';

/**
 * Orders the translations of a table of texts, within the limits and `maxPoints`. The client's store remembers which order
 * holds which text, before anything is sent. So call again with the same `name` after a stop, or with other texts: only
 * what is new is ordered. docs/texts.md has the conditions.
 *
 * @throws InputError when the input is wrong, or a language pair is not offered, or the service has orders of this name that
 *   the store does not know; BudgetError when the job costs more than `maxPoints`; IncompleteJobError, with the `job`, when
 *   an order fails
 */
export async function orderTexts(requester: Requester, options: OrderTextsOptions): Promise<TextsJob> {
  return runTexts(requester, options).order();
}

/**
 * Says what `orderTexts` with the same input would cost. It reads the store and asks `check`, so it orders nothing.
 *
 * @throws InputError as `orderTexts`; every error of `check`
 */
export async function quoteTexts(requester: Requester, options: OrderTextsOptions): Promise<JobQuote> {
  return runTexts(requester, options).quote();
}

/**
 * The job as the client's store knows it: with the orders that earlier calls have placed for these texts. Nothing is ordered.
 *
 * @throws InputError when the input is wrong
 */
export async function readJob(requester: Requester, options: OrderTextsOptions): Promise<TextsJob> {
  return runTexts(requester, options).read();
}
