import { ignoreErrors } from '../../../../base/options.js';
import * as rules from '../../../../base/rules.js';
import { Semaphore } from '../../../../base/semaphore.js';
import { InputError, type Requester } from '../../../../index.js';
import { COLLECTING_RULES } from '../../collecting.js';
import { collectOrders } from '../../engine/collect.js';
import { issuesOfJob } from '../input.js';
import type { JobOrder, JobText, TextsJob } from '../job.js';
import { isNeeded } from '../pieces/plan.js';
import type { CollectTextsOptions, TextResult } from '../results.js';
import { compareResult } from './compare-result.js';
import { type PieceResult, type PieceResults, readOrder } from './read-order.js';

/** Orders and revisions that are read at a time, which also limits the results that wait for the caller's loop. */
const AT_A_TIME = 16;

/**
 * Yields the translations of a job, key by key, as they are ready. The texts of a simple question come together, when each
 * has a translation or its time is over; the questions of a project come one by one. All it needs is the job, as
 * returned or parsed from JSON: it can be called again at any time, in any process, and then yields every text again.
 *
 * @throws InputError when the job or an option is wrong; TimeoutError when an order is not ready within `timeout`
 */
export async function* collectTexts(
  requester: Requester,
  job: TextsJob,
  options: CollectTextsOptions = {},
): AsyncGenerator<TextResult, void, undefined> {
  checkCollecting(job, options);
  const collector = new Collector(job, options);
  // `yield*` would take several times as long here.
  for (const result of collector.plain()) yield result;
  const limit = new Semaphore(AT_A_TIME);
  const ready = collectOrders<JobOrder, readonly [JobOrder, PieceResults]>(
    job.orders,
    options.signal,
    (order, { signal, pass }) =>
      readOrder(order, {
        ...{ requester, job, options: { ...options, signal } },
        schedule: (read) => limit.run(read),
        yieldResults: (results) => pass([order, results]),
      }),
  );
  for await (const [{ language }, results] of ready) {
    for (const result of collector.add(language, results)) yield result;
    collector.report(language);
  }
}

function checkCollecting(job: TextsJob, options: CollectTextsOptions): void {
  const issues = [
    ...rules.object<CollectTextsOptions>(COLLECTING_RULES).check(options, 'options', {}),
    ...issuesOfJob(job),
  ];
  if (issues.length > 0) throw new InputError(issues);
}

/** What was collected of a language. */
interface LanguageResults {
  /** Results of pieces of texts that have several. */
  readonly pieces: Map<number, PieceResult>;
  /** How many keys have their text. */
  done: number;
  readonly total: number;
}

/** Joins the texts from their pieces, which arrive in any order. */
class Collector {
  readonly #job: TextsJob;
  readonly #onProgress: CollectTextsOptions['onProgress'];
  /** For each piece, the texts that contain it. */
  readonly #textsWith: readonly JobText[][];
  readonly #languages: ReadonlyMap<string, LanguageResults>;

  constructor(job: TextsJob, { onProgress }: CollectTextsOptions) {
    this.#job = job;
    this.#onProgress = onProgress;
    this.#textsWith = job.pieces.map(() => []);
    for (const text of job.texts) {
      for (const part of text.parts) {
        const texts = typeof part === 'number' ? this.#textsWith[part] : undefined;
        // A long text can have the same piece twice.
        if (texts?.at(-1) !== text) texts?.push(text);
      }
    }
    this.#languages = new Map(
      job.to.map((language) => {
        let total = 0;
        for (const text of job.texts) if (isNeeded(text, language)) total += text.keys.length;
        return [language, { pieces: new Map(), done: 0, total }];
      }),
    );
  }

  /** The results of texts with nothing to translate: they stay as they are. */
  *plain(): Generator<TextResult> {
    const plain = this.#job.texts.filter(({ parts }) => parts.every((part) => typeof part === 'string'));
    for (const [language, state] of this.#languages)
      for (const text of plain)
        if (isNeeded(text, language)) yield* toResults(state, language, text, unchanged(text.parts.join('')));
  }

  /** Adds results of pieces, and yields the texts that this completes. */
  *add(language: string, results: PieceResults): Generator<TextResult> {
    const state = this.#languages.get(language);
    if (state === undefined) return;
    for (const [piece, result] of results) {
      for (const text of this.#textsWith[piece] ?? []) {
        if (!isNeeded(text, language)) continue;
        const joined =
          text.parts.length === 1 ? result : joinPieces(text.parts, state.pieces.set(piece, result));
        if (joined !== undefined)
          yield* toResults(state, language, text, compareResult(this.#job, text, joined));
      }
    }
  }

  report(language: string): void {
    const { done = 0, total = 0 } = this.#languages.get(language) ?? {};
    ignoreErrors(() => this.#onProgress?.({ language, done, total }));
  }
}

/** The result of what is not translated. */
const unchanged = (text: string): PieceResult => ({ texts: [text], issues: [], mayChange: false });

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
  };
}

function toResults(
  state: LanguageResults,
  language: string,
  { keys }: JobText,
  { texts, issues, mayChange }: PieceResult,
): readonly TextResult[] {
  state.done += keys.length;
  const [text = null] = texts;
  const more = {
    ...(texts.length > 1 && { alternatives: texts.slice(1) }),
    ...(mayChange && { mayChange }),
    ...(issues.length > 0 && { issues }),
  };
  return keys.map((key) => ({ language, key, text, ...more }));
}
