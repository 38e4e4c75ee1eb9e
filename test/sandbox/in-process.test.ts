import { expect, test, vi } from 'vitest';
import { pauseUntilAborted } from '../../src/sandbox/transport/broken-answers.js';
import { createSandbox } from '../../src/sandbox.js';
import { rejection } from '../recorded-fetch.js';

test('a call leaves no listener on its signal, whether it is answered or fails', async () => {
  const sandbox = createSandbox();
  const { signal } = new AbortController();
  // The signal has listeners of the runtime's Request too, so they can't be counted.
  const removed = vi.spyOn(signal, 'removeEventListener');
  const address = `${sandbox.baseUrl}/api/v1/my/account?access_token=${sandbox.accessToken}`;
  await sandbox.fetch(address, { signal });
  sandbox.faults.add({ on: '*', fault: { kind: 'refuse' } });
  await rejection(sandbox.fetch(address, { signal }));
  // The listeners go in the turn after the answer.
  await new Promise((resolve) => setImmediate(resolve));
  expect(removed).toHaveBeenCalledTimes(2);
});

test('a pause leaves no listener on its signal, whether it ends or is aborted', async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const added = vi.spyOn(signal, 'addEventListener');
  const removed = vi.spyOn(signal, 'removeEventListener');
  await pauseUntilAborted(1, signal);
  expect(removed.mock.calls).toEqual(added.mock.calls);
  const long = pauseUntilAborted(60_000, signal);
  controller.abort();
  await long;
  expect(removed.mock.calls).toEqual(added.mock.calls);
});
