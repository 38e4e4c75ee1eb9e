import { isWhole, parseJson, readFields } from '../../base/kinds.js';
import { makeUniqueName } from '../../base/names.js';
import { InputError, type Issue } from '../core/errors/errors.js';
import type { GuardedStore } from '../stores/guarded-store.js';

/** A position in the event log: every event before it has been handled. `{ lastId }` alone is enough. */
export interface Checkpoint {
  /** The version of this format. @default 1 */
  readonly version?: 1 | undefined;
  /** The highest id that has been handled; 0 before the first event. */
  readonly lastId: number;
  /** The newest handled ids, ascending. They show which events became visible late, and whose log it is. */
  readonly recent?: readonly number[] | undefined;
  /** Every event up to this id counts as handled. @default the id before the lowest of `recent` */
  readonly floor?: number | undefined;
  /** How many events have been handled in all. It helps to find the position in the log quickly. */
  readonly count?: number | undefined;
}

/** Keeps a checkpoint, so that it survives the process. */
export interface CheckpointStore {
  /** The checkpoint that was saved last; undefined or null when there is none. */
  load(): Checkpoint | undefined | null | Promise<Checkpoint | undefined | null>;
  /**
   * Saves the whole checkpoint.
   *
   * @returns `false`, or a promise of it, to refuse: the stream then ends with a CheckpointConflictError. Anything else
   *   when it is saved
   */
  save(checkpoint: Checkpoint): unknown;
}

export const MAX_RECENT = 400;

export function checkCheckpoint(path: string, checkpoint: unknown): readonly Issue[] {
  const { version = 1, lastId, recent = [], floor = 0, count = 0 } = readFields(checkpoint);
  const isRight =
    version === 1 &&
    Array.isArray(recent) &&
    recent.length <= MAX_RECENT &&
    [lastId, floor, count, ...recent].every((value) => isWhole(value, 0));
  return isRight ? [] : [{ path, message: 'must be a checkpoint: { lastId }, or one that a stream gave' }];
}

/** A checkpoint with a name, as a record of a store. Each stream has one of these: only the last that saved may go on. */
export class NamedCheckpoint implements CheckpointStore {
  readonly #store: GuardedStore;
  readonly #key: string;
  readonly #writer: string = makeUniqueName();
  /** The text that was loaded or saved last. */
  #text: string | undefined;

  constructor(store: GuardedStore, name: string) {
    this.#store = store;
    this.#key = `checkpoint ${name}`;
  }

  async load(): Promise<Checkpoint | undefined> {
    this.#text = await this.#store.get(this.#key);
    if (this.#text === undefined) return undefined;
    const { writer: _, ...checkpoint } = readFields(parseJson(this.#text));
    // It has just been checked to be one.
    if (checkCheckpoint('checkpoint', checkpoint).length === 0) return checkpoint as object as Checkpoint;
    const message = `must name a checkpoint, but the key '${this.#key}' has something else. Remove it`;
    throw new InputError([{ path: 'checkpoint', message }]);
  }

  async save(checkpoint: Checkpoint): Promise<boolean> {
    const next = JSON.stringify({ ...checkpoint, writer: this.#writer });
    const decide = (text: string | undefined) => {
      // An earlier save of this stream can have been carried out although its answer was lost.
      const isOurs = text !== undefined && readFields(parseJson(text)).writer === this.#writer;
      return text === this.#text || isOurs ? { result: true, next } : { result: false };
    };
    const isSaved = await this.#store.change(this.#key, decide, { guess: this.#text });
    if (isSaved) this.#text = next;
    return isSaved;
  }
}
