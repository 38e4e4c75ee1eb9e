import {
  type Fields,
  isFields,
  isListWith,
  isWhole,
  parseJson,
  readPrice,
  toFields,
} from '../../../base/kinds.js';
import { copyOwn } from '../../../base/options.js';
import { type CallOptions, InputError, type OrderOptions, type Requester } from '../../../index.js';
import { type GuardedStore, type Internals, internals, OrderRecords } from '../../../internals.js';
import { describeBadRecord } from './mismatch.js';
import type { KnownOrder, OrderInput, OrderKindName } from './order.js';

/** Points. A record of this package has less, so that sums are exact: next to a very large number, a price would be lost. */
const MOST_POINTS = 1_000_000_000;

/** What the store remembers of an order of a job. That it was placed stands in the record of the order alone. */
interface Memo {
  readonly kind: OrderKindName;
  /** Fingerprints of the texts that it holds, in order; of a document, its digest. */
  readonly holds: readonly string[];
  /** Of a document, the language that it is in. */
  readonly from?: string | undefined;
  /** Of a document, the id of its file. The service may have lost it since. */
  readonly source?: number | undefined;
  /** The order as it is sent, as long as it may be sent. */
  readonly order?: OrderInput | undefined;
  /** What the service has shown of the order with this id. */
  readonly placed?: KnownOrder | undefined;
}

export interface OrderName {
  readonly key: string;
  readonly language: string;
  readonly kind: OrderKindName;
}

/** An order of a job, by the store. */
export type JobRecord = UnsentRecord | UnknownRecord | PlacedRecord | WithdrawnRecord | MismatchedRecord;

interface RecordedOrder extends Omit<Memo, 'placed'>, OrderName {
  /** The memo as the store has it, or is to have it. */
  readonly text: string | undefined;
}

export interface UnsentRecord extends RecordedOrder {
  /** `new`: the store does not have it. `unsent`: nobody has sent it. */
  readonly state: 'new' | 'unsent';
  /** The memo that the store still has instead: one that has forgotten the order. */
  readonly outdated?: string | undefined;
}

/** It may have been placed. */
interface UnknownRecord extends RecordedOrder {
  readonly state: 'unknown';
  /** Whether `order` is what was sent, but not what the job asks for now: it is searched for, and never sent again. */
  readonly isOnlySearched?: true | undefined;
}

export interface PlacedRecord extends RecordedOrder {
  readonly state: 'placed';
  /** Its id at the service. */
  readonly id: number;
  /** What the service has shown of it, as the memo knows. */
  readonly placed?: KnownOrder | undefined;
  /** Whether it is an order of another job, which has placed it. */
  readonly isReused?: true | undefined;
}

/** Nobody can send it. */
interface WithdrawnRecord extends RecordedOrder {
  readonly state: 'withdrawn';
}

/** It does not fit what the job would have ordered. Nobody sends, changes or removes it. */
export interface MismatchedRecord extends RecordedOrder {
  readonly state: 'mismatched';
  /** Why it does not fit. */
  readonly mismatch: string;
  /** The id that it names. */
  readonly id?: number | undefined;
  /** Whether it may have been placed, by its own record. */
  readonly isUnknown: boolean;
}

export function markMismatched(record: JobRecord, mismatch: string): MismatchedRecord {
  const id = record.state === 'placed' ? record.id : undefined;
  return { ...record, state: 'mismatched', mismatch, id, isUnknown: record.state === 'unknown' };
}

/** The orders of jobs, as the client's store remembers them. */
export class JobMemory {
  readonly #orders: Internals['orders'];
  readonly #options: CallOptions;
  readonly #store: GuardedStore;
  readonly records: OrderRecords;
  readonly #namespace: 'table' | 'document';
  /** The keys of the orders that this call has read or added. */
  readonly #seen = new Set<string>();

  /** @param namespace the beginning of the names of its memos */
  constructor(requester: Requester, namespace: 'table' | 'document', options: CallOptions) {
    this.#orders = internals(requester).orders;
    this.#options = options;
    this.#store = this.#orders.context.store.within(options.timeout);
    this.records = new OrderRecords(this.#orders, options);
    this.#namespace = namespace;
  }

  /** Finds the keys of orders at the service that begin with a text. */
  findKeys(kind: OrderKindName, prefix: string, lookback: number): Promise<readonly string[]> {
    const { signal } = this.#options;
    return this.#orders.kinds[kind].finder(signal).keys(prefix, lookback, signal);
  }

  async keys(prefix: string): Promise<readonly string[]> {
    const start = await this.#storeKey('');
    return (await this.#store.keys(start + prefix)).map((key) => key.slice(start.length));
  }

  /** The order with a key. Undefined when the store has no memo of it. */
  async read(key: string, language: string): Promise<JobRecord | undefined> {
    const text = await this.#store.get(await this.#storeKey(key));
    this.#seen.add(key);
    if (text === undefined) return undefined;
    const { placed, ...memo } = parseMemo(key, text);
    return this.#readTruth({ ...memo, key, language, text }, placed);
  }

  /** The order with a key, if it holds something wanted. */
  async readHolding(
    key: string,
    language: string,
    isWanted: (held: string) => boolean,
  ): Promise<JobRecord | undefined> {
    const record = await this.read(key, language);
    return record?.holds.some(isWanted) ? record : undefined;
  }

  /** The order with a key, by its own record alone. */
  async readOrder(name: OrderName): Promise<JobRecord> {
    return this.#readTruth({ ...name, holds: [], text: undefined });
  }

  hasSeen(keys: readonly string[]): boolean {
    return keys.every((key) => this.#seen.has(key));
  }

  /** Writes an order that is to be placed. False when the store has something else by now. */
  async add(record: UnsentRecord): Promise<boolean> {
    this.#seen.add(record.key);
    const next = writeMemo(record);
    return this.#store.change(await this.#storeKey(record.key), (found) =>
      found === record.outdated ? { result: true, next } : { result: false },
    );
  }

  /** Remembers what the service has shown of an order. If the store fails, the next call reads the order by its id. */
  async remember(record: JobRecord, placed: KnownOrder): Promise<void> {
    await this.#write(record, placed).catch(() => {
      const message = 'the store failed; the record of an order of a job was not updated';
      this.#orders.context.warn(message, { key: record.key });
    });
  }

