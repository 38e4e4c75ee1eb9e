import { normalizeText, parseJson, readFields } from '../../base/kinds.js';
import { makeUniqueName } from '../../base/names.js';
import { hashText } from '../../base/texts.js';
import type { GuardedStore } from '../stores/guarded-store.js';
import { type Decision, isLeaseOver } from '../stores/store.js';
import { makeStoreError, type StoreError } from '../stores/store-error.js';

/** Milliseconds that a claim lasts. A process that dies before it sends the order blocks the key for that time. */
const CLAIM_LEASE = 60_000;

interface Common {
  /** The attempt that made the record. The reservation of its points has this name in a budget. */
  readonly claim: string;
  /** Equal for equal orders. */
  readonly fingerprint: string;
  /** The address of the service that the order is of. */
  readonly service: string;
  /** Points: of its quote while it is not placed, then what it counts for. None without a quote. */
  readonly points?: number | undefined;
  /** The name of the budget that counts it; undefined without one, or for a budget without a name. */
  readonly budget?: string | undefined;
}

/** One process prepares the order; nothing was sent. */
export interface ClaimedRecord extends Common {
  readonly state: 'claimed';
  /** When the lease ends, in milliseconds since 1970. */
  readonly until: number;
}

/** The order may have been placed. */
export interface SentRecord extends Common {
  readonly state: 'sent';
  /** When it was sent, in milliseconds since 1970. */
  readonly at: number;
}

export interface PlacedRecord extends Common {
  readonly state: 'placed';
  /** The order's id at the service; undefined when nobody has seen it. */
  readonly id?: number | undefined;
  /** When it was placed or found, in milliseconds since 1970. */
  readonly at: number;
  /** A fingerprint of how the service has shown the order; undefined when a person has named its id. */
  readonly shown?: string | undefined;
}

/** What is known of an order that the service has. */
export interface KnownPlacement {
  readonly id: number;
  readonly shown?: string | undefined;
}

/** What became of the step that says that an order is placed. */
export interface MarkedPlaced {
  /** Whether somebody had freed its key meanwhile. */
  readonly wasFree: boolean;
  /** The points that the order counts for. */
  readonly points: number | undefined;
}

/** Withdrawn before sending. */
interface WithdrawnRecord extends Common {
  readonly state: 'withdrawn';
}

/** The record of an order; its key is free while there is none. See docs/when-an-order-is-unclear.md. */
export type RecordState = ClaimedRecord | SentRecord | PlacedRecord | WithdrawnRecord;

type Found = RecordState | undefined;

/** A result, and the record to write: undefined for no change, null to free the key. */
interface Step<Result> {
  readonly result: Result;
  readonly next?: RecordState | null | undefined;
}

/** The record after an attempt to take the key. */
interface Taken {
  readonly state: RecordState;
  /** The claim that ended by this, whose reservation may still be open. */
  readonly ended?: RecordState | undefined;
}

/** Whether it is a claim that another attempt may take. */
export const isClaimOver = (found: RecordState, now: number): boolean =>
  found.state === 'claimed' && isLeaseOver(found.until, now, CLAIM_LEASE);

/** How many claims one call makes: a store that loses each of them would keep it for ever. */
export const MAX_CLAIMS = 20;

export const makeClaimsLostError = (): StoreError => makeStoreError(new Error('it has lost each claim'));

export const ORDER_PREFIX = 'order ';

export const makeRecordKey = (account: string, kind: string, key: string): string =>
  `${ORDER_PREFIX}${account}:${kind}:${key}`;

/** The key of a record for an order without `once`, which can have any key or none: followed by a name that nothing else has. */
export const makePlainKey = (key = ''): string => `${key}#${makeUniqueName()}`;

/** Whether the service may show a key so: some cut keys, or drop them. */
export const mayBeKey = (shown: unknown, key: unknown): boolean =>
  normalizeText(String(key)).startsWith(normalizeText(String(shown ?? '')));

