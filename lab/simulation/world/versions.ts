/** What something was at each time, so that a copy of the data can be behind. */
export class Versions<State> {
  readonly #list: { readonly at: number; readonly state: State }[];

  constructor(at: number, state: State) {
    this.#list = [{ at, state }];
  }

  get latest(): State {
    return (this.#list.at(-1) as { state: State }).state;
  }

  change(at: number, difference: Partial<State>): void {
    this.#list.push({ at, state: { ...this.latest, ...difference } });
  }

  /** What a copy has that got everything until a time; undefined when it had not begun. */
  at(time: number): State | undefined {
    return this.#list.findLast(({ at }) => at <= time)?.state;
  }

  /** When it became something first; undefined when it is not. */
  when(is: (state: State) => boolean): number | undefined {
    return is(this.latest) ? this.#list.find(({ state }) => is(state))?.at : undefined;
  }
}
