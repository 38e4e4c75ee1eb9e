import type { Sandbox } from '../sandbox.js';
import { messageOf } from './io.js';
import type { StateFile } from './state-file.js';

/** Milliseconds between two looks at a sandbox in which only the translators can have changed something. */
const REST = 2000;
/** For so many times as long as a write took, nothing is written, so that requests are answered meanwhile. */
const SHARE = 5;

/** Writes a sandbox to its file: soon after a change, now and then without one, and at the end. */
export class Keeper {
  readonly #sandbox: Sandbox;
  readonly #file: StateFile;
  readonly #complain: (message: string) => void;
  readonly #work: Promise<void>;
  #isWanted = false;
  #isIdle = false;
  #isOver = false;
  #wake = () => {};

  /** @param complain called when the file can't be written, and again when the reason is another */
  constructor(sandbox: Sandbox, file: StateFile, complain: (message: string) => void) {
    this.#sandbox = sandbox;
    this.#file = file;
    this.#complain = complain;
    this.#work = this.#run();
  }

  /** Something may have changed. */
  changed(): void {
    this.#isWanted = true;
    if (this.#isIdle) this.#wake();
  }

  /** Writes once more, with the time of the end. @throws CommandError when it can't */
  async end(): Promise<void> {
    this.#isOver = true;
    this.#wake();
    await this.#work;
    await this.#file.write(this.#sandbox.snapshot(), true);
  }

  async #run(): Promise<void> {
    let pause = 0;
    let said = '';
    while (!this.#isOver) {
      this.#isIdle = !this.#isWanted;
      await this.#rest(this.#isIdle ? REST + pause : pause);
      this.#isIdle = false;
      if (this.#isOver) return;
      this.#isWanted = false;
      const begun = performance.now();
      const failure = await this.#file.write(this.#sandbox.snapshot()).then(() => '', messageOf);
      if (failure !== '' && failure !== said) this.#complain(failure);
      said = failure;
      pause = SHARE * (performance.now() - begun);
    }
  }

  #rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
