import { copyOwn } from '../../../base/options.js';
import { Semaphore } from '../../../base/semaphore.js';
import type { Requester } from '../../../index.js';
import { combineSignals, Leavable } from '../../../internals.js';
import { findIssues } from '../../checks/check-translation.js';
import { type PlainText, unwrapWithPlaces } from '../../checks/placeholders/protect.js';
import type { TextIssue } from '../../checks/text-issue.js';
import { type CollectingOptions, checkCollecting, collectOrders } from '../engine/collect.js';
import { isTextsJob } from './input.js';
import type { JobOrder, JobText, TextsJob } from './job.js';
import { isNeeded } from './pieces/plan.js';
import { type PieceResult, type PieceResults, readJobOrder } from './read-order.js';

/** The translation of one text. */
export interface TextResult {
  /** The language of the translation. */
  readonly language: string;
  /** The key of the text in `texts`. */
  readonly key: string;
  /** The newest translation; null when there will be none, see `issues`. */
  readonly text: string | null;
  /**
   * Other translations of it, the newest first; absent when there are none. `issues` says nothing of them: compare them by
   * `checkTranslation`.
   */
  readonly alternatives?: readonly string[];
  /**
   * True while the order is not finished: another translator may translate a text of a simple question, and for 24 hours
   * the translator of a project's text may submit it again. Collect again later to see what has become of it.
   */
  readonly mayChange?: true;
  /**
   * False once neither a rejection of `text` nor, for a text in a project, a comment on it can bring another translation: 24 hours
   * after the order, or after the first translation. Absent before.
   */
  readonly canBeSentBack?: false;
  /**
   * How many comments its translations have; absent for none, and for a text in a project, where the service does not say it.
   * `readComments` reads them.
   */
  readonly comments?: number;
  /** What is wrong with `text`; absent when nothing is. */
  readonly issues?: readonly TextIssue[];
}

/** Options of `collectTexts`. */
export type CollectTextsOptions = CollectingOptions;

/** Orders and revisions that are read at a time, which also limits the results that wait for the caller's loop. */
const AT_A_TIME = 16;

/**
 * Yields the translations of a job, key by key, as they are ready. The texts of a simple question come together, when each
 * has a translation or its time is over; the questions of a project come one by one. All it needs is the job, as
 * returned or parsed from JSON: it can be called again at any time, in any process, and then yields every text again.
 * Leaving it ends its requests, also by `return()` while nothing is ready.
 *
 * @throws InputError when the job or an option is wrong; TimeoutError when an order is not ready within `timeout`
 */
export function collectTexts(
  requester: Requester,
  job: TextsJob,
  options: CollectTextsOptions = {},
): AsyncGenerator<TextResult, void, undefined> {
  return new Leavable((left) => readTexts(requester, job, options, left));
}

async function* readTexts(
  requester: Requester,
  job: TextsJob,
  given: CollectTextsOptions,
  left: AbortSignal,
): AsyncGenerator<TextResult, void, undefined> {
  const options = checkCollecting(isTextsJob(job), 'orderTexts', given);
  const collector = new Collector(job);
  // `yield*` would take several times as long here.
  for (const result of collector.plain()) yield result;
  const limit = new Semaphore(AT_A_TIME);
  const ready = collectOrders<JobOrder, readonly [JobOrder, PieceResults]>(
    job.orders,
    combineSignals([options.signal, left]),
    (order, { signal, pass }) =>
      readJobOrder(order, {
        requester,
        job,
        options: copyOwn({ ...options, signal }),
        schedule: (read) => limit.run(read),
        yieldResults: (results) => pass([order, results]),
      }),
  );
  for await (const [{ language }, results] of ready)
    for (const result of collector.add(language, results)) yield result;
}

/** Joins the texts from their pieces, which arrive in any order. */
class Collector {
  readonly #job: TextsJob;
  readonly #textsWith: readonly JobText[][];
  /** For each language, the results of pieces of texts that have several. */
  readonly #pieces: ReadonlyMap<string, Map<number, PieceResult>>;

  constructor(job: TextsJob) {
    this.#job = job;
    this.#textsWith = job.pieces.map(() => []);
    for (const text of job.texts) {
      for (const part of text.parts) {
        const texts = typeof part === 'number' ? this.#textsWith[part] : undefined;
        // A long text can have the same piece twice.
        if (texts?.at(-1) !== text) texts?.push(text);
      }
    }
    this.#pieces = new Map(job.to.map((language) => [language, new Map()]));
  }

