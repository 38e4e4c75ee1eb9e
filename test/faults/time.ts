import { afterEach, beforeEach, vi } from 'vitest';

const nextTurn = setImmediate;

/** Turns of the event loop after which everything that happens in memory has happened. */
const TURNS = 30;
const MAX_TIMERS = 10_000;

/** In the tests of this file time passes only where `elapse` lets it, and back-off is as short as it gets. */
export function withTimeInHand(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
    vi.spyOn(Math, 'random').mockReturnValue(0);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
}

/** Resolves when nothing happens any more without the passing of time. */
export async function quiet(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => nextTurn(resolve));
}

/** What a call came to, and how long it took. */
export interface Ended {
  readonly value: unknown;
  readonly error: unknown;
  /** Milliseconds of the time in hand. */
  readonly took: number;
}

/** Lets time pass, whenever nothing else happens, until the call ends. @throws Error when nothing will end it. */
export async function elapse(call: () => PromiseLike<unknown>): Promise<Ended> {
  const began = performance.now();
  let ended: Ended | undefined;
  const end = (result: { readonly value?: unknown; readonly error?: unknown }): void => {
    ended = { value: result.value, error: result.error, took: performance.now() - began };
  };
  void Promise.resolve(call()).then(
    (value) => end({ value }),
    (error: unknown) => end({ error }),
  );
  for (let timers = 0; timers < MAX_TIMERS; timers += 1) {
    await quiet();
    if (ended !== undefined) return ended;
    if (vi.getTimerCount() === 0) throw new Error('The call waits for something that will never come.');
    await vi.advanceTimersToNextTimerAsync();
  }
  throw new Error('The call has no end.');
}
