import {
  collectDocuments,
  type DocumentJob,
  type DocumentResult,
  IncompleteDocumentError,
  orderDocument,
} from '../../../src/documents.ts';
import {
  BudgetError,
  isRequesterError,
  OrderConflictError,
  OutcomeUnknownError,
} from '../../../src/index.ts';
import type { Ending } from '../judge/calls.ts';
import { SETTLE, type Step } from '../plan.ts';
import { makeCall, makeSignal } from '../processes/calls.ts';
import type { Life } from '../processes/process.ts';
import { makeTranslation } from '../world/activity.ts';
import { LONGEST_LAG } from '../world/habits.ts';
import type { World } from '../world.ts';
import { checkResolved, loseOrder, resolveUnknown } from './orders.ts';

const LANGUAGES = ['ja', 'de'];
const TEXT = 'Soup of the day\nBread';
/** Milliseconds that collecting waits for each order. */
const TIMEOUT = 30 * 60_000;

function documentOptions(count: number, signal?: AbortSignal) {
  return {
    key: 'menu',
    from: 'en',
    to: LANGUAGES.slice(0, count),
    filename: 'menu.txt',
    settle: SETTLE,
    file: new TextEncoder().encode(TEXT),
    ...(signal && { signal }),
  };
}

/** Orders a document, or collects its translations. */
export function doDocumentStep(world: World, life: Life, step: Step, name: string): Promise<Ending> {
  const { does, order, version = 1 } = step;
  return makeCall(world, life, { name, does, order }, async (call) => {
    const job = await orderDocument(life.requester, documentOptions(version, makeSignal(world, step, call)));
    return does === 'collect' ? collect(world, life, job) : describeJob(job);
  });
}

const describeJob = ({ orders }: DocumentJob) => ({
  words: `has ordered ${orders.map(({ id, language }) => `${language} ${id}`).join(', ')}`,
});

async function collect(world: World, { requester }: Life, job: DocumentJob) {
  const { faults, time } = world;
  if (!faults.strikes('soon', job.key, 1)) await time.pause(LONGEST_LAG + 1_000);
  let count = 0;
  for await (const result of collectDocuments(requester, job, { timeout: TIMEOUT })) {
    await judgeResult(world, job, result);
    count += 1;
  }
  if (count < job.orders.length)
    world.judge.accuse('collecting ends with everything', `${count} of ${job.orders.length}`);
  return { words: `has collected ${count} documents` };
}

async function judgeResult(
  { judge }: World,
  { orders }: DocumentJob,
  { language, download, issues = [] }: DocumentResult,
) {
  if (download === null) {
    const isThere = orders.some(
      (order) =>
        order.language === language &&
        judge.orders.some(({ id, key, isForgotten }) => id === order.id && key === order.key && !isForgotten),
    );
    const kinds = issues.map(({ kind }) => kind).join(', ');
    if (isThere && kinds.includes('missing'))
      judge.accuse('no translation is called missing that exists', language);
    return;
  }
  // The connection can be lost while it is read: then the reader knows.
  const text = await new Response(download.body).text().catch(() => undefined);
  // What something in between answers with 200 looks like a file.
  const isFile = download.headers.get('content-type')?.startsWith('text/plain') === true;
  if (text !== undefined && isFile && text !== makeTranslation(TEXT))
    judge.accuse('a translation belongs to its text', `${language}: ${text}`);
}

/** When everything has come to rest, the document can be ordered in all languages, and collected. */
export async function inspectDocument(world: World, inspector: Life): Promise<void> {
  const { plan, faults } = world;
  const isResolved = faults.kinds.has('people') && plan.store === 'shared';
  if (isResolved) await resolveUnknown(world, inspector);
  const unknown = await inspector.run(() => inspector.requester.orders.unknown());
  const order = { kind: 'project', key: 'menu', text: '', target: 'ja' } as const;
  const known = isResolved ? undefined : unknown.map(({ key }) => key);
  const orderAll = async (name: string): Promise<DocumentJob | undefined> => {
    let job: DocumentJob | undefined;
    const ordering = await makeCall(world, inspector, { name, does: 'document', order }, async () => {
      job = await orderDocument(inspector.requester, documentOptions(LANGUAGES.length));
      return describeJob(job);
    });
    judgeFinalOrder(world, ordering, known);
    return job;
  };
  let ordered = await orderAll('final order');
  const orders = ordered?.orders.map(({ key }) => ({ kind: 'project', key }) as const);
  if (await loseOrder(world, inspector, orders ?? [])) {
    ordered = await orderAll('order after a loss');
    checkResolved(world, ordered?.orders ?? []);
  }
  if (ordered === undefined) return;
  await inspector.run(() => world.time.pause(TIMEOUT));
  const collecting = await makeCall(
    world,
    inspector,
    { name: 'final look', does: 'collect', order },
    async () =>
      collect(world, inspector, await orderDocument(inspector.requester, documentOptions(LANGUAGES.length))),
  );
  if (collecting.error !== undefined) world.judge.accuse('a document can be collected', collecting.words);
}

/** @param unknown the keys that a person must resolve; undefined when a person has done it */
function judgeFinalOrder(
  { judge, plan }: World,
  { error, words }: Ending,
  unknown: readonly string[] | undefined,
): void {
  if (error === undefined) return;
  const isExpected = (failure: unknown, key?: string): boolean =>
    (failure instanceof BudgetError && plan.budget !== undefined) ||
    (failure instanceof OutcomeUnknownError && unknown !== undefined) ||
    // What was sent with an earlier upload, and is not found.
    (failure instanceof OrderConflictError && key !== undefined && unknown?.includes(key) === true);
  if (isExpected(error)) return;
  if (!(error instanceof IncompleteDocumentError)) judge.accuse('a document can be ordered again', words);
  else {
    for (const { key, error: why } of error.failures)
      if (!isExpected(why, key))
        judge.accuse(
          'a document can be ordered again',
          `${key}: ${isRequesterError(why) ? why.message : why}`,
        );
  }
}
