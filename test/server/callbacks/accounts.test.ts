import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type CallbackHandlerOptions,
  createCallbackHandler,
  type Delivery,
  DeliveryError,
} from '../../../src/callbacks.js';
import { InputError, memoryStore, Requester } from '../../../src/index.js';
import { createSandbox, type Sandbox } from '../../../src/sandbox.js';

const HOUR = 3_600_000;
const SECOND = 1_000;

type Find = (delivery: Delivery) => Requester | undefined | Promise<Requester | undefined>;

let sandbox: Sandbox;
/** The events that were handed on, with the account whose client has read them. */
let handled: { id: number; login: string }[];
/** Clients by the ids of their accounts' organizations. */
let clients: Map<number, Requester>;
let logins: Map<Requester, string>;

beforeEach(() => {
  sandbox = createSandbox({ now: Date.UTC(2026, 0, 1) });
  handled = [];
  clients = new Map();
  logins = new Map();
  for (const account of sandbox.accounts) {
    const client = sandbox.requester(Requester, { account, store: memoryStore(), logLevel: 'silent' });
    logins.set(client, account.login);
    for (const id of account.organizationIds) clients.set(id, client);
  }
});

afterEach(() => {
  vi.useRealTimers();
});

const byOrganization: Find = ({ organization_id = 0 }) => clients.get(organization_id);

function handlerWith(requester: Find, options: Partial<CallbackHandlerOptions<Requester>> = {}) {
  return createCallbackHandler({
    requester,
    secret: 'known',
    onEvent: ({ id }, context) => void handled.push({ id, login: logins.get(context.requester) ?? '' }),
    ...options,
  });
}

/** Sends a delivery, and returns the status of the answer. */
async function send(handler: (request: Request) => Promise<Response>, body: object): Promise<number> {
  const init = { method: 'POST', body: JSON.stringify(body) };
  return (await handler(new Request('https://shop.example/events?secret=known', init))).status;
}

/** Lets an order of each account happen. @returns their events as they are delivered */
async function orders(): Promise<{ id: number; organization_id: number }[]> {
  const events = [];
  for (const account of sandbox.accounts) {
    await sandbox.place.simpleQuestion(['one'], { account });
    const [event] = (await sandbox.requester(Requester, { account }).events.list()).items;
    if (event !== undefined) events.push(event);
  }
  return events;
}

test('the organization shows the account in every type of event, and the acting user does not', async () => {
  sandbox = createSandbox({ now: Date.UTC(2026, 0, 1), projectEvents: 'question.changed' });
  const [, account] = sandbox.accounts;
  const delivered: { type: string; organization_id: number; action_user_id: number }[] = [];
  sandbox.deliveries.to(async (request) => {
    delivered.push(await request.json());
    return new Response();
  });
  const { questionBodyIds } = await sandbox.place.simpleQuestion(['one', 'two'], { account });
  sandbox.translators.translateBody(questionBodyIds[0] ?? 0, 'eins');
  await sandbox.place.completedSimpleQuestion(['one'], { account });
  await sandbox.place.completedProject(['one'], { account });
  await sandbox.clock.advance(48 * HOUR);
  const organizations = delivered.map(({ organization_id }) => organization_id);
  expect(new Set(organizations)).toEqual(new Set(account.organizationIds));
  const byTranslator = delivered.filter(({ action_user_id }) => action_user_id !== account.userId);
  expect(new Set(byTranslator.map(({ type }) => type))).toEqual(
    new Set(['simple_question.submitted_translation', 'simple_question.finished']),
  );
  const types = new Set(delivered.map(({ type }) => type));
  expect(types.size).toBe(6);
});

