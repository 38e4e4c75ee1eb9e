import type { RequestFacts } from '../core/errors/errors.js';
import type { Begun, KnownOrder } from '../stores/journal.js';
import type { OrderContext } from './context.js';
import { JournalError } from './errors.js';

/** The id in a journal of an order that was certainly placed, but that the service did not name. */
export const NO_ID = 0;
/** Milliseconds that a claim lasts. A process that dies before it sends the order blocks the key for that time. */
const LEASE = 60_000;

/** One order in the journal. Before the order is sent, a failure is an error; afterwards, a warning. */
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

  /** What the journal knows of the key, whatever its order; undefined for a journal that can't say. */
  async known(): Promise<KnownOrder | undefined> {
    return this.#asJournalError(async () => this.#context.journal.inspect?.(this.#key));
  }

  placed(id: number): Promise<void> {
    return this.#warnOnFailure(() => this.#context.journal.placed(this.#key, id));
  }

  /** Placed, but no answer has shown it with its key. Our own journal notes that, so that the key is never free again. */
  placedUnseen(id = NO_ID): Promise<void> {
    const { journal, isJournalGiven } = this.#context;
    if (isJournalGiven || journal.placedUnseen === undefined) return this.placed(id);
    return this.#warnOnFailure(async () => journal.placedUnseen?.(this.#key, id));
  }

  /** Frees the key; with a claim, only when it is still the one of the key. */
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

  /** The journal then keeps the order as sent, which is safe. */
  async #warnOnFailure(step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch {
      this.#context.warn('the journal of orders failed; the order stays as it is there', {
        journalKey: this.#key,
      });
    }
  }
}

const EMPTY: ReadonlySet<unknown> = new Set(['', 0, false, null]);

/** Leaves out values that mean the same as nothing, and white space that the service may change. */
function canonical(_name: string, value: unknown): unknown {
  const plain = typeof value === 'string' ? value.replaceAll('\r\n', '\n').trim() : value;
  return EMPTY.has(plain) ? undefined : plain;
}

/**
 * A short text that is equal for equal orders. Very rarely, two different orders have the same one. It only saves a
 * comparison.
 *
 * @param order a checked order: its fields are always in the same order
 */
export function fingerprintOf(order: object): string {
  const text = JSON.stringify(order, canonical);
  // Two rounds of FNV-1a with different beginnings.
  return [0x811c9dc5, 0x9747b28c].map((seed) => hash(text, seed).toString(36)).join('');
}

function hash(text: string, seed: number): number {
  let value = seed;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}
