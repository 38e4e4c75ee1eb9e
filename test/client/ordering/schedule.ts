import fc from 'fast-check';
import type { Fault, SandboxFetch } from '../../../src/sandbox.js';
import { KINDS, type Kind, pause } from './world.js';

/** A call, some time after the beginning. */
export interface PlannedCall {
  readonly at: number;
  readonly order: number;
  /** Which of the clients that a process has. */
  readonly client: 0 | 1;
  /** Whether it orders something else under the same key. */
  readonly different: boolean;
  /** After how long its caller leaves. */
  readonly leaves: number | undefined;
  readonly maxPoints: number | undefined;
}

interface PlannedFault {
  readonly at: number;
  readonly on: string;
  readonly times: number;
  readonly fault: Fault;
}

/** What is ordered, when, and what goes wrong. */
export interface Schedule {
  readonly orders: readonly { readonly kind: Kind; readonly once: boolean; readonly letters: number }[];
  readonly calls: readonly PlannedCall[];
  readonly faults: readonly PlannedFault[];
  /** When the process that orders dies; the next one knows nothing of it. */
  readonly crashes: readonly number[];
  /** How late each order in turn reaches the service, whether or not its caller still waits. */
  readonly lateness: readonly number[];
}

/** Faults that every service could have; one that lies (a 404 for what is there) could not be borne. */
function faults(span: number): fc.Arbitrary<Fault> {
  const carriedOut = fc.boolean();
  return fc.oneof(
    fc.constantFrom<Fault>(
      { kind: 'refuse' },
      { kind: 'drop-before' },
      { kind: 'drop-after' },
      { kind: 'drop-midway' },
      { kind: 'html' },
      { kind: 'truncate' },
      { kind: 'empty' },
      { kind: 'wrong-shape' },
      { kind: 'status', status: 422 },
      { kind: 'status', status: 429, headers: { 'retry-after': '0' } },
    ),
    fc.record({ kind: fc.constant('delay' as const), ms: fc.nat({ max: span }), carriedOut }),
    fc.record({ kind: fc.constant('hang' as const), carriedOut }),
    fc.record({
      kind: fc.constant('status' as const),
      status: fc.constantFrom(500, 502, 503, 504),
      carriedOut,
    }),
    fc.record({ kind: fc.constant('redirect' as const), carriedOut }),
  );
}

/** Schedules of about `span` ms, with orders that are up to `lateness` ms on their way. */
export function schedules(span: number, lateness: number): fc.Arbitrary<Schedule> {
  const at = fc.nat({ max: span });
  const order = fc.record({
    kind: fc.constantFrom(...KINDS),
    once: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
    letters: fc.integer({ min: 1, max: 20 }),
  });
  const call = fc.record({
    at,
    order: fc.nat(),
    client: fc.constantFrom(0 as const, 1 as const),
    different: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, fc.constant(true)),
    leaves: fc.option(fc.nat({ max: span / 4 }), { nil: undefined, freq: 3 }),
    maxPoints: fc.option(fc.constantFrom(1, 1_000), { nil: undefined, freq: 5 }),
  });
  const fault = fc.record({
    at,
    on: fc.oneof(
      fc.constantFrom(...KINDS.map(({ post }) => post)),
      fc.constantFrom(
        ...KINDS.map(({ listing }) => listing),
        ...KINDS.map(({ post }) => `${post}/check`),
        '*',
      ),
    ),
    times: fc.integer({ min: 1, max: 3 }),
    fault: faults(span / 2),
  });
  return fc.record({
    orders: fc.array(order, { minLength: 1, maxLength: 6 }),
    calls: fc.array(call, { minLength: 1, maxLength: 16 }),
    faults: fc.array(fault, { maxLength: 12 }),
    crashes: fc.array(at, { maxLength: 3 }),
    lateness: fc.array(fc.oneof(fc.constant(0), fc.nat({ max: lateness })), { maxLength: 6 }),
  });
}

/**
 * Sends each order as late as its turn says. What is on its way arrives, though its caller has gone.
 *
 * @param isCalm whether orders arrive at once now. @default they never do
 */
export function arrivingLate(lateness: readonly number[], isCalm: () => boolean = () => false) {
  let turn = 0;
  return (fetch: SandboxFetch): SandboxFetch =>
    async (input, init) => {
      const request = new Request(input, init);
      const isOrder = KINDS.some(({ post }) => post === `POST ${new URL(request.url).pathname}`);
      const late = isOrder && !isCalm() ? (lateness[turn++ % lateness.length] ?? 0) : 0;
      if (late === 0) return fetch(request);
      const { url, method, headers, signal } = request;
      const body = await request.text();
      const arrived = new AbortController();
      const answer = pause(late).then(() => {
        const going = fetch(url, { method, headers, body, redirect: 'manual', signal: arrived.signal });
        // Once it has arrived, the service can see that its caller has gone.
        setImmediate(() => {
          if (signal.aborted) arrived.abort();
          else signal.addEventListener('abort', () => arrived.abort());
        });
        return going;
      });
      const gone = new Promise<never>((_, reject) => {
        if (signal.aborted) reject(signal.reason);
        signal.addEventListener('abort', () => reject(signal.reason));
      });
      return Promise.race([answer, gone]);
    };
}
