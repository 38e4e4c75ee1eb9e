import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readSimpleDraft } from '../../../src/client/resources/simple.js';
import { simpleQuestion } from '../../fixtures.js';
import {
  CARRIED_OUT,
  fastTime,
  type Ordered,
  openWorld,
  PROJECTS,
  realTime,
  SIMPLE,
  swiftly,
  swiftRejection,
  turns,
  type World,
} from './world.js';

beforeEach(fastTime);
afterEach(realTime);

const CANCELS = [
  {
    ...PROJECTS,
    put: 'PUT /api/v1/questions/:id/cancel',
    get: 'GET /api/v1/questions/:id',
    cancelled: { status: 3, cancelable: false },
  },
  {
    ...SIMPLE,
    put: 'PUT /api/v1/simple/questions/:id/cancel',
    get: 'GET /api/v1/simple/questions/:id',
    cancelled: { id: null, draft_question_id: expect.any(Number), status: 0, published_at: null },
  },
];

test('only a simple question that can no longer be cancelled counts as a draft', () => {
  const draft = { ...simpleQuestion, draft_question_id: 83, status: 0, cancelable: false };
  expect(readSimpleDraft(draft)).toMatchObject({ id: null, draft_question_id: 83 });
  expect(readSimpleDraft({ ...draft, cancelable: true })).toBeUndefined();
  expect(readSimpleDraft({ ...draft, status: 1 })).toBeUndefined();
  expect(readSimpleDraft({ ...draft, draft_question_id: null })).toBeUndefined();
  const { draft_question_id: _, ...sparse } = draft;
  // A service can leave the field out.
  expect(readSimpleDraft(sparse as typeof draft)).toBeUndefined();
});

const puts = ({ sandbox }: World): number => sandbox.requests.filter(({ method }) => method === 'PUT').length;
/** Points that the account has, which tell whether those of the order came back. */
async function available({ requester }: World): Promise<number> {
  const { items } = await swiftly(requester.organizations.list());
  return items[0]?.available_point ?? Number.NaN;
}

