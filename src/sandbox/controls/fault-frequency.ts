import { describeNumber } from '../../base/kinds.js';
import type { Rules } from '../../base/options.js';
import * as rules from '../../base/rules.js';
import { createRandom, type Random } from '../base/random.js';

/** Which of the matching requests or deliveries a fault happens to. */
export interface ChanceOptions {
  /** How many it happens to. @default 1, or without limit with a `probability` */
  readonly times?: number;
  /** How many are spared first. @default 0 */
  readonly after?: number;
  /** The probability for each one, above 0 and up to 1. The sandbox's seed decides. @default 1 */
  readonly probability?: number;
}

export const CHANCE: Rules<ChanceOptions> = {
  times: rules.custom(
    (value) => typeof value === 'number' && value > 0,
    'must be a number above 0',
    describeNumber,
  ),
  after: rules.custom(
    (value) => typeof value === 'number' && value >= 0,
    'must be a number of 0 or more',
    describeNumber,
  ),
  probability: rules.custom(
    (value) => typeof value === 'number' && value > 0 && value <= 1,
    'must be a number above 0 and up to 1',
    describeNumber,
  ),
};

/** A fault that was added. */
export interface FaultHandle {
  /** How many requests or deliveries it has happened to. */
  readonly hits: number;
  /** Removes the fault: it does not happen any more. */
  remove(): void;
}

/** Decides for each matching request or delivery whether a fault happens to it. */
class Chance {
  readonly #probability: number;
  readonly #random: Random;
  #spared: number;
  #left: number;
  hits = 0;

  constructor({ times, after = 0, probability }: ChanceOptions, random: Random) {
    this.#left = times ?? (probability === undefined ? 1 : Number.POSITIVE_INFINITY);
    this.#spared = after;
    this.#probability = probability ?? 1;
    this.#random = random;
  }

  get isOver(): boolean {
    return this.#left <= 0;
  }

  /** Counts a matching request or delivery. @returns whether the fault happens to it */
  hit(): boolean {
    if (this.isOver) return false;
    if (this.#spared > 0) {
      this.#spared -= 1;
      return false;
    }
    if (this.#probability < 1 && this.#random() >= this.#probability) return false;
    this.#left -= 1;
    this.hits += 1;
    return true;
  }
}

/** The faults that have been added, in the order in which they are tried. */
export class FaultList<Fault> {
  readonly #seed: number;
  #random: Random;
  #added: { readonly fault: Fault; readonly chance: Chance }[] = [];

  /** @param seed for faults with a `probability` */
  constructor(seed: number) {
    this.#seed = seed;
    this.#random = createRandom({ random: seed });
  }

  add(fault: Fault, options: ChanceOptions): FaultHandle {
    const added = { fault, chance: new Chance(options, this.#random) };
    this.#added.push(added);
    return {
      get hits() {
        return added.chance.hits;
      },
      remove: () => {
        this.#added = this.#added.filter((entry) => entry !== added);
      },
    };
  }

  clear(): void {
    this.#added = [];
    this.#random = createRandom({ random: this.#seed });
  }

  /** The first one that happens now, if any. Counts as a hit. @param matches whether it could */
  take(matches: (fault: Fault) => boolean = () => true): Fault | undefined {
    const found = this.#added.find(({ fault, chance }) => matches(fault) && chance.hit());
    if (found?.chance.isOver === true) this.#added = this.#added.filter((entry) => entry !== found);
    return found?.fault;
  }
}
