import { afterAll, beforeAll, describe, expect, type TestContext, test, vi } from 'vitest';
import type { CallOptions } from '../../src/client/core/http/settings.js';
import type { Fault } from '../../src/sandbox.js';
import { calls } from '../client/contract/calls.js';
import { operations } from '../client/contract/operations.js';
import { createWorld, newSandbox, type World } from '../client/contract/world.js';
import { isLong } from '../runs.js';
import { findPlace, type Write, writes } from './writes.js';

const ALWAYS = Number.POSITIVE_INFINITY;
/** For an answer that never comes: short enough to be waited for. */
const SHORT: CallOptions = { attemptTimeout: 2_000, retries: 3 };

function optionsFor({ kind }: Fault): CallOptions {
  return kind === 'hang' || kind === 'delay' ? SHORT : {};
}

beforeAll(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterAll(() => {
  vi.restoreAllMocks();
});

/** A client that talks to the service through real sockets. */
async function connected({ onTestFinished }: TestContext): Promise<World> {
  const sandbox = newSandbox();
  const { url, close } = await sandbox.listen();
  onTestFinished(close);
  return createWorld({ sandbox, baseUrl: url, fetch: globalThis.fetch });
}

function catchReason(call: PromiseLike<unknown> | undefined): Promise<unknown> {
  return Promise.resolve(call).then(
    () => undefined,
    (reason: unknown) => reason,
  );
}

const lost = { name: 'ConnectionError', outcome: 'unknown' } as const;
const late = { name: 'TimeoutError', outcome: 'unknown' } as const;
const elsewhere = { name: 'RedirectError', outcome: 'unknown' } as const;
const unreadable = { name: 'UnexpectedAnswerError', outcome: 'unknown' } as const;

/** A connection that was accepted can't be refused any more, so a refusal is a loss here. */
const faults: readonly { fault: Fault; title: string; error: object; effects: number }[] = [
  { fault: { kind: 'refuse' }, title: 'ended at once', error: lost, effects: 0 },
  { fault: { kind: 'drop-before' }, title: 'lost before', error: lost, effects: 0 },
  { fault: { kind: 'drop-after' }, title: 'lost after', error: lost, effects: 1 },
  { fault: { kind: 'drop-midway' }, title: 'lost midway', error: unreadable, effects: 1 },
  { fault: { kind: 'delay', ms: 10_000 }, title: 'answered too late', error: late, effects: 1 },
  { fault: { kind: 'hang' }, title: 'never answered', error: late, effects: 0 },
  { fault: { kind: 'truncate' }, title: 'answered by half', error: unreadable, effects: 1 },
  { fault: { kind: 'empty' }, title: 'answered with nothing', error: unreadable, effects: 1 },
  { fault: { kind: 'redirect' }, title: 'sent elsewhere', error: elsewhere, effects: 0 },
];

async function meet(context: TestContext, write: Write, fault: Fault) {
  const world = await connected(context);
  const call = await write.prepare(world);
  const handle = world.sandbox.faults.add({ on: findPlace(write.operationId), times: ALWAYS, fault });
  const error = await catchReason(call(optionsFor(fault)));
  world.sandbox.faults.clear();
  return { error, hits: handle.hits, effects: await write.effects(world) };
}

describe.concurrent.each(writes)('$name over a socket', (write) => {
  test.for(faults)('is sent once and reported correctly when it is $title', async (kind, context) => {
    const { fault, error, effects } = kind;
    const met = await meet(context, write, fault);
    expect([met.hits, met.effects]).toEqual([1, effects]);
    // A cancellation looks up what became of it.
    if (!(write.settles && effects === 1 && met.error === undefined)) expect(met.error).toMatchObject(error);
  });
});

const reads = operations
  .filter(({ id, method }) => (method === 'GET' && id !== 'oauth.authorize') || id.endsWith('.check'))
  .map(({ id }) => id);
const final: readonly Fault['kind'][] = ['truncate', 'empty', 'redirect'];
const passing = faults.filter(({ fault: { kind } }) => !final.includes(kind));

describe.concurrent.each(reads)('%s over a socket', (id) => {
  // With `npm test`, every read meets a third of the faults, and every fault a third of the reads.
  const concerned = passing
    .filter((_, kind) => isLong || (reads.indexOf(id) + kind) % 3 === 0)
    .filter(({ fault }) => id !== 'revisions.download' || fault.kind !== 'drop-midway');

  test.for(concerned)('recovers after it was $title', async ({ fault }, context) => {
    const world = await connected(context);
    const call = await calls[id]?.(world);
    const handle = world.sandbox.faults.add({ on: findPlace(id), fault });
    expect(await catchReason(call?.(optionsFor(fault)))).toBeUndefined();
    expect(handle.hits).toBe(1);
  });
});

describe.concurrent('a redirect over a socket', () => {
  test.for([301, 302, 303, 307, 308])(
    'is not followed, not even to the same host: %d',
    async (status, context) => {
      const { requester, sandbox, baseUrl } = await connected(context);
      const fault = { kind: 'redirect', status, location: `${baseUrl}/api/v1/languages` } as const;
      sandbox.faults.add({ on: 'GET /api/v1/my', fault });
      expect(await catchReason(requester.account.get())).toMatchObject({ ...elsewhere, status });
      expect(sandbox.requests.map(({ path }) => path)).toEqual(['/api/v1/my']);
    },
  );
});

/** An address where nobody listens. */
async function deadAddress(): Promise<string> {
  const sandbox = newSandbox();
  const { url, close } = await sandbox.listen();
  await close();
  return url;
}

describe.concurrent('a connection that is never made', () => {
  const order = { name: 'Team' };

  test.each([
    ['nobody listens', async () => [await deadAddress(), 'ECONNREFUSED'] as const],
    ['there is no such name', async () => ['https://nowhere.invalid', /^(ENOTFOUND|EAI_AGAIN)$/] as const],
  ])('proves that nothing was sent: %s', async (_, where) => {
    const [baseUrl, code] = await where();
    const { requester } = createWorld({ baseUrl, fetch: globalThis.fetch });
    const error = await catchReason(requester.organizations.create(order));
    expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'not_sent', phase: 'connect' });
    expect(error).toMatchObject({ code: expect.stringMatching(code) });
  });

  const repeatable = writes.filter(({ streams }) => streams === undefined);

  test.for(repeatable)('is tried again by $name, which is done once', async (write, { onTestFinished }) => {
    const dead = await deadAddress();
    const sandbox = newSandbox();
    const { url, close } = await sandbox.listen();
    onTestFinished(close);
    let down = 0;
    const world = createWorld({
      sandbox,
      baseUrl: url,
      fetch: (input, init) => {
        const request = new Request(input, init);
        down -= 1;
        return globalThis.fetch(down < 0 ? request : new Request(request.url.replace(url, dead), request));
      },
    });
    const call = await write.prepare(world);
    down = 2;
    expect(await catchReason(call())).toBeUndefined();
    expect(down).toBe(-1);
    expect(await write.effects(world)).toBe(1);
  });
});
