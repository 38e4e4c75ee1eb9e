import type { JobMemory, JobRecord, OrderName } from '../engine/memory.js';
import type { TextsOrder } from './options.js';
import { fingerprint } from './pieces/fingerprint.js';

/** The end of an order's key after the name and the language of the texts: another language and a fingerprint. */
const ENDING = /^([^/]+)\/[0-9a-z]{28}$/;

/**
 * The orders of a table, as the store remembers them. Each is written before it is sent, and named by the texts that it
 * holds. A text belongs to one order at a time. It can be taken out of an order only by withdrawing the whole order, in the
 * same compare-and-swap that sending needs: so a text is never in two orders that are sent.
 */
export class Table {
  readonly #memory: JobMemory;
  /** The beginning of the keys of its orders. */
  readonly prefix: string;
  /** The keys of the orders that this call has read or written. */
  readonly #known = new Set<string>();

  constructor(memory: JobMemory, { name, from }: TextsOrder) {
    this.#memory = memory;
    this.prefix = `${name}/${from}/`;
  }

  /** Reads its orders. One that another process has just written is among them. */
  async readAll(): Promise<readonly JobRecord[]> {
    const read = await Promise.all(
      (await this.readKeys()).map(async (key) => {
        const record = await this.#memory.read(key, this.parseLanguage(key) ?? '');
        this.#known.add(key);
        return record ?? [];
      }),
    );
    return read.flat();
  }

  /** Whether all its orders were read or written by this call. */
  async isAllKnown(): Promise<boolean> {
    return (await this.readKeys()).every((key) => this.#known.has(key));
  }

  async readKeys(): Promise<readonly string[]> {
    const keys = await this.#memory.keys(this.prefix);
    return keys.filter((key) => this.parseLanguage(key) !== undefined);
  }

  /** The language of an order, from its key; undefined when it is of another table. */
  parseLanguage(key: string): string | undefined {
    return key.startsWith(this.prefix) ? ENDING.exec(key.slice(this.prefix.length))?.[1] : undefined;
  }

  /** Names a new order: the same in every process, unless such an order was withdrawn before. */
  async nameOrder(kind: OrderName['kind'], language: string, holds: readonly string[]): Promise<OrderName> {
    for (let again = 0; ; again += 1) {
      const name = fingerprint(JSON.stringify([kind, language, ...holds, ...(again === 0 ? [] : [again])]));
      const order = { kind, language, key: `${this.prefix}${language}/${name}` };
      if ((await this.#memory.readOrder(order)).state !== 'withdrawn') return order;
    }
  }

  /** Writes an order that is to be placed. False when there is one with its key. */
  add(record: JobRecord): Promise<boolean> {
    this.#known.add(record.key);
    return this.#memory.add(record);
  }
}
