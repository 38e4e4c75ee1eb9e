import { NotFoundError, TimeoutError } from '../../../src/index.ts';
import type { CallTag, Ending, TrueOrder } from '../judge/calls.ts';
import type { Step } from '../plan.ts';
import { makeCall, makeSignal } from '../processes/calls.ts';
import type { Life } from '../processes/process.ts';
import { LONGEST_LAG } from '../world/habits.ts';
import type { World } from '../world.ts';

/** Milliseconds that a wait has. */
const TIMEOUT = 40 * 60_000;
/** The end of what writes no event can be noticed so much later. */
const LATEST = 15 * 60_000;

/** Waits for the end of an order that somebody has placed. */
export async function waitFor(world: World, life: Life, step: Step, name: string): Promise<Ending> {
  const { judge, time, faults } = world;
  const { kind, key } = step.order;
  const find = (): TrueOrder | undefined =>
    judge.ordersFor(kind, key).find(({ isForgotten }) => !isForgotten);
  const known = find();
  // A client that has just placed or found an order believes no 404 for it. Whoever only knows its id may be wrong.
  const hasSeen = judge.calls.some(
    (call) => call.life === life && call.ending?.outcome === 'done' && call.ending.id === known?.id,
  );
  if (!(hasSeen && faults.strikes('soon', name, 1))) await life.run(() => time.pause(LONGEST_LAG + 1_000));
  let call: CallTag | undefined;
  const ending = await makeCall(world, life, { name, does: 'wait', order: step.order }, async (own) => {
    call = own;
    if (known === undefined) return { words: 'finds nothing to wait for', isIdle: true };
    const signal = makeSignal(world, step, own);
    await waitById(life, kind, known.id, signal);
    return { id: known.id, words: `${known.id} has ended`, isIdle: true };
  });
  if (known !== undefined && !known.isForgotten) judgeEnding(world, call, known, ending);
  return ending;
}

function waitById({ requester }: Life, kind: string, id: number, signal: AbortSignal): Promise<unknown> {
  const options = { signal, timeout: TIMEOUT };
  return kind === 'simple'
    ? requester.simple.questions.wait(id, options)
    : requester.projects.wait(id, options);
}

function judgeEnding(world: World, call: CallTag | undefined, { id, kind }: TrueOrder, ending: Ending): void {
  const { judge, time, faults } = world;
  const { error, words } = ending;
  const endedAt = findEnd(world, kind, id);
  if (error === undefined && endedAt === undefined) judge.accuse('what is called ended has ended', words);
  // What something in between says of a read is believed: a person sees it, and nothing is lost.
  if (faults.kinds.has('refusals') || faults.kinds.has('pages')) return;
  if (error instanceof NotFoundError) judge.accuse('what exists is not called missing', words);
  if (error instanceof TimeoutError && call !== undefined) {
    if (time.now < call.began + TIMEOUT) judge.accuse('a wait has its time', words);
    if (endedAt !== undefined && endedAt + LATEST < time.now && !call.wasPaused)
      judge.accuse('a wait notices the end', `${words}, though it has ended at ${endedAt}`);
  }
  if (
    call?.aborted === undefined &&
    error !== undefined &&
    !(error instanceof TimeoutError || error instanceof NotFoundError)
  )
    judge.accuse('a wait goes on after what passes', words);
}

/** When an order has ended in truth; undefined while it has not. */
function findEnd({ service }: World, kind: string, id: number): number | undefined {
  if (kind === 'simple') {
    const order = service.orders.get(id);
    return order?.when(({ status, draftId }) => status === 4 || status === 9 || draftId !== null);
  }
  const ends = (service.projects.get(id)?.latest.questionIds ?? []).map((question) =>
    service.questions.get(question)?.when(({ status }) => status === 3 || status === 4),
  );
  return ends.some((end) => end === undefined) ? undefined : Math.max(...ends.map(Number));
}
