import { describe, expect, test } from 'vitest';
import { Leavable } from '../../../../src/client/core/paging/leavable.js';

/** Yields numbers, each when it is let through. Notes what it does. */
function counting(notes: string[]) {
  const waiting: (() => void)[] = [];
  const signals: AbortSignal[] = [];
  const iterator = new Leavable<number>(async function* (left) {
    signals.push(left);
    try {
      for (let count = 1; ; count += 1) {
        notes.push(`waits for ${count}`);
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
          left.addEventListener('abort', () => resolve());
          if (left.aborted) resolve();
        });
        yield count;
        notes.push(`${count} was handled`);
      }
    } finally {
      notes.push('cleaned up');
    }
  });
  return { iterator, signals, letThrough: () => waiting.shift()?.() };
}

const DONE = { done: true, value: undefined };

describe('an iterator that is left', () => {
  test.each([
    ['return()', (iterator: Leavable<number>) => iterator.return()],
    ['the end of its scope', (iterator: Leavable<number>) => iterator[Symbol.asyncDispose]()],
    ['end()', async (iterator: Leavable<number>) => iterator.end()],
    ['throw()', (iterator: Leavable<number>) => iterator.throw(new Error('enough')).catch(() => undefined)],
  ])('by %s ends a pending next(), and an item that comes all the same is not handled', async (_, leave) => {
    const notes: string[] = [];
    const { iterator, signals } = counting(notes);
    const pending = iterator.next();
    const leaving = leave(iterator);
    expect(signals[0]?.aborted).toBe(true);
    expect(await pending).toEqual(DONE);
    await leaving;
    await expect.poll(() => notes).toEqual(['waits for 1', 'cleaned up']);
    expect(await iterator.next()).toEqual(DONE);
  });

  test('with several pending next() ends them all, and handles none of their items', async () => {
    const notes: string[] = [];
    const { iterator } = counting(notes);
    const pending = [iterator.next(), iterator.next(), iterator.next()];
    await iterator.return();
    expect(await Promise.all(pending)).toEqual([DONE, DONE, DONE]);
    expect(notes).toEqual(['waits for 1', 'cleaned up']);
  });

  test('does not hear of what fails because it was left', async () => {
    const iterator = new Leavable<number>(async function* (left) {
      await new Promise((_, reject) => {
        left.addEventListener('abort', () => reject(new Error('aborted')));
      });
      yield 1;
    });
    const pending = iterator.next();
    expect(await iterator.return()).toEqual(DONE);
    expect(await pending).toEqual(DONE);
  });

  test('resolves return() when the generator has cleaned up, though nothing was pending', async () => {
    const notes: string[] = [];
    const { iterator, letThrough } = counting(notes);
    const first = iterator.next();
    letThrough();
    expect(await first).toEqual({ done: false, value: 1 });
    expect(await iterator.return()).toEqual(DONE);
    expect(notes).toEqual(['waits for 1', 'cleaned up']);
  });

  test('before it began never begins', async () => {
    const notes: string[] = [];
    const { iterator } = counting(notes);
    await iterator.return();
    expect(await iterator.next()).toEqual(DONE);
    expect(notes).toEqual([]);
  });

  test('by throw() rejects with that error, as a generator does', async () => {
    const { iterator, letThrough } = counting([]);
    const first = iterator.next();
    letThrough();
    await first;
    const enough = new Error('enough');
    await expect(iterator.throw(enough)).rejects.toBe(enough);
  });
});

describe('end()', () => {
  test('lets the caller handle the item that it has', async () => {
    const notes: string[] = [];
    const { iterator, signals, letThrough } = counting(notes);
    const first = iterator.next();
    letThrough();
    await first;
    iterator.end();
    expect(signals[0]?.aborted).toBe(true);
    await iterator.next();
    expect(notes).toContain('1 was handled');
    await iterator.return();
  });
});

test('answers to several next() come in their order, and after a failure nothing more comes', async () => {
  const iterator = new Leavable<number>(async function* () {
    yield 1;
    yield 2;
    throw new Error('broken');
  });
  const answers = await Promise.allSettled([
    iterator.next(),
    iterator.next(),
    iterator.next(),
    iterator.next(),
  ]);
  expect(answers).toMatchObject([
    { value: { value: 1 } },
    { value: { value: 2 } },
    { reason: { message: 'broken' } },
    { value: DONE },
  ]);
});
