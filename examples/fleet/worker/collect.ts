import type { Job } from 'bullmq';
import { isFinished, NotFoundError, RateLimitError, type Requester } from 'translation-requester';
import type { Counts } from '../counts.ts';
import type { Happened } from '../queues.ts';
import type { Result, Results } from '../results.ts';
import { later } from './place.ts';

/** The events that come with the end of an order. */
const ENDS = new Set(['simple_question.finished', 'simple_question.expired']);

/** What collecting needs. */
export interface Collecting {
  readonly getClient: (account: string) => Requester;
  readonly results: Results;
  readonly counts: Counts;
}

/** Handles an event, or reads an order of which no event came. */
export async function collect(
  job: Job<Happened>,
  token: string | undefined,
  { getClient, results, counts }: Collecting,
): Promise<void> {
  const { account, event, type = '', question } = job.data;
  if (event !== undefined && (await results.isHandled(account, event))) return counts.add('events', 'known');
  const isEnd = event === undefined || ENDS.has(type);
  try {
    const ended =
      isEnd && question !== undefined ? await read(getClient(account), account, question) : undefined;
    const handled = event === undefined ? undefined : { account, event, type };
    const isNew = await results.handled(handled, ended);
    if (event !== undefined) counts.add('events', 'handled');
    if (ended !== undefined) counts.add('results', isNew ? ended.outcome : 'known');
  } catch (error) {
    if (error instanceof RateLimitError) await later(job, token, error.retryAfter ?? 1_000);
    throw error;
  }
}

/** The event shows the order as it was then, so it is read again. Undefined while it is not over. */
async function read(client: Requester, account: string, question: number): Promise<Result | undefined> {
  try {
    const found = await client.simple.questions.get(question);
    if (!isFinished(found)) return undefined;
    const texts = found.question_bodies.map(({ translations }) => translations?.[0]?.body ?? null);
    const translated = texts.filter((text) => text !== null).length;
    const outcome = translated === texts.length ? 'translated' : translated === 0 ? 'expired' : 'in part';
    const changedAt = Date.parse(found.updated_at ?? '') || 0;
    return { account, question, key: found.custom_field ?? '', outcome, texts, changedAt };
  } catch (error) {
    // It is not there any more, such as one that a person has cancelled.
    if (!(error instanceof NotFoundError)) throw error;
    return { account, question, key: '', outcome: 'gone', texts: [], changedAt: 0 };
  }
}
