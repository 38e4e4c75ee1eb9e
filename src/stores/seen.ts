import { checkOptions, duration, type Rules, whole } from '../base/options.js';
import { InputError } from '../core/errors/errors.js';
import { change, type Store } from './store.js';

/** Remembers which events have been handled. For several processes, keep it where all of them reach it. */
export interface Seen {
  /**
   * Claims an event in one atomic step: true when this caller may handle it, false when it has been handled already,
   * `'busy'` while another caller handles it.
   */
  claim(id: number): boolean | 'busy' | Promise<boolean | 'busy'>;
  /** The claimed event has been handled. Without this method, a claimed event counts as handled. */
  handled?(id: number): void | Promise<void>;
  /** The claimed event was not handled: it may be claimed again. Without this method, it never is. */
  release?(id: number): void | Promise<void>;
}

/** A `Seen` with all of its methods. */
export interface WholeSeen extends Seen {
  claim(id: number): Promise<boolean | 'busy'>;
  handled(id: number): Promise<void>;
  release(id: number): Promise<void>;
}

/** Settings of a memory of handled events. */
export interface SeenOptions {
  /** Milliseconds that a claim lasts. It frees the events of a process that died. @default 600000, 10 minutes */
  readonly lease?: number | undefined;
  /** How many handled events are kept: those with the highest ids. @default 10000 */
  readonly remember?: number | undefined;
}

export const SEEN_OPTIONS: Rules<SeenOptions> = { lease: duration, remember: whole(1) };

const HANDLED = 'handled';

/**
 * Remembers handled events in any store.
 *
 * @throws InputError when an option is wrong
 */
export function storeSeen(store: Store, options: SeenOptions = {}): WholeSeen {
  const issues = checkOptions('options', options, SEEN_OPTIONS);
  if (issues.length > 0) throw new InputError(issues);
  return new StoreSeen(store, options);
}

class StoreSeen implements WholeSeen {
  readonly #store: Store;
  readonly #lease: number;
  readonly #remember: number;
  /** The texts of the claims that this object has made. */
  readonly #claims = new Map<number, string>();
  #untilCleanup: number;

  constructor(store: Store, { lease = 600_000, remember = 10_000 }: SeenOptions) {
    this.#store = store;
    this.#lease = lease;
    this.#remember = remember;
    this.#untilCleanup = this.#cleanupInterval;
  }

  get #cleanupInterval(): number {
    return Math.ceil(this.#remember / 10);
  }

  async claim(id: number): Promise<boolean | 'busy'> {
    const own = `${Date.now() + this.#lease} ${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;
    const claimed = await change<boolean | 'busy'>(this.#store, `${id}`, (text) => {
      // The store's client may have retried a swap that was carried out: then the text is our own claim.
      if (text === own) return { result: true };
      if (text === HANDLED) return { result: false };
      const isBusy = Number.parseInt(text ?? '0', 10) > Date.now();
      return isBusy ? { result: 'busy' } : { result: true, next: own };
    });
    if (claimed === true) this.#claims.set(id, own);
    return claimed;
  }

  async handled(id: number): Promise<void> {
    this.#claims.delete(id);
    await change(this.#store, `${id}`, (text) => ({
      result: undefined,
      next: text === HANDLED ? undefined : HANDLED,
    }));
    this.#untilCleanup -= 1;
    if (this.#untilCleanup > 0) return;
    this.#untilCleanup = this.#cleanupInterval;
    await this.#removeLowest();
  }

  /** Frees the event, unless another caller has claimed it meanwhile. */
  async release(id: number): Promise<void> {
    const own = this.#claims.get(id);
    this.#claims.delete(id);
    if (own !== undefined) await this.#store.swap(`${id}`, own, undefined);
  }

  /** Forgets the lowest ids. Only once in a while, since listing the keys of a store can take long. */
  async #removeLowest(): Promise<void> {
    const ids = (await this.#store.keys('')).map(Number).sort((one, other) => other - one);
    for (const id of ids.slice(this.#remember)) {
      const text = await this.#store.get(`${id}`);
      if (text === HANDLED) await this.#store.swap(`${id}`, text, undefined);
    }
  }
}
