import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Requester } from '../../../src/index.js';
import { createSandbox, type Fault, type Sandbox } from '../../../src/sandbox.js';
import { finalForReads, passingForReads } from '../../faults/kinds.js';
import { runs, tries } from '../../runs.js';

beforeEach(() => {
  // The shortest back-off.
  vi.spyOn(Math, 'random').mockReturnValue(0);
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** Longer than an attempt may take here. */
const LONG = 60;
const ATTEMPT = 25;

/** Every kind of fault, with waits that fit a test. */
const FAULTS: readonly Fault[] = [...passingForReads, ...finalForReads].map(({ fault }) => {
  if (fault.kind === 'delay') return { ...fault, ms: LONG };
  if (fault.kind === 'status' && fault.headers !== undefined)
    return { ...fault, headers: { 'retry-after': '0' } };
  return fault;
});

type Happening =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'append'; readonly count: number }
  | { readonly kind: 'hold'; readonly behind: number }
  | { readonly kind: 'fault'; readonly fault: Fault }
  | { readonly kind: 'crash' };

const happenings: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 5, arbitrary: fc.constant({ kind: 'nothing' } as const) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('append' as const), count: fc.integer({ min: 1, max: 60 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('hold' as const), behind: fc.constantFrom(0, 20, 99, 100) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('fault' as const), fault: fc.constantFrom(...FAULTS) }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'crash' } as const) },
);

class Crash extends Error {}

/** A service at which something happens at every request and at every event, until nothing is left to happen. */
class World {
  readonly sandbox: Sandbox = createSandbox({ now: Date.UTC(2026, 0, 1) });
  readonly given = new Set<number>();
  readonly #over = new AbortController();
  readonly #left: Happening[];
  readonly #releases: (() => void)[] = [];

  constructor(before: number, left: readonly Happening[]) {
    if (before > 0) this.sandbox.events.append(before);
    this.#left = [...left];
  }

  readonly fetch: typeof fetch = (input, init) => {
    this.happen();
    return this.sandbox.fetch(input, init);
  };

  happen(): Happening['kind'] {
    const now = this.#left.shift();
    if (now === undefined) for (const release of this.#releases.splice(0)) release();
    const { events, faults } = this.sandbox;
    if (now?.kind === 'append') events.append(now.count);
    if (now?.kind === 'hold') this.#releases.push(events.holdBack(1, { behind: now.behind }));
    if (now?.kind === 'fault') faults.add({ on: '*', fault: now.fault });
    if (now === undefined && events.ids().every((id) => this.given.has(id))) this.#over.abort();
    return now?.kind ?? 'nothing';
  }

  /** Aborted when nothing is left to happen and everything has been given. */
  get over(): AbortSignal {
    return this.#over.signal;
  }
}

/** The runs of a process that crashes, each with the ids that it was given. */
async function runsIn(world: World, patience: AbortSignal): Promise<number[][]> {
  const { baseUrl, accessToken } = world.sandbox;
  const signal = AbortSignal.any([world.over, patience]);
  const options = { baseUrl, accessToken, fetch: world.fetch, attemptTimeout: ATTEMPT, retries: 1 };
  let saved = '';
  const checkpoint = {
    load: () => (saved === '' ? undefined : JSON.parse(saved)),
    save: (place: object) => {
      saved = JSON.stringify(place);
    },
  };
  const runs: number[][] = [];
  while (!signal.aborted) {
    const run: number[] = [];
    runs.push(run);
    const following = { from: 'beginning', checkpoint, interval: 1, maxInterval: 2, signal } as const;
    const stream = new Requester(options).events.follow(following);
    try {
      for await (const { id } of stream) {
        run.push(id);
        world.given.add(id);
        if (world.happen() === 'crash') throw new Crash();
      }
    } catch {
      // A crash, or a failure that does not pass: the process is started again.
    }
  }
  return runs;
}

test(`over ${tries(500)} schedules of every kind of fault, late events and crashes, the client loses nothing and repeats nothing in a run`, async () => {
  let judged = 0;
  const property = fc.asyncProperty(
    fc.constantFrom(1, 60, 100, 230),
    fc.array(happenings, { maxLength: 40 }),
    async (before, left) => {
      const world = new World(before, left);
      const runs = await runsIn(world, AbortSignal.timeout(100_000));
      expect(world.sandbox.events.ids().filter((id) => !world.given.has(id))).toEqual([]);
      for (const run of runs) expect(new Set(run).size).toBe(run.length);
      judged += 1;
    },
  );
  await fc.assert(property, runs(500));
  expect(judged).toBeGreaterThanOrEqual(tries(500));
});

test('events of unknown types are given like all others', async () => {
  const sandbox = createSandbox();
  const { baseUrl, accessToken } = sandbox;
  const renamed: typeof fetch = async (input, init) => {
    const text = await (await sandbox.fetch(input, init)).text();
    const odd = text
      .replaceAll('"simple_question.created"', '"tea.served"')
      .replaceAll('"question":', '"tea":');
    return new Response(odd, { headers: { 'content-type': 'application/json' } });
  };
  sandbox.events.append(3);
  const requester = new Requester({ baseUrl, accessToken, fetch: renamed });
  const types: string[] = [];
  for await (const event of requester.events.follow({ from: 'beginning' })) {
    if (types.push(event.type) === 3) break;
  }
  expect(types).toEqual(['tea.served', 'tea.served', 'tea.served']);
});

test('an event of an unexpected shape comes as it is, and its place is logged once a minute', async () => {
  const sandbox = createSandbox();
  const { baseUrl, accessToken } = sandbox;
  const odd: typeof fetch = async (input, init) => {
    const text = await (await sandbox.fetch(input, init)).text();
    return new Response(text.replaceAll('"retry_count":0', '"retry_count":"none"'), {
      headers: { 'content-type': 'application/json' },
    });
  };
  const logged: object[] = [];
  const log = (_: string, fields: object): void => void logged.push(fields);
  const silent = (): void => undefined;
  const logger = { debug: silent, info: silent, warn: log, error: log };
  const requester = new Requester({ baseUrl, accessToken, fetch: odd, logger });
  sandbox.events.append(2);
  const ids: number[] = [];
  for await (const event of requester.events.follow({ from: 'beginning', interval: 1, maxInterval: 1 })) {
    ids.push(event.id);
    if (ids.length < 4) sandbox.events.append(1);
    else break;
  }
  expect(ids).toEqual(sandbox.events.ids().slice(0, 4));
  const issues = logged.flatMap((fields) => Object(fields).issues ?? []);
  expect(issues).toEqual([{ path: 'events[].retry_count', message: 'must be an integer; got a string' }]);
});
