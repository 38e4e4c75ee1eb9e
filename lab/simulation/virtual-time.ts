import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { VirtualBlob } from './virtual-blob.ts';

/** Somebody with a clock of its own: a process, while it lives. */
export interface Actor {
  readonly name: string;
  /** Milliseconds by which its clock is ahead of the service's. */
  readonly clockAhead: number;
  readonly isAlive: boolean;
  /** It does nothing before this time; with infinity, until it is resumed. */
  readonly pausedUntil: number;
  readonly random: () => number;
}

/** Who runs now, and for which call. */
export interface Place {
  readonly actor: Actor;
  readonly call?: object | undefined;
}

interface Occasion {
  time: number;
  readonly order: number;
  readonly place: Place | undefined;
  action: (() => void) | undefined;
}

/** Where the virtual time begins, in milliseconds since 1970. */
export const BEGINNING = Date.UTC(2026, 2, 1);

const places = new AsyncLocalStorage<Place | undefined>();
const drained = (): Promise<void> => new Promise((resolve) => void realImmediate(resolve));
const realImmediate = setImmediate;
let running: VirtualTime | undefined;

/** A queue of what happens at which time. Everything that waits is in it, so nothing sleeps. */
export class VirtualTime {
  /** Milliseconds since the beginning. */
  now = 0;
  readonly #heap: Occasion[] = [];
  /** What waits for actors that stand still until they are resumed. */
  #held: Occasion[] = [];
  #count = 0;

  /** Does something later. What belongs to an actor waits while it is paused, and never happens once it is dead. */
  after(delay: number, action: () => void, place?: Place): () => void {
    this.#count += 1;
    const occasion: Occasion = { time: this.now + Math.max(0, delay), order: this.#count, place, action };
    push(this.#heap, occasion);
    return () => {
      occasion.action = undefined;
    };
  }

  pause(delay: number): Promise<void> {
    return new Promise((resolve) => void this.after(delay, resolve, places.getStore()));
  }

  /** Lets everything happen until `isOver`, the time `end`, or until nothing waits any more. */
  async run(isOver: () => boolean, end: number): Promise<void> {
    begin(this);
    try {
      await drained();
      while (!isOver()) {
        const next = pop(this.#heap);
        if (next === undefined) return;
        if (next.time > end) {
          push(this.#heap, next);
          this.now = end;
          return;
        }
        this.now = Math.max(this.now, next.time);
        if (this.#happen(next)) await drained();
      }
    } finally {
      running = undefined;
    }
  }

  /** Lets an actor, which no longer stands still, do what it has missed. */
  resume(actor: Actor): void {
    const missed = this.#held.filter(({ place }) => place?.actor === actor);
    this.#held = this.#held.filter(({ place }) => place?.actor !== actor);
    for (const occasion of missed) push(this.#heap, occasion);
  }

  /** Lets some time go by, whether or not anything happens in it. */
  async pass(ms: number): Promise<void> {
    const end = this.now + ms;
    await this.run(() => false, end);
    this.now = end;
  }

  #happen(next: Occasion): boolean {
    const { action, place } = next;
    if (action === undefined || place?.actor.isAlive === false) return false;
    if (place?.actor.pausedUntil === Number.POSITIVE_INFINITY) {
      this.#held.push(next);
      return false;
    }
    if (place !== undefined && place.actor.pausedUntil > this.now) {
      next.time = place.actor.pausedUntil;
      push(this.#heap, next);
      return false;
    }
    places.run(place, action);
    return true;
  }
}

function begin(time: VirtualTime): void {
  running = time;
}

/** Whether there are clocks and timers now. */
export const isTimeRunning = (): boolean => running !== undefined;

export const placeNow = (): Place | undefined => places.getStore();
export const runAt = <Result>(place: Place, work: () => Result): Result => places.run(place, work);

const isBefore = (first: Occasion, second: Occasion): boolean =>
  first.time < second.time || (first.time === second.time && first.order < second.order);

function push(heap: Occasion[], occasion: Occasion): void {
  let index = heap.length;
  while (index > 0) {
    const above = (index - 1) >> 1;
    const parent = heap[above] as Occasion;
    if (!isBefore(occasion, parent)) break;
    heap[index] = parent;
    index = above;
  }
  heap[index] = occasion;
}

function pop(heap: Occasion[]): Occasion | undefined {
  const [first] = heap;
  const last = heap.pop();
  if (last === undefined || last === first) return first;
  let index = 0;
  for (;;) {
    let below = 2 * index + 1;
    if (below >= heap.length) break;
    if (below + 1 < heap.length && isBefore(heap[below + 1] as Occasion, heap[below] as Occasion)) below += 1;
    const child = heap[below] as Occasion;
    if (!isBefore(child, last)) break;
    heap[index] = child;
    index = below;
  }
  heap[index] = last;
  return first;
}

function wallClock(): number {
  const ahead = places.getStore()?.actor.clockAhead ?? 0;
  return BEGINNING + (running?.now ?? 0) + ahead;
}

const nobody = (): number => 0.5;
const chance = (): number => (places.getStore()?.actor.random ?? nobody)();

function randomBytes<View extends ArrayBufferView>(view: View): View {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = Math.floor(chance() * 256);
  return view;
}

function randomUuid(): string {
  const hex = [...randomBytes(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}

/** A digest at once: a real one ends whenever another thread has time. */
async function digest(name: string, bytes: Uint8Array | ArrayBuffer): Promise<ArrayBuffer> {
  const hash = createHash(name.replace('-', '').toLowerCase());
  const made = hash.update(bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : bytes).digest();
  return new Uint8Array(made).buffer;
}

/** Replaces the clocks, timers and chance of this thread for good. */
export function installVirtualTime(): void {
  const RealDate = Date;
  class VirtualDate extends RealDate {
    constructor(...given: unknown[]) {
      // As many arguments as the real one was given: none means now.
      super(...((given.length === 0 ? [wallClock()] : given) as [number]));
    }
    static override now = wallClock;
  }
  const clear = (cancel: unknown): void => {
    if (typeof cancel === 'function') cancel();
  };
  const later = (action: (...given: unknown[]) => void, delay = 0, ...given: unknown[]) =>
    // A function that cancels stands for the timer.
    Object.assign(running?.after(delay, () => action(...given), places.getStore()) ?? (() => undefined), {
      unref: () => undefined,
      ref: () => undefined,
    });
  Object.assign(globalThis, { Blob: VirtualBlob, Date: VirtualDate, setTimeout: later, clearTimeout: clear });
  Object.defineProperty(performance, 'timeOrigin', { value: BEGINNING });
  Object.defineProperty(performance, 'now', { value: () => 1_000 + (running?.now ?? 0) });
  Math.random = chance;
  Object.defineProperty(crypto, 'getRandomValues', { value: randomBytes });
  Object.defineProperty(crypto, 'randomUUID', { value: randomUuid });
  Object.defineProperty(crypto.subtle, 'digest', { value: digest });
}
