import type { Redis } from 'ioredis';
import { log, told } from './log.ts';

/** What is counted, each by its outcome. */
export type Counted = 'orders' | 'events' | 'results' | 'requests';

/** Where the counts are kept: a hash of `orders placed`, `requests 200` and so on. */
export const COUNTS = 'fleet:counts';

/**
 * Counts for all processes in Redis, once a second. A process that is killed takes its last second with it: these are
 * figures to watch, not books. The books are the store and the database.
 */
export class Counts {
  readonly #redis: Redis;
  readonly #timer: NodeJS.Timeout;
  #pending = new Map<string, number>();

  constructor(redis: Redis) {
    this.#redis = redis;
    this.#timer = setInterval(() => void this.flush(), 1_000);
  }

  add(what: Counted, outcome: string): void {
    const field = `${what} ${outcome}`;
    this.#pending.set(field, (this.#pending.get(field) ?? 0) + 1);
  }

  async flush(): Promise<void> {
    const pending = this.#pending;
    if (pending.size === 0) return;
    this.#pending = new Map();
    const step = this.#redis.multi();
    for (const [field, count] of pending) step.hincrby(COUNTS, field, count);
    await step.exec().catch((error) => log.warn('counts are lost', told(error)));
  }

  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}
