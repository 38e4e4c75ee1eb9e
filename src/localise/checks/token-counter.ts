/** The beginning of one or several tokens. */
class State {
  readonly next = new Map<string, State>();
  /** The longest end of this beginning with which a token begins. */
  fallback: State | undefined;
  token: string | undefined;
  /** The next shorter token that ends here. */
  shorter: State | undefined;
}

/**
 * Counts tokens in a text, all in one pass (the algorithm of Aho and Corasick). Searching for each by itself would take
 * quadratic time: a text can have as many as it is long.
 */
export class TokenCounter {
  readonly #root = new State();

  constructor(tokens: Iterable<string>) {
    for (const token of tokens) this.#add(token);
    const states = [...this.#root.next.values()];
    for (const state of states) {
      state.shorter = state.fallback?.token === undefined ? state.fallback?.shorter : state.fallback;
      for (const [letter, next] of state.next) {
        next.fallback = this.#step(state.fallback, letter);
        states.push(next);
      }
    }
  }

  #add(token: string): void {
    let state = this.#root;
    for (let at = 0; at < token.length; at += 1) {
      const next = state.next.get(token.charAt(at)) ?? new State();
      state.next.set(token.charAt(at), next);
      state = next;
    }
    state.token = token;
  }

  /** The state after a letter: the longest end of what was read with which a token begins. */
  #step(from: State | undefined, letter: string): State {
    for (let state = from; state !== undefined; state = state.fallback) {
      const next = state.next.get(letter);
      if (next !== undefined) return next;
    }
    return this.#root.next.get(letter) ?? this.#root;
  }

  /** How often a text has each token. Those that overlap themselves count once. */
  count(text: string): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    const ends = new Map<string, number>();
    let state = this.#root;
    for (let at = 0; at < text.length; at += 1) {
      state = this.#step(state, text.charAt(at));
      for (let found: State | undefined = state; found !== undefined; found = found.shorter) {
        const { token } = found;
        if (token === undefined || (ends.get(token) ?? 0) > at + 1 - token.length) continue;
        ends.set(token, at + 1);
        counts.set(token, (counts.get(token) ?? 0) + 1);
      }
    }
    return counts;
  }
}