describe.each(CANCELS)('the cancel of a $kind', (kind) => {
  const { put, get, cancel, cancelled } = kind;

  async function ordered(): Promise<{ world: World; order: Ordered; before: number }> {
    const world = openWorld();
    const before = await available(world);
    const order = await swiftly(kind.place(world.requester, 'k'));
    return { world, order, before };
  }

  test('resolves to the cancelled question', async () => {
    const { world, order } = await ordered();
    expect(await swiftly(cancel(world.requester, order))).toMatchObject(cancelled);
  });

  test('that is not carried out is followed by four reads within two seconds', async () => {
    const { world, order } = await ordered();
    world.sandbox.faults.add({ on: put, fault: { kind: 'status', status: 500 } });
    const sent = world.sandbox.requests.length;
    const began = performance.now();
    await swiftRejection(cancel(world.requester, order));
    const reads = world.sandbox.requests.slice(sent).filter(({ method }) => method === 'GET');
    expect([reads.length, performance.now() - began]).toEqual([4, 2_000]);
  });

  test.each(CARRIED_OUT)(
    'that fails with %s is sent once, refunds the points, and resolves to the cancelled question that a read shows',
    async (_, fault) => {
      const { world, order, before } = await ordered();
      world.sandbox.faults.add({ on: put, fault });
      expect(await swiftly(cancel(world.requester, order))).toMatchObject(cancelled);
      expect({ puts: puts(world), points: await available(world) }).toEqual({ puts: 1, points: before });
    },
  );

  test('resolves although the first read after it fails, too', async () => {
    const { world, order } = await ordered();
    world.sandbox.faults.add({ on: put, fault: { kind: 'drop-after' } });
    world.sandbox.faults.add({ on: get, fault: { kind: 'status', status: 503 } });
    expect(await swiftly(cancel(world.requester, order, { retries: 0 }))).toMatchObject(cancelled);
  });

  test('that is not carried out rejects with its own error, its outcome unknown', async () => {
    const { world, order } = await ordered();
    world.sandbox.faults.add({ on: put, fault: { kind: 'drop-before' } });
    const error = await swiftRejection(cancel(world.requester, order));
    expect(error).toMatchObject({ outcome: 'unknown', request: { method: 'PUT' } });
  });

  test('is followed by reads for 2 s', async () => {
    const { world, order } = await ordered();
    world.sandbox.faults.add({ on: put, fault: { kind: 'drop-before' } });
    const began = performance.now();
    await swiftRejection(cancel(world.requester, order));
    expect(performance.now() - began).toBeCloseTo(2_000, -2);
  });

  test('is followed by reads for no longer than the call may last', async () => {
    const { world, order } = await ordered();
    world.sandbox.faults.add({ on: put, fault: { kind: 'drop-before' } });
    const began = performance.now();
    await swiftRejection(cancel(world.requester, order, { timeout: 500 }));
    expect(performance.now() - began).toBeCloseTo(500, -2);
  });

  test('that was refused by the operating system is sent again', async () => {
    const { world, order } = await ordered();
    world.sandbox.faults.add({ on: put, fault: { kind: 'refuse' } });
    expect(await swiftly(cancel(world.requester, order))).toMatchObject(cancelled);
  });

  test.each([408, 409, 429])('that is carried out and answered with %d is found', async (status) => {
    const { world, order } = await ordered();
    world.sandbox.faults.add({ on: put, fault: { kind: 'status', status, body: '', carriedOut: true } });
    expect(await swiftly(cancel(world.requester, order))).toMatchObject(cancelled);
  });

  test.each([
    [401, 'AuthenticationError'],
    [403, 'PermissionError'],
    [404, 'NotFoundError'],
    [422, 'ValidationError'],
  ])('that is refused with %d is not followed by a read', async (status, name) => {
    const { world, order } = await ordered();
    world.sandbox.faults.add({ on: put, fault: { kind: 'status', status } });
    world.requestsSince();
    const error = await swiftRejection(cancel(world.requester, order));
    expect(error).toMatchObject({ name, outcome: 'rejected' });
    expect(world.requestsSince()).toBe(1);
  });

  test('of a cancelled question is refused', async () => {
    const { world, order } = await ordered();
    await swiftly(cancel(world.requester, order));
    expect(await swiftRejection(cancel(world.requester, order))).toMatchObject({ outcome: 'rejected' });
  });

  test('rejects with its own error when the reads are refused', async () => {
    const { world, order } = await ordered();
    world.sandbox.faults.add({ on: put, fault: { kind: 'drop-after' } });
    world.sandbox.faults.add({ on: get, times: 99, fault: { kind: 'status', status: 401 } });
    const error = await swiftRejection(cancel(world.requester, order));
    expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'unknown' });
  });

  test('that is aborted during the reads rejects with the reason', async () => {
    const { world, order } = await ordered();
    world.sandbox.faults.add({ on: put, fault: { kind: 'drop-before' } });
    const controller = new AbortController();
    const cancelling = swiftRejection(cancel(world.requester, order, { signal: controller.signal }));
    await turns();
    controller.abort(new Error('enough'));
    expect(await cancelling).toMatchObject({ message: 'enough' });
  });
});

test('a simple question that translators work on does not count as cancelled', async () => {
  const { sandbox, requester } = openWorld();
  const order = await swiftly(SIMPLE.place(requester, 'k'));
  const [body] = 'question_bodies' in order.data ? order.data.question_bodies : [];
  sandbox.translators.translateBody(body?.id ?? 0, 'ichi');
  sandbox.faults.add({ on: 'PUT *', fault: { kind: 'drop-before' } });
  expect(await swiftRejection(SIMPLE.cancel(requester, order))).toMatchObject({ outcome: 'unknown' });
});
