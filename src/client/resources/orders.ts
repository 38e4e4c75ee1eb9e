import { joinTexts } from '../../base/checked.js';
import { describeKind, isWhole } from '../../base/kinds.js';
import { checkOptions, copyOwn, type Rules } from '../../base/options.js';
import * as rules from '../../base/rules.js';
import { NotFoundError } from '../core/errors/api-errors.js';
import { InputError } from '../core/errors/errors.js';
import type { CallOptions } from '../core/http/settings.js';
import type { RecordedOrders } from '../ordering/order-records.js';
import {
  fitsRecordedKey,
  isClaimOver,
  makeRecordKey,
  OrderRecord,
  type RecordState,
} from '../ordering/record.js';
import type { GuardedStore } from '../stores/guarded-store.js';

/** An order that `once` can't finish by itself. */
export interface OpenOrder {
  /** The order's own key: its `custom_field`. Of an order without `once`, followed by `#` and a name that nothing else has. */
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
export interface Resolution {
  /** The order's id at the service; null when it was not placed. */
  readonly id: number | null;
  /** Needed only when a project and a simple question have the key. @default the kind that has it */
  readonly kind?: 'project' | 'simple' | undefined;
}

const RESOLUTION: Rules<Resolution> = {
  id: rules.required(
    rules.custom((id) => id === null || isWhole(id, 1), 'must be the id of the order, or null'),
  ),
  kind: rules.choice('project', 'simple'),
};

const ORDER_KINDS = ['project', 'simple'] as const;

/** What the client's store knows of the account's orders. */
export class Orders {
  readonly #orders: RecordedOrders;

  /** @internal */
  constructor(orders: RecordedOrders) {
    this.#orders = orders;
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
  async resolve(key: string, resolution: Resolution, options?: CallOptions): Promise<void> {
    const issues = [
      ...(typeof key === 'string'
        ? []
        : [{ path: 'key', message: `must be a string; got ${describeKind(key)}` }]),
      ...checkOptions('resolution', resolution, RESOLUTION),
    ];
    if (issues.length > 0) throw new InputError(issues);
    await this.#withRecords(options, (records) => this.#resolve(key, copyOwn(resolution), records));
  }

  /** Works on the records of the account, as long as the caller waits. */
  #withRecords<Result>(
    options: CallOptions | undefined,
    look: (records: Records) => Promise<Result>,
  ): Promise<Result> {
    const { store, accountKey, asOneAccount } = this.#orders.context;
    return asOneAccount(copyOwn(options ?? {}), async (own) => {
      const account = await accountKey(own);
      return look({ account, store: store.within(own.timeout), options: own });
    });
  }

  async #resolve(key: string, resolution: Resolution, records: Records): Promise<void> {
    const { kind, record, state } = await findOrder(key, resolution.kind, records);
    const { id } = resolution;
    if (id !== null && state.state === 'claimed') {
      const message = 'names an order, but nothing was sent';
      throw new InputError([{ path: 'id', message }], { advice: WAIT_FOR_CLAIM });
    }
    await this.#checkResolution(key, id, kind, state, records.options);
    if (!(await record.resolve(state, id))) {
      throw makeInputError('key', 'has changed meanwhile. Look again');
    }
    const { claim, points } = state;
    const placed = id === null ? undefined : { price: points ?? 0, order: { kind, id } };
    const budget = this.#orders.context.findBudget(state);
    const isCounted = state.state === 'placed' && state.id !== undefined && state.budget !== undefined;
    if (id === null && isCounted) await budget?.takeBack(points ?? 0);
    else await budget?.close(claim, placed);
  }

  /** Refuses what the service shows to be wrong. What it does not show may be hidden by a lagging replica. */
  async #checkResolution(
    key: string,
    id: number | null,
    kind: OpenOrder['kind'],
    state: RecordState,
    options: CallOptions,
  ): Promise<void> {
    const shownId = id ?? (state.state === 'placed' ? state.id : undefined);
    const keys = shownId === undefined ? undefined : await this.#readKeys(kind, shownId, options);
    if (keys === undefined) return;
    const hasKey = keys.some((shown) => fitsRecordedKey(shown, key));
    if (id !== null && !hasKey) throw makeInputError('id', `is an order with another key (custom_field)`);
    // Without a key it may be another order, which got the id after a reset.
    if (id === null && hasKey && keys.some(Boolean))
      throw makeInputError('id', `can't be null: the service shows order ${shownId} with this key`);
  }

  /** The keys of an order by its id; undefined when the service does not show it. */
  #readKeys(kind: OpenOrder['kind'], id: number, options: CallOptions) {
    const { simple, project } = this.#orders.kinds;
    const read = async () =>
      kind === 'simple'
        ? simple.readKeys((await simple.read(id, options)).data)
        : project.readKeys((await project.read(id, options)).data);
    return read().catch((error: unknown) => {
      // The page of something in between does not say that there is none.
      if (error instanceof NotFoundError && error.serverMessage !== undefined) return undefined;
      throw error;
    });
  }
}

/** Where the records of an account are. */
interface Records {
  readonly account: string;
  readonly store: GuardedStore;
  readonly options: CallOptions;
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

async function findOrder(key: string, kind: OpenOrder['kind'] | undefined, records: Records) {
  const { account, store } = records;
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
  const open = await listOpen(records);
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
