import { isFields, isWhole, parseJson } from '../../../base/kinds.js';
import { hashText } from '../../../base/texts.js';
import { isRequesterError, type Requester } from '../../../index.js';
import { type GuardedStore, internals } from '../../../internals.js';

export interface Meant {
  readonly ids: readonly number[];
  /** The whole text that they made; null when a piece of it had none. */
  readonly text: string | null;
}

/**
 * The rejection of a text, as the client's store remembers it from before its first request until all of it is carried out.
 * So a call that is repeated after a lost answer means the same translations, and not those that came meanwhile.
 */
export class RejectionMemory {
  readonly #store: GuardedStore;
  readonly #name: string;
  #text: string | undefined;

  /**
   * @param pieces what distinguishes the text from any other
   * @param timeout milliseconds for each step of the store. @default the client's
   */
  constructor(requester: Requester, pieces: unknown, timeout: number | undefined) {
    this.#store = internals(requester).orders.context.store.within(timeout);
    this.#name = `rejection ${hashText(JSON.stringify(pieces))}`;
  }

  /** What an earlier, unfinished call has meant; otherwise what `decide` finds, which is then remembered. */
  async recall(decide: () => Promise<Meant>): Promise<Meant & { readonly isRepeated: boolean }> {
    const known = parseMeant(await this.#store.get(this.#name));
    const meant = known ?? (await decide());
    return this.#store.change(this.#name, (found) => {
      const earlier = parseMeant(found);
      this.#text = earlier === undefined ? JSON.stringify(meant) : found;
      return earlier === undefined
        ? { result: { ...meant, isRepeated: known !== undefined }, next: this.#text }
        : { result: { ...earlier, isRepeated: true } };
    });
  }

  /**
   * Sends a rejection for each translation. Some may be rejected already, if the call is repeated or another one runs: the
   * service no longer shows those.
   *
   * @param isShown whether the service shows a translation. A repeated call takes a missing one for rejected, so it must be
   *   sure that no lagging replica has answered
   */
  async carryOut(
    { ids, isRepeated }: { readonly ids: readonly number[]; readonly isRepeated: boolean },
    reject: (id: number) => Promise<unknown>,
    isShown: (id: number, mayLag: boolean) => Promise<boolean>,
  ): Promise<void> {
    let mayHaveBegun = isRepeated;
    for (const id of ids) {
      // It is rejected already, or was never of this text: the store can be anybody's.
      if (isRepeated && !(await isShown(id, true))) continue;
      try {
        await reject(id);
      } catch (error) {
        const isRefused = isRequesterError(error) && error.outcome === 'rejected';
        const isInDoubt = isRefused && (isRepeated || !mayHaveBegun);
        const isStillShown = isInDoubt ? await isShown(id, isRepeated).catch(() => undefined) : undefined;
        if (isRepeated && isStillShown === false) continue;
        const isNotSent = isRequesterError(error) && error.outcome === 'not_sent';
        // What is gone was rejected by another call, which may still repeat it.
        if (!mayHaveBegun && (isStillShown || isNotSent)) await this.#forget().catch(() => undefined);
        throw error;
      }
      mayHaveBegun = true;
    }
    await this.#forget().catch(async (error) => {
      // A repeated call needs the record. If it is gone all the same, there is nothing to repeat.
      const left = await this.#store.get(this.#name).catch(() => this.#text);
      if (left === this.#text) throw Object.assign(error, { outcome: 'done' });
    });
  }

  async #forget(): Promise<void> {
    await this.#store.swap(this.#name, this.#text, undefined);
  }
}

function parseMeant(text: string | undefined): Meant | undefined {
  const meant = text === undefined ? undefined : parseJson(text);
  if (!isFields(meant) || !Array.isArray(meant.ids)) return undefined;
  const ids = meant.ids.filter((id): id is number => isWhole(id, 1));
  return { ids, text: typeof meant.text === 'string' ? meant.text : null };
}
