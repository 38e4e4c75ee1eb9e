interface Hold {
  remaining: number;
  readonly behind: number;
  readonly members: HeldEvent[];
}

interface HeldEvent {
  readonly index: number;
  laterCount: number;
}

/** The events of a log that have happened and have ids, but are not visible yet. */
export class HeldEvents {
  #holds: Hold[] = [];
  /** The indexes of hidden events, ascending. */
  #hidden: number[] = [];
  readonly #show: (index: number) => void;

  constructor(show: (index: number) => void) {
    this.#show = show;
  }

  get count(): number {
    return this.#hidden.length;
  }

  has(index: number): boolean {
    return this.#hidden.includes(index);
  }

  /** How many of the events before `index` are hidden. */
  countBefore(index: number): number {
    return this.#hidden.filter((hidden) => hidden < index).length;
  }

  /** The index of the event at `position` among the visible ones. */
  indexAt(position: number): number {
    let index = position;
    for (const hidden of this.#hidden) {
      if (hidden > index) break;
      index += 1;
    }
    return index;
  }

  /**
   * Hides the next `count` events. The returned function shows them; each one also shows once `behind` later events are
   * visible.
   */
  hold(count: number, behind: number): () => void {
    const hold: Hold = { remaining: count, behind, members: [] };
    this.#holds.push(hold);
    return () => {
      hold.remaining = 0;
      this.#release(hold, (member) => member.laterCount >= 0);
    };
  }

  /** Hides the new event at `index` if a hold still needs one. @returns whether it is hidden */
  hides(index: number): boolean {
    const hold = this.#holds.find((hold) => hold.remaining > 0);
    if (hold === undefined) return false;
    hold.remaining -= 1;
    hold.members.push({ index, laterCount: 0 });
    this.#hidden.push(index);
    return true;
  }

  /** Counts `count` more visible events, and shows the hidden ones that are now due. */
  countLater(count: number): void {
    if (this.#holds.length === 0) return;
    this.#holds = this.#holds.filter((hold) => hold.remaining > 0 || hold.members.length > 0);
    for (const hold of this.#holds) {
      for (const member of hold.members) member.laterCount += count;
      this.#release(hold, (member) => member.laterCount >= hold.behind);
    }
  }

  #release(hold: Hold, isDue: (member: HeldEvent) => boolean): void {
    const due = hold.members.filter(isDue);
    if (due.length === 0) return;
    hold.members.splice(0, hold.members.length, ...hold.members.filter((member) => !due.includes(member)));
    const shown = new Set(due.map((member) => member.index));
    this.#hidden = this.#hidden.filter((index) => !shown.has(index));
    for (const index of shown) this.#show(index);
  }
}
