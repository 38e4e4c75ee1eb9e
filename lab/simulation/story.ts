/** What happened in a run, line by line. */
export class Story {
  readonly lines: string[] = [];
  /** Equal for equal runs. */
  hash = 0x811c9dc5;
  readonly #isKept: boolean;
  readonly #now: () => number;

  constructor(now: () => number, isKept: boolean) {
    this.#now = now;
    this.#isKept = isKept;
  }

  /** Tells what is only of interest to somebody who reads it. */
  detail(who: string, what: () => string): void {
    if (this.#isKept) this.tell(who, what());
  }

  tell(who: string, what: string): void {
    // Addresses are numbered in a thread, whatever runs come first there.
    const same = what.replace(/life-\d+/g, 'life');
    const line = `${clock(this.#now())}  ${who.padEnd(8)} ${same}`;
    for (let index = 0; index < line.length; index += 1)
      this.hash = Math.imul(this.hash ^ line.charCodeAt(index), 0x01000193);
    if (this.#isKept) this.lines.push(line);
  }
}

function clock(ms: number): string {
  const parts = [ms / 60_000, (ms / 1_000) % 60].map((part) => String(Math.floor(part)).padStart(2, '0'));
  return `${parts.join(':')}.${String(Math.floor(ms) % 1_000).padStart(3, '0')}`;
}
