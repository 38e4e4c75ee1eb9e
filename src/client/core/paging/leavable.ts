import { type Deferred, defer } from '../../../base/concurrency.js';
import { recaptureStack } from '../errors/errors.js';

const DONE: IteratorReturnResult<undefined> = { done: true, value: undefined };

/**
 * An iterator over what a generator yields that can be left at any time. A generator alone can't: its `return()` waits
 * behind a `next()` that is pending, and so for a request or a pause that nobody needs any more.
 *
 * `return()`, `throw()` and the end of a scope with `await using` abort the signal of the generator, and end a pending
 * `next()` at once with `{ done: true }`. They resolve when the generator has cleaned up. An item that it yields in
 * spite of that has not been given to anybody, and the generator sees a `return` at that `yield`.
 */
export class Leavable<Item> implements AsyncGenerator<Item, void, undefined> {
  readonly #generator: AsyncGenerator<Item, void, undefined>;
  readonly #controller = new AbortController();
  /** The calls of `next()` that are pending, in their order. */
  readonly #asked: Deferred<IteratorResult<Item, void>>[] = [];
  #isOver = false;

  /** @param generate its signal aborts when the iterator is left; whatever the generator waits for has to end then */
  constructor(generate: (left: AbortSignal) => AsyncGenerator<Item, void, undefined>) {
    this.#generator = generate(this.#controller.signal);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Item, void>> {
    if (this.#isOver) return DONE;
    const result = defer<IteratorResult<Item, void>>();
    this.#asked.push(result);
    if (this.#asked.length === 1) void this.#answer();
    try {
      return await result.promise;
    } catch (error) {
      recaptureStack(error);
      throw error;
    }
  }

  /** Asks the generator once for each `next()`. Not before the last has its item: asking tells that it has been handled. */
  async #answer(): Promise<void> {
    for (let [result] = this.#asked; result !== undefined; [result] = this.#asked) {
      try {
        result.resolve(await this.#generator.next());
      } catch (error) {
        result.reject(error);
      }
      this.#asked.shift();
    }
  }

  async return(): Promise<IteratorResult<Item, void>> {
    this.#leave();
    return this.#generator.return();
  }

  async throw(error: unknown): Promise<IteratorResult<Item, void>> {
    this.#leave();
    return this.#generator.throw(error);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }

  /**
   * Ends what the generator waits for, and a pending `next()`. Without a pending call, the caller has an item: its next call of
   * `next()` tells the generator that the item has been handled.
   */
  end(): void {
    if (this.#asked.length === 0) this.#controller.abort();
    else this.return().catch(() => undefined);
  }

  #leave(): void {
    this.#isOver = true;
    for (const { resolve } of this.#asked.splice(0)) resolve(DONE);
    this.#controller.abort();
  }
}
