import type { CallTag } from './calls.ts';

/** What has been seen of the event log. */
export class LogJudge {
  readonly #accuse: (rule: string, words: string) => void;
  readonly #isLate: (id: number, before: number) => boolean;
  readonly #handled = new Set<number>();
  /** Which call has saved the checkpoint, each time. */
  readonly #saves: CallTag[] = [];

  /** @param isLate whether an event became visible only after one with a higher id */
  constructor(
    accuse: (rule: string, words: string) => void,
    isLate: (id: number, before: number) => boolean,
  ) {
    this.#accuse = accuse;
    this.#isLate = isLate;
  }

  /** A run over the log begins. */
  begin(run: string): { readonly received: (id: number) => void; readonly handled: (id: number) => void } {
    const seen = new Set<number>();
    let highest = 0;
    return {
      received: (id) => {
        if (seen.has(id)) this.#accuse('an event comes once in a run', `${id} comes again in ${run}`);
        if (id < highest && !this.#isLate(id, highest))
          this.#accuse('events come in order', `${id} comes after ${highest} in ${run}`);
        seen.add(id);
        highest = Math.max(highest, id);
      },
      handled: (id) => {
        this.#handled.add(id);
      },
    };
  }

  /** A call has saved the checkpoint: it goes on only if no other one has done so since it did. */
  saved(call: CallTag): void {
    const last = this.#saves.at(-1);
    if (last !== undefined && last !== call && this.#saves.includes(call))
      this.#accuse('one run at a time keeps a checkpoint', `${call.name} goes on after ${last.name}`);
    this.#saves.push(call);
  }

  /** A call ends since another one has saved the checkpoint. */
  conflicted(call: CallTag): void {
    if (!this.#saves.some((saver) => saver !== call))
      this.#accuse('one run at a time keeps a checkpoint', `nobody else has saved that of ${call.name}`);
  }

  finish(ids: readonly number[]): void {
    const lost = ids.filter((id) => !this.#handled.has(id));
    if (lost.length > 0)
      this.#accuse('no event is lost', `of ${ids.length}, nobody has handled ${lost.join(', ')}`);
  }
}
