import { createHash } from 'node:crypto';
import { Dice } from '../random.ts';
import { type Actor, isTimeRunning, type VirtualTime } from '../virtual-time.ts';
import type { Choice, Choose } from './walk.ts';

/** Something that a process is about to do. */
interface Operation {
  readonly words: string;
  /** What can go wrong with it. */
  readonly faults: readonly string[];
  /** Whether it makes no difference to another process, nor the other one to it: the turn may as well be lost after it. */
  readonly isPrivate: boolean;
  readonly happen: (fault: string | undefined) => void;
}

/** A process whose operations wait for their turn. */
export class Process implements Actor {
  readonly name: string;
  readonly clockAhead = 0;
  readonly random: () => number;
  isAlive = true;
  pausedUntil = -1;
  hasBegun = false;
  hasEnded = false;
  readonly operations: Operation[] = [];
  /** A digest of all that it was told. It decides what the process does, since nothing else does. */
  told = '';
  readonly #time: VirtualTime;
  readonly #address: string;
  readonly #hasTurns: boolean;

  /**
   * @param address of the service, which differs from run to run
   * @param hasTurns whether its operations wait for their turn
   */
  constructor(name: string, time: VirtualTime, address: string, hasTurns: boolean) {
    this.name = name;
    this.#time = time;
    this.#address = address;
    this.#hasTurns = hasTurns;
    const dice = new Dice(1, name);
    this.random = () => dice.next();
  }

