/** A task with the time at which it is due. */
export interface Due {
  readonly at: number;
  readonly task: () => void;
}

interface AgendaEntry extends Due {
  readonly order: number;
}

/** A queue of tasks by due time, as a binary heap. Tasks with the same time stay in the order in which they were added. */
export class Agenda {
  readonly #heap: AgendaEntry[] = [];
  #added = 0;

  get nextAt(): number | undefined {
    return this.#heap[0]?.at;
  }

  isDue(moment: number): boolean {
    const first = this.#heap[0];
    return first !== undefined && first.at <= moment;
  }

  add(at: number, task: () => void): void {
    const heap = this.#heap;
    const entry: AgendaEntry = { at, task, order: this.#added++ };
    let index = heap.length;
    heap.push(entry);
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || !isSooner(entry, above)) break;
      heap[index] = above;
      index = parent;
    }
    heap[index] = entry;
  }

  /** Removes and returns the next task that is due at `moment`. */
  takeNext(moment: number): Due | undefined {
    const first = this.#heap[0];
    if (first === undefined || first.at > moment) return undefined;
    const last = this.#heap.pop();
    if (last !== undefined && last !== first) this.#sink(last);
    return first;
  }

  #sink(entry: AgendaEntry): void {
    const heap = this.#heap;
    let index = 0;
    for (;;) {
      const left = heap[2 * index + 1];
      const right = heap[2 * index + 2];
      const child = right !== undefined && left !== undefined && isSooner(right, left) ? right : left;
      if (child === undefined || !isSooner(child, entry)) break;
      heap[index] = child;
      index = child === right ? 2 * index + 2 : 2 * index + 1;
    }
    heap[index] = entry;
  }
}

function isSooner(a: AgendaEntry, b: AgendaEntry): boolean {
  return a.at === b.at ? a.order < b.order : a.at < b.at;
}
