import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';

const WARNING = 'only this thread remembers its orders: give the clients of all threads one store';

const THREAD = new URL('./ordering-thread.ts', import.meta.url);
const QUIET = { execArgv: ['--disable-warning=ExperimentalWarning'] };

/** What clients of a worker thread warn of while it orders. */
async function readWarnings(workerData: string): Promise<unknown> {
  const worker = new Worker(THREAD, { workerData, ...QUIET });
  const [warnings] = await once(worker, 'message');
  await worker.terminate();
  return warnings;
}

describe('a worker thread', () => {
  test('is warned once that no other thread knows its orders', async () => {
    expect(await readWarnings('without a store')).toEqual([WARNING]);
  });

  test.each(['with a store', 'with the fetch of a sandbox', 'without once'])(
    'is not warned %s',
    async (given) => {
      expect(await readWarnings(given)).toEqual([]);
    },
  );
});

test('the main thread is not warned, since its memory is that of the process', async () => {
  const [warnings] = await once(fork(THREAD, QUIET), 'message');
  expect(warnings).toEqual([]);
});
