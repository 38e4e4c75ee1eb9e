import { isFinished, NotFoundError, QuestionStatus, type Requester } from '../../index.js';
import type { JobOrder, TextsJob } from '../job.js';
import { joinParagraphs } from '../pieces/paragraphs.js';
import { lostPlaceholders, unwrap } from '../pieces/placeholders.js';
import type { CollectTextsOptions, TextIssue } from '../results.js';
import { comparable } from '../table/fingerprint.js';

/** The translation of a piece; null when there will be none. */
export interface PieceResult {
  readonly text: string | null;
  readonly issues: readonly TextIssue[];
}

/** Results of some pieces, by the index of the piece. */
export type PieceResults = ReadonlyMap<number, PieceResult>;

/** What reading an order needs. */
export interface ReadContext {
  readonly requester: Requester;
  readonly job: TextsJob;
  readonly options: CollectTextsOptions & { readonly signal: AbortSignal };
  /** Runs a read as soon as the limit on reads at a time allows it. */
  readonly schedule: <Result>(read: () => Promise<Result>) => Promise<Result>;
  /** Passes results on; resolves when they were received. */
  readonly yieldResults: (order: JobOrder, results: PieceResults) => Promise<void>;
}

const UNTRANSLATED: PieceResult = {
  text: null,
  issues: [
    { kind: 'untranslated', message: 'Nobody translated this text: its order expired or was cancelled.' },
  ],
};
const MISSING: PieceResult = {
  text: null,
  issues: [{ kind: 'missing', message: 'The service no longer shows this text or its order.' }],
};

/** Waits until an order is finished, and reads its results. With `wait: false`, reads what is finished now. */
export async function readOrder(context: ReadContext, order: JobOrder): Promise<void> {
  try {
    await (order.kind === 'simple' ? readSimple(context, order) : readProject(context, order));
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    await context.yieldResults(order, new Map(neededPieces(order).map(([piece]) => [piece, MISSING])));
  }
}

/** The pieces of an order that the job needs, with their indexes in the order. */
function neededPieces({ pieces }: JobOrder): (readonly [piece: number, index: number])[] {
  return pieces.flatMap((piece, index) => (piece >= 0 ? [[piece, index] as const] : []));
}

function waitOptions({ signal, timeout, interval, maxInterval }: ReadContext['options']) {
  return { signal, timeout, interval, maxInterval };
}

async function readSimple(context: ReadContext, order: JobOrder): Promise<void> {
  const { requester, options, schedule: turn } = context;
  const { signal } = options;
  const readIfFinished = async (): Promise<boolean> => {
    const question = await requester.simple.questions.get(order.id, { signal });
    if (!isFinished(question)) return false;
    await context.yieldResults(order, simpleResults(context.job, order, question.question_bodies));
    return true;
  };
  if (await turn(readIfFinished)) return;
  if (options.wait === false) return;
  await requester.simple.questions.wait(order.id, waitOptions(options));
  // The wait may end at an event, whose data can be out of date. So read again.
  await turn(readIfFinished);
}

/** A body of a simple question, as far as it is used here. */
interface TranslatedBody {
  readonly body: string;
  readonly display_order: number;
  readonly translations?: readonly { readonly id: number; readonly body: string }[] | null;
}

function simpleResults(job: TextsJob, order: JobOrder, given: readonly TranslatedBody[]): PieceResults {
  const bodies = [...(given ?? [])].sort((one, other) => one.display_order - other.display_order);
  const results = new Map<number, PieceResult>();
  const notAtIndex: number[] = [];
  order.pieces.forEach((piece, index) => {
    if (piece < 0) return;
    const body = bodies[index];
    if (body !== undefined && isBodyOf(job, piece, body)) results.set(piece, bodyResult(job, piece, body));
    else notAtIndex.push(piece);
  });
  for (const piece of notAtIndex) {
    const body = bodies.find((one) => isBodyOf(job, piece, one));
    results.set(piece, body === undefined ? MISSING : bodyResult(job, piece, body));
  }
  return results;
}

function isBodyOf(job: TextsJob, piece: number, { body }: TranslatedBody): boolean {
  const sent = job.pieces[piece]?.body ?? '';
  return body === sent || comparable(body) === comparable(sent);
}

/** A body can have several translations. The newest is used. */
function bodyResult(job: TextsJob, piece: number, { translations }: TranslatedBody): PieceResult {
  if (!translations?.length) return UNTRANSLATED;
  const newest = translations.reduce((one, other) => (other.id > one.id ? other : one));
  return withIssues(job, piece, newest.body, 0);
}

async function readProject(context: ReadContext, order: JobOrder): Promise<void> {
  const { requester, options, schedule: turn } = context;
  // Keep only this of each question while waiting: there can be many.
  const states = await turn(async () => {
    const { questions } = await requester.projects.get(order.id, { signal: options.signal });
    return new Map(
      (questions ?? []).map((one) => [one.id, { isFinished: isFinished(one), status: one.status }]),
    );
  });
  const read = async (piece: number, id: number): Promise<void> => {
    let state = states.get(id);
    if (state?.isFinished === false) {
      if (options.wait === false) return;
      const { status } = await requester.questions.wait(id, waitOptions(options));
      state = { isFinished: true, status };
    }
    const status = state?.status;
    await turn(async () =>
      context.yieldResults(order, new Map([[piece, await readQuestion(context, piece, id, status)]])),
    );
  };
  await Promise.all(neededPieces(order).map(([piece, index]) => read(piece, order.questions?.[index] ?? 0)));
}

async function readQuestion(
  { requester, job, options }: ReadContext,
  piece: number,
  id: number,
  status: number | undefined,
): Promise<PieceResult> {
  if (status === undefined) return MISSING;
  if (status !== QuestionStatus.Completed) return UNTRANSLATED;
  try {
    const { paragraphs } = await requester.revisions.latest(id, { signal: options.signal });
    const { text, missing } = joinParagraphs(job.pieces[piece]?.body ?? '', paragraphs ?? []);
    return withIssues(job, piece, text, missing);
  } catch (error) {
    if (error instanceof NotFoundError) return MISSING;
    throw error;
  }
}

/** A translation without our triple braces, with its issues. */
function withIssues(job: TextsJob, piece: number, translation: string, missing: number): PieceResult {
  const { body = '', wrapped = [] } = job.pieces[piece] ?? {};
  const text = unwrap(translation.trim(), wrapped);
  const issues = lostPlaceholders(unwrap(body, wrapped), text, wrapped);
  if (missing === 0) return { text, issues };
  const message = `The translation lacks ${missing} paragraph${missing === 1 ? '' : 's'} of the original.`;
  return { text, issues: [...issues, { kind: 'paragraphs', message }] };
}