  /** The results of texts with nothing to translate: they stay as they are. */
  *plain(): Generator<TextResult> {
    const plain = this.#job.texts.filter(({ parts }) => parts.every((part) => typeof part === 'string'));
    for (const language of this.#job.to)
      for (const text of plain)
        if (isNeeded(text, language)) yield* toResults(language, text, unchanged(text.parts.join('')));
  }

  /** Adds results of pieces, and yields the texts that this completes. */
  *add(language: string, results: PieceResults): Generator<TextResult> {
    const pieces = this.#pieces.get(language);
    if (pieces === undefined) return;
    for (const [piece, result] of results) {
      for (const text of this.#textsWith[piece] ?? []) {
        if (!isNeeded(text, language)) continue;
        const joined = text.parts.length === 1 ? result : joinPieces(text.parts, pieces.set(piece, result));
        if (joined !== undefined) yield* toResults(language, text, compareResult(this.#job, text, joined));
      }
    }
  }
}

const unchanged = (text: string): PieceResult => ({
  texts: [text],
  issues: [],
  mayChange: false,
  canBeSentBack: true,
});

/** Joins a text from its parts; undefined while a piece has no result. Where a piece has fewer translations, its newest is repeated. */
export function joinPieces(
  parts: readonly (string | number)[],
  results: ReadonlyMap<number, PieceResult>,
): PieceResult | undefined {
  const pieces: PieceResult[] = [];
  for (const part of parts) {
    const piece = typeof part === 'string' ? unchanged(part) : results.get(part);
    if (piece === undefined) return undefined;
    pieces.push(piece);
  }
  const isComplete = pieces.every(({ texts }) => texts.length > 0);
  const count = isComplete ? Math.max(...pieces.map(({ texts }) => texts.length)) : 0;
  return {
    texts: Array.from({ length: count }, (_, at) =>
      pieces.map(({ texts }) => texts[at] ?? texts[0]).join(''),
    ),
    issues: pieces.flatMap(({ issues }) => issues),
    mayChange: pieces.some(({ mayChange }) => mayChange),
    canBeSentBack: pieces.every(({ canBeSentBack }) => canBeSentBack),
    comments: pieces.reduce((sum, { comments = 0 }) => sum + comments, 0),
  };
}

function toResults(
  language: string,
  { keys }: JobText,
  { texts, issues, mayChange, canBeSentBack, comments = 0 }: PieceResult,
): readonly TextResult[] {
  const [text = null] = texts;
  const more = {
    ...(texts.length > 1 && { alternatives: texts.slice(1) }),
    ...(mayChange && { mayChange }),
    ...(!canBeSentBack && text !== null && { canBeSentBack }),
    ...(comments > 0 && { comments }),
    ...(issues.length > 0 && { issues }),
  };
  return keys.map((key) => ({ language, key, text, ...more }));
}

function compareResult(job: TextsJob, text: JobText, result: PieceResult): PieceResult {
  const { texts, issues: known } = result;
  const [newest] = texts;
  if (newest === undefined) return result;
  const found = findIssues(joinOriginal(job, text), newest);
  if (found.length === 0) return result;
  const lacksParagraphs = known.some(({ kind }) => kind === 'paragraphs');
  // In HTML, line breaks mean nothing; without some paragraphs, theirs are missing too.
  const news = found.filter(
    ({ kind }) =>
      !(kind === 'lines' && (lacksParagraphs || job.html === true)) && !(kind === 'empty' && lacksParagraphs),
  );
  return { ...result, issues: [...known, ...news] };
}

/** A text as it was ordered, without our triple braces. */
function joinOriginal({ pieces }: TextsJob, { parts }: JobText): PlainText {
  let text = '';
  const found: { token: string; from: number }[] = [];
  for (const part of parts) {
    if (typeof part === 'string') {
      text += part;
      continue;
    }
    const { body = '', wrapped = [] } = pieces[part] ?? {};
    const plain = unwrapWithPlaces(body, wrapped);
    for (const { token, from } of plain.protected) found.push({ token, from: text.length + from });
    text += plain.text;
  }
  return { text, protected: found };
}
