import { change, type Decision, isLeaseOver, type Store, timeOf } from '../stores/store.js';

/** Milliseconds that a claim lasts. A process that dies before it sends the order blocks the key for that time. */
export const LEASE = 60_000;
/** Milliseconds between two looks at a record while another process has claimed its key. */
export const CLAIM_CHECK_INTERVAL = 500;

/** What a store holds of an order; nothing while its key is free. See docs/paid-orders.md. */
export type RecordState = {
  /** The attempt that made the record. The reservation of its points has this name in a budget. */
  readonly claim: string;
  /** Equal for equal orders. */
  readonly fingerprint: string;
  /** The points that are reserved for the order; none without a quote. */
  readonly points?: number | undefined;
} & (
  | {
      /** One process prepares the order; nothing was sent. */
      readonly state: 'claimed';
      /** When the lease ends, in milliseconds since 1970. */
      readonly until: number;
    }
  | {
      /** The order may have been placed. */
      readonly state: 'sent';
      /** When it was sent, in milliseconds since 1970. */
      readonly at: number;
      /** Whether the service has refused it. One search that finds nothing then frees the key. */
      readonly isRefused?: true | undefined;
    }
  | {
      readonly state: 'placed';
      /** The order's id at the service; undefined when nobody has seen it. */
      readonly id?: number | undefined;
      /** Without an id: the one that an answer named which could not be read. It may be wrong. */
      readonly named?: number | undefined;
      /** When it was placed or found, in milliseconds since 1970. */
      readonly at: number;
    }
  | {
      /** It is never sent: a table of texts has taken its texts back. */
      readonly state: 'withdrawn';
    }
);

type Found = RecordState | undefined;

/** A result, and the record to write: undefined for no change, null to free the key. */
interface Step<Result> {
  readonly result: Result;
  readonly next?: RecordState | null | undefined;
}

/** A name that no other claim has, in any process. */
export const newClaim = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');

/** The record after an attempt to take the key. */
interface Taken {
  readonly state: RecordState;
  /** The claim that ended by this, whose reservation may still be open. */
  readonly ended?: string | undefined;
}

/** Takes a key that is free, or whose lease is over. The result has the record afterwards: ours, or another's. */
function takeStep(found: Found, now: number, next: RecordState): Step<Taken> {
  if (found !== undefined && (found.state !== 'claimed' || !isLeaseOver(found.until, now, LEASE))) {
    return { result: { state: found } };
  }
  return { result: { state: next, ended: found?.claim }, next };
}

/** The last step before each request. The result is false when the claim was lost. */
function sendStep(
  found: Found,
  { claim, at, points }: { readonly claim: string; readonly at: number; readonly points: number | undefined },
): Step<boolean> {
  if (found === undefined || found.claim !== claim || found.state === 'placed') return { result: false };
  // The store's client may have repeated a swap that was carried out.
  if (found.state === 'sent' && found.at >= at && found.isRefused === undefined) return { result: true };
  return { result: true, next: { state: 'sent', claim, at, points, fingerprint: found.fingerprint } };
}

/** Remembers that the service has refused the order. */
function refuseStep(found: Found, claim: string): Step<void> {
  const isOurs = found?.state === 'sent' && found.claim === claim && found.isRefused === undefined;
  return { result: undefined, next: isOurs ? { ...found, isRefused: true } : undefined };
}

/** The order of a claim was placed. What another claim has sent or placed is kept. */
function placeStep(
  found: Found,
  placed: Pick<RecordState, 'claim' | 'fingerprint' | 'points'> & {
    readonly id: number | undefined;
    readonly named?: number | undefined;
    readonly at: number;
  },
): Step<void> {
  const { claim, id, named, at } = placed;
  const isOthers = found !== undefined && found.claim !== claim && found.state !== 'claimed';
  const isKnown = found?.state === 'placed' && (id === undefined || found.id === id);
  if (isOthers || isKnown) return { result: undefined };
  const own = found?.claim === claim ? found : placed;
  const next: RecordState = {
    ...{ state: 'placed', id, named, claim, at },
    ...{ fingerprint: own.fingerprint, points: own.points ?? placed.points },
  };
  return { result: undefined, next };
}

/** The order of a claim was not sent, or was refused. The result is false when it was placed all the same. */
function freeStep(found: Found, claim: string): Step<boolean> {
  if (found?.claim !== claim) return { result: true };
  return found.state === 'placed' ? { result: false } : { result: true, next: null };
}

/** Frees the key of a claim whose lease is over. The result is false while the claim lives, and once it was sent. */
function endStep(found: Found, claim: string, now: number): Step<boolean> {
  if (found?.claim !== claim) return { result: true };
  const isOver = found.state === 'claimed' && isLeaseOver(found.until, now, LEASE);
  return { result: isOver, next: isOver ? null : undefined };
}