describe('a delivery', () => {
  test('is read and handled with the client of its account', async () => {
    sandbox.deliveries.to(handlerWith(byOrganization, { secret: false }));
    const [first, second] = await orders();
    await sandbox.deliveries.idle();
    expect(handled).toEqual([
      { id: first?.id, login: 'first-requester' },
      { id: second?.id, login: 'second-requester' },
    ]);
  });

  test('is shown to the function as it came, without what is not plain', async () => {
    const find = vi.fn<Find>(() => undefined);
    const handler = handlerWith(find);
    await send(handler, { id: 5, type: 'a', organization_id: 6, action_user_id: 7, question: { id: 8 } });
    await send(handler, { id: 5, type: 'x'.repeat(1_000), organization_id: '6', action_user_id: { id: 7 } });
    expect(find.mock.calls).toEqual([
      [{ id: 5, type: 'a', organization_id: 6, action_user_id: 7 }],
      [{ id: 5, type: undefined, organization_id: undefined, action_user_id: undefined }],
    ]);
  });

  test('whose client is found later is handled all the same', async () => {
    const [event = { id: 0 }] = await orders();
    const find: Find = async (delivery) => {
      await new Promise((resolve) => setImmediate(resolve));
      return byOrganization(delivery);
    };
    expect([await send(handlerWith(find), event), handled.length]).toEqual([200, 1]);
  });

  test('of an unknown account is a 404, and is reported', async () => {
    const [event = { id: 0 }] = await orders();
    const onError = vi.fn();
    const handler = handlerWith(() => undefined, { onError });
    expect([await send(handler, event), handled]).toEqual([404, []]);
    const [[error] = []] = onError.mock.calls;
    expect(error).toBeInstanceOf(DeliveryError);
    expect(error).toMatchObject({ reason: 'unknown-account', delivery: { id: event.id } });
  });

  test('that names another account is a 404, and holds up no real one', async () => {
    const [event = { id: 0 }] = await orders();
    const handler = handlerWith(byOrganization);
    const [, { organizationIds }] = sandbox.accounts;
    const forged = { ...event, organization_id: organizationIds[0] };
    const statuses = await Promise.all([send(handler, forged), send(handler, event)]);
    expect([statuses, handled.map(({ id }) => id)]).toEqual([[404, 200], [event.id]]);
  });

  test.each([
    ['throws', () => Promise.reject(new Error('no database')), 'no database'],
    ['returns no client', () => 'a token' as never, 'must return a Requester, or undefined'], // what JavaScript lets through
  ])('is a 500 when the function %s, and that is reported', async (_, find, message) => {
    const onError = vi.fn();
    expect(await send(handlerWith(find, { onError }), { id: 5 })).toBe(500);
    expect(onError.mock.calls).toEqual([
      [expect.objectContaining({ message: expect.stringContaining(message) }), undefined],
    ]);
  });

  test('is a 503 when the function takes more than ten seconds, and leaves no timer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const onError = vi.fn();
    const find = vi.fn<Find>(() => new Promise(() => undefined));
    const answer = send(handlerWith(find, { onError }), { id: 5 });
    await expect.poll(() => find).toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(10 * SECOND);
    expect([await answer, vi.getTimerCount()]).toEqual([503, 0]);
    expect(onError.mock.calls[0]?.[0]).toMatchObject({ name: 'TimeoutError', outcome: 'not_sent' });
  });

  test('waits while 32 others look for their clients, as forged ones can, and each is answered', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const searching: (() => void)[] = [];
    let count = 0;
    const handler = handlerWith(async () => {
      count += 1;
      await new Promise<void>((resolve) => void searching.push(resolve));
      return undefined;
    });
    const answers = Promise.all(
      Array.from({ length: 100 }, (_, index) => send(handler, { id: 1 + index, organization_id: 1 + index })),
    );
    for (const asked of [32, 64, 96, 100]) {
      await expect.poll(() => count).toBe(asked);
      for (const found of searching.splice(0)) found();
    }
    expect([new Set(await answers), vi.getTimerCount()]).toEqual([new Set([404]), 0]);
  });

  test('of an account whose 32 clients are never found delays no other account, and is let go', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const hung = sandbox.accounts[1].organizationIds[0];
    const find = vi.fn<Find>((delivery) =>
      delivery.organization_id === hung ? new Promise(() => undefined) : byOrganization(delivery),
    );
    const onError = vi.fn();
    const handler = handlerWith(find, { onError });
    const [event = { id: 0, organization_id: 0 }, own = event] = await orders();
    const answers = Array.from({ length: 32 }, (_, index) =>
      send(handler, { id: 1_001 + index, organization_id: hung }),
    );
    await expect.poll(() => find).toHaveBeenCalledTimes(16);
    // No time passes.
    expect(await send(handler, event)).toBe(200);
    await vi.advanceTimersByTimeAsync(10 * SECOND);
    expect(new Set(await Promise.all(answers))).toEqual(new Set([503]));
    // Nobody is left without a word, and nobody is told 32 times.
    expect(onError.mock.calls.map(([error]) => error.name)).toEqual(['TimeoutError']);
    // Those that never end hold nothing any more, not even of their own account.
    find.mockImplementation(byOrganization);
    expect([await send(handler, own), vi.getTimerCount()]).toEqual([200, 0]);
    expect(handled.map(({ id }) => id)).toEqual([event.id, own.id]);
  });

  test('that waits for its turn longer than ten seconds is a 503, and so is the next one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const find = vi.fn<Find>(() => new Promise(() => undefined));
    const onError = vi.fn();
    const handler = handlerWith(find, { onError });
    const all = (count: number) =>
      Promise.all(Array.from({ length: count }, (_, index) => send(handler, { id: 1 + index })));
    const answers = all(100);
    await expect.poll(() => find).toHaveBeenCalledTimes(16);
    await vi.advanceTimersByTimeAsync(10 * SECOND);
    expect([new Set(await answers), vi.getTimerCount()]).toEqual([new Set([503]), 0]);
    await vi.advanceTimersByTimeAsync(50 * SECOND);
    const later = all(1);
    await vi.advanceTimersByTimeAsync(10 * SECOND);
    expect([await later, onError.mock.calls[1]?.[0]]).toMatchObject([
      [503],
      { reason: 'repeated', count: 100 },
    ]);
  });

  const unknown = (handler: (request: Request) => Promise<Response>) => send(handler, { id: 5 });
  const older = (handler: (request: Request) => Promise<Response>) =>
    send(handler, { notification: { a: 1 } });
  const readBefore = async (handler: (request: Request) => Promise<Response>) => {
    const request = new Request('https://shop.example/?secret=known', { method: 'POST', body: '{}' });
    await request.text();
    return (await handler(request)).status;
  };
  const noClient: Find = () => undefined;
  const noDatabase: Find = () => Promise.reject(new Error('no database'));
  // As errors of a database's driver do.
  const withReason: Find = () => Promise.reject(Object.assign(new Error('no server'), { reason: {} }));

  test.each([
    ['of an unknown account', noClient, unknown, { reason: 'unknown-account' }],
    ['of the older form', noClient, older, { reason: 'no-event-id' }],
    ['that was read before', noClient, readBefore, { name: 'TypeError' }],
    ['for which the function throws', noDatabase, unknown, { message: 'no database' }],
    ['for which the function throws with a reason', withReason, unknown, { message: 'no server' }],
  ])(
    '%s is reported once a minute, with how many there were, however many come',
    async (_, find, deliver, error) => {
      vi.useFakeTimers({ toFake: ['performance'] });
      const onError = vi.fn();
      const handler = handlerWith(find, { onError });
      for (let nth = 0; nth < 500; nth += 1) await deliver(handler);
      expect(onError.mock.calls).toEqual([[expect.objectContaining(error), undefined]]);
      vi.advanceTimersByTime(60 * SECOND);
      for (let nth = 0; nth < 500; nth += 1) await deliver(handler);
      expect(onError.mock.calls.length).toBe(2);
      expect(onError.mock.calls[1]?.[0]).toBeInstanceOf(DeliveryError);
      expect(onError.mock.calls[1]?.[0]).toMatchObject({ reason: 'repeated', count: 500, cause: error });
      vi.advanceTimersByTime(60 * SECOND);
      await deliver(handler);
      expect(onError.mock.calls[2]?.[0]).toMatchObject({ reason: 'repeated', count: 500 });
      vi.advanceTimersByTime(60 * SECOND);
      await deliver(handler);
      expect(onError.mock.calls[3]?.[0]).toMatchObject(error);
    },
  );

  test('of which the event could not be read is summed up too, and a failure of onEvent never is', async () => {
    const client = sandbox.requester(Requester, { retries: 0, logLevel: 'silent' });
    const onError = vi.fn();
    // Of the kind that a read can fail with.
    const onEvent = vi.fn(() => Promise.reject(Object.assign(new Error('no'), { name: 'ServerError' })));
    const handler = handlerWith(() => client, { onError, onEvent });
    const events = await orders();
    const [event = { id: 0 }] = events;
    for (let nth = 0; nth < 3; nth += 1) expect(await send(handler, event)).toBe(500);
    expect(onError.mock.calls.map(([, about]) => about?.id)).toEqual([event.id, event.id, event.id]);
    onError.mockClear();
    sandbox.faults.add({
      on: 'GET /api/v1/my/application_events/:id',
      times: 3,
      fault: { kind: 'status', status: 500 },
    });
    for (let nth = 0; nth < 3; nth += 1) expect(await send(handler, event)).toBe(500);
    expect(onError.mock.calls.map(([, about]) => about?.id)).toEqual([undefined]);
    expect(await send(handler, event)).toBe(500);
    expect(onError.mock.calls.map(([, about]) => about?.id)).toEqual([undefined, event.id]);
  });

  test('is reported to the logger of its own client', async () => {
    const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
    const client = sandbox.requester(Requester, { logger, logLevel: 'error' });
    const [event = { id: 0 }] = await orders();
    const handler = handlerWith(() => client, { onEvent: () => Promise.reject(new Error('no')) });
    expect([await send(handler, event), logger.error.mock.calls.length]).toEqual([500, 1]);
  });
});

