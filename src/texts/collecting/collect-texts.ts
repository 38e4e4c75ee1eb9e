import { checkNames } from '../../base/options.js';
import { InputError, type Requester } from '../../index.js';
import type { JobOrder, JobText, TextsJob } from '../job.js';
import { isNeeded } from '../pieces/plan.js';
import type { CollectTextsOptions, TextIssue, TextResult } from '../results.js';
import { TaskLimit } from '../tasks.js';
import { Channel } from './channel.js';
import { type PieceResult, type PieceResults, readOrder } from './read-order.js';

/** Orders and revisions that are read at a time, which also limits the results that wait for the caller's loop. */
const AT_A_TIME = 16;
const OPTIONS = ['wait', 'signal', 'timeout', 'interval', 'maxInterval', 'onProgress'];

/**
 * Yields the translations of a job, key by key, as they are finished. The texts of a simple question come together, when
 * all are translated or its time is over; the questions of a project come one by one. All it needs is the job, as
 * returned or parsed from JSON: it can be called again at any time, in any process, and then yields every text again.
 *
 * @throws InputError when the job or an option is wrong; TimeoutError when an order is not finished within `timeout`
 */
export async function* collectTexts(
  requester: Requester,
  job: TextsJob,
  options: CollectTextsOptions = {},
): AsyncGenerator<TextResult, void, undefined> {
  checkCollecting(job, options);
  const collector = new Collector(job);
  const report = progressOf(collector, options);
  for (const one of collector.plain()) yield one;
  const end = new AbortController();
  const signal = options.signal === undefined ? end.signal : AbortSignal.any([options.signal, end.signal]);
  const channel = new Channel<readonly [JobOrder, PieceResults]>();
  const limit = new TaskLimit(AT_A_TIME);
  const reading = job.orders.map((order) =>
    readOrder(
      {
        ...{ requester, job, options: { ...options, signal } },
        schedule: (read) => limit.run(read),
        yieldResults: (from, results) => channel.send([from, results]),
      },
      order,
    ),
  );
  const work = Promise.all(reading).then(
    () => channel.close(),
    (error: unknown) => channel.close({ error }),
  );
  try {
    for await (const [order, results] of channel.receive()) {
      // `yield*` would take several times as long here.
      for (const one of collector.add(order.language, results)) yield one;
      report(order.language);
    }
  } finally {
    end.abort();
    channel.drop();
    await work;
    await Promise.allSettled(reading);
  }
}

function checkCollecting(job: TextsJob, options: CollectTextsOptions): void {
  const issues = [...checkNames('options.', options, OPTIONS)];
  // It may have been parsed from any JSON.
  const { version, orders, texts, pieces }: Partial<TextsJob> =
    typeof job === 'object' && job !== null ? job : {};
  if (version !== 1 || ![orders, texts, pieces].every(Array.isArray)) {
    issues.push({ path: 'job', message: 'must be what orderTexts returned, or the same parsed from JSON' });
  }
  if (issues.length > 0) throw new InputError(issues);
}

function progressOf(collector: Collector, { onProgress }: CollectTextsOptions): (language: string) => void {
  return (language) => {
    try {
      onProgress?.({ language, ...collector.progress(language) });
    } catch {
      // As documented, what it throws is ignored.
    }
  };
}

/** Joins the texts from their pieces, which arrive in any order. */
class Collector {
  readonly #job: TextsJob;
  /** For each piece, the indexes of the texts that contain it. */
  readonly #textsOf: readonly number[][];
  /** The texts with nothing to translate. */
  readonly #plain: readonly JobText[];
  readonly #languages = new Map<string, LanguageResults>();

  constructor(job: TextsJob) {
    this.#job = job;
    const textsOf = job.pieces.map((): number[] => []);
    job.texts.forEach(({ parts }, index) => {
      for (const part of parts) if (typeof part === 'number') textsOf[part]?.push(index);
    });
    this.#textsOf = textsOf;
    this.#plain = job.texts.filter(({ parts }) => parts.every((part) => typeof part === 'string'));
  }

  /** The results of texts with nothing to translate: they stay as they are. */
  *plain(): Generator<TextResult> {
    for (const language of this.#job.to) {
      for (const text of this.#plain) {
        const { keys, parts } = text;
        if (!isNeeded(text, language)) continue;
        for (const key of keys) yield { language, key, text: parts.join('') };
        this.#of(language).done += keys.length;
      }
    }
  }

  progress(language: string): { done: number; total: number } {
    const { done, total } = this.#of(language);
    return { done, total };
  }

  /** Adds results of pieces, and returns the texts that this completes. */
  add(language: string, results: PieceResults): TextResult[] {
    const state = this.#of(language);
    const complete: TextResult[] = [];
    for (const [piece, result] of results) {
      for (const index of this.#textsOf[piece] ?? []) {
        const text = this.#job.texts[index];
        if (text === undefined || !isNeeded(text, language) || state.isYielded[index]) continue;
        const joined = join(text.parts, results) ?? join(text.parts, state.kept.set(piece, result));
        if (joined === undefined) continue;
        state.isYielded[index] = true;
        for (const key of text.keys) complete.push(resultOf(language, key, joined));
      }
    }
    state.done += complete.length;
    return complete;
  }

  #of(language: string): LanguageResults {
    const known = this.#languages.get(language);
    if (known !== undefined) return known;
    let total = 0;
    for (const text of this.#job.texts) if (isNeeded(text, language)) total += text.keys.length;
    const state = { kept: new Map<number, PieceResult>(), isYielded: [], done: 0, total };
    this.#languages.set(language, state);
    return state;
  }
}

interface LanguageResults {
  /** Results of pieces whose text is not complete yet. */
  readonly kept: Map<number, PieceResult>;
  /** For each text of the job, whether it was yielded. */
  readonly isYielded: boolean[];
  done: number;
  readonly total: number;
}

/** Joins a text from its parts; undefined while a piece has no result. */
function join(parts: readonly (string | number)[], results: PieceResults): PieceResult | undefined {
  const [first] = parts;
  // The usual case, kept fast.
  if (parts.length === 1 && typeof first === 'number') return results.get(first);
  const issues: TextIssue[] = [];
  const texts: (string | null)[] = [];
  for (const part of parts) {
    const piece = typeof part === 'string' ? { text: part, issues: [] } : results.get(part);
    if (piece === undefined) return undefined;
    issues.push(...piece.issues);
    texts.push(piece.text);
  }
  const text = texts.includes(null) ? null : texts.join('');
  return { text, issues };
}

function resultOf(language: string, key: string, { text, issues }: PieceResult): TextResult {
  return issues.length === 0 ? { language, key, text } : { language, key, text, issues };
}
