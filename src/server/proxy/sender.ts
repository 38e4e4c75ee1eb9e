import { SLOWEST_BODY } from '../../base/incoming-body.js';
import { Deadline, DeadlineExpired } from '../../internals.js';

/** The bytes that must come in each `SLOWEST_BODY` milliseconds in which the sender is waited for: about 2 KiB a second. */
const LEAST = 65_536;

/** The rejection of a read from a sender that is too slow. */
export class TooSlow {}

/**
 * Reads what a sender sends, and ends it by its progress: a large file may take long. Only the time counts in which somebody
 * waits for it, so that it has not to answer for what is slow beyond us.
 */
export class Sender {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #waited = 0;
  #received = 0;

  constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader();
  }

  /** The next bytes; undefined at the end. Rejects with `TooSlow`, or when the sender has gone. */
  async read(): Promise<Uint8Array | undefined> {
    const began = performance.now();
    const deadline = new Deadline(SLOWEST_BODY - this.#waited);
    try {
      const { value } = await deadline.race(this.#reader.read());
      this.#count(performance.now() - began, value?.length ?? 0);
      return value;
    } catch (reason) {
      throw reason instanceof DeadlineExpired ? new TooSlow() : reason;
    } finally {
      deadline.dispose();
    }
  }

  /** Leaves the rest of the body to others. */
  release(): void {
    try {
      this.#reader.releaseLock();
    } catch {
      // Where a read that waits forbids it.
      void this.#reader.cancel().catch(() => undefined);
    }
  }

  #count(waited: number, received: number): void {
    this.#waited += waited;
    this.#received += received;
    if (this.#received < LEAST) return;
    this.#waited = 0;
    this.#received = 0;
  }
}