  async #write(record: JobRecord, placed: KnownOrder): Promise<void> {
    const order = (await this.#needsOrder(record)) ? record.order : undefined;
    const next = writeMemo({ ...record, order, placed });
    if (next === record.text) return;
    await this.#store.swap(await this.#storeKey(record.key), record.text, next);
  }

  /** Whether the order must be kept as it is sent, to be asked for again. That of a document is made anew from its file. */
  async #needsOrder(record: JobRecord): Promise<boolean> {
    if (record.order === undefined || record.source !== undefined) return false;
    // If the store has failed, it is needed to search for the order.
    return (await this.readOrder(record)).state !== 'placed';
  }

  /**
   * Makes sure that nobody can send an order, and forgets it. Does nothing when it may have been sent.
   *
   * @throws OutcomeUnknownError when another process is about to send it, and does not within `settle`
   */
  async withdraw(record: JobRecord, options: OrderOptions): Promise<void> {
    if (await this.records.withdraw(record, options))
      await this.#store.change(await this.#storeKey(record.key), (found) => ({
        result: undefined,
        next: found === record.text ? null : undefined,
      }));
  }

  /** The texts of the records in another namespace whose names begin with a text. */
  async readAll(namespace: string, prefix: string): Promise<readonly string[]> {
    const names = await this.#store.keys(await this.#storeKey(prefix, namespace));
    const texts = await Promise.all(names.map((name) => this.#store.get(name)));
    return texts.filter((text) => text !== undefined);
  }

  /** Reads what the record of the order says. @param placed what the memo knows of an order at the service, perhaps another one */
  async #readTruth(order: RecordedOrder, placed?: KnownOrder): Promise<JobRecord> {
    const record = await this.records.read(order);
    const id = record?.state === 'placed' ? record.id : undefined;
    if (id === undefined) return { ...order, state: JOB_STATES[record?.state ?? 'free'] };
    if (isWhole(id, 1))
      return { ...order, state: 'placed', id, placed: placed?.id === id ? placed : undefined };
    const mismatch = describeBadRecord(order.key, 'its order has no id that an order can have');
    return { ...order, state: 'mismatched', mismatch, isUnknown: false };
  }

  async #storeKey(key: string, namespace: string = this.#namespace): Promise<string> {
    return `${namespace} ${await this.#orders.context.accountKey(this.#options)}:${key}`;
  }
}

const JOB_STATES = {
  free: 'unsent',
  claimed: 'unsent',
  sent: 'unknown',
  // Under an id that nobody has seen.
  placed: 'unknown',
  withdrawn: 'withdrawn',
} as const;

export function writeMemo({ kind, holds, from, source, order, placed }: Memo): string {
  return JSON.stringify({ kind, holds, from, source, order, placed });
}

/** Only these fields of a memo count: it may be anybody's, and name others that a job decides itself. */
function parseMemo(key: string, text: string): Memo {
  const memo = copyOwn(toFields(parseJson(text)));
  if (isMemo(memo)) {
    const { kind, holds, from, source, order, placed } = memo;
    return { kind, holds, from, source, order, placed };
  }
  const message = `has a record that this package did not write: ${JSON.stringify(key)}`;
  throw new InputError([{ path: 'store', message }]);
}

/** Checks the form alone: anybody who has the store can have written it, and the job compares what an order holds. */
function isMemo(memo: Fields): memo is Fields & Memo {
  const { kind, holds, source, order, placed } = memo;
  return (
    (kind === 'simple' || kind === 'project') &&
    isListWith(holds, (item) => typeof item === 'string') &&
    isSourceId(source) &&
    (order !== undefined || placed !== undefined) &&
    (order === undefined || isFields(order)) &&
    (placed === undefined || isKnownOrder(placed))
  );
}

const isSourceId = (source: unknown): source is number | undefined =>
  source === undefined || isWhole(source, 0);

/** Whether it is a price or missing: the service may have shown none. */
const isPrice = (points: unknown): points is number | null | undefined =>
  points === undefined || points === null || readPrice(points) <= MOST_POINTS;

const isKnownOrder = (placed: unknown): boolean =>
  isFields(placed) &&
  isWhole(placed.id, 0) &&
  isPrice(placed.points) &&
  (placed.questions === undefined || isListWith(placed.questions, (id) => isWhole(id, 0)));
