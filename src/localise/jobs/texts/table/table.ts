import { parseJson } from '../../../../base/kinds.js';
import { type CallOptions, InputError, type OrderOptions, type Requester } from '../../../../index.js';
import { type Internals, internals } from '../../../../internals.js';
import type { TextsOrder } from '../options.js';
import { fingerprintOf } from '../pieces/fingerprint.js';
import type { PlacedOrder, TableOrder } from './order.js';

/** What the store remembers of an order of a table. */
interface Kept {
  readonly kind: 'simple' | 'project';
  /** The fingerprints of its pieces, in order. */
  readonly holds: readonly string[];
  /** The order as it is sent, as long as it may be sent. */
  readonly order?: TableOrder | undefined;
  readonly placed?: PlacedOrder | undefined;
}

/** An order of a table. */
export interface TableRecord extends Kept {
  readonly language: string;
  /** The order's key. */
  readonly key: string;
  /** The record as the store has it, or is to have it. */
  readonly text: string;
}

/** The end of an order's key after the name and the language of the texts: another language and a fingerprint. */
const ENDING = /^([^/]+)\/[0-9a-z]{28}$/;

/**
 * The orders of a table, as the store remembers them. Each is a record that is written before the order is sent, and named
 * by the texts that it holds. A text belongs to one order at a time. It can be taken out of an order only by withdrawing
 * the whole order, in the same compare-and-swap that sending needs: so a text is never in two orders that are sent.
 */
export class Table {
  readonly #requester: Requester;
  readonly #account: string;
  /** The beginning of the keys of its orders. */
  readonly prefix: string;
  /** The keys of the records that this call has read or written. */
  readonly #known = new Set<string>();

  private constructor(requester: Requester, account: string, { name, from }: TextsOrder) {
    this.#requester = requester;
    this.#account = account;
    this.prefix = `${name}/${from}/`;
  }

  static async open(requester: Requester, order: TextsOrder, options: CallOptions): Promise<Table> {
    return new Table(requester, await internals(requester).orderRecords.readAccountKey(options), order);
  }

  /** The orders that were not withdrawn. One that another process has just written is among them. */
  async records(): Promise<readonly TableRecord[]> {
    const keys = await this.keys();
    const read = await Promise.all(
      keys.map(async (key) => {
        const text = await this.#requester.store.get(this.#storeKey(key));
        this.#known.add(key);
        return text === undefined
          ? []
          : [{ ...parse(key, text), language: this.languageOf(key) ?? '', key, text }];
      }),
    );
    return read.flat();
  }

  /** Whether all records of the table were read or written by this call. */
  async isAllKnown(): Promise<boolean> {
    return (await this.keys()).every((key) => this.#known.has(key));
  }

  /** The keys of the records. */
  async keys(): Promise<readonly string[]> {
    const { length } = this.#storeKey('');
    const keys = await this.#requester.store.keys(this.#storeKey(this.prefix));
    return keys.map((key) => key.slice(length)).filter((key) => this.languageOf(key) !== undefined);
  }

  /** The language of an order, from its key; undefined when it is of another table. */
  languageOf(key: string): string | undefined {
    return key.startsWith(this.prefix) ? ENDING.exec(key.slice(this.prefix.length))?.[1] : undefined;
  }

  /** The key of a new order. It is the same in every process, unless such an order was withdrawn before. */
  async newKey(kind: Kept['kind'], language: string, holds: readonly string[]): Promise<string> {
    for (let again = 0; ; again += 1) {
      const name = fingerprintOf(JSON.stringify([kind, language, ...holds, ...(again === 0 ? [] : [again])]));
      const key = `${this.prefix}${language}/${name}`;
      if ((await this.stateOf({ kind, key })) !== 'withdrawn') return key;
    }
  }

  /** Writes an order that is to be placed. False when there is one with this key. */
  async add({ key, text }: TableRecord): Promise<boolean> {
    this.#known.add(key);
    return this.#requester.store.swap(this.#storeKey(key), undefined, text);
  }

  /** Remembers that an order was placed. */
  async placed(record: TableRecord, placed: PlacedOrder): Promise<void> {
    const { store } = this.#requester;
    // Who decides by time needs the order: the service may have been reset.
    const order = this.#records.endsWithProcess ? record.order : undefined;
    await store.swap(this.#storeKey(record.key), record.text, textOf({ ...record, order, placed }));
  }

  /** What the client's record of an order says. */
  stateOf({ kind, key }: Pick<TableRecord, 'kind' | 'key'>) {
    return this.#records.readState({ account: this.#account, kind, key });
  }

  /**
   * Takes the texts out of an order that nobody has sent. Afterwards nobody can. Does nothing when it may have been sent.
   *
   * @throws OutcomeUnknownError when another process is about to send it, and does not within `settle`
   */
  async withdraw(record: TableRecord, options: OrderOptions): Promise<void> {
    const { kind, key, text } = record;
    const isWithdrawn = await this.#records.withdraw({ account: this.#account, kind, key }, options);
    if (isWithdrawn) await this.#requester.store.swap(this.#storeKey(key), text, undefined);
  }

  get #records(): Internals['orderRecords'] {
    return internals(this.#requester).orderRecords;
  }

  #storeKey(key: string): string {
    return `table ${this.#account}:${key}`;
  }
}

/** A record as it is stored. */
export function textOf({ kind, holds, order, placed }: Kept): string {
  return JSON.stringify({ kind, holds, order, placed });
}

function parse(key: string, text: string): Kept {
  const record = Object(parseJson(text));
  const about: unknown = record.placed ?? record.order;
  // Only this module writes records with these fields, so it has this type.
  if (Array.isArray(record.holds) && Object(about) === about) return record as Kept;
  const message = `has a record that this package did not write: ${JSON.stringify(key)}`;
  throw new InputError([{ path: 'store', message }]);
}
