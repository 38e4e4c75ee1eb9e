import type { Store } from '../../../src/index.ts';
import type { Faults } from '../faults.ts';
import { BEGINNING, type Place, placeNow, type VirtualTime } from '../virtual-time.ts';

/** What the error of a store may hold, and no other error. */
export const SECRET = 'secret-of-the-store';

/** The memory that processes share. It never fails by itself: the ways to it do. */
export class SharedMemory {
  readonly texts = new Map<string, string>();
  /** What the records of orders held when they were removed, by kind and key. */
  readonly removed = new Map<string, string>();

  swap(key: string, previous: string | undefined, next: string | undefined): boolean {
    if (this.texts.get(key) !== previous) return false;
    if (next === undefined) {
      this.texts.delete(key);
      this.removed.set(key.replace(/^order \d+:/, ''), previous ?? '');
    } else this.texts.set(key, next);
    return true;
  }
}

export interface StoreEvents {
  /** Before a step is made; it may kill or stop the process. Its name in the draws. */
  readonly step: (words: string) => Promise<string>;
  /** @param place who has made the step */
  readonly swapped: (key: string, next: string | undefined, place: Place | undefined) => void;
  readonly failed: (name: string, words: string) => void;
}

/** A store as one process has it: with latency, and steps that fail or hang. */
export function storeOver(
  memory: SharedMemory,
  time: VirtualTime,
  faults: Faults,
  events: StoreEvents,
  hasClock: boolean,
): Store {
  const make = async <Result>(
    words: string,
    effect: (place: Place | undefined) => Result,
  ): Promise<Result> => {
    const name = await events.step(words);
    const place = placeNow();
    const latency = (way: string): number =>
      1 +
      Math.floor(
        faults.draw(`${way} ${name}`) * (faults.strikes('slow', `${way} ${name}`, 0.1) ? 1_500 : 20),
      );
    const fate = fateOfStep(faults, name);
    if (fate !== undefined) events.failed(name, fate);
    return new Promise((resolve, reject) => {
      time.after(latency('step'), () => {
        const result = fate === 'fails before' ? undefined : effect(place);
        if (fate === 'hangs') return;
        const answer = (): void =>
          fate === undefined
            ? resolve(result as Result)
            : reject(
                new Error(faults.kinds.has('secrets') ? `The store is down: ${SECRET}` : 'The store is down'),
              );
        time.after(latency('back'), answer, place);
      });
    });
  };
  return {
    get: (key) => make(`reads "${key}"`, () => memory.texts.get(key)),
    swap: (key, previous, next) =>
      make(`swaps "${key}" to ${next}`, (place) => {
        // For some seconds in a row, whoever tries.
        if (faults.strikes('stubborn', `${Math.floor(time.now / 4_000)}`, 0.2)) return false;
        const isDone = memory.swap(key, previous, next);
        if (isDone) events.swapped(key, next, place);
        if (isDone && faults.strikes('amnesia', `${key} ${next?.length}`, 0.6)) memory.texts.delete(key);
        return isDone;
      }),
    keys: (prefix) =>
      make(`lists "${prefix}"`, () => [...memory.texts.keys()].filter((key) => key.startsWith(prefix))),
    ...(hasClock && { now: () => make('asks for the time', () => BEGINNING + time.now) }),
  };
}

function fateOfStep(faults: Faults, name: string): 'fails before' | 'fails after' | 'hangs' | undefined {
  if (faults.strikes('store', name, 0.12) || faults.strikes('secrets', name, 0.12))
    return faults.pick(`store ${name}`, ['fails before', 'fails after']);
  return faults.strikes('hangs', name, 0.06) ? 'hangs' : undefined;
}
