import { normalizeText } from '../../../base/kinds.js';
import { isFinished, NotFoundError, type Requester, type Revision } from '../../../index.js';
import { compareOrderContent, findSimpleStage, parseDate, readPlaced } from '../../../internals.js';
import { unwrap } from '../../checks/placeholders/protect.js';
import { areSameButForm } from '../../checks/text-form.js';
import type { TextIssue } from '../../checks/text-issue.js';
import {
  type CollectWait,
  type ProjectQuestion,
  readNewestRevision,
  waitForQuestion,
} from '../engine/collect.js';
import {
  type AskedOrder,
  describeMismatch,
  explainMismatch,
  findMismatch,
  MismatchError,
} from '../engine/mismatch.js';
import { questionKey } from '../engine/order.js';
import type { JobOrder, TextsJob } from './job.js';
import { joinParagraphs } from './pieces/paragraphs.js';

export interface PieceResult {
  /** Its translations, the newest first; none when there will be none. */
  readonly texts: readonly string[];
  /** Of a simple question, the ids of its translations, in the same order. */
  readonly ids?: readonly number[];
  readonly issues: readonly TextIssue[];
  /** Whether others may come. */
  readonly mayChange: boolean;
  /** Whether a rejection or a comment can bring another. */
  readonly canBeSentBack: boolean;
  /** How many comments its translations have. Undefined where the service does not say it. */
  readonly comments?: number | undefined;
}

/** Results of some pieces, by the index of the piece. */
export type PieceResults = ReadonlyMap<number, PieceResult>;

export interface ReadingContext {
  readonly requester: Requester;
  readonly job: TextsJob;
  readonly options: CollectWait;
  /** Runs a read as soon as the limit on reads at a time allows it. */
  readonly schedule: <Result>(read: () => Promise<Result>) => Promise<Result>;
  readonly yieldResults: (results: PieceResults) => Promise<void>;
}

const NO_TEXT = { texts: [], mayChange: false, canBeSentBack: false };

const UNTRANSLATED_TEXT: PieceResult = {
  ...NO_TEXT,
  issues: [
    { kind: 'untranslated', message: 'Nobody translated this text: its order expired or was cancelled.' },
  ],
};
const MISSING_TEXT: PieceResult = {
  ...NO_TEXT,
  issues: [{ kind: 'missing', message: 'The service does not show this text or its order.' }],
};

/** What protects a part of a text. The service may not keep it. */
const BRACE_MARKS = /\{\{\{|\}\}\}/g;

const makeMismatch = (message: string): PieceResult => ({
  ...NO_TEXT,
  issues: [{ kind: 'other-order', message }],
});

const OTHER_FORM: TextIssue = {
  kind: 'form',
  message: 'The service keeps this text in another form: its place in the order shows which it is.',
};

/** Waits until an order is ready, and reads its results. With `wait: false`, reads what is ready now. */
export async function readJobOrder(order: JobOrder, context: ReadingContext): Promise<void> {
  const yieldAll = (result: PieceResult): Promise<void> => context.yieldResults(toEachPiece(order, result));
  if (order.mismatch !== undefined) return yieldAll(makeMismatch(order.mismatch));
  try {
    await (order.kind === 'simple' ? readSimple(order, context) : readProject(order, context));
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    await yieldAll(MISSING_TEXT);
  }
}

const toEachPiece = ({ pieces }: JobOrder, result: PieceResult): PieceResults =>
  new Map(pieces.filter((piece) => piece >= 0).map((piece) => [piece, result]));

/** What an order of the job was placed with. The key of a question shows its place in the order. */
const nameAsked = ({ from }: TextsJob, { language, key }: JobOrder, index = 0): AskedOrder => ({
  from,
  language,
  key: key && questionKey(key, index),
});

async function readProject(order: JobOrder, context: ReadingContext): Promise<void> {
  const { requester, job, options, schedule } = context;
  const { signal } = options;
  const read = () => schedule(() => requester.projects.get(order.id, { signal }));
  const { questions } = await readPlaced(read, options);
  const shown = new Map((questions ?? []).map((question) => [question.id, question]));
  const wanted = order.pieces.flatMap((piece, index) => {
    if (piece < 0) return [];
    const id = order.questions?.[index] ?? 0;
    const suspected: { mismatch?: string } = {};
    const check = makeQuestionCheck(job, order, { piece, index }, (mismatch) =>
      Object.assign(suspected, { mismatch }),
    );
    // Keep only this of each question while waiting: there can be many.
    const question = shown.get(id);
    const mismatch = question && check(question);
    return [{ piece, project: order.id, id, check, status: question?.status, mismatch, suspected }];
  });
  shown.clear();
  await Promise.all(wanted.map((question) => readPieceQuestion(question, context)));
}