describe('copies of one client', () => {
  /** A function that makes a copy for each delivery, as one that reads tokens from a database does. */
  function copying(seenBy: (client: Requester) => void = () => undefined): Find {
    const base = sandbox.requester(Requester, { logLevel: 'silent' });
    return async ({ organization_id = 0 }) => {
      const account = sandbox.accounts.find(({ organizationIds }) =>
        organizationIds.includes(organization_id),
      );
      const client = account && base.withAccessToken(account.accessToken);
      if (client !== undefined) seenBy(client);
      return client;
    };
  }

  test('handle an event once, though its deliveries come together or again', async () => {
    const made = new Set<Requester>();
    const handler = handlerWith(copying((client) => made.add(client)));
    const [event = { id: 0 }] = await orders();
    const statuses = await Promise.all([1, 2, 3].map(() => send(handler, event)));
    expect([...statuses, await send(handler, event)]).toEqual([200, 200, 200, 200]);
    expect([handled.length, made.size]).toEqual([1, 4]);
  });

  test('read at most four times a second for each account in a flood of forged deliveries', async () => {
    const [first, second] = sandbox.accounts;
    const handler = handlerWith(copying());
    const reads = () => sandbox.requests.length;
    vi.useFakeTimers();
    for (let id = 1; id <= 300; id += 1)
      for (const { organizationIds } of [first, second]) {
        const organization_id = organizationIds[0];
        void send(handler, { id, organization_id });
      }
    await vi.advanceTimersByTimeAsync(SECOND - 1);
    expect(reads()).toBe(8);
    await vi.advanceTimersByTimeAsync(20 * SECOND);
    expect([vi.getTimerCount(), handled]).toEqual([0, []]);
  });
});

