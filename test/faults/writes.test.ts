import { describe, expect, test } from 'vitest';
import type { CallOptions } from '../../src/client/core/http/settings.js';
import type { Fault, FaultHandle } from '../../src/sandbox.js';
import { createWorld, type World } from '../client/contract/world.js';
import { type Case, finalForWrites, safeForWrites, waysToFail } from './kinds.js';
import { type Ended, elapse, withTimeInHand } from './time.js';
import { findPlace, type Write, writes } from './writes.js';

/** The longest that a call may last unless told. */
const TIMEOUT = 60_000;

/** What a write that met faults came to. */
interface Met extends Ended {
  readonly world: World;
  readonly handles: readonly FaultHandle[];
  /** How many of its requests were read by the service. */
  readonly arrived: number;
  readonly effects: number;
}

interface Meeting {
  readonly faults: readonly (readonly [fault: Fault, times: number])[];
  readonly options?: CallOptions;
}

async function meet(write: Write, { faults, options }: Meeting): Promise<Met> {
  const world = createWorld();
  const call = await write.prepare(world);
  const on = findPlace(write.operationId);
  const [method, path] = on.split(' ');
  const handles = faults.map(([fault, times]) => world.sandbox.faults.add({ on, times, fault }));
  const before = world.sandbox.requests.length;
  const ended = await elapse(() => call(options));
  const sent = world.sandbox.requests.slice(before);
  const depth = path?.split('/').length;
  const arrived = sent.filter(
    (each) => each.method === method && each.path.split('/').length === depth,
  ).length;
  world.sandbox.faults.clear();
  return { ...ended, world, handles, arrived, effects: await write.effects(world) };
}

function hits({ handles }: Met): number {
  return handles.reduce((sum, handle) => sum + handle.hits, 0);
}

/** An outcome is a promise about the service. */
function expectTruth({ error, effects }: Met): void {
  if (error === undefined) expect(effects).toBe(1);
  else if ((error as { outcome?: unknown }).outcome === 'done') expect(effects).toBe(1);
  else if ((error as { outcome?: unknown }).outcome !== 'unknown') expect(effects).toBe(0);
}

withTimeInHand();

async function expectSentOnce(write: Write, { fault, name, outcome, done, status }: Case): Promise<void> {
  const met = await meet(write, { faults: [[fault, Number.POSITIVE_INFINITY]] });
  expect([hits(met), met.arrived]).toEqual([1, 1]);
  expect(met.took).toBeLessThanOrEqual(TIMEOUT);
  expect(met.effects).toBe(done ? 1 : 0);
  expectTruth(met);
  // Node refuses the redirect of a stream itself, and does not say which it was.
  const told = !(fault.kind === 'redirect' && write.streams);
  const passedOn = write.unchecked === true && fault.kind === 'wrong-shape' && outcome === 'done';
  // A cancellation looks up what became of it; an error is as true as its answer.
  const lookedUp = write.settles === true && done && met.error === undefined;
  if (passedOn || lookedUp) expect(met.error).toBeUndefined();
  else expect(met.error).toMatchObject({ name, outcome, ...(status !== undefined && told && { status }) });
}

/** It stands for all that send JSON and get an object. */
const ORDER = 'projects.create';

describe.each(writes.filter(({ name }) => name === ORDER))('$name', (write) => {
  test.each(finalForWrites)(
    'is sent once, ends in time and is reported correctly at $title',
    async (kind) => {
      await expectSentOnce(write, kind);
    },
  );

  test.each(safeForWrites)(
    'is not carried out when $title does not end',
    async ({ fault, name, outcome }) => {
      const met = await meet(write, { faults: [[fault, Number.POSITIVE_INFINITY]] });
      expect(met.error).toMatchObject({ name, outcome });
      expect([hits(met), met.effects]).toEqual([3, 0]);
    },
  );

  test.each(safeForWrites)('is carried out once after two times $title', async ({ fault }) => {
    const met = await meet(write, { faults: [[fault, 2]] });
    expect(met.error).toBeUndefined();
    expect([hits(met), met.effects]).toEqual([2, 1]);
  });

  test('is a RateLimitError at once when the service asks for more time than the call has', async () => {
    const fault = { kind: 'status', status: 429, headers: { 'retry-after': '30' } } as const;
    const met = await meet(write, { faults: [[fault, 9]], options: { timeout: 10_000 } });
    expect(met.error).toMatchObject({ name: 'RateLimitError', outcome: 'rejected', retryAfter: 30_000 });
    expect([met.effects, met.took]).toEqual([0, 0]);
  });
});