/** Makes the check of a question. One that has lost its key, or was placed by hand, is known by the beginning of its text. */
export function makeQuestionCheck(
  job: TextsJob,
  order: JobOrder,
  { piece, index }: { readonly piece: number; readonly index: number },
  onSuspicion?: (mismatch: string) => void,
): ProjectQuestion['check'] {
  const asked = nameAsked(job, order, index);
  const sent = { type: 'string', body: job.pieces[piece]?.body ?? '' } as const;
  return (question) => {
    const mismatch = explainMismatch(order, asked, question, () => false);
    if (mismatch === undefined) return undefined;
    // The title of HTML does not show how the text begins.
    const begins = job.html !== true && compareOrderContent(sent, question).length === 0;
    if (begins) onSuspicion?.(mismatch);
    return begins ? explainMismatch(order, asked, question, () => true) : mismatch;
  };
}

/** Whether a translation is that of a text, by its originals: the title of a question may be any text that is as short. */
function isTranslationOf(body: string, paragraphs: Revision['paragraphs'] | null | undefined): boolean {
  const originals = (paragraphs ?? []).toSorted((a, b) => a.display_order - b.display_order);
  const original = originals.map(({ original_text }) => original_text).join('\n');
  const [sent, kept] = [body, original].map((text) => text.replaceAll(BRACE_MARKS, ''));
  return areSameButForm(sent ?? '', kept ?? '');
}

async function readSimple(order: JobOrder, context: ReadingContext): Promise<void> {
  const { job, options, schedule } = context;
  const { questions } = context.requester.simple;
  const { ready = 'translated', wait = true, ...waiting } = options;
  const yieldTexts = (question: ShownSimpleQuestion, now = Date.now()) =>
    context.yieldResults(toSimpleResults(job, order, question, now));
  const readIfReady = () => {
    const read = async (): Promise<boolean> => {
      const { data: question, response } = await questions
        .get(order.id, { signal: options.signal })
        .withResponse();
      const isTranslated = findSimpleStage(question.status) === 'translated';
      const isOther = findSimpleMismatch(job, order, question) !== undefined;
      const isReady = isOther || isFinished(question) || (isTranslated && ready !== 'finished');
      if (isReady) await yieldTexts(question, readServiceTime(response));
      return isReady;
    };
    return readPlaced(() => schedule(read), options);
  };
  if ((await readIfReady()) || !wait) return;
  const question = await readPlaced(() => questions.wait(order.id, { until: ready, ...waiting }), options);
  // The wait may end at an event, whose data can be out of date, and so can the answer of a lagging replica.
  if (!(await readIfReady())) await yieldTexts(question);
}

/** A body of a simple question, as far as it is used here. */
interface TranslatedBody {
  readonly body: string;
  readonly display_order: number;
  readonly translations?: readonly ShownTranslation[] | null;
}

interface ShownTranslation {
  readonly id: number;
  readonly body: string;
  readonly comments_count?: number | undefined;
}

/** A simple question, read by its id or from an event. What differs from the contract is used all the same. */
type ShownSimpleQuestion = Parameters<typeof isFinished>[0] & {
  readonly language_id?: string | undefined;
  readonly translated_language_id?: string | undefined;
  readonly custom_field?: string | null | undefined;
  readonly expires_at?: string | null | undefined;
  readonly question_bodies?: readonly TranslatedBody[] | null | undefined;
};

/** Why a simple question is not the order that a job has. One without a key is known by its texts. */
function findSimpleMismatch(
  job: TextsJob,
  order: JobOrder,
  question: ShownSimpleQuestion,
): string | undefined {
  const hasContent = (): boolean => {
    const asked = order.pieces.flatMap((piece) => job.pieces[piece]?.body ?? []);
    const bodies = question.question_bodies ?? [];
    return bodies.some(({ body }) => asked.some((sent) => areSameButForm(sent, body)));
  };
  const fields = findMismatch(nameAsked(job, order), question, hasContent);
  return fields && describeMismatch(order.key, `the simple question ${order.id}`, fields);
}

/** The time of the service in milliseconds since 1970, from the date of its answer: the clock here may differ. */
function readServiceTime({ headers }: { readonly headers: Headers }): number {
  const answered = parseDate(headers.get('date'));
  return Number.isNaN(answered) ? Date.now() : answered;
}

