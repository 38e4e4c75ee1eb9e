import type { Random } from '../base/random.js';

/** To which of the requests or deliveries that match a rule something happens. */
export interface ChanceOptions {
  /** To how many it happens. @default 1, or without limit with a `probability` */
  readonly times?: number;
  /** How many pass unharmed first. @default 0 */
  readonly after?: number;
  /** How likely it happens to each, above 0 and up to 1. The sandbox's seed decides. @default 1 */
  readonly probability?: number;
}

/** The kinds of these options, for `checkOptions`. */
export const CHANCE_OPTIONS = { times: ['number'], after: ['number'], probability: ['number'] } as const;

/** What has been added, and how often it has happened. */
export interface FaultHandle {
  /** To how many requests or deliveries it has happened. */
  readonly hits: number;
  /** It does not happen any more. */
  remove(): void;
}

/** Decides to which of the requests or deliveries something happens. */
export class Chance {
  readonly #probability: number;
  readonly #random: Random;
  #toPass: number;
  #left: number;
  hits = 0;

  /** @throws TypeError when it could never happen */
  constructor({ times, after = 0, probability }: ChanceOptions, random: Random) {
    const left = times ?? (probability === undefined ? 1 : Number.POSITIVE_INFINITY);
    if (!(left > 0)) throw new TypeError('A fault needs `times` above 0.');
    if (!(after >= 0)) throw new TypeError('A fault needs `after` of 0 or more.');
    if (probability !== undefined && !(probability > 0 && probability <= 1))
      throw new TypeError('A fault needs a `probability` above 0 and up to 1.');
    this.#left = left;
    this.#toPass = after;
    this.#probability = probability ?? 1;
    this.#random = random;
  }

  get isOver(): boolean {
    return this.#left <= 0;
  }

  /** Whether it happens to this one, which matches. */
  take(): boolean {
    if (this.isOver) return false;
    if (this.#toPass > 0) {
      this.#toPass -= 1;
      return false;
    }
    if (this.#probability < 1 && this.#random() >= this.#probability) return false;
    this.#left -= 1;
    this.hits += 1;
    return true;
  }
}
