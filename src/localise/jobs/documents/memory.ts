import { parseJson } from '../../../base/kinds.js';
import type { CallOptions, Requester } from '../../../index.js';
import { internals } from '../../../internals.js';
import { orderKey } from './input.js';

/** An order of a document, as the client's store remembers it. */
export interface KnownOrder {
  /** The digest of the document. */
  readonly digest: string;
  /** The id of the file that was ordered. The service may have lost it since. */
  readonly source: number;
  readonly points: number;
}

/** What the order of a language is, by the client's store. */
export interface OrderState {
  readonly language: string;
  readonly key: string;
  readonly state: 'new' | 'unknown' | 'placed';
  /** Undefined while nothing was placed, or when the process that placed it has died at once. */
  readonly known: KnownOrder | undefined;
}

/**
 * What the store remembers of the orders of a document, beside the records of the orders themselves: which document they are
 * for. So a call can be repeated after the service has lost the file, without another upload.
 */
export class DocumentMemory {
  readonly #requester: Requester;
  readonly #key: string;
  readonly #account: string;

  constructor(requester: Requester, key: string, account: string) {
    this.#requester = requester;
    this.#key = key;
    this.#account = account;
  }

  static async open(requester: Requester, key: string, options: CallOptions): Promise<DocumentMemory> {
    return new DocumentMemory(
      requester,
      key,
      await internals(requester).orderRecords.readAccountKey(options),
    );
  }

  async stateOf(language: string): Promise<OrderState> {
    const key = orderKey(this.#key, language);
    const { store } = this.#requester;
    const record = await internals(this.#requester).orderRecords.readState({
      account: this.#account,
      kind: 'project',
      key,
    });
    // A person may have freed the key, after the service was reset.
    const isFree = record === 'free' || record === 'claimed';
    const text = isFree ? undefined : await store.get(this.#nameOf(key));
    // Only `add` writes it, so it has this type.
    const known = text === undefined ? undefined : (JSON.parse(text) as KnownOrder);
    const state = record === 'placed' ? 'placed' : record === 'sent' ? 'unknown' : 'new';
    return { language, key, state, known };
  }

  async add(key: string, order: KnownOrder): Promise<void> {
    const { store } = this.#requester;
    const name = this.#nameOf(key);
    const next = JSON.stringify(order);
    const before = await store.get(name);
    // Another call that has written it meanwhile has found the same order.
    if (before !== next) await store.swap(name, before, next);
  }

  /** Whether a file was uploaded for another document with the same key. Files that the store does not know are none. */
  async isOther(source: number, digest: string): Promise<boolean> {
    const { store } = this.#requester;
    const names = await store.keys(`file ${this.#account}:${this.#key}/`);
    const texts = await Promise.all(names.map((name) => store.get(name)));
    const files = texts.map((text) => Object(parseJson(text ?? '')));
    return files.some((file) => file.id === source && file.digest !== digest);
  }

  #nameOf(key: string): string {
    return `document ${this.#account}:${key}`;
  }
}
