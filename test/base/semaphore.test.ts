import { expect, test } from 'vitest';
import { defer } from '../../src/base/concurrency.js';
import { Semaphore } from '../../src/base/semaphore.js';

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

test('a semaphore runs so many tasks at a time and all of them in the end, also after failures', async () => {
  const limit = new Semaphore(3);
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

test('a task that gives up while it waits takes no slot', async () => {
  const slots = new Semaphore(1);
  const { promise: held, resolve: leave } = defer();
  void slots.run(() => held);
  const controller = new AbortController();
  const waiting = slots.run(async () => 'never', { signal: controller.signal });
  controller.abort(new Error('too late'));
  await expect(waiting).rejects.toThrow('too late');
  leave();
  await expect(slots.run(async () => 'its turn')).resolves.toBe('its turn');
});

test('a task that gives up at the moment of its turn passes its slot on', async () => {
  const slots = new Semaphore(1);
  const { promise: held, resolve: leave } = defer();
  const holder = slots.run(() => held);
  const controller = new AbortController();
  const waiting = slots.run(async () => 'never', { signal: controller.signal });
  let next = 'it waits';
  void slots.run(async () => {
    next = 'its turn';
  });
  leave();
  controller.abort(new Error('too late'));
  await holder;
  await expect(waiting).rejects.toThrow('too late');
  await new Promise((resolve) => setImmediate(resolve));
  expect(next).toBe('its turn');
});
