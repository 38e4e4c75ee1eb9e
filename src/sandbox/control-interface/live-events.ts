/** Milliseconds between two checks of a state that changes by itself. */
const POLL_INTERVAL = 500;
/** The least milliseconds between two states, however much happens. */
const MIN_INTERVAL = 80;
/** Milliseconds of silence before a comment is sent to keep the connection open. */
const HEARTBEAT_AFTER = 15_000;

/** Sends the state to every listener as server-sent events, whenever it has changed. */
export class LiveEvents {
  readonly #checks = new Set<() => void>();
  #pause: ReturnType<typeof setTimeout> | undefined;
  #isMissed = false;

  /** Checks the state for each listener: at once, or after the pause that is running. So a busy service costs little. */
  changed(): void {
    if (this.#pause !== undefined) {
      this.#isMissed = true;
      return;
    }
    this.#isMissed = false;
    for (const check of this.#checks) check();
    if (this.#checks.size === 0) return;
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      if (this.#isMissed) this.changed();
    }, MIN_INTERVAL);
  }

  /** The answer to a new listener. It ends with the connection. */
  subscribe(read: () => object): Response {
    const encoder = new TextEncoder();
    const ended = new AbortController();
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        const stop = this.#listen(read, (text) => {
          // A slow reader gets the newest state later, instead of every state.
          if ((controller.desiredSize ?? 0) <= -8) return false;
          controller.enqueue(encoder.encode(text));
          return true;
        });
        ended.signal.addEventListener('abort', stop);
      },
      cancel: () => ended.abort(),
    });
    const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' };
    return new Response(body, { headers });
  }

  #listen(read: () => object, send: (text: string) => boolean): () => void {
    let last = '';
    let silent = 0;
    const check = () => {
      const state = read();
      // The time always changes, so it is not sent by itself. It comes with the next other change.
      const seen = JSON.stringify({ ...state, now: 0 });
      silent += POLL_INTERVAL;
      if (seen !== last && send(`event: state\ndata: ${JSON.stringify(state)}\n\n`)) {
        last = seen;
        silent = 0;
      } else if (silent >= HEARTBEAT_AFTER && send(': still here\n\n')) silent = 0;
    };
    check();
    this.#checks.add(check);
    const timer = setInterval(check, POLL_INTERVAL);
    return () => {
      clearInterval(timer);
      this.#checks.delete(check);
    };
  }
}
