import { expect, test } from 'vitest';
import { openWorld, SIMPLE } from '../ordering/world.js';

test('an event at which a loop was left is not handled: the checkpoint is before it, and it comes again', async () => {
  const { requester } = openWorld();
  for (const key of ['k', 'l']) await SIMPLE.place(requester, key);
  const stream = requester.events.follow({ from: 'beginning', until: 'caught-up' });
  let left: number | undefined;
  for await (const { id } of stream) {
    left = id;
    expect(stream.checkpoint?.lastId).toBeLessThan(id);
    break;
  }
  expect(stream.checkpoint?.lastId).toBeLessThan(left ?? 0);
  for await (const { id } of stream) {
    expect(id).toBe(left);
    break;
  }
});
