/** Matches keys with a pattern in which `*` stands for any letters, also for none. */
export class KeyPattern {
  /** What is between the stars. */
  readonly #parts: readonly string[];

  constructor(pattern: string) {
    this.#parts = pattern.split('*');
  }

  matches(key: string): boolean {
    const [begin = '', ...rest] = this.#parts;
    const end = rest.pop();
    if (end === undefined) return key === begin;
    if (!key.startsWith(begin) || !key.endsWith(end)) return false;
    let at = begin.length;
    for (const part of rest) {
      const found = key.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return at <= key.length - end.length;
  }

  /** What the first star stands for in a key that the pattern, with one star, matches. */
  readStar(key: string): string {
    const [begin = '', end = ''] = this.#parts;
    return key.slice(begin.length, key.length - end.length);
  }
}
