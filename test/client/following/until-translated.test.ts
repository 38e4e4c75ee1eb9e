import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Requester } from '../../../src/index.js';
import type { Sandbox } from '../../../src/sandbox.js';
import { rejection } from '../../recorded-fetch.js';
import {
  DAY,
  fastTime,
  openWorld,
  pause,
  projectOrder,
  realTime,
  simpleOrder,
  swiftly,
} from '../ordering/world.js';

beforeEach(fastTime);
afterEach(realTime);

/** Orders of one kind that are translated before they are finished. */
interface Kind {
  readonly name: string;
  place(requester: Requester): Promise<number>;
  /** Lets translators do their work, but for what comes after. */
  translate(sandbox: Sandbox, id: number): void;
  wait(requester: Requester, id: number, options: object): Promise<{ readonly status: number }>;
  readonly translated: number;
}

const KINDS: readonly Kind[] = [
  {
    name: 'a simple question',
    place: async (requester) => (await requester.simple.questions.create(simpleOrder(undefined))).id ?? 0,
    translate: (sandbox, id) => void sandbox.translators.translateOrder(id, { onlyMissing: true }),
    wait: (requester, id, options) => requester.simple.questions.wait(id, options),
    translated: 8,
  },
  {
    name: 'a question of a project',
    place: async (requester) =>
      (await requester.projects.create(projectOrder(undefined))).questions[0]?.id ?? 0,
    translate(sandbox, id) {
      sandbox.translators.takeQuestion(id);
      sandbox.translators.translateQuestion(id);
    },
    wait: (requester, id, options) => requester.questions.wait(id, options),
    translated: 6,
  },
];

describe.each(KINDS)('a wait for $name', ({ place, translate, wait, translated }) => {
  const open = async (count: number) => {
    const world = openWorld({ translationsPerBody: 2 });
    const ids: number[] = [];
    for (let left = count; left > 0; left -= 1) ids.push(await place(world.requester));
    // Until then, no translator sees them.
    await pause(DAY / 4);
    return { ...world, ids };
  };

  test.each([1, 4])(
    'until it is translated ends before one until it is finished, with %i orders',
    async (count) => {
      const work = async (): Promise<void> => {
        const { sandbox, requester, ids } = await open(count);
        const early = ids.map((id) => wait(requester, id, { until: 'translated', interval: 1_000 }));
        const late = ids.map((id) =>
          wait(requester, id, { until: 'finished', interval: 1_000, maxInterval: DAY / 4 }),
        );
        const usual = ids.map((id) => wait(requester, id, { interval: 1_000, maxInterval: DAY / 4 }));
        await pause(10_000);
        for (const id of ids) translate(sandbox, id);
        for (const each of early) expect(await each).toMatchObject({ status: translated });
        const isOver = await Promise.race([...late, ...usual, pause(10_000).then(() => 'not yet')]);
        expect(isOver).toBe('not yet');
        // Waits that know of it already go on: this one is told all the same.
        for (const id of ids) {
          const joined = wait(requester, id, { until: 'translated', timeout: 5_000 });
          expect(await joined).toMatchObject({ status: translated });
        }
        await sandbox.clock.advance(8 * DAY);
        for (const each of [...late, ...usual]) expect(await each).toMatchObject({ status: 4 });
      };
      await swiftly(work());
    },
  );

  test('until it is translated ends when it is finished without a translation', async () => {
    const work = async (): Promise<void> => {
      const { requester, ids } = await open(1);
      const early = wait(requester, ids[0] ?? 0, { until: 'translated', maxInterval: DAY / 4 });
      await pause(8 * DAY);
      expect(await early).toMatchObject({ status: 5 });
    };
    await swiftly(work());
  });

  test('until it is translated says at its timeout that it is not', async () => {
    const work = async (): Promise<void> => {
      const { requester, ids } = await open(1);
      const error = await rejection(wait(requester, ids[0] ?? 0, { until: 'translated', timeout: 9_000 }));
      expect(error).toMatchObject({
        name: 'TimeoutError',
        message: expect.stringContaining(': not translated within'),
      });
    };
    await swiftly(work());
  });

  test('until anything else is refused', async () => {
    const { requester, ids } = await swiftly(open(1));
    expect(await rejection(wait(requester, ids[0] ?? 0, { until: 'done' }))).toMatchObject({
      name: 'InputError',
      issues: [{ path: 'until', message: "must be 'finished' or 'translated'; got a string" }],
    });
  });
});

test('a project and a file have no such wait', async () => {
  const { requester } = openWorld();
  // JavaScript programs can pass this.
  const options = { until: 'translated' } as object;
  for (const waiting of [requester.projects.wait(5, options), requester.files.wait(5, options)]) {
    expect(await rejection(waiting)).toMatchObject({ name: 'InputError', issues: [{ path: 'until' }] });
  }
});
