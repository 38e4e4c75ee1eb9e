import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import type { ApplicationEvent } from '../../../src/client/contract/types.js';
import type { Checkpoint } from '../../../src/client/following/checkpoint.js';
import { EventStream } from '../../../src/client/following/follow.js';
import type { ReadLogPage } from '../../../src/client/following/log-reader.js';
import { guardStore } from '../../../src/client/stores/guarded-store.js';
import { memoryStore } from '../../../src/client/stores/memory-store.js';
import { tries } from '../../runs.js';
import { observe } from './stream.js';

const EVENTS = tries(1_000_000);
const MEGABYTE = 1024 * 1024;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** A log of so many events that are made up when they are read: ids from 1 to their number. */
const madeUp =
  (total: number, onRead: () => void): ReadLogPage<ApplicationEvent> =>
  async (page) => {
    onRead();
    const newest = total - (page - 1) * 100;
    const ids = Array.from({ length: Math.max(0, Math.min(100, newest)) }, (_, index) => newest - index);
    // Following reads no more of an event than its id and type.
    const events = ids.map((id) => ({ id, type: 'simple_question.created' }) as ApplicationEvent);
    return { page, events, lastPage: Math.ceil(total / 100), total };
  };

function heapUsed(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

test(`${EVENTS.toLocaleString('en')} events go through one stream in order, and the memory stays flat`, async () => {
  let reads = 0;
  let saved: Checkpoint | undefined;
  const checkpoint = {
    load: () => undefined,
    save: (place: Checkpoint) => {
      saved = place;
    },
  };
  const read = () => madeUp(EVENTS, () => ++reads);
  const store = guardStore(memoryStore(), 10_000);
  const access = { read, observe, onFailure: () => undefined, store, scope: new AbortController().signal };
  const stream = new EventStream(access, { from: 'beginning', checkpoint });
  const heaps: number[] = [];
  let expected = 1;
  for await (const { id } of stream) {
    if (id !== expected) break;
    if (id % (EVENTS / 10) === 0) heaps.push(heapUsed());
    if (id === EVENTS) break;
    expected += 1;
  }
  expect({ expected, saved: saved?.lastId }).toEqual({ expected: EVENTS, saved: EVENTS - 1 });
  expect(reads).toBeLessThan(0.0114 * EVENTS);
  const [early = 0] = heaps.slice(1);
  expect((heaps.at(-1) ?? 0) - early).toBeLessThan(MEGABYTE);
});
