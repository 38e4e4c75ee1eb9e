import type { Sandbox } from '../sandbox.js';
import { messageOf } from './io.js';
import type { StateFile } from './state-file.js';

/** Milliseconds between two looks at a sandbox in which only the translators can have changed something. */
const IDLE_INTERVAL = 2000;
/** For so many times as long as a write took, nothing is written, so that requests are answered meanwhile. */
const PAUSE_FACTOR = 5;

/** Writes a sandbox to its file: soon after a change, now and then without one, and at the end. */
export class Autosave {
  readonly #sandbox: Sandbox;
  readonly #file: StateFile;
  readonly #reportFailure: (message: string) => void;
  readonly #loop: Promise<void>;
  #isDirty = false;
  #isIdle = false;
  #hasEnded = false;
  #wake = () => {};

  /** @param complain called when the file can't be written, and again when the reason is another */
  constructor(sandbox: Sandbox, file: StateFile, complain: (message: string) => void) {
    this.#sandbox = sandbox;
    this.#file = file;
    this.#reportFailure = complain;
    this.#loop = this.#run();
  }

  /** Something may have changed. */
  changed(): void {
    this.#isDirty = true;
    if (this.#isIdle) this.#wake();
  }

  /** Writes once more, with the time of the end. @throws CommandError when it can't */
  async end(): Promise<void> {
    this.#hasEnded = true;
    this.#wake();
    await this.#loop;
    await this.#file.write(this.#sandbox.snapshot(), true);
  }

  async #run(): Promise<void> {
    let pause = 0;
    let said = '';
    while (!this.#hasEnded) {
      this.#isIdle = !this.#isDirty;
      await this.#sleep(this.#isIdle ? IDLE_INTERVAL + pause : pause);
      this.#isIdle = false;
      if (this.#hasEnded) return;
      this.#isDirty = false;
      const begun = performance.now();
      const failure = await this.#file.write(this.#sandbox.snapshot()).then(() => '', messageOf);
      if (failure !== '' && failure !== said) this.#reportFailure(failure);
      said = failure;
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
