import { setTimeout as rest } from 'node:timers/promises';
import type { OwnPlace } from './stores.ts';
import type { Workers, WrongClock } from './workers.ts';

const HOUR = 3_600_000;
/** How far the clocks of processes are ahead of the machine's, in milliseconds. Half of them are right. */
const CLOCKS = [0, 0, 0, 0, 5_000, -5_000, 2 * HOUR, -2 * HOUR];
/** A process is stopped for up to so many milliseconds. */
const LONGEST_STOP = 6_000;
/** Of so many troubles, two are restarts of Redis, and three are stops; the others are kills. */
const KINDS = 10;
/** Where the machine is too slow for so many kills and stops in the time, there is more of it. */
const LEAST_TROUBLES = 4;

export class Chaos {
  readonly #random: () => number;
  readonly counts = { kills: 0, stops: 0, restarts: 0, 'wrong clocks': 0 };

  constructor(random: () => number) {
    this.#random = random;
  }

  nextClock(): WrongClock {
    const pick = (): number => CLOCKS[Math.floor(this.#random() * CLOCKS.length)] ?? 0;
    const clock = { ahead: pick(), jump: pick() };
    if (clock.ahead !== 0 || clock.jump !== 0) this.counts['wrong clocks'] += 1;
    return clock;
  }

  /**
   * Kills and stops processes until the time is over and there were some, and wakes all that it has stopped.
   *
   * @param every milliseconds between two of them, on the average
   */
  async run(workers: Workers, place: OwnPlace, every: number, until: number): Promise<void> {
    const stops: Promise<void>[] = [];
    while (Date.now() < until || this.counts.kills + this.counts.stops < LEAST_TROUBLES) {
      await rest(2 * this.#random() * every);
      const kind = Math.floor(this.#random() * KINDS);
      if (kind <= 1 && place.restart !== undefined) {
        await place.restart();
        this.counts.restarts += 1;
      } else if (kind <= 4) stops.push(this.#stop(workers));
      else if (workers.busyOne(this.#random())?.kill('SIGKILL')) this.counts.kills += 1;
    }
    await Promise.all(stops);
  }

  async #stop(workers: Workers): Promise<void> {
    const child = workers.busyOne(this.#random());
    if (!child?.kill('SIGSTOP')) return;
    this.counts.stops += 1;
    await rest(this.#random() * LONGEST_STOP);
    child.kill('SIGCONT');
  }
}
