import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Spend } from 'translation-requester';
import type { Task } from './orders.ts';
import type { Report, WorkerConfig, WorkerMessage } from './worker.ts';

const PROGRAM = fileURLToPath(new URL('./worker.ts', import.meta.url));
const CLOCK = new URL('./clock.ts', import.meta.url).href;
/** How many tasks a process has at a time. */
const AT_ONCE = 4;

/** How wrong the clock of a process is, in milliseconds: from the start, and after a jump. */
export interface WrongClock {
  readonly ahead: number;
  readonly jump: number;
}

interface Listeners {
  onReport(report: Report): void;
  onSpend(spend: Spend): void;
  /** A process has ended by itself. What it throws ends the soak. */
  onCrash(code: number): void;
  /** The clock of the next process. */
  nextClock(): WrongClock;
}

/** Processes that work through tasks. One that is killed is replaced, and its tasks are given out again. */
export class Workers {
  readonly #config: string;
  readonly #listeners: Listeners;
  readonly #queue: Task[] = [];
  readonly #busy = new Map<ChildProcess, Task[]>();
  readonly #starting = new Set<ChildProcess>();
  #idle: () => void = () => undefined;
  #over = false;

  constructor(processes: number, config: WorkerConfig, listeners: Listeners) {
    this.#config = JSON.stringify(config);
    this.#listeners = listeners;
    for (let number = 0; number < processes; number += 1) this.#start();
  }

  /** Tasks that nobody works on. */
  get waiting(): number {
    return this.#queue.length;
  }

  add(tasks: readonly Task[]): void {
    this.#queue.push(...tasks);
    this.#feed();
  }

  /** Resolves when nothing is left to do. */
  async whenIdle(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#idle = resolve;
      this.#check();
    });
  }

  /** A process that works, chosen by a number from 0 to 1. */
  busyOne(random: number): ChildProcess | undefined {
    const busy = [...this.#busy].filter(([, tasks]) => tasks.length > 0);
    return busy[Math.floor(random * busy.length)]?.[0];
  }

  /** Kills all of them, at whatever they are doing. */
  async end(): Promise<void> {
    this.#over = true;
    const children = [...this.#busy.keys(), ...this.#starting];
    await Promise.all(
      children.map((child) => {
        const exit = new Promise((resolve) => child.once('exit', resolve));
        child.kill('SIGKILL');
        return exit;
      }),
    );
  }

  #start(): void {
    const { ahead, jump } = this.#listeners.nextClock();
    const child = fork(PROGRAM, [this.#config], {
      execArgv: ['--disable-warning=ExperimentalWarning', '--import', CLOCK],
      env: { ...process.env, CLOCK_AHEAD: `${ahead}`, CLOCK_JUMP: `${jump}` },
    });
    this.#starting.add(child);
    child.on('message', (message: WorkerMessage) => this.#hear(child, message));
    // A message can no longer be sent to a process that has just been killed.
    child.on('error', () => undefined);
    child.once('exit', (code) => {
      // Nobody has killed it.
      if (code !== null) this.#listeners.onCrash(code);
      this.#starting.delete(child);
      this.#queue.unshift(...(this.#busy.get(child) ?? []));
      this.#busy.delete(child);
      if (!this.#over) this.#start();
    });
  }

  #hear(child: ChildProcess, message: WorkerMessage): void {
    if (message === 'ready') {
      this.#starting.delete(child);
      this.#busy.set(child, []);
    } else if ('spend' in message) {
      this.#listeners.onSpend(message.spend);
    } else {
      const tasks = this.#busy.get(child);
      const { key } = message.task;
      tasks?.splice(
        tasks.findIndex((task) => task.key === key),
        1,
      );
      this.#listeners.onReport(message);
    }
    this.#feed();
    this.#check();
  }

  /** Gives out tasks. No process gets two copies of a task at a time: it would share one attempt. */
  #feed(): void {
    for (const [child, tasks] of this.#busy) {
      while (tasks.length < AT_ONCE) {
        const index = this.#queue.findIndex(({ key }) => tasks.every((task) => task.key !== key));
        const [task] = index < 0 ? [] : this.#queue.splice(index, 1);
        if (task === undefined) break;
        tasks.push(task);
        child.send(task, () => undefined);
      }
    }
  }

  #check(): void {
    if (this.#queue.length === 0 && [...this.#busy.values()].every((tasks) => tasks.length === 0))
      this.#idle();
  }
}
