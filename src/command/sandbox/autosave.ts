import type { Sandbox } from '../../sandbox.js';
import { readMessage } from '../terminal/failures.js';
import type { StateFile } from './state-file.js';

/** Milliseconds between saves without a request. Meanwhile, simulated translators may change something. */
const IDLE_INTERVAL = 2000;
/** After a write, the pause is this many times as long as the write took, to leave time for requests. */
const PAUSE_FACTOR = 5;

/** Saves a sandbox to its file: soon after a change, from time to time without one, and at the end. */
export class Autosave {
  readonly #sandbox: Sandbox;
  readonly #file: StateFile;
  readonly #reportFailure: (message: string) => void;
  readonly #loop: Promise<void>;
  #isDirty = false;
  #isIdle = false;
  #hasEnded = false;
  #wake = () => {};

  /** @param reportFailure called when the file can't be written, once for each new reason */
  constructor(sandbox: Sandbox, file: StateFile, reportFailure: (message: string) => void) {
    this.#sandbox = sandbox;
    this.#file = file;
    this.#reportFailure = reportFailure;
    this.#loop = this.#run();
  }

  /** Call it when something may have changed. */
  changed(): void {
    this.#isDirty = true;
    if (this.#isIdle) this.#wake();
  }

  /** Stops, and saves once more, so that the file has the time of the end. @throws CommandError when that fails */
  async end(): Promise<void> {
    this.#hasEnded = true;
    this.#wake();
    await this.#loop;
    await this.#file.write(this.#sandbox.snapshot(), true);
  }

  async #run(): Promise<void> {
    let pause = 0;
    let reported = '';
    while (!this.#hasEnded) {
      this.#isIdle = !this.#isDirty;
      await this.#sleep(this.#isIdle ? IDLE_INTERVAL + pause : pause);
      this.#isIdle = false;
      if (this.#hasEnded) return;
      this.#isDirty = false;
      const begun = performance.now();
      const failure = await this.#file.write(this.#sandbox.snapshot()).then(() => '', readMessage);
      if (failure !== '' && failure !== reported) this.#reportFailure(failure);
      reported = failure;
      pause = PAUSE_FACTOR * (performance.now() - begun);
    }
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
