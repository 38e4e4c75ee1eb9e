import type { Checkpoint, CheckpointStore } from './checkpoint.js';

/** A checkpoint that several processes can save, without one undoing what another has saved. */
export interface SharedCheckpoint extends CheckpointStore {
  load(): Promise<Checkpoint | undefined>;
  /**
   * Saves the checkpoint. With `previous` (undefined or null for none), only if that is the one that is stored now.
   * Resolves to false, and saves nothing, when another one is.
   */
  save(next: Checkpoint, ...previous: [previous?: Checkpoint | null | undefined]): Promise<boolean>;
}

/** The content of a checkpoint, in one order, without whatever else an object has. */
function contentOf({ version = 1, lastId, recent, floor, count }: Checkpoint): object {
  return { version, lastId, recent, floor, count };
}

/** The text that is stored. */
export function asSaved(checkpoint: Checkpoint, writer?: string): string {
  return JSON.stringify({ ...checkpoint, writer });
}

/** Whether the stored checkpoint has the content of the given one. */
export function isSaved(stored: Checkpoint | undefined, given: Checkpoint | null | undefined): boolean {
  if (stored === undefined || given === undefined || given === null)
    return (stored ?? null) === (given ?? null);
  return JSON.stringify(contentOf(stored)) === JSON.stringify(contentOf(given));
}
