/**
 * A number from 0 to 1 that depends on the seed and the label alone, so that leaving one draw out changes no other one: a
 * shorter schedule is then still the same story.
 */
export function drawFor(seed: number, label: string): number {
  let value = seed ^ 0x811c9dc5;
  for (let index = 0; index < label.length; index += 1)
    value = Math.imul(value ^ label.charCodeAt(index), 0x01000193);
  // The last letters of a label alone would hardly change the high bits.
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return ((value ^ (value >>> 16)) >>> 0) / 2 ** 32;
}

/** Draws in a row from one seed. */
export class Dice {
  readonly #seed: number;
  readonly #name: string;
  #count = 0;

  constructor(seed: number, name: string) {
    this.#seed = seed;
    this.#name = name;
  }

  /** From 0 to 1. */
  next(): number {
    this.#count += 1;
    return drawFor(this.#seed, `${this.#name}:${this.#count}`);
  }

  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<Item>(items: readonly Item[]): Item {
    // A list of plans is never empty.
    return items[this.whole(0, items.length - 1)] as Item;
  }
}
