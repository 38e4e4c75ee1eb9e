import { SLOWEST_BODY } from '../../base/http.js';
import { withDeadline } from '../../internals.js';

/** The bytes that must come in each `SLOWEST_BODY` milliseconds in which the sender is waited for: about 2 KiB a second. */
const LEAST = 65_536;

/**
 * Reads what a sender sends, and ends it by its progress: a large file may take long. Only the time in which somebody waits
 * for it counts, so that it is not ended because the service is slow.
 */
export class Sender {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #waited = 0;
  #received = 0;

  constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader();
  }

  /** The next bytes; undefined at the end. Rejects with `DeadlineExpired` for a sender that is too slow, or when it has gone. */
  async read(): Promise<Uint8Array | undefined> {
    const began = performance.now();
    const { value } = await withDeadline(SLOWEST_BODY - this.#waited, undefined, (deadline) =>
      deadline.race(this.#reader.read()),
    );
    this.#count(performance.now() - began, value?.length ?? 0);
    return value;
  }

  /** Leaves the rest of the body to others. */
  release(): void {
    try {
      this.#reader.releaseLock();
    } catch {
      // A read that still waits forbids it.
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
