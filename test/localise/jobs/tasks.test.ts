import { expect, test } from 'vitest';
import { allOrNone, TaskLimit } from '../../../src/localise/jobs/tasks.js';
import { rejection } from '../../recorded-fetch.js';

/** Tasks that run until they are told to end. */
function openTasks() {
  const running: (() => void)[] = [];
  let most = 0;
  return {
    task: async (result: number) => {
      await new Promise<void>((resolve) => {
        running.push(resolve);
        most = Math.max(most, running.length);
      });
      if (result < 0) throw new Error(`task ${result}`);
      return result;
    },
    /** Ends the tasks that run, and those that begin then. */
    async endAll() {
      while (running.length > 0) {
        running.shift()?.();
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    most: () => most,
  };
}

test('a limit runs so many tasks at a time and all of them in the end, also after failures', async () => {
  const limit = new TaskLimit(3);
  const { task, endAll, most } = openTasks();
  for (const numbers of [[1, -2, 3, -4, 5, 6, 7], [8], [-9, 10, 11, 12, 13]]) {
    const all = Promise.allSettled(numbers.map((number) => limit.run(() => task(number))));
    await new Promise((resolve) => setImmediate(resolve));
    await endAll();
    expect((await all).map(({ status }) => status)).toEqual(
      numbers.map((number) => (number < 0 ? 'rejected' : 'fulfilled')),
    );
  }
  expect(most()).toBe(3);
});

test('all results come in the order of their items', async () => {
  const later = async (ms: number) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return ms;
  };
  expect(await allOrNone([3, 1, 2], [undefined], later)).toEqual([3, 1, 2]);
});

test('a failure aborts the other tasks, and is told when they have ended', async () => {
  const ended: string[] = [];
  const failure = new Error('one failed');
  const work = allOrNone(['bad', 'good'], [], async (item, signal) => {
    if (item === 'bad') throw failure;
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    ended.push(`${item}: ${signal.reason.message}`);
    throw new Error('another');
  });
  expect(await rejection(work)).toBe(failure);
  expect(ended).toEqual(['good: one failed']);
});

test('any of the signals aborts all tasks', async () => {
  const own = new AbortController();
  const work = allOrNone([1, 2], [undefined, own.signal], async (_, signal) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    throw signal.reason;
  });
  own.abort(new Error('enough'));
  expect(await rejection(work)).toBe(own.signal.reason);
});
