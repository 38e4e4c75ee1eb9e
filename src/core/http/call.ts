/** What an answer brought, beside the object that the call is about. */
export interface WithResponse<Data, Body> {
  /** What the call itself resolves to. */
  readonly data: Data;
  /** The whole validated answer, with its `message` and companions. */
  readonly body: Body;
  readonly response: {
    readonly status: number;
    readonly headers: Headers;
    /** The address of what was created. It can name another host than the one that was called. */
    readonly location: string | null;
  };
  /** How many attempts it took, from 1. */
  readonly attempts: number;
}

/** A promise of what a call is about; `withResponse()` tells the rest of the answer. */
export class Call<Data, Body, Extra = object> extends Promise<Data> {
  readonly #answer: Promise<WithResponse<Data, Body> & Extra>;

  constructor(answer: Promise<WithResponse<Data, Body> & Extra>) {
    // The promise itself is never waited for: everything goes to the answer, so that one failure
    // is told once, to whichever of the two is used.
    super((resolve) => resolve(undefined as never));
    this.#answer = answer;
  }

  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  /** The whole answer: `data`, the validated `body`, status and headers, and how many attempts it took. */
  withResponse(): Promise<WithResponse<Data, Body> & Extra> {
    return this.#answer;
  }

  // biome-ignore lint/suspicious/noThenProperty: a promise that defers to the answer
  override then<Fulfilled = Data, Rejected = never>(
    onFulfilled?: ((value: Data) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.#answer.then(
      ({ data }) => (typeof onFulfilled === 'function' ? onFulfilled(data) : (data as never)),
      onRejected,
    );
  }
}
