import { normalizeText } from '../../../../base/kinds.js';
import {
  isFinished,
  NotFoundError,
  type Question,
  QuestionStatus,
  type Requester,
  SimpleQuestionStatus,
} from '../../../../index.js';
import { unwrap } from '../../../checks/placeholders/protect.js';
import type { TextIssue } from '../../../checks/text-issue.js';
import type { JobOrder, TextsJob } from '../job.js';
import { joinParagraphs } from '../pieces/paragraphs.js';
import type { CollectTextsOptions } from '../results.js';

/** What there is of a piece. */
export interface PieceResult {
  /** Its translations, the newest first; none when there will be none. */
  readonly texts: readonly string[];
  readonly issues: readonly TextIssue[];
  /** Whether others may come. */
  readonly mayChange: boolean;
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
  readonly yieldResults: (results: PieceResults) => Promise<void>;
}

const UNTRANSLATED: PieceResult = {
  ...{ texts: [], mayChange: false },
  issues: [
    { kind: 'untranslated', message: 'Nobody translated this text: its order expired or was cancelled.' },
  ],
};
const MISSING: PieceResult = {
  ...{ texts: [], mayChange: false },
  issues: [{ kind: 'missing', message: 'The service does not show this text or its order.' }],
};

/** Waits until an order is ready, and reads its results. With `wait: false`, reads what is ready now. */
export async function readOrder(order: JobOrder, context: ReadContext): Promise<void> {
  try {
    await (order.kind === 'simple' ? readSimple(order, context) : readProject(order, context));
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    const needed = order.pieces.filter((piece) => piece >= 0);
    await context.yieldResults(new Map(needed.map((piece) => [piece, MISSING])));
  }
}

async function readProject(order: JobOrder, context: ReadContext): Promise<void> {
  const { questions } = await context.schedule(() =>
    context.requester.projects.get(order.id, { signal: context.options.signal }),
  );
  // Keep only this of each question while waiting: there can be many.
  const statuses = new Map((questions ?? []).map(({ id, status }) => [id, status]));
  await Promise.all(
    order.pieces.map(async (piece, index) => {
      if (piece < 0) return;
      const id = order.questions?.[index] ?? 0;
      await readQuestion({ piece, project: order.id, id, status: statuses.get(id) }, context);
    }),
  );
}

function waitOptions({ ready, signal, timeout, interval, maxInterval }: ReadContext['options']) {
  return { until: ready ?? 'translated', signal, timeout, interval, maxInterval };
}

async function readSimple(order: JobOrder, context: ReadContext): Promise<void> {
  const { requester, job, options } = context;
  const yieldTexts = (question: AnySimpleQuestion) =>
    context.yieldResults(simpleResults(job, order, question));
  const readIfReady = () =>
    context.schedule(async (): Promise<boolean> => {
      const question = await requester.simple.questions.get(order.id, { signal: options.signal });
      const isTranslated = question.status === SimpleQuestionStatus.Translated;
      const isReady = isFinished(question) || (isTranslated && options.ready !== 'finished');
      if (isReady) await yieldTexts(question);
      return isReady;
    });
  if ((await readIfReady()) || options.wait === false) return;
  const question = await requester.simple.questions.wait(order.id, waitOptions(options));
  // The wait may end at an event, whose data can be out of date. So can a read from a copy of the data that is behind.
  if (!(await readIfReady())) await yieldTexts(question);
}

/** A body of a simple question, as far as it is used here. */
interface TranslatedBody {
  readonly body: string;
  readonly display_order: number;
  readonly translations?: readonly { readonly id: number; readonly body: string }[] | null;
}

/** A simple question, read by its id or from an event. What differs from the contract is used all the same. */
type AnySimpleQuestion = Parameters<typeof isFinished>[0] & {
  readonly question_bodies?: readonly TranslatedBody[] | null | undefined;
};