  /** Resolves when it is the turn of an operation: to what goes wrong with it, if anything does. */
  takeTurn(
    words: string,
    faults: readonly string[],
    isPrivate = false,
    signal?: AbortSignal,
  ): Promise<string | undefined> {
    // What a dead process began never goes on.
    if (!this.isAlive) return new Promise(() => {});
    if (!this.#hasTurns) return Promise.resolve(undefined);
    if (!isTimeRunning()) throw new Error(`${this.name} goes on without a clock, before it ${words}.`);
    return new Promise((happen, reject) => {
      const operation = { words: this.#hideAddress(words), faults, isPrivate, happen };
      this.operations.push(operation);
      const forget = (): void => {
        const index = this.operations.indexOf(operation);
        if (index >= 0) this.operations.splice(index, 1);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', forget, { once: true });
    });
  }

  /** It learns something from outside. */
  learn(words: string): void {
    this.told = digest(`${this.told} ${this.#time.now} ${this.#hideAddress(words)}`);
  }

  #hideAddress(words: string): string {
    return words.replaceAll(this.#address, '');
  }

  get isRunning(): boolean {
    return this.isAlive && !this.hasEnded;
  }

  get standsStill(): boolean {
    return this.pausedUntil === Number.POSITIVE_INFINITY;
  }

  get isReady(): boolean {
    return this.isRunning && !this.standsStill && this.operations.length > 0;
  }
}

const digest = (text: string): string => createHash('sha1').update(text).digest('base64');

/** Longer than a claim lasts, and than a call waits in all, in milliseconds. */
const STANDSTILL = 90_000;
/** Longer than anything takes, in milliseconds. */
const LONGEST = 3_600_000;

const GO_ON: Choice = { name: 'go on', costs: 'nothing' };
const SWITCH: Choice = { name: 'switch', costs: 'preemption' };
const STAND_STILL: Choice = { name: 'stand-still', costs: 'preemption' };

interface Scheduled {
  readonly time: VirtualTime;
  readonly processes: readonly Process[];
  readonly choose: Choose;
  /** Everything but the processes that the future depends on. */
  readonly describe: () => string;
  readonly tell: (who: string, words: string) => void;
  /** Whether they are callers in one process, of which none stands still or is killed alone. */
  readonly isOneProcess: boolean;
}

/** Gives processes their turns: one operation after the other, as it is chosen. */
export class Turns {
  readonly #scheduled: Scheduled;
  /** Whose turn it was. */
  #current: Process | undefined;
  /** Whether it has the turn without having done anything. */
  #isFresh = false;

  constructor(scheduled: Scheduled) {
    this.#scheduled = scheduled;
  }

  /** Goes on until all processes have ended, until what follows is known, or until nothing happens any more. */
  async run(): Promise<'ended' | 'known' | 'hanging'> {
    const { time, processes } = this.#scheduled;
    for (;;) {
      // Everything that is due, so that the order of timers decides nothing.
      await time.run(() => false, time.now);
      const ready = processes.filter(({ isReady }) => isReady);
      const choosable = this.#current?.isReady ? [] : ready;
      if (!processes.some(({ isRunning }) => isRunning)) {
        return this.#choose([GO_ON]) === undefined ? 'known' : 'ended';
      }
      if (this.#resumeLast()) continue;
      if (ready.length === 0) {
        if (!(await this.#letTimePass())) return 'hanging';
        // Whoever waits has given up its turn.
        this.#current = undefined;
        continue;
      }
      if (choosable.length > 0) {
        const name =
          choosable.length === 1
            ? choosable[0]?.name
            : this.#choose(choosable.map(({ name }): Choice => ({ name, costs: 'nothing' })));
        if (name === undefined) return 'known';
        this.#take(choosable.find((process) => process.name === name));
      }
      if (!(await this.#step())) return 'known';
    }
  }

  /** Lets time pass until a process goes on or ends. False when none does. */
  async #letTimePass(): Promise<boolean> {
    const { time, processes } = this.#scheduled;
    const count = (): number => processes.filter(({ isRunning }) => isRunning).length;
    const running = count();
    const isOver = (): boolean => count() < running || processes.some(({ isReady }) => isReady);
    await time.run(isOver, time.now + LONGEST);
    return isOver();
  }

  /** Whoever stands still goes on when all others have ended. */
  #resumeLast(): boolean {
    const running = this.#scheduled.processes.filter(({ isRunning }) => isRunning);
    const [still] = running;
    if (running.length !== 1 || still === undefined || !still.standsStill) return false;
    this.#resume(still);
    return true;
  }

  #resume(process: Process): void {
    const { time, tell } = this.#scheduled;
    process.pausedUntil = -1;
    process.learn('goes on');
    tell(process.name, 'goes on');
    time.resume(process);
  }

  #take(process: Process | undefined): void {
    this.#current = process;
    this.#isFresh = true;
  }

  /** Lets the current process do one thing, or takes its turn away. False when what follows is known. */
  async #step(): Promise<boolean> {
    const { time, processes, tell } = this.#scheduled;
    const current = this.#current;
    const [operation] = current?.operations ?? [];
    if (current === undefined || operation === undefined) return true;
    const other = processes.find((process) => process !== current && process.isRunning);
    const choices = [GO_ON];
    const canSwitch = !this.#isFresh && !operation.isPrivate;
    if (other && canSwitch && (other.isReady || other.standsStill)) choices.push(SWITCH);
    if (other && !this.#scheduled.isOneProcess && !other.standsStill) choices.push(STAND_STILL);
    for (const name of operation.faults)
      if (name !== 'killed' || !this.#scheduled.isOneProcess) choices.push({ name, costs: 'fault' });
    const chosen = this.#choose(choices);
    if (chosen === undefined) return false;
    if (chosen === SWITCH.name) {
      tell(current.name, `waits before it ${operation.words}`);
      if (other?.standsStill) this.#resume(other);
      this.#take(other);
      return true;
    }
    if (chosen === STAND_STILL.name) {
      tell(current.name, `stands still before it ${operation.words}`);
      current.pausedUntil = Number.POSITIVE_INFINITY;
      if (other?.hasBegun === false) await time.pass(STANDSTILL);
      this.#take(other);
      return true;
    }
    current.operations.shift();
    this.#isFresh = false;
    const fault = chosen === GO_ON.name ? undefined : chosen;
    tell(current.name, `${operation.words}${fault === undefined ? '' : `: ${fault}`}`);
    if (fault === 'killed') {
      current.isAlive = false;
      current.operations.length = 0;
    } else {
      // While the virtual time runs: before, there are neither clocks nor timers.
      time.after(0, () => operation.happen(fault));
    }
    return true;
  }

  #choose(choices: readonly Choice[]): string | undefined {
    const { time, processes, choose, describe } = this.#scheduled;
    const parts = processes.map((process) =>
      // Nothing that a dead process knew matters.
      process.isAlive
        ? [
            process.told,
            process.hasBegun,
            process.hasEnded,
            process.standsStill,
            process.operations.map(({ words }) => words),
          ]
        : 'dead',
    );
    const state = JSON.stringify([time.now, this.#current?.name, choices, parts, describe()]);
    return choose(digest(state), choices);
  }
}