/** Whether an order for which the service shows this key can be the one of a record under `recordedKey`. */
export function fitsRecordedKey(shown: string | null, recordedKey: string): boolean {
  const [, plainKey] = /^(.*)#\d+(?:-\d+){3}$/.exec(recordedKey) ?? [];
  return mayBeKey(shown, plainKey ?? recordedKey);
}

/** The kind of the order that a record is of. */
export function readRecordKind(recordKey: string): 'project' | 'simple' {
  const [, kind] = recordKey.split(':');
  return kind === 'project' ? 'project' : 'simple';
}

/** The record of one order, for one attempt. Each step is one compare-and-swap. */
export class OrderRecord {
  readonly #store: GuardedStore;
  readonly #key: string;
  /** What this attempt wrote last: a guess of what the store still has. */
  #written: string | undefined;
  /** Milliseconds by which the store's clock is ahead of ours. Reading it can take as long as a step. */
  #ahead: number | undefined;

  constructor(store: GuardedStore, key: string) {
    this.#store = store;
    this.#key = key;
  }

  /** Claims the key if it is free, or if its lease is over. Otherwise another has it. */
  async begin(
    fingerprint: string,
    service: string,
    signal?: AbortSignal,
  ): Promise<Taken & { readonly isOurs: boolean }> {
    const claim = makeUniqueName();
    const claimed = { state: 'claimed', claim, fingerprint, service } as const;
    const makeNext = (now: number) => ({ ...claimed, until: now + CLAIM_LEASE });
    const taken = await this.take(makeNext, signal).catch(async (error: unknown) => {
      // The claim may have been written all the same, and would block the key.
      await this.free(claim).catch(() => undefined);
      throw error;
    });
    return { ...taken, isOurs: taken.state.claim === claim };
  }