/** What is sent, read or settled in a way of its own. */
const special = writes.filter(
  ({ name, streams, settles, unchecked }) =>
    streams === true || settles === true || unchecked === true || /^(files|oauth)\./.test(name),
);

describe.each(special)('$name', (write) => {
  test.each(waysToFail)('is sent once, and is reported correctly at $title', async (kind) => {
    await expectSentOnce(write, kind);
  });

  test('ends within the time that it is given', async () => {
    const fault = { kind: 'hang' } as const;
    const { took, error } = await meet(write, { faults: [[fault, 1]], options: { timeout: 5_000 } });
    expect(error).toMatchObject({ name: 'TimeoutError', outcome: 'unknown' });
    expect(took).toBeLessThanOrEqual(5_000);
  });

  test('ends with the reason of its signal while it hangs', async () => {
    const world = createWorld();
    const call = await write.prepare(world);
    world.sandbox.faults.add({ on: findPlace(write.operationId), fault: { kind: 'hang' } });
    const controller = new AbortController();
    const reason = new Error('enough');
    setTimeout(() => controller.abort(reason), 1_000);
    const { error, took } = await elapse(() => call({ signal: controller.signal }));
    expect([error, took]).toEqual([reason, 1_000]);
  });
});

describe.each(writes.filter(({ streams }) => streams === undefined))('$name', (write) => {
  test('is carried out once when it could not connect twice', async () => {
    const met = await meet(write, { faults: [[{ kind: 'refuse' }, 2]] });
    expect(met.error).toBeUndefined();
    expect([hits(met), met.effects]).toEqual([2, 1]);
  });

  test('is not sent a third time when the second attempt is lost', async () => {
    const met = await meet(write, {
      faults: [
        [{ kind: 'refuse' }, 1],
        [{ kind: 'drop-before' }, 9],
      ],
    });
    expect([hits(met), met.arrived]).toEqual([2, 1]);
    expect(met.error).toMatchObject({ name: 'ConnectionError', outcome: 'unknown' });
  });
});

describe.each(writes.filter(({ streams }) => streams))('$name', (write) => {
  test.each(safeForWrites)('is sent once and not carried out at $title', async ({ fault, name, outcome }) => {
    const met = await meet(write, { faults: [[fault, Number.POSITIVE_INFINITY]] });
    expect(met.error).toMatchObject({ name, outcome });
    expect([hits(met), met.effects]).toEqual([1, 0]);
  });
});

describe.each(writes.filter(({ settles }) => settles))('$name', (write) => {
  test('is recognised as done when its answer is lost', async () => {
    const met = await meet(write, { faults: [[{ kind: 'drop-after' }, 1]] });
    expect(met.error).toBeUndefined();
  });

  test("rejects with its own error when it can't check", async () => {
    const world = createWorld();
    const call = await write.prepare(world);
    world.sandbox.faults.add({ on: findPlace(write.operationId), fault: { kind: 'drop-after' } });
    const fault = { kind: 'status', status: 500 } as const;
    world.sandbox.faults.add({ on: 'GET *', times: Number.POSITIVE_INFINITY, fault });
    const { error } = await elapse(call);
    expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'unknown', request: { method: 'PUT' } });
  });

  test('is not sent again while it checks', async () => {
    const met = await meet(write, { faults: [[{ kind: 'drop-before' }, 1]] });
    expect([met.arrived, met.effects]).toEqual([1, 0]);
  });
});
