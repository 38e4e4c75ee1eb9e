/** The points that can be spent, at one moment. */
interface Balance {
  /** Milliseconds since 1970, in the sandbox's time. */
  readonly at: number;
  readonly availablePoint: number;
}

const MAX_KEPT = 400;

/** The points of an organization over time. When there are too many entries, every second old one is dropped. */
export class PointsHistory {
  #kept: Balance[] = [];

  /** Adds the balance if it has changed. */
  note(at: number, availablePoint: number): void {
    if (this.#kept.at(-1)?.availablePoint === availablePoint) return;
    this.#kept.push({ at, availablePoint });
    if (this.#kept.length > MAX_KEPT)
      this.#kept = this.#kept.filter((_, index) => index % 2 === 0 || index > MAX_KEPT / 2);
  }

  /** Oldest first. */
  get kept(): readonly Balance[] {
    return this.#kept;
  }
}