  /** Writes a record in place of none, or of a claim whose lease is over. */
  async take(makeNext: (now: number) => RecordState, signal?: AbortSignal): Promise<Taken> {
    const now = await this.now(true);
    return this.#change<Taken>((found) => {
      if (found !== undefined && !isClaimOver(found, now)) return { result: { state: found } };
      const next = makeNext(now);
      return { result: { state: next, ended: found }, next };
    }, signal);
  }

  /** What a claim has become; undefined when it can no longer send the order, and has not. A lease that is over ends by this. */
  async readClaim(claim: string): Promise<RecordState | undefined> {
    const now = await this.now(true);
    return this.#change((found) => {
      if (found?.claim !== claim) return { result: undefined };
      return isClaimOver(found, now) ? { result: undefined, next: null } : { result: found };
    });
  }

  /** Records the price of a claimed order, and the budget that is to count it. Undefined when the claim was lost. */
  async plan(
    claim: string,
    price: Pick<Common, 'points' | 'budget'>,
    signal?: AbortSignal,
  ): Promise<RecordState | undefined> {
    return this.#change((found) => {
      if (found?.claim !== claim || found.state !== 'claimed') return { result: undefined };
      const next = { ...found, ...price };
      return { result: next, next };
    }, signal);
  }

  /** Records that the order is sent: the last step before each request. Undefined when the claim was lost. */
  async send(claim: string): Promise<SentRecord | undefined> {
    const at = await this.now();
    return this.#change((found) => {
      if (found?.claim !== claim || found.state === 'placed') return { result: undefined };
      const next: SentRecord = { state: 'sent', ...toCommon(found), at };
      return { result: next, next };
    });
  }

  /**
   * Records that the order of a claim was placed. What another claim has sent or placed is kept.
   *
   * @param known what the service has shown of it. @default it is placed under an id that nobody has seen
   */
  async markPlaced(record: Common, known?: KnownPlacement): Promise<MarkedPlaced> {
    const at = await this.now();
    return this.#change((found) => {
      const isOthers = found !== undefined && found.claim !== record.claim && found.state !== 'claimed';
      const isKnown = found?.state === 'placed' && (known === undefined || isAsKnown(found, known));
      // A budget counts an order once, when its id becomes known: a price that is read later changes nothing.
      const isCounted = found?.state === 'placed' && found.id !== undefined && !isOthers;
      const points = (isCounted ? found.points : undefined) ?? record.points;
      const next: PlacedRecord = { state: 'placed', ...known, ...toCommon({ ...record, points }), at };
      const result = { wasFree: found === undefined, points };
      return { result, next: isOthers || isKnown ? undefined : next };
    });
  }

  /** Frees the key: the order was not sent, or was refused. Resolves to false when it was placed all the same. */
  free(claim: string): Promise<boolean> {
    return this.#change((found) => {
      if (found?.claim !== claim) return { result: true };
      return found.state === 'placed' ? { result: false } : { result: true, next: null };
    });
  }

  /**
   * Replaces a record, unless it has changed since it was read: resolves to false then.
   *
   * @param next null removes the record. @default it stays as it is
   */
  replace(read: RecordState, next?: RecordState | null): Promise<boolean> {
    return this.#change((found) => {
      const text = serializeRecord(found);
      if (text === serializeRecord(read)) return { result: true, next };
      // The store's client may have repeated a swap that was carried out.
      return { result: next !== undefined && text === serializeRecord(next ?? undefined) };
    });
  }

  /**
   * Records what a person knows of an order: its id, or null when it was not placed. Resolves to false when the record has
   * changed since it was read.
   */
  async resolve(read: RecordState, id: number | null): Promise<boolean> {
    const at = await this.now();
    return this.replace(read, id === null ? null : { state: 'placed', id, ...toCommon(read), at });
  }

  read(): Promise<Found> {
    return this.#change((found) => ({ result: found }));
  }

  /** The store's time: read anew for a lease, otherwise computed from an earlier reading. */
  async now(isForLease?: boolean): Promise<number> {
    // By a clock that nobody can set. Read first: if the process is stopped in between, it has later times, and others wait
    // longer for it.
    const ours = performance.now();
    if (isForLease || this.#ahead === undefined) this.#ahead = (await this.#store.now()) - ours;
    return ours + this.#ahead;
  }

  async #change<Result>(decide: (found: Found) => Step<Result>, signal?: AbortSignal): Promise<Result> {
    const guess = this.#written;
    this.#written = undefined;
    let written: string | undefined;
    const decideText = (text: string | undefined): Decision<Result> => {
      const { result, next } = decide(parseRecord(this.#key, text));
      written = serializeRecord(next ?? undefined);
      // The service shows an order with an id. What a budget counts is in no other place.
      const mayForget = next?.state === 'placed' && next.id !== undefined && next.budget === undefined;
      return { result, next: next === null ? null : written, mayForget };
    };
    const result = await this.#store.change(this.#key, decideText, { guess, signals: [signal] });
    this.#written = written;
    return result;
  }
}

/** The fields of any record. */
const toCommon = ({ claim, fingerprint, service, points, budget }: Common): Common => ({
  claim,
  fingerprint,
  service,
  points,
  budget,
});

const isAsKnown = (found: PlacedRecord, { id, shown }: KnownPlacement): boolean =>
  found.id === id && found.shown === shown;

const serializeRecord = (state: Found): string | undefined => state && JSON.stringify(state);

const RECORD_STATES = ['claimed', 'sent', 'placed', 'withdrawn'];

function parseRecord(key: string, text: string | undefined): Found {
  if (text === undefined) return undefined;
  const record = parseJson(text);
  // Only this module writes records with these states, so it has this type.
  if (RECORD_STATES.some((state) => state === readFields(record).state)) return record as RecordState;
  throw new Error(`The store has a record that this package did not write: ${JSON.stringify(key)}`);
}

const EMPTY_VALUES: ReadonlySet<unknown> = new Set(['', 0, false, null]);

/** Leaves out empty values, and what the service may change of a text. */
function canonical(_name: string, value: unknown): unknown {
  const compared = typeof value === 'string' ? normalizeText(value) : value;
  return EMPTY_VALUES.has(compared) ? undefined : compared;
}

/**
 * A short text that is equal for equal orders.
 *
 * @param order a checked order: its fields are always in the same order
 */
export function computeFingerprint(order: object): string {
  return hashText(JSON.stringify(order, canonical));
}