export function simpleResults(job: TextsJob, order: JobOrder, question: AnySimpleQuestion): PieceResults {
  const bodies = bodiesOf(question);
  const mayChange = !isFinished(question);
  const results = new Map<number, PieceResult>();
  order.pieces.forEach((piece, index) => {
    if (piece < 0) return;
    const body = bodyOf(job, { piece, index }, bodies);
    results.set(piece, body === undefined ? MISSING : bodyResult(job, piece, body, mayChange));
  });
  return results;
}

/** The bodies of a simple question, in their order. */
export function bodiesOf({ question_bodies: bodies }: AnySimpleQuestion): readonly TranslatedBody[] {
  return [...(bodies ?? [])].sort((one, other) => one.display_order - other.display_order);
}

/** The body of a piece: at its place in the order, or wherever the service shows it. */
export function bodyOf(
  job: TextsJob,
  { piece, index }: { readonly piece: number; readonly index: number },
  bodies: readonly TranslatedBody[],
): TranslatedBody | undefined {
  const own = bodies[index];
  if (own !== undefined && isBodyOf(job, piece, own)) return own;
  return bodies.find((one) => isBodyOf(job, piece, one));
}

function isBodyOf(job: TextsJob, piece: number, { body }: TranslatedBody): boolean {
  const sent = job.pieces[piece]?.body ?? '';
  return body === sent || normalizeText(body) === normalizeText(sent);
}

/** The translations of a body, the newest first. */
export function newestOf(translations: TranslatedBody['translations']) {
  return [...(translations ?? [])].sort((one, other) => other.id - one.id);
}

/** A body can have several translations. The newest is used, and the others are shown beside it. */
function bodyResult(
  job: TextsJob,
  piece: number,
  { translations }: TranslatedBody,
  mayChange: boolean,
): PieceResult {
  const newestFirst = newestOf(translations);
  if (newestFirst.length === 0) return UNTRANSLATED;
  return plain(job, piece, { texts: newestFirst.map(({ body }) => body), mayChange });
}

/** A question of a project. */
interface ProjectQuestion {
  readonly piece: number;
  readonly project: number;
  readonly id: number;
  /** Undefined when the project does not show it, as in a copy of the data that is behind. */
  readonly status: Question['status'] | undefined;
}

async function readQuestion(question: ProjectQuestion, context: ReadContext): Promise<void> {
  const { piece, project, id } = question;
  const { requester, options } = context;
  const { signal } = options;
  try {
    const read = () => requester.questions.get(id, { signal });
    let status = question.status ?? (await context.schedule(read)).status;
    const isReady = status === QuestionStatus.Feedback && options.ready !== 'finished';
    if (!isReady && !isFinished({ status, project_id: project })) {
      if (options.wait === false) return;
      ({ status } = await requester.questions.wait(id, waitOptions(options)));
    }
    await context.schedule(async () => {
      const result = await revisionResult({ ...question, status }, context);
      await context.yieldResults(new Map([[piece, result]]));
    });
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    await context.yieldResults(new Map([[piece, MISSING]]));
  }
}

async function revisionResult(
  { piece, id, status }: ProjectQuestion,
  { requester, job, options: { signal } }: ReadContext,
): Promise<PieceResult> {
  const mayChange = status === QuestionStatus.Feedback;
  if (status !== QuestionStatus.Completed && !mayChange) return UNTRANSLATED;
  const { paragraphs } = await requester.revisions.latest(id, { signal });
  const { text, missing } = joinParagraphs(job.pieces[piece]?.body ?? '', paragraphs ?? []);
  const result = plain(job, piece, { texts: [text], mayChange });
  if (missing === 0) return result;
  const message = `The translation lacks ${missing} paragraph${missing === 1 ? '' : 's'} of the original.`;
  return { ...result, issues: [...result.issues, { kind: 'paragraphs', message }] };
}

/** Translations without our triple braces and without repetitions. They are compared when the text is whole. */
function plain(
  job: TextsJob,
  piece: number,
  { texts: translations, mayChange }: Omit<PieceResult, 'issues'>,
): PieceResult {
  const { wrapped = [] } = job.pieces[piece] ?? {};
  const texts = translations.map((one) => unwrap(one.trim(), wrapped));
  return { texts: texts.length > 1 ? [...new Set(texts)] : texts, issues: [], mayChange };
}
