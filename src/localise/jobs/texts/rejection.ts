import { isFields, isWhole, parseJson } from '../../../base/kinds.js';
import { isRequesterError, type Requester } from '../../../index.js';
import { fingerprint } from './pieces/fingerprint.js';

/** The translations that a rejection means. */
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
  readonly #requester: Requester;
  readonly #name: string;
  #text: string | undefined;

  /** @param pieces what tells the text from any other */
  constructor(requester: Requester, pieces: unknown) {
    this.#requester = requester;
    this.#name = `rejection ${fingerprint(JSON.stringify(pieces))}`;
  }

  /** What an earlier call has meant that has not seen its end; otherwise what `decide` finds, which is remembered. */
  async recall(decide: () => Promise<Meant>): Promise<Meant & { readonly isRepeated: boolean }> {
    const { store } = this.#requester;
    for (;;) {
      this.#text = await store.get(this.#name);
      const earlier = this.#text === undefined ? undefined : parseMeant(this.#text);
      if (earlier !== undefined) return { ...earlier, isRepeated: true };
      const meant = await decide();
      const next = JSON.stringify(meant);
      if (!(await store.swap(this.#name, this.#text, next))) continue;
      this.#text = next;
      return { ...meant, isRepeated: false };
    }
  }

  /**
   * Sends a rejection for each translation. A repeated call does not know which of them are rejected already: a refusal tells,
   * when the service has stopped showing the translation.
   *
   * @param isShown whether the service shows a translation
   */
  async carryOut(
    { ids, isRepeated }: { readonly ids: readonly number[]; readonly isRepeated: boolean },
    reject: (id: number) => Promise<unknown>,
    isShown: (id: number) => Promise<boolean>,
  ): Promise<void> {
    let mayHaveBegun = isRepeated;
    for (const id of ids) {
      try {
        await reject(id);
      } catch (error) {
        const isRefused = isRequesterError(error) && error.outcome === 'rejected';
        if (isRepeated && isRefused && !(await isShown(id))) continue;
        const isNotSent = isRequesterError(error) && error.outcome === 'not_sent';
        if (!mayHaveBegun && (isRefused || isNotSent)) await this.#forget();
        throw error;
      }
      mayHaveBegun = true;
    }
    await this.#forget();
  }

  async #forget(): Promise<void> {
    await this.#requester.store.swap(this.#name, this.#text, undefined);
  }
}

function parseMeant(text: string): Meant | undefined {
  const meant = parseJson(text);
  if (!isFields(meant) || !Array.isArray(meant.ids)) return undefined;
  const ids = meant.ids.filter((id): id is number => isWhole(id, 1));
  return { ids, text: typeof meant.text === 'string' ? meant.text : null };
}
