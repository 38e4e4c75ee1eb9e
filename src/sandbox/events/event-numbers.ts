import { scatter } from '../base/random.js';

/** Numbers after each id that stay free, for ids that are derived from it. */
const FREE_NUMBERS = 4;

const LOWEST = 3_000_000_000;
const EPOCH = Date.UTC(2020, 0, 1);
/** Ids for each millisecond. The logs use 64 for each event, so this is enough for 15 events a millisecond. */
const PER_MILLISECOND = 1_000;

/**
 * The lowest event id of a sandbox that was created at this time. A later sandbox has higher ids, so a checkpoint from an
 * earlier sandbox lies before all of its events.
 */
export function findFirstEventId(createdAt: number): number {
  return LOWEST + Math.max(0, Math.floor(createdAt - EPOCH)) * PER_MILLISECOND;
}

/**
 * The ids of a log's events: above 10^9, ascending, with gaps. Ids and indexes are computed from each other, so a million
 * events need no memory. @see docs/service.md, Identifiers
 */
export class EventNumbers {
  readonly #first: number;
  readonly #stride: number;
  readonly #spread: number;
  readonly #seed: number;

  /** Ids are `stride` apart, plus a random number below `spread`. Two logs share a range if their spreads do not overlap. */
  constructor(settings: { first: number; stride: number; spread: number; seed: number }) {
    this.#first = settings.first;
    this.#stride = settings.stride;
    this.#spread = settings.spread - FREE_NUMBERS;
    this.#seed = settings.seed;
  }

  getId(index: number): number {
    return this.#first + index * this.#stride + scatter(this.#seed, index, this.#spread);
  }

  indexOf(id: number): number | undefined {
    const index = Math.floor((id - this.#first) / this.#stride);
    return index >= 0 && this.getId(index) === id ? index : undefined;
  }

  /** The index of the first event whose id is greater than `id`. */
  indexAfter(id: number): number {
    const index = Math.max(0, Math.floor((id - this.#first) / this.#stride));
    return this.getId(index) > id ? index : index + 1;
  }
}
