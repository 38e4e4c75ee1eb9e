import { describe, expect, test, vi } from 'vitest';
import { memoryStore } from '../../../src/index.js';
import { bodyIds, calls, placedSimpleQuestion, simpleOrder } from './calls.js';
import { createWorld, type World } from './world.js';

/** A service whose every answer lacks what an answer may lack. */
function sparseWorld(asNull: boolean): World & { readonly warn: ReturnType<typeof vi.fn> } {
  const warn = vi.fn();
  const silent = (): void => undefined;
  const logger = { debug: silent, info: silent, error: silent, warn };
  // A memory of its own: what one world has placed is unknown in another.
  const world = createWorld({ logger, store: memoryStore() });
  world.sandbox.faults.add({ on: '*', times: 10_000, fault: { kind: 'sparse', asNull } });
  return { ...world, warn };
}

describe.each([false, true])('where an answer lacks what it may lack (null: %s)', (asNull) => {
  test.each(Object.keys(calls))('%s succeeds', async (id) => {
    const world = sparseWorld(asNull);
    const call = await calls[id]?.(world);
    await expect(call?.()).resolves.toBeDefined();
  });

  test('a simple question is followed, waited for and read', async () => {
    const world = sparseWorld(asNull);
    const question = await placedSimpleQuestion(world);
    const { id } = question;
    for (const body of bodyIds(question)) world.sandbox.translators.translateBody(body, '保存');
    const finished = await world.requester.simple.questions.wait(id, { interval: 1 });
    expect(finished.status).toBe(4);
    const types: string[] = [];
    for await (const { type } of world.requester.events.follow({ from: 'beginning' })) {
      types.push(type);
      if (type === 'simple_question.finished') break;
    }
    expect(types).toContain('simple_question.created');
    expect(await world.requester.simple.questions.texts(id)).toMatchObject([
      { text: '<b>Save</b> {{{name}}}', translation: null },
      { text: 'Cancel', translation: null },
    ]);
    expect(world.warn).toHaveBeenCalled();
  });

  test('an order with once is placed once', async () => {
    const world = sparseWorld(asNull);
    const place = () =>
      world.requester.simple.questions.create(simpleOrder, { once: true, maxPoints: 100_000 }).withResponse();
    const [first, second] = [await place(), await place()];
    expect([first.placed, second.placed]).toEqual([true, false]);
    expect(second.data.id).toBe(first.data.id);
  });
});
