import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Report } from './worker.ts';

const PROGRAM = fileURLToPath(new URL('./worker.ts', import.meta.url));
/** How many keys a process orders at a time. */
const AT_ONCE = 4;

/** Processes that work through keys. One that is killed is replaced, and its keys are given out again. */
export class Workers {
  readonly #args: readonly string[];
  readonly #queue: string[] = [];
  readonly #busy = new Map<ChildProcess, string[]>();
  readonly #onReport: (report: Report) => void;
  #idle: () => void = () => undefined;
  #over = false;
  kills = 0;

  constructor(processes: number, args: readonly string[], onReport: (report: Report) => void) {
    this.#args = args;
    this.#onReport = onReport;
    for (let number = 0; number < processes; number += 1) this.#start();
  }

  /** Has these keys ordered. Resolves when none is left. */
  async order(keys: readonly string[]): Promise<void> {
    this.#queue.push(...keys);
    for (const child of this.#busy.keys()) this.#feed(child);
    await new Promise<void>((resolve) => {
      this.#idle = resolve;
      this.#check();
    });
  }

  /** Kills one of them, at whatever it is doing. */
  kill(): void {
    const busy = [...this.#busy].filter(([, keys]) => keys.length > 0);
    const [child] = busy[Math.floor(Math.random() * busy.length)] ?? [];
    if (child?.kill('SIGKILL')) this.kills += 1;
  }

  end(): void {
    this.#over = true;
    for (const child of this.#busy.keys()) child.disconnect();
  }

  #start(): void {
    const child = fork(PROGRAM, this.#args);
    child.on('message', (message: Report | 'ready') => {
      if (message === 'ready') this.#busy.set(child, []);
      else this.#finish(child, message);
      this.#feed(child);
      this.#check();
    });
    // A message can no longer be sent to a process that has just been killed.
    child.on('error', () => undefined);
    child.once('exit', () => {
      this.#queue.unshift(...(this.#busy.get(child) ?? []));
      this.#busy.delete(child);
      if (!this.#over) this.#start();
    });
  }

  #finish(child: ChildProcess, report: Report): void {
    const keys = this.#busy.get(child);
    keys?.splice(keys.indexOf(report.key), 1);
    this.#onReport(report);
  }

  #feed(child: ChildProcess): void {
    const keys = this.#busy.get(child);
    while (keys !== undefined && keys.length < AT_ONCE && this.#queue.length > 0) {
      const key = this.#queue.shift();
      if (key === undefined) return;
      keys.push(key);
      child.send(key, () => undefined);
    }
  }

  #check(): void {
    if (this.#queue.length === 0 && [...this.#busy.values()].every((keys) => keys.length === 0)) this.#idle();
  }
}
