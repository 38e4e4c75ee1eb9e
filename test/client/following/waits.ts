import { vi } from 'vitest';
import { Requester, type RequesterOptions } from '../../../src/index.js';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../src/sandbox.js';
import { quiet } from '../../faults/time.js';

/** What arrived at the service in the same moment: one round of looks. */
export interface Round {
  /** Milliseconds since the test began to count. */
  readonly at: number;
  readonly paths: readonly string[];
}

/** A sandbox in the time of the test, with a client and a record of what was asked when. */
export class Service {
  readonly sandbox: Sandbox;
  readonly requester: Requester;
  readonly #asked: { readonly at: number; readonly path: string }[] = [];
  #since = 0;

  constructor(options: Partial<RequesterOptions> = {}, sandbox: SandboxOptions = {}) {
    this.sandbox = createSandbox({ now: () => Date.now(), ...sandbox });
    const { baseUrl, accessToken } = this.sandbox;
    this.requester = new Requester({ baseUrl, accessToken, fetch: this.fetch, ...options });
    this.count();
  }

  readonly fetch: typeof fetch = (input, init) => {
    const { url } = input instanceof Request ? input : new Request(input, init);
    this.#asked.push({ at: performance.now(), path: new URL(url).pathname });
    return this.sandbox.fetch(input, init);
  };

  /** Counts from now on. */
  count(): void {
    this.#asked.length = 0;
    this.#since = performance.now();
  }

  get requests(): number {
    return this.#asked.length;
  }

  get rounds(): readonly Round[] {
    const rounds = new Map<number, string[]>();
    for (const { at, path } of this.#asked) {
      const moment = at - this.#since;
      rounds.set(moment, [...(rounds.get(moment) ?? []), path]);
    }
    return [...rounds].map(([at, paths]) => ({ at, paths }));
  }

  /** How many requests each round cost. */
  get costs(): readonly number[] {
    return this.rounds.map(({ paths }) => paths.length);
  }

  /** Places so many simple questions of one text and gives their ids. */
  async simpleQuestions(count: number): Promise<number[]> {
    if (count > 10) return this.#appended(count);
    const ids: number[] = [];
    for (let left = count; left > 0; left -= 1) {
      const { id } = await this.requester.simple.questions.create({
        language_id: 'en',
        translated_language_id: 'ja',
        question_bodies: [{ body: 'Good morning' }],
      });
      ids.push(id);
    }
    this.count();
    return ids;
  }

  async #appended(count: number): Promise<number[]> {
    this.sandbox.events.append(count);
    const events = await this.requester.events.list().toArray({ max: count });
    this.count();
    return events.flatMap((event) => (event.type === 'simple_question.created' ? event.question.id : []));
  }

  /** Places projects of so many texts and gives the ids of each with its questions. */
  async projects(count: number, texts = 1): Promise<{ id: number; questions: number[] }[]> {
    const placed: { id: number; questions: number[] }[] = [];
    for (let left = count; left > 0; left -= 1) {
      const project = await this.requester.projects.create({
        language_id: 'en',
        translated_language_id: 'ja',
        questions: Array.from({ length: texts }, () => ({ type: 'string' as const, body: 'Good morning' })),
      });
      placed.push({ id: project.id, questions: project.questions.map(({ id }) => id) });
    }
    this.count();
    return placed;
  }

  /** Resolves when nothing happens any more without the passing of time. */
  async settled(): Promise<void> {
    for (let before = -1; before !== this.#asked.length; ) {
      before = this.#asked.length;
      await quiet();
    }
  }

  /** Lets so many milliseconds pass. */
  async pass(ms: number, step = STEP): Promise<void> {
    await this.settled();
    for (let left = ms; left > 0; left -= step) {
      await vi.advanceTimersByTimeAsync(Math.min(step, left));
      await this.settled();
    }
  }
}

/** Shorter than any pause of a wait here. */
const STEP = 1_000;

/** What became of a promise; undefined while it is open. */
export function outcome<Value>(promise: Promise<Value>): { value?: Value; error?: unknown; over: boolean } {
  const seen: { value?: Value; error?: unknown; over: boolean } = { over: false };
  promise.then(
    (value) => Object.assign(seen, { value, over: true }),
    (error: unknown) => Object.assign(seen, { error, over: true }),
  );
  return seen;
}
