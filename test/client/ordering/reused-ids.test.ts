import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { memoryStore, OutcomeUnknownError } from '../../../src/index.js';
import { createSandbox } from '../../../src/sandbox.js';
import { lastingStore } from '../../lasting-store.js';
import { fastTime, KINDS, openWorld, realTime, swiftly, swiftRejection } from './world.js';

beforeEach(fastTime);
afterEach(realTime);

const once = { once: true };

describe.each(KINDS)('after a reset of the service, a $kind under a recorded id', (kind) => {
  /** The service is reset after an order with the key `k`, and has an order of other languages under its id. */
  async function reset(settings: object) {
    const before = createSandbox({ seed: 1 });
    const after = createSandbox({ seed: 1 });
    let sandbox = before;
    const { requester } = openWorld(
      {},
      { ...settings, accessToken: before.accessToken },
      () =>
        (...request) =>
          sandbox.fetch(...request),
    );
    const first = await swiftly(kind.place(requester, 'k', once));
    sandbox = after;
    const german = { language_id: 'en', translated_language_id: 'de' };
    const foreign = await swiftly<{ readonly id: number | null }>(
      kind.kind === 'project'
        ? requester.projects.create({ ...german, questions: [{ type: 'string', body: 'Yes' }] })
        : requester.simple.questions.create({ ...german, question_bodies: [{ body: 'Yes' }] }),
    );
    expect(foreign.id).toBe(first.data.id);
    return { requester, foreign, after };
  }

  test.each([
    ["in a store of the caller's", lastingStore],
    ['in the memory of a process', memoryStore],
  ])('that has other languages is not taken for the order, %s: a person decides', async (_, open) => {
    const { requester, foreign, after } = await reset({ store: open() });
    const error = await swiftRejection(kind.place(requester, 'k', once));
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(error).toMatchObject({ key: 'k', id: foreign.id, outcome: 'done' });
    expect(after.orders()).toHaveLength(1);
    await requester.orders.resolve('k', { id: null });
    const { data, placed } = await swiftly(kind.place(requester, 'k', once));
    expect(placed).toBe(true);
    expect(data.id).not.toBe(foreign.id);
    expect(after.orders()).toHaveLength(2);
  });
});
