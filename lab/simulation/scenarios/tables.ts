import { BudgetError, isRequesterError, OutcomeUnknownError } from '../../../src/index.ts';
import {
  collectTexts,
  IncompleteJobError,
  orderTexts,
  readJob,
  rejectText,
  type TextResult,
  type TextsJob,
} from '../../../src/texts.ts';
import type { Ending } from '../judge/calls.ts';
import { SETTLE, type Step } from '../plan.ts';
import { makeCall, makeSignal } from '../processes/calls.ts';
import type { Life } from '../processes/process.ts';
import { makeTranslation } from '../world/activity.ts';
import { LONGEST_LAG } from '../world/habits.ts';
import type { World } from '../world.ts';
import { checkResolved, loseOrder, resolveUnknown } from './orders.ts';

/** Milliseconds that collecting waits for each order. */
const TIMEOUT = 30 * 60_000;

function tableOptions({ plan }: World, version: number, signal?: AbortSignal) {
  const { using = 'simple', languages = [], versions = [] } = plan.table ?? {};
  return {
    name: 'shop',
    from: 'en',
    to: languages,
    texts: versions[version] ?? {},
    using,
    settle: SETTLE,
    limits: { bodies: 2, questions: 2 },
    ...(signal && { signal }),
  };
}

/** Orders, collects or sends back texts of a table. */
export function doTableStep(world: World, life: Life, step: Step, name: string): Promise<Ending> {
  const { does, order, version = 0 } = step;
  return makeCall(world, life, { name, does, order, step: step.name }, async (call) => {
    const options = tableOptions(world, version, makeSignal(world, step, call));
    if (does === 'table') return describeJob(await orderTexts(life.requester, options));
    const job = await readJob(life.requester, options);
    if (does === 'collect') return collect(world, life, job);
    return reject(world, life, job);
  });
}

const describeJob = ({ orders }: TextsJob) => ({
  words: `has ordered ${orders.map(({ id, language }) => `${language} ${id}`).join(', ')}`,
  isIdle: false,
});

async function collect(world: World, { requester }: Life, job: TextsJob) {
  const { faults, time } = world;
  if (!faults.strikes('soon', job.name, 1)) await time.pause(LONGEST_LAG + 1_000);
  let count = 0;
  for await (const result of collectTexts(requester, job, { timeout: TIMEOUT })) {
    judgeResult(world, job, result);
    count += 1;
  }
  return { words: `has collected ${count} texts` };
}

async function reject({ time, service }: World, { requester }: Life, job: TextsJob) {
  const [key] = job.texts[0]?.keys ?? [];
  const [language] = job.to;
  if (key === undefined || language === undefined || job.using === 'project')
    return { words: 'finds nothing to reject', isIdle: true };
  const isTranslated = (): boolean =>
    job.orders.some(({ id }) => [1, 4, 8].includes(service.orders.get(id)?.latest.status ?? 0));
  for (const end = time.now + TIMEOUT; time.now < end && !isTranslated(); ) await time.pause(2_000);
  const reason = 'This is not the word of our shop.';
  const { translations } = await rejectText(requester, job, { language, key }, { reason });
  return { words: `has rejected ${translations.join(', ')}` };
}

/** The letters of a text, which no form of it changes. */
const comparable = (text: string): string =>
  text
    .normalize()
    .replace(/&\w+;/g, '')
    .replace(/[^\p{L}]/gu, '');

/** A result is the translation of its text; it is called missing only where there is none. */
function judgeResult(
  { judge, plan }: World,
  job: TextsJob,
  { key, text, language, issues = [] }: TextResult,
): void {
  const sources = plan.table?.versions.map((texts) => texts[key] ?? '') ?? [];
  const name = `${key} in ${language}`;
  if (text === null) {
    const kinds = issues.map(({ kind }) => kind).join(', ');
    const { parts = [] } = job.texts.find(({ keys }) => keys.includes(key)) ?? {};
    const isThere = job.orders.some(
      (order) =>
        order.language === language &&
        order.pieces.some((piece) => parts.includes(piece)) &&
        judge.orders.some((each) => each.id === order.id && each.key === order.key && !each.isForgotten),
    );
    if (isThere && kinds.includes('missing'))
      judge.accuse('no translation is called missing that exists', name);
  } else if (!sources.some((source) => comparable(text) === comparable(makeTranslation(source))))
    judge.accuse('a translation belongs to its text', `${name}: ${text}`);
}

/** When everything has come to rest, the same table can be ordered whole, and collected. */
export async function inspectTable(world: World, inspector: Life): Promise<void> {
  const { plan, faults } = world;
  if (faults.kinds.has('people') && plan.store === 'shared') await resolveUnknown(world, inspector);
  const unknown = await inspector.run(() => inspector.requester.orders.unknown());
  const version = (plan.table?.versions.length ?? 1) - 1;
  const order = { kind: 'simple', key: 'the table', text: '', target: 'ja' } as const;
  const keys = unknown.map(({ key }) => key);
  const orderAll = async (name: string): Promise<TextsJob | undefined> => {
    let job: TextsJob | undefined;
    const ordering = await makeCall(world, inspector, { name, does: 'table', order }, async () => {
      job = await orderTexts(inspector.requester, tableOptions(world, version));
      return describeJob(job);
    });
    judgeFinalOrder(world, ordering, keys);
    return job;
  };
  let ordered = await orderAll('final order');
  // In memory, the search still knows the lost order: the table is refused, and nothing is sent.
  const mayBeLost = world.plan.store === 'shared' ? ordered?.orders : undefined;
  if (mayBeLost !== undefined && (await loseOrder(world, inspector, mayBeLost))) {
    ordered = await orderAll('order after a loss');
    checkResolved(world, ordered?.orders ?? []);
  }
  if (ordered === undefined) return;
  await inspector.run(() => world.time.pause(TIMEOUT));
  const collecting = await makeCall(
    world,
    inspector,
    { name: 'final look', does: 'collect', order },
    async () => collect(world, inspector, await readJob(inspector.requester, tableOptions(world, version))),
  );
  if (collecting.error !== undefined) world.judge.accuse('a table can be collected', collecting.words);
}

function judgeFinalOrder(
  { judge, plan, faults }: World,
  { error, words }: Ending,
  unknown: readonly string[],
): void {
  if (error === undefined) return;
  if (error instanceof BudgetError && plan.budget !== undefined) return;
  if (!(error instanceof IncompleteJobError)) {
    judge.accuse('a table can be ordered again', words);
    return;
  }
  for (const failure of error.failures) {
    const isBudget = failure.error instanceof BudgetError && plan.budget !== undefined;
    const isUnknown = failure.error instanceof OutcomeUnknownError;
    if (isUnknown && !unknown.includes(failure.key) && !faults.kinds.has('resets'))
      judge.accuse('what a person must resolve is listed', `orders.unknown() does not show ${failure.key}`);
    const isResolved = faults.kinds.has('people') && plan.store === 'shared';
    if (isBudget || (isUnknown && !isResolved)) continue;
    const why = isRequesterError(failure.error) ? failure.error.message : String(failure.error);
    judge.accuse('a table can be ordered again', `${failure.key}: ${why}`);
  }
}
