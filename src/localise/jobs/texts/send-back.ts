import {
  type CallOptions,
  type Comment,
  type CommentInput,
  InputError,
  type Rejection,
  type Requester,
} from '../../../index.js';
import { internals, isStillShown } from '../../../internals.js';
import { describeTextPath } from '../../checks/source-text.js';
import { checkCollecting } from '../engine/collect.js';
import { joinPieces } from './collect-texts.js';
import { isTextsJob } from './input.js';
import type { JobOrder, JobText, TextsJob } from './job.js';
import { makeQuestionCheck, type PieceResult, toSimpleResults } from './read-order.js';
import { RejectionMemory } from './rejection.js';

/** A text of a job, in one language. */
export interface TextPlace {
  readonly language: string;
  readonly key: string;
}

/** What became of the translation of a text. */
export interface RejectedText {
  /** Every key with this text: they share its translation. */
  readonly keys: readonly string[];
  /** The translation as `collectTexts` gives it; null when a piece of a long text has none. */
  readonly text: string | null;
  /** The ids of the translations that were rejected: one, or for a long text one for each piece. */
  readonly translations: readonly number[];
}

/** The comments on a text. */
export interface CommentedText {
  /** Every key with this text: they share its translation. */
  readonly keys: readonly string[];
  /** What was written: one comment, or for a long text one for each piece. */
  readonly comments: readonly Comment[];
}

/**
 * Rejects the newest translation of a text, as `collectTexts` gives it, with a reason for the translator. Only for texts in
 * simple questions. The other texts of the order keep their translations, but the order is open again: they are ready when
 * this text is translated again, or when the time of the order is over.
 *
 * @param rejection.reason at least 16 characters
 * @throws InputError when the job has no such text, it is in a project, or it has no translation. After another error, some
 *   pieces of a long text may be rejected; call again: it means the same translations, which the client's store remembers
 *   until all are rejected. Not beside another call for the same text
 * @see docs/texts.md, Rejecting a translation
 */
export async function rejectText(
  requester: Requester,
  job: TextsJob,
  place: TextPlace,
  rejection: Rejection,
  options: CallOptions = {},
): Promise<RejectedText> {
  const { text, pieces } = locate(job, place);
  if (pieces.some(({ order }) => order.kind === 'project'))
    throw refused(
      place,
      'is in a project, and the service has no rejection for that; write a comment on it instead',
    );
  return internals(requester).http.asOneAccount(options, async (call) => {
    const memory = new RejectionMemory(
      requester,
      pieces.map(({ order: { id, key }, index }) => [id, key, index]),
      options.timeout,
    );
    const meant = await memory.recall(async () => {
      const found = await readNewestTranslation(requester, job, pieces, call);
      refuseOtherOrder(place, found.results);
      if (found.ids.length === 0) throw refused(place, 'has no translation that could be rejected');
      return { ids: found.ids, text: joinPieces(text.parts, found.results)?.texts[0] ?? null };
    });
    await memory.carryOut(
      meant,
      (id) => requester.simple.translations.reject(id, rejection, call),
      (id, mayLag) => {
        const isShown = async (): Promise<boolean> => {
          const { results, shown } = await readNewestTranslation(requester, job, pieces, call);
          refuseOtherOrder(place, results);
          return shown.has(id);
        };
        return mayLag ? isStillShown(isShown, call) : isShown();
      },
    );
    return { keys: text.keys, text: meant.text, translations: meant.ids };
  });
}

async function readNewestTranslation(
  requester: Requester,
  job: TextsJob,
  pieces: readonly LocatedPiece[],
  options: CallOptions,
) {
  const results = new Map<number, PieceResult>();
  for (const order of new Set(pieces.map((piece) => piece.order))) {
    const question = await requester.simple.questions.get(order.id, options);
    for (const [piece, result] of toSimpleResults(job, order, question)) results.set(piece, result);
  }
  const shown = pieces.map(({ piece }) => results.get(piece)?.ids ?? []);
  return { results, ids: shown.flatMap(([newest = []]) => newest), shown: new Set(shown.flat()) };
}

/**
 * Writes a comment on a text for its translator. Only for texts in projects: while a text is in feedback, its translator
 * can submit it again.
 *
 * @throws InputError when the job has no such text, or it is in a simple question
 * @see docs/texts.md, Rejecting a translation
 */
export async function commentOnText(
  requester: Requester,
  job: TextsJob,
  place: TextPlace,
  comment: CommentInput,
  options: CallOptions = {},
): Promise<CommentedText> {
  const { text, pieces } = locate(job, place);
  if (pieces.some(({ order }) => order.kind === 'simple'))
    throw refused(
      place,
      'is in a simple question, and the service does not say how a comment on that is written; reject its translation instead',
    );
  const comments: Comment[] = [];
  for (const { piece, order, index } of pieces) {
    const id = order.questions?.[index] ?? 0;
    const mismatch = makeQuestionCheck(job, order, { piece, index })(
      await requester.questions.get(id, options),
    );
    if (mismatch !== undefined) throw refuseMismatch(place, mismatch);
    comments.push(await requester.comments.create(id, comment, options));
  }
  return { keys: text.keys, comments };
}

/** A piece of a text, in the order that holds it. */
interface LocatedPiece {
  readonly piece: number;
  readonly order: JobOrder;
  readonly index: number;
}

/** Finds the orders that hold a text. @throws InputError when there is none, or the job is wrong */
function locate(
  job: TextsJob,
  place: TextPlace,
): { readonly text: JobText; readonly pieces: readonly LocatedPiece[] } {
  checkCollecting(isTextsJob(job), 'orderTexts', {});
  const text = job.texts.find(({ keys }) => keys.includes(place.key));
  // A long text can have the same piece twice.
  const parts = [...new Set(text?.parts.filter((part) => typeof part === 'number'))];
  const pieces = parts.flatMap((piece): LocatedPiece[] => {
    const order = job.orders.find(
      ({ language, pieces }) => language === place.language && pieces.includes(piece),
    );
    return order === undefined ? [] : [{ piece, order, index: order.pieces.indexOf(piece) }];
  });
  const mismatch = pieces.find(({ order }) => order.mismatch !== undefined)?.order.mismatch;
  if (mismatch !== undefined) throw refuseMismatch(place, mismatch);
  if (text === undefined || pieces.length === 0 || pieces.length < parts.length)
    throw refused(place, `was not ordered in ${JSON.stringify(place.language)} as it is now`);
  return { text, pieces };
}

const refuseMismatch = (place: TextPlace, mismatch: string): InputError =>
  refused(place, `has an order that nothing is sent to. ${mismatch}`);

/** @throws InputError when the service shows another order than the one that the job means */
function refuseOtherOrder(place: TextPlace, results: ReadonlyMap<number, PieceResult>): void {
  for (const { issues } of results.values()) {
    const mismatch = issues.find(({ kind }) => kind === 'other-order');
    if (mismatch !== undefined) throw refuseMismatch(place, mismatch.message);
  }
}

function refused({ key }: TextPlace, message: string): InputError {
  return new InputError([{ path: describeTextPath(key), message }]);
}