/** @param now in milliseconds since 1970, by the clock of the service */
export function toSimpleResults(
  job: TextsJob,
  order: JobOrder,
  question: ShownSimpleQuestion,
  now = Date.now(),
): PieceResults {
  const mismatch = order.mismatch ?? findSimpleMismatch(job, order, question);
  if (mismatch !== undefined) return toEachPiece(order, makeMismatch(mismatch));
  const bodies = (question.question_bodies ?? []).toSorted((a, b) => a.display_order - b.display_order);
  const mayChange = !isFinished(question);
  // Without a time, the service has to say it itself.
  const canBeSentBack = !(Date.parse(question.expires_at ?? '') <= now);
  const results = new Map<number, PieceResult>();
  order.pieces.forEach((piece, index) => {
    if (piece < 0) return;
    const sent = job.pieces[piece]?.body ?? '';
    const isAsSent = ({ body }: TranslatedBody) =>
      body === sent || normalizeText(body) === normalizeText(sent);
    const own = bodies[index];
    // At its place in the order, or wherever the service shows it.
    const found = own !== undefined && isAsSent(own) ? own : bodies.find(isAsSent);
    // If the service shows it nowhere, but as many bodies as were sent, the place decides: the text may differ in form
    // alone.
    const isInPlace = found === undefined && bodies.length === order.pieces.length;
    const body = isInPlace && own !== undefined && areSameButForm(sent, own.body) ? own : found;
    const result =
      body === undefined ? MISSING_TEXT : resultFromBody(job, piece, body, { mayChange, canBeSentBack });
    const hasOtherForm = found === undefined && body !== undefined && result !== UNTRANSLATED_TEXT;
    results.set(piece, hasOtherForm ? { ...result, issues: [OTHER_FORM] } : result);
  });
  return results;
}

/** What may still become of a translation. */
type Outlook = Pick<PieceResult, 'mayChange' | 'canBeSentBack'>;

/** A body can have several translations. The newest is used, and the others are shown beside it. */
function resultFromBody(
  job: TextsJob,
  piece: number,
  { translations }: TranslatedBody,
  outlook: Outlook,
): PieceResult {
  const newestFirst = (translations ?? []).toSorted((a, b) => b.id - a.id);
  if (newestFirst.length === 0) return UNTRANSLATED_TEXT;
  const result = unwrapAll(job, piece, { texts: newestFirst.map(({ body }) => body), ...outlook });
  const comments = newestFirst.reduce((sum, { comments_count = 0 }) => sum + comments_count, 0);
  return { ...result, ids: newestFirst.map(({ id }) => id), comments };
}

type PieceQuestion = ProjectQuestion & {
  readonly piece: number;
  /** Why the question, as its project shows it, does not fit. */
  readonly mismatch: string | undefined;
  /** Why it does not fit, unless it is translated from the text of the piece. Empty where its key shows what it is. */
  readonly suspected: { readonly mismatch?: string };
};

async function readPieceQuestion(question: PieceQuestion, context: ReadingContext): Promise<void> {
  const { requester, options, schedule, yieldResults } = context;
  const { piece, mismatch } = question;
  if (mismatch !== undefined) return yieldResults(new Map([[piece, makeMismatch(mismatch)]]));
  try {
    const ready = await waitForQuestion(requester, question, options);
    if (ready === undefined) return;
    await schedule(async () => {
      const result = ready.hasTranslation
        ? await readPieceRevision(question, ready.mayChange, context)
        : UNTRANSLATED_TEXT;
      await yieldResults(new Map([[piece, result]]));
    });
  } catch (error) {
    if (error instanceof MismatchError) return yieldResults(new Map([[piece, makeMismatch(error.message)]]));
    if (!(error instanceof NotFoundError)) throw error;
    await yieldResults(new Map([[piece, MISSING_TEXT]]));
  }
}

async function readPieceRevision(
  { piece, id, suspected }: PieceQuestion,
  mayChange: boolean,
  { requester, job, options }: ReadingContext,
): Promise<PieceResult> {
  const { paragraphs } = await readNewestRevision(requester, id, options);
  const { body = '' } = job.pieces[piece] ?? {};
  if (suspected.mismatch !== undefined && !isTranslationOf(body, paragraphs))
    return makeMismatch(suspected.mismatch);
  const { text, missing } = joinParagraphs(body, paragraphs ?? []);
  const result = unwrapAll(job, piece, { texts: [text], mayChange, canBeSentBack: mayChange });
  if (missing === 0) return result;
  const message = `The translation lacks ${missing} paragraph${missing === 1 ? '' : 's'} of the original.`;
  return { ...result, issues: [...result.issues, { kind: 'paragraphs', message }] };
}

/** Translations without our triple braces and without repetitions. They are compared when the text is whole. */
function unwrapAll(
  job: TextsJob,
  piece: number,
  { texts: translations, ...outlook }: Omit<PieceResult, 'issues'>,
): PieceResult {
  const { wrapped = [] } = job.pieces[piece] ?? {};
  const texts = translations.map((text) => unwrap(text.trim(), wrapped));
  return { ...outlook, texts: texts.length > 1 ? [...new Set(texts)] : texts, issues: [] };
}
