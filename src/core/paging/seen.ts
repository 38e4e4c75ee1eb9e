const FIRST_CAPACITY = 1_024;
const FULL = 0.7;
/** Spreads neighbouring ids over the table; Knuth's multiplicative hash. */
const SPREAD = 2_654_435_761;

/**
 * Which keys have been seen. Ids that fit in 32 bits stand in a flat table of 4 bytes a slot, so that a walk over
 * a million of them stays small; a Set would take ten times as much.
 */
export class Seen {
  readonly #others = new Set<unknown>();
  /** Open addressing; 0 is an empty slot. */
  #slots = new Uint32Array(FIRST_CAPACITY);
  #size = 0;
  #shift = 32 - Math.log2(FIRST_CAPACITY);

  has(key: unknown): boolean {
    return isSmallId(key) ? this.#slots[this.#slotOf(key)] === key : this.#others.has(key);
  }

  /** Remembers a key; whether it is new. */
  add(key: unknown): boolean {
    if (this.has(key)) return false;
    if (!isSmallId(key)) {
      this.#others.add(key);
      return true;
    }
    this.#slots[this.#slotOf(key)] = key;
    this.#size += 1;
    if (this.#size > this.#slots.length * FULL) this.#grow();
    return true;
  }

  /** Where the id is, or where it would go. */
  #slotOf(id: number): number {
    const mask = this.#slots.length - 1;
    // The high bits: the low ones would put all multiples of a power of two into one place.
    let slot = Math.imul(id, SPREAD) >>> this.#shift;
    while (this.#slots[slot] !== 0 && this.#slots[slot] !== id) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Uint32Array(before.length * 2);
    this.#shift -= 1;
    for (const id of before) if (id !== 0) this.#slots[this.#slotOf(id)] = id;
  }
}

function isSmallId(key: unknown): key is number {
  return typeof key === 'number' && key > 0 && key === key >>> 0;
}
