import { defer } from '../../base/concurrency.js';
import { type Deadline, pause } from '../core/http/deadline.js';

/** Ends pauses between polls early. Ring it when there may be something new: every listener then polls at once. */
export class Wake {
  readonly #listeners = new Set<() => void>();

  /** Makes every listener poll at once. */
  ring(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Calls the listener at each ring, until the returned function is called. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }
}

export class WakeSignal {
  #isNotified = false;
  #endPause: (() => void) | undefined;

  /** Whether `notify` was called since the last `clear`. */
  get isNotified(): boolean {
    return this.#isNotified;
  }

  /** Ends the running pause, and is remembered until `clear`. */
  notify(): void {
    this.#isNotified = true;
    this.interrupt();
  }

  clear(): void {
    this.#isNotified = false;
  }

  /** Ends the running pause, and is not remembered. */
  interrupt(): void {
    this.#endPause?.();
  }

  async pause(ms: number, deadline: Deadline): Promise<void> {
    const { promise: interrupted, resolve } = defer();
    this.#endPause = resolve;
    await pause(ms, deadline, interrupted);
  }
}
