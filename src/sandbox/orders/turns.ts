/** Milliseconds of work after which others get their turn. */
const TURN = 10;

/** Long work in steps, so that requests are answered while it lasts. */
export class Turns {
  #began = performance.now();

  /** Call it between two steps. It lets others run when the work has held them up for a while. */
  async next(): Promise<void> {
    if (performance.now() - this.#began < TURN) return;
    await new Promise((resolve) => setTimeout(resolve));
    this.#began = performance.now();
  }
}
