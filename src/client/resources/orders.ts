import { joinTexts } from '../../base/checked.js';
import { describeKind, isWhole } from '../../base/kinds.js';
import { checkOptions, type Rules } from '../../base/options.js';
import * as rules from '../../base/rules.js';
import { InputError } from '../core/errors/errors.js';
import { endWithCaller } from '../core/http/deadline.js';
import type { CallOptions } from '../core/http/settings.js';
import { makeRecordKey, type OrderContext } from '../ordering/context.js';
import { isClaimOver, OrderRecord, type RecordState } from '../ordering/record.js';
import type { GuardedStore } from '../stores/guarded-store.js';

/** An order that `once` can't finish by itself. */
export interface OpenOrder {
  /** The order's own key: its `custom_field`. */
  readonly key: string;
  readonly kind: 'project' | 'simple';
  /**
   * `sent`: it may have been placed. `placed`: it was, under an id that nobody has seen. `claimed`: a process is about to
   * send it, or has died before; the key is free when the claim's 60 s are over.
   */
  readonly state: 'claimed' | 'sent' | 'placed';
  /** When it was sent, in milliseconds since 1970; undefined while nothing was sent. */
  readonly sentAt: number | undefined;
  /** Points that are reserved for it; undefined without a quote. */
  readonly points: number | undefined;
}

/** What a person knows of an order. */
export interface Settlement {
  /** The order's id at the service; null when it was not placed. */
  readonly id: number | null;
  /** Needed only when a project and a simple question have the key. @default the kind that has it */
  readonly kind?: 'project' | 'simple' | undefined;
}

const SETTLEMENT: Rules<Settlement> = {
  id: rules.required(
    rules.custom((id) => id === null || isWhole(id, 1), 'must be the id of the order, or null'),
  ),
  kind: rules.choice('project', 'simple'),
};

const ORDER_KINDS = ['project', 'simple'] as const;

/** What the client's store knows of the account's orders. */
export class Orders {
  readonly #context: OrderContext;

  /** @internal */
  constructor(context: OrderContext) {
    this.#context = context;
  }

  /**
   * The orders that `once` can't finish by itself, the oldest first. They were sent and their outcome is unknown, or are
   * placed under an id that nobody has seen, or are claims that block their key. Reads every record of the account: for a
   * person, or a nightly job.
   *
   * @see docs/when-an-order-is-unclear.md, An outcome that stays unknown
   */
  unknown(options?: CallOptions): Promise<readonly OpenOrder[]> {
    return this.#withRecords(options, listOpen);
  }

  /**
   * Records what a person has found out about an order: its `id`, or `null` if it was not placed. With an id, it counts for
   * the budget with its reserved points; `null` frees its key and its points. The service is not asked. A claim that lives
   * is freed by `{ id: null }`: its process then sends nothing under that claim.
   *
   * @throws InputError when the store has no such order, when both kinds have the key and none is given, when an id is
   *   given for an order that was never sent, or when another process changes the record meanwhile
   * @see docs/when-an-order-is-unclear.md, An outcome that stays unknown
   */
  async settle(key: string, settlement: Settlement, options?: CallOptions): Promise<void> {
    const issues = [
      ...(typeof key === 'string'
        ? []
        : [{ path: 'key', message: `must be a string; got ${describeKind(key)}` }]),
      ...checkOptions('settlement', settlement, SETTLEMENT),
    ];
    if (issues.length > 0) throw new InputError(issues);
    await this.#withRecords(options, (records) => this.#settle(key, settlement, records));
  }

  /** Works on the records of the account, as long as the caller waits. */
  #withRecords<Result>(
    options: CallOptions | undefined,
    look: (records: Records) => Promise<Result>,
  ): Promise<Result> {
    const { store, accountKey } = this.#context;
    return endWithCaller(options?.signal, async (signal) => {
      const account = await accountKey({ ...options, signal });
      return look({ account, store: store.within(options?.timeout) });
    });
  }

  async #settle(key: string, settlement: Settlement, records: Records): Promise<void> {
    const { kind, record, state } = await findOrder(key, settlement.kind, records);
    const { id } = settlement;
    if (id !== null && state.state === 'claimed') {
      const message = 'names an order, but nothing was sent';
      throw new InputError([{ path: 'id', message }], undefined, WAIT_FOR_CLAIM);
    }
    const at = await records.store.now();
    const { claim, fingerprint, points } = state;
    const next: RecordState | null =
      id === null ? null : { state: 'placed', id, claim, at, fingerprint, points };
    if (!(await record.replace(state, next))) {
      throw makeInputError('key', 'has changed meanwhile. Look again');
    }
    const { budget } = this.#context;
    if (id === null) await budget?.giveBack(claim);
    else await budget?.spend(claim, undefined, { kind, id });
  }
}

/** Where the records of an account are. */
interface Records {
  readonly account: string;
  readonly store: GuardedStore;
}

async function listOpen({ account, store }: Records): Promise<readonly OpenOrder[]> {
  const now = await store.now();
  const open: OpenOrder[] = [];
  for (const kind of ORDER_KINDS) {
    const prefix = makeRecordKey(account, kind, '');
    for (const name of await store.keys(prefix)) {
      const state = await new OrderRecord(store, name).read();
      if (state === undefined || state.state === 'withdrawn' || !isOpenOrder(state, now)) continue;
      const sentAt = state.state === 'claimed' ? undefined : state.at;
      open.push({ key: name.slice(prefix.length), kind, state: state.state, sentAt, points: state.points });
    }
  }
  return open.sort((left, right) => (left.sentAt ?? now) - (right.sentAt ?? now));
}

async function findOrder(key: string, kind: OpenOrder['kind'] | undefined, { account, store }: Records) {
  const found = [];
  for (const candidate of kind === undefined ? ORDER_KINDS : [kind]) {
    const record = new OrderRecord(store, makeRecordKey(account, candidate, key));
    const state = await record.read();
    if (state !== undefined && state.state !== 'withdrawn') found.push({ kind: candidate, record, state });
  }
  const [only, second] = found;
  if (second !== undefined) {
    throw makeInputError('kind', "must be 'project' or 'simple': both have an order with this key");
  }
  if (only !== undefined) return only;
  const open = await listOpen({ account, store });
  const known = joinTexts([...new Set(open.map(({ key }) => JSON.stringify(key)))]);
  throw makeInputError(
    'key',
    `must be the key of an order whose outcome is unknown; known: ${known || 'none'}`,
  );
}

const WAIT_FOR_CLAIM = { code: 'wait-for-claim', text: 'Call again when its claim is over.' } as const;

const isOpenOrder = (state: RecordState, now: number): boolean =>
  !isClaimOver(state, now) && (state.state !== 'placed' || state.id === undefined);

const makeInputError = (path: string, message: string): InputError => new InputError([{ path, message }]);
