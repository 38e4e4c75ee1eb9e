import { type EndsWithScope, endWithScope } from '../../../src/base/concurrency.js';
import type { ApplicationEvent } from '../../../src/client/contract/types.js';
import { EventStream, type FollowOptions } from '../../../src/client/following/follow.js';
import { guardStore } from '../../../src/client/stores/guarded-store.js';
import { memoryStore } from '../../../src/client/stores/memory-store.js';
import type { Store } from '../../../src/client/stores/store.js';
import type { FakeLog } from './fake-log.js';

/** A read of a page. */
interface Read {
  readonly page: number;
  /** On the clock of the test. */
  readonly at: number;
}

/** A stream over a FakeLog, with what it read and what failed on the way. */
export interface Followed {
  readonly stream: EventStream & EndsWithScope;
  readonly reads: Read[];
  readonly failures: unknown[];
  /** Thrown by the next reads, one each. */
  readonly faults: Error[];
}

export function follow(log: FakeLog, options: FollowOptions, given: Store = memoryStore()): Followed {
  const reads: Read[] = [];
  const failures: unknown[] = [];
  const faults: Error[] = [];
  const read = () => async (page: number) => {
    reads.push({ page, at: Date.now() });
    const fault = faults.shift();
    if (fault !== undefined) throw fault;
    return log.page(page);
  };
  const scope = new AbortController();
  const store = guardStore(given, 10_000);
  const access = {
    read,
    observe,
    onFailure: (error: unknown) => failures.push(error),
    store,
    scope: scope.signal,
  };
  const stream = endWithScope(new EventStream(access, options), () => scope.abort());
  return { stream, reads, failures, faults };
}

/** Observes nothing. */
export const observe = <Result>(_: AbortSignal, work: () => Promise<Result>): Promise<Result> => work();

/** Takes so many events and leaves the loop in the body of the last one. */
export async function take(stream: AsyncIterable<ApplicationEvent>, count: number): Promise<number[]> {
  const ids: number[] = [];
  for await (const { id } of stream) if (ids.push(id) >= count) break;
  return ids;
}

/** A loop over a stream that goes on by itself. */
export interface Loop {
  readonly ids: number[];
  /** Undefined while it goes on. */
  readonly ended: { readonly error?: unknown } | undefined;
}

export function loopOver(
  stream: AsyncIterable<ApplicationEvent>,
  body: (event: ApplicationEvent) => void | Promise<void> = () => undefined,
): Loop {
  const loop: { ids: number[]; ended: Loop['ended'] } = { ids: [], ended: undefined };
  const run = async (): Promise<void> => {
    for await (const event of stream) {
      loop.ids.push(event.id);
      await body(event);
    }
  };
  run().then(
    () => {
      loop.ended = {};
    },
    (error: unknown) => {
      loop.ended = { error };
    },
  );
  return loop;
}

/** Resolves when nothing happens any more without the passing of time. */
export async function quiet(): Promise<void> {
  for (let turns = 0; turns < 3; turns += 1) await new Promise((resolve) => setImmediate(resolve));
}
