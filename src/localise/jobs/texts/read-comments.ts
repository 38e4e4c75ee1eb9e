import { isFields } from '../../../base/kinds.js';
import { type CallOptions, type Comment, NotFoundError, type Requester } from '../../../index.js';
import { addToGroup } from '../../checks/groups.js';
import { checkCollecting } from '../engine/collect.js';
import { isTextsJob } from './input.js';
import type { JobOrder, TextsJob } from './job.js';
import { makeQuestionCheck, toSimpleResults } from './read-order.js';

/** A comment on a translation, by its translator or by the account that ordered it. */
export interface TextComment {
  readonly body: string;
  /** The login of who wrote it; null where the service does not say it. */
  readonly author: string | null;
  /** ISO 8601; null where the service does not say it. */
  readonly createdAt: string | null;
}

/** The comments on a text, in one language. */
export interface TextComments {
  readonly language: string;
  /** Every key with this text: they share its translation. */
  readonly keys: readonly string[];
  /** As the service lists them; those on each piece of a long text one after another. */
  readonly comments: readonly TextComment[];
}

/** The comments on a piece of a text. */
interface PieceComments {
  readonly language: string;
  readonly piece: number;
  readonly comments: readonly TextComment[];
}

/**
 * Reads the comments on the texts of a job, those without any left out. One request for each simple question, and one for each of its
 * translations with comments; for texts in projects, at least one each, since the service does not say which have comments.
 *
 * @throws InputError when the job is wrong
 * @see docs/service.md, Comment
 */
export async function readComments(
  requester: Requester,
  job: TextsJob,
  options: CallOptions = {},
): Promise<readonly TextComments[]> {
  checkCollecting(isTextsJob(job), 'orderTexts', {});
  const read = await Promise.all(
    job.orders
      .filter(({ mismatch }) => mismatch === undefined)
      .map((order) =>
        order.kind === 'simple'
          ? readSimple(requester, job, order, options)
          : readProject(requester, job, order, options),
      ),
  );
  const byPlace = new Map<string, TextComment[]>();
  for (const { language, piece, comments } of read.flat())
    for (const comment of comments) addToGroup(byPlace, `${language} ${piece}`, comment);
  return job.to.flatMap((language) =>
    job.texts.flatMap(({ keys, parts }) => {
      // A long text can have the same piece twice.
      const pieces = new Set(parts.filter((part) => typeof part === 'number'));
      const comments = [...pieces].flatMap((piece) => byPlace.get(`${language} ${piece}`) ?? []);
      return comments.length === 0 ? [] : [{ language, keys, comments }];
    }),
  );
}

async function readSimple(
  requester: Requester,
  job: TextsJob,
  order: JobOrder,
  options: CallOptions,
): Promise<readonly PieceComments[]> {
  const { language } = order;
  const question = await requester.simple.questions.get(order.id, options).catch(allowMissing);
  if (question === undefined) return [];
  const silent = new Set(
    question.question_bodies
      .flatMap(({ translations }) => translations ?? [])
      .filter(({ comments_count }) => comments_count === 0)
      .map(({ id }) => id),
  );
  const pieces = [...toSimpleResults(job, order, question)];
  return Promise.all(
    pieces.map(async ([piece, { ids = [] }]) => {
      const answers = await Promise.all(
        ids
          .filter((id) => !silent.has(id))
          .map((id) => requester.simple.translations.comments.list(id, options).catch(allowMissing)),
      );
      // The service leaves their shape open: an object, with comments in it.
      const found = answers.flatMap((answer) => Object.values(answer?.comments ?? {}));
      return { language, piece, comments: found.flatMap(readComment) };
    }),
  );
}

async function readProject(
  requester: Requester,
  job: TextsJob,
  order: JobOrder,
  options: CallOptions,
): Promise<readonly PieceComments[]> {
  const { language } = order;
  return Promise.all(
    order.pieces.map(async (piece, index) => {
      const id = order.questions?.[index];
      if (piece < 0 || id === undefined) return { language, piece, comments: [] };
      const question = await requester.questions.get(id, options).catch(allowMissing);
      const isOther = question === undefined || makeQuestionCheck(job, order, { piece, index })(question);
      const comments: Comment[] = [];
      if (!isOther)
        for await (const comment of requester.comments.list(id, {}, options)) comments.push(comment);
      return { language, piece, comments: comments.flatMap(readComment) };
    }),
  );
}

function allowMissing(error: unknown): undefined {
  if (!(error instanceof NotFoundError)) throw error;
}

/** Reads a comment of any shape. Those of the service itself have an empty body. */
function readComment(value: unknown): readonly TextComment[] {
  if (!isFields(value) || typeof value.body !== 'string' || value.body.trim() === '') return [];
  const { body, user, created_at } = value;
  const author = isFields(user) && typeof user.login === 'string' ? user.login : null;
  return [{ body, author, createdAt: typeof created_at === 'string' ? created_at : null }];
}
