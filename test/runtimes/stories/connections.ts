import {
  act,
  catchFailure,
  createClient,
  equal,
  isTrue,
  makeOrder,
  newKey,
  pause,
  type Remark,
  type Service,
  type Story,
} from './world.js';

/** Milliseconds. Whatever hangs is given up by then. */
const SOON = 5_000;

export const abort: Story = async (service) => {
  await act(service, 'fault', { on: 'GET /api/v1/my', fault: { kind: 'hang' } });
  const controller = new AbortController();
  const reason = new Error('The person has left.');
  const started = Date.now();
  const call = catchFailure(createClient(service).account.get({ signal: controller.signal }));
  await pause(100);
  controller.abort(reason);
  isTrue('the reason is what it fails with', Object.is(await call, reason));
  isTrue('it ends at once', Date.now() - started < SOON);
  return undefined;
};

export const deadline: Story = async (service) => {
  await act(service, 'fault', { on: 'POST /api/v1/projects', fault: { kind: 'hang' } });
  const started = Date.now();
  const { name, outcome } = await catchFailure(
    createClient(service).projects.create(makeOrder(newKey()), { timeout: 300 }),
  );
  equal('the error', [name, outcome], ['TimeoutError', 'unknown']);
  isTrue('it ends in time', Date.now() - started < SOON);
  return undefined;
};

export const refused: Story = async (service) => {
  const requester = createClient(service, { baseUrl: service.refusedUrl });
  const { name, outcome } = await catchFailure(requester.organizations.create({ name: 'Team' }));
  equal('the error', name, 'ConnectionError');
  isTrue('the outcome is not_sent or unknown', outcome === 'not_sent' || outcome === 'unknown');
  return outcome === 'not_sent' ? undefined : 'outcome unknown';
};

/** The remark about a runtime that sends an order again by itself. */
export const RESENT = 'the runtime sends it again by itself';

/** When and how the server ends a connection. */
interface Drop {
  readonly when: 'before' | 'after';
  /** In order (FIN), or at once (RST). */
  readonly how: 'end' | 'reset';
}

/** What arrived of an order, and what was placed. */
interface Arrived {
  /** For each request, whether its connection had been used before. */
  readonly reused: readonly boolean[];
  readonly ids: readonly number[];
}

/** Leaves a used connection behind, and has the next order on one be dropped. */
async function prepare(service: Service, drop: Drop) {
  const requester = createClient(service, { baseUrl: service.droppingUrl });
  await requester.account.get();
  // The runtime puts the connection back when it likes.
  await pause(50);
  const key = newKey();
  await act(service, 'drop', drop);
  return { requester, key, order: makeOrder(key), arrived: () => act<Arrived>(service, 'arrived', { key }) };
}

/** A plain order: the runtime may send it again, the library never. */
async function plain(service: Service, drop: Drop): Promise<Remark> {
  const { requester, order, arrived } = await prepare(service, drop);
  const settled = await requester.projects.create(order).then(
    () => 'placed',
    (error) => `${error.name} ${error.outcome}`,
  );
  const { reused, ids } = await arrived();
  equal('whether the connection was used before', reused[0], true);
  const placedBefore = drop.when === 'after' ? 1 : 0;
  if (reused.length === 1) {
    equal('what is known', [settled, ids.length], ['ConnectionError unknown', placedBefore]);
    return undefined;
  }
  equal('what is known', [settled, reused.length, ids.length], ['placed', 2, placedBefore + 1]);
  return `${RESENT}: ${ids.length} placed`;
}

/** The same with `once`: the oldest order is the result, and any other is named. */
async function protectedOrder(service: Service, drop: Drop): Promise<Remark> {
  const { requester, key, order, arrived } = await prepare(service, drop);
  const options = { once: true, settle: 500 } as const;
  const place = () => requester.projects.create(order, options).withResponse();
  const { data, duplicates } = await place().catch(async (error: Error) => {
    equal('the error', [error.name, drop.when], ['OutcomeUnknownError', 'before']);
    // Nothing shows it: a person says that it was not placed.
    await requester.orders.resolve(key, { id: null });
    return place();
  });
  const { ids } = await arrived();
  equal('the orders', [data.id, ...(duplicates ?? [])].sort(), [...ids].sort());
  equal('the result', data.id, Math.min(...ids));
  return ids.length === 1 ? undefined : `with \`once\`: ${ids.length} placed, ${ids.length - 1} named`;
}

const dropped =
  (when: Drop['when']): Story =>
  async (service) => {
    const remarks = new Set<Remark>();
    for (const how of ['end', 'reset'] as const) remarks.add(await plain(service, { when, how }));
    for (const how of ['end', 'reset'] as const) remarks.add(await protectedOrder(service, { when, how }));
    return [...remarks].filter((remark) => remark !== undefined).join('; ') || undefined;
  };

export const droppedBefore = dropped('before');
export const droppedAfter = dropped('after');
