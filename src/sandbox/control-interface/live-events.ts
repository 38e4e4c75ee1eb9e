/** Milliseconds between two looks at a state that changes by itself. */
const LOOK_EVERY = 500;
/** Milliseconds between two states, however much happens. */
const REST = 80;
/** Milliseconds after which a silent connection gets a sign of life. */
const SILENCE = 15_000;

/** Sends the state to everybody who listens, as server-sent events, whenever it has changed. */
export class LiveEvents {
  readonly #looks = new Set<() => void>();
  #rest: ReturnType<typeof setTimeout> | undefined;
  #isMissed = false;

  /** Looks at once, or after the rest that is due: many requests a second take no more time than a few. */
  changed(): void {
    if (this.#rest !== undefined) {
      this.#isMissed = true;
      return;
    }
    this.#isMissed = false;
    for (const look of this.#looks) look();
    if (this.#looks.size === 0) return;
    this.#rest = setTimeout(() => {
      this.#rest = undefined;
      if (this.#isMissed) this.changed();
    }, REST);
  }

  /** The answer to somebody who listens. It ends when the connection does. */
  subscribe(read: () => object): Response {
    const encoder = new TextEncoder();
    let end = () => {};
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        end = this.#listen(read, (text) => {
          // Somebody who reads slowly gets the newest state later, instead of all of them.
          if ((controller.desiredSize ?? 0) <= -8) return false;
          controller.enqueue(encoder.encode(text));
          return true;
        });
      },
      cancel: () => end(),
    });
    const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' };
    return new Response(body, { headers });
  }

  #listen(read: () => object, send: (text: string) => boolean): () => void {
    let last = '';
    let silent = 0;
    const look = () => {
      const state = read();
      // The time changes always. It comes with the next other change.
      const seen = JSON.stringify({ ...state, now: 0 });
      silent += LOOK_EVERY;
      if (seen !== last && send(`event: state\ndata: ${JSON.stringify(state)}\n\n`)) {
        last = seen;
        silent = 0;
      } else if (silent >= SILENCE && send(': still here\n\n')) silent = 0;
    };
    look();
    this.#looks.add(look);
    const timer = setInterval(look, LOOK_EVERY);
    return () => {
      clearInterval(timer);
      this.#looks.delete(look);
    };
  }
}