/** Replaces a record, unless it has changed since it was read: the result is false then. */
function replaceStep(found: Found, read: RecordState, next: RecordState | null): Step<boolean> {
  return serialize(found) === serialize(read) ? { result: true, next } : { result: false };
}

/** The record of one order, for one attempt. Each step is one compare-and-swap. */
export class OrderRecord {
  readonly #store: Store;
  readonly #key: string;
  /** What this attempt wrote last: a guess of what the store still has. */
  #written: string | undefined;

  constructor(store: Store, key: string) {
    this.#store = store;
    this.#key = key;
  }

  /** Claims the key with a new name, or says who has it. */
  async begin(fingerprint: string): Promise<Taken & { readonly isOurs: boolean }> {
    const claim = newClaim();
    const now = await timeOf(this.#store);
    const own: RecordState = { state: 'claimed', claim, until: now + LEASE, fingerprint };
    const taken = await this.#change((found) => takeStep(found, now, own));
    return { ...taken, isOurs: taken.state.claim === claim };
  }

  /** Makes sure that nobody sends the order, unless somebody may have. */
  async withdraw(): Promise<Taken> {
    const now = await timeOf(this.#store);
    const own: RecordState = { state: 'withdrawn', claim: newClaim(), fingerprint: '' };
    return this.#change((found) => takeStep(found, now, own));
  }

  /** Whether a claim can no longer send the order, and has not sent it. A lease that is over ends by this. */
  async hasEnded(claim: string): Promise<boolean> {
    const now = await timeOf(this.#store);
    return this.#change((found) => endStep(found, claim, now));
  }

  async send(claim: string, points: number | undefined): Promise<boolean> {
    const at = await timeOf(this.#store);
    return this.#change((found) => sendStep(found, { claim, at, points }));
  }

  refused(claim: string): Promise<void> {
    return this.#change((found) => refuseStep(found, claim));
  }

  async placed(
    placed: Pick<RecordState, 'claim' | 'fingerprint' | 'points'>,
    ids: { readonly id?: number | undefined; readonly named?: number | undefined },
  ): Promise<void> {
    const at = await timeOf(this.#store);
    return this.#change((found) => placeStep(found, { ...placed, id: ids.id, named: ids.named, at }));
  }

  free(claim: string): Promise<boolean> {
    return this.#change((found) => freeStep(found, claim));
  }

  replace(read: RecordState, next: RecordState | null): Promise<boolean> {
    return this.#change((found) => replaceStep(found, read, next));
  }

  async read(): Promise<Found> {
    return parse(this.#key, await this.#store.get(this.#key));
  }

  async #change<Result>(decide: (found: Found) => Step<Result>): Promise<Result> {
    const guess = this.#written;
    this.#written = undefined;
    let written: string | undefined;
    const decideText = (text: string | undefined): Decision<Result> => {
      const { result, next } = decide(parse(this.#key, text));
      written = serialize(next ?? undefined);
      return { result, next: next === null ? null : written };
    };
    const result = await change(this.#store, this.#key, decideText, guess);
    this.#written = written;
    return result;
  }
}

/** `state` and `id` come first: by them the memory of a process knows which records it may forget. */
function serialize(state: RecordState | undefined): string | undefined {
  if (state === undefined) return undefined;
  const { state: name, ...rest } = state;
  return JSON.stringify(
    name === 'placed' ? { state: name, id: undefined, ...rest } : { state: name, ...rest },
  );
}

const STATES = ['claimed', 'sent', 'placed', 'withdrawn'];

function parse(key: string, text: string | undefined): Found {
  if (text === undefined) return undefined;
  try {
    const record = JSON.parse(text);
    // Only this module writes records with these states, so it has this type.
    if (STATES.includes(Object(record).state)) return record as RecordState;
  } catch {
    // It is not JSON: throws below.
  }
  throw new Error(`The store has a record that this package did not write: ${JSON.stringify(key)}`);
}

const EMPTY_VALUES: ReadonlySet<unknown> = new Set(['', 0, false, null]);

/** Leaves out empty values, and white space that the service may change. */
function canonical(_name: string, value: unknown): unknown {
  const trimmed = typeof value === 'string' ? value.replaceAll('\r\n', '\n').trim() : value;
  return EMPTY_VALUES.has(trimmed) ? undefined : trimmed;
}

/**
 * A short text that is equal for equal orders. Very rarely, two different orders have the same one.
 *
 * @param order a checked order: its fields are always in the same order
 */
export function fingerprintOf(order: object): string {
  const text = JSON.stringify(order, canonical);
  // FNV-1a twice, with different seeds.
  return [0x811c9dc5, 0x9747b28c].map((seed) => hash(text, seed).toString(36)).join('');
}

function hash(text: string, seed: number): number {
  let value = seed;
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 0;
}
