import type { RequestFacts } from '../core/errors/errors.js';
import type { Begun, KnownOrder } from '../stores/journal.js';
import type { OrderContext } from './context.js';
import { JournalError } from './errors.js';

/** Stands for the id in a journal when an order was placed, but no answer gave its id. */
export const NO_ID = 0;
/** Milliseconds that a claim lasts. A process that dies before it sends the order blocks the key for that time. */
const LEASE = 60_000;

/** One order's entry in the journal. A failure of the journal is an error before the order is sent, a warning after. */
export class JournalEntry {
  readonly #context: OrderContext;
  readonly #key: string;
  readonly #request: RequestFacts;

  constructor(context: OrderContext, key: string, request: RequestFacts) {
    this.#context = context;
    this.#key = key;
    this.#request = request;
  }

  begin(order: object): Promise<Begun> {
    const fingerprint = fingerprintOf(order);
    return this.#asJournalError(() => this.#context.journal.begin(this.#key, { fingerprint, lease: LEASE }));
  }

  /** Resolves to false when another process has taken the claim; nothing may be sent then. */
  sending(claim: string): Promise<boolean> {
    return this.#asJournalError(() => this.#context.journal.sending(this.#key, claim));
  }

  /** The journal's entry for the key, even if it is for a different order; undefined for a journal without `inspect`. */
  async inspect(): Promise<KnownOrder | undefined> {
    return this.#asJournalError(async () => this.#context.journal.inspect?.(this.#key));
  }

  placed(id: number): Promise<void> {
    return this.#warnOnFailure(() => this.#context.journal.placed(this.#key, id));
  }

  /** The order was placed, but no answer has shown it with its key. In our own journal, the key is then never freed. */
  placedUnseen(id = NO_ID): Promise<void> {
    const { journal, isJournalGiven } = this.#context;
    if (isJournalGiven || journal.placedUnseen === undefined) return this.placed(id);
    return this.#warnOnFailure(async () => journal.placedUnseen?.(this.#key, id));
  }

  /** Frees the key. With a claim: only if the key still has that claim. */
  failed(claim?: string): Promise<void> {
    return this.#warnOnFailure(() => this.#context.journal.failed(this.#key, claim));
  }

  async #asJournalError<Result>(step: () => Promise<Result>): Promise<Result> {
    try {
      return await step();
    } catch (error) {
      throw new JournalError(this.#request, error);
    }
  }

  /** For steps after the order was sent. If one fails, the entry stays `sent`, which is safe. */
  async #warnOnFailure(step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch {
      this.#context.warn('the journal of orders failed; the entry of an order was not updated', {
        journalKey: this.#key,
      });
    }
  }
}

const EMPTY_VALUES: ReadonlySet<unknown> = new Set(['', 0, false, null]);

/** Leaves out empty values, and white space that the service may change. */
function canonical(_name: string, value: unknown): unknown {
  const trimmed = typeof value === 'string' ? value.replaceAll('\r\n', '\n').trim() : value;
  return EMPTY_VALUES.has(trimmed) ? undefined : trimmed;
}

/**
 * A short text that is equal for equal orders. Very rarely, two different orders have the same one. It only saves a
 * comparison.
 *
 * @param order a checked order: its fields are always in the same order
 */
export function fingerprintOf(order: object): string {
  const text = JSON.stringify(order, canonical);
  // FNV-1a twice, with different seeds.
  return [0x811c9dc5, 0x9747b28c].map((seed) => hash(text, seed).toString(36)).join('');
}

function hash(text: string, seed: number): number {
  let value = seed;
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 0;
}