test('a new client for each delivery handles an event once as well, when its delivery comes again', async () => {
  const handler = handlerWith(() => sandbox.requester(Requester));
  const [event = { id: 0 }] = await orders();
  expect([await send(handler, event), await send(handler, event), handled.length]).toEqual([200, 200, 1]);
});

describe('a notification of the older form', () => {
  test('is a 200, is reported, and does not come again', async () => {
    const onError = vi.fn();
    sandbox.deliveries.disturb({ kind: 'older-form' });
    const [requester] = clients.values();
    sandbox.deliveries.to(
      createCallbackHandler({ requester, secret: false, onEvent: vi.fn(), onError } as never),
    );
    const { id } = await sandbox.place.project();
    await sandbox.clock.advance(100 * HOUR);
    expect(sandbox.deliveries.attempts.map(({ status }) => status)).toEqual([200]);
    const [error, event] = onError.mock.calls[0] ?? [];
    expect([onError.mock.calls.length, error instanceof DeliveryError, event]).toEqual([1, true, undefined]);
    expect(error).toMatchObject({
      reason: 'no-event-id',
      delivery: { factor_type: 'Project', factor_id: id },
    });
  });

  test('wakes nobody, finds no client, and keeps nothing large', async () => {
    const find = vi.fn<Find>();
    const onError = vi.fn();
    const handler = handlerWith(find, { onError });
    const ring = vi.fn();
    handler.wake.listen(ring);
    const notification = { factor_id: 5, sender_name: 'x'.repeat(1_000), data: { text: 'of the customer' } };
    expect(await send(handler, { notification })).toBe(200);
    expect([find.mock.calls, ring.mock.calls]).toEqual([[], []]);
    expect(onError.mock.calls[0]?.[0].delivery).toEqual({ factor_id: 5 });
  });

  test('keeps few fields, with short names', async () => {
    const onError = vi.fn();
    const handler = handlerWith(() => undefined, { onError });
    const many = Array.from({ length: 5_000 }, (_, nth) => [`field-${nth}`, 'x'.repeat(100)]);
    await send(handler, {
      notification: { ['n'.repeat(10_000)]: 1, factor_id: 5, ...Object.fromEntries(many) },
    });
    const { delivery } = onError.mock.calls[0]?.[0] ?? {};
    expect(delivery).toMatchObject({ factor_id: 5 });
    expect(Object.keys(delivery)).toHaveLength(20);
    expect(JSON.stringify(delivery).length).toBeLessThan(10_000);
  });

  test('reaches the logger of a client', async () => {
    const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
    const requester = sandbox.requester(Requester, { logger });
    const handler = createCallbackHandler({ requester, secret: 'known', onEvent: () => undefined });
    expect(await send(handler, { notification: {} })).toBe(200);
    expect(logger.error.mock.calls).toEqual([
      [expect.any(String), expect.objectContaining({ error: 'DeliveryError' })],
    ]);
  });

  test.each([
    ['with a wrong id', { id: 'x', notification: {} }],
    ['that is no object', { notification: 'x' }],
    ['that is null', { notification: null }],
  ])('%s is a 400', async (_, body) => {
    expect(await send(handlerWith(byOrganization), body)).toBe(400);
  });
});

test('an event of an unknown type makes a wait for its project read it', async () => {
  sandbox = createSandbox({ now: Date.UTC(2026, 0, 1), projectEvents: 'question.changed' });
  const requester = sandbox.requester(Requester, { store: memoryStore() });
  const handler = createCallbackHandler({ requester, secret: false, onEvent: () => undefined });
  sandbox.deliveries.to(handler);
  const { id, questionIds } = await sandbox.place.project();
  await sandbox.deliveries.idle();
  const waiting = requester.projects.wait(id, { wake: handler.wake, interval: HOUR, maxInterval: HOUR });
  await expect
    .poll(() => sandbox.requests.filter(({ path }) => path.endsWith(`/projects/${id}`)).length)
    .toBe(1);
  for (const question of questionIds) sandbox.translators.translateQuestion(question, ['eins']);
  expect((await waiting).id).toBe(id);
});

test('what is neither a client nor a function is refused', () => {
  for (const requester of [undefined, null, {}, 'token'])
    expect(() => handlerWith(requester as never)).toThrow(InputError); // what JavaScript lets through
});
