import { describe, expect, test } from 'vitest';
import { Requester } from '../../../src/index.js';
import { withTimeInHand } from '../../faults/time.js';
import { isLong } from '../../runs.js';
import { outcome, Service } from './waits.js';

withTimeInHand();

const MINUTE = 60_000;
const MANY = 1_000;

/** Waits for things of one kind. */
interface Kind {
  readonly name: string;
  /** Places as many as that, and gives what to wait for. */
  place(service: Service, count: number): Promise<readonly Placed[]>;
  wait(requester: Requester, id: number, signal?: AbortSignal): Promise<unknown>;
  /** What a round costs in which so many have finished, at the most. */
  most(finished: number): number;
}

interface Placed {
  readonly id: number;
  finish(): void | Promise<void>;
}

const KINDS: readonly Kind[] = [
  {
    name: 'simple questions',
    async place(service, count) {
      const ids = await service.simpleQuestions(count);
      return ids.map((id) => ({ id, finish: () => void service.sandbox.translators.translateOrder(id) }));
    },
    wait: (requester, id, signal) => requester.simple.questions.wait(id, { signal }),
    most: () => 12,
  },
  {
    name: 'questions',
    async place(service, count) {
      const projects = await service.projects(Math.ceil(count / 250), 250);
      const ids = projects.flatMap(({ questions }) => questions).slice(0, count);
      return ids.map((id) => ({
        id,
        finish: () => void service.sandbox.translators.translateQuestion(id, ['おはよう']),
      }));
    },
    wait: (requester, id, signal) => requester.questions.wait(id, { signal }),
    most: () => 12,
  },
  {
    name: 'projects',
    async place(service, count) {
      const projects = await service.projects(count);
      return projects.map(({ id, questions }) => ({
        id,
        finish: () => void service.sandbox.translators.translateQuestion(questions[0] ?? 0, ['おはよう']),
      }));
    },
    wait: (requester, id, signal) => requester.projects.wait(id, { signal }),
    // The listing, and each finished project itself.
    most: (finished) => 12 + finished,
  },
];

describe.each(KINDS)('waits for $name', (kind) => {
  test.each([
    ['one is', 1, true],
    ['two are not', 2, false],
  ])('%s read by id alone', async (_, count, byId) => {
    const service = new Service();
    const placed = await kind.place(service, count);
    for (const { id } of placed) outcome(kind.wait(service.requester, id));
    await service.pass(MINUTE);
    const paths = service.rounds.flatMap((round) => round.paths);
    expect(paths.length).toBeGreaterThan(3);
    expect(paths.every((path) => placed.some(({ id }) => path.endsWith(`/${id}`)))).toBe(byId);
  });
});

test('events of other questions are read once', async () => {
  const service = new Service();
  for (const id of await service.simpleQuestions(2)) outcome(service.requester.simple.questions.wait(id));
  await service.pass(MINUTE);
  service.sandbox.events.append(450);
  await service.pass(2 * MINUTE);
  const [last = 0, ...before] = service.costs.toReversed();
  expect(Math.max(...before)).toBeGreaterThan(5);
  expect(last).toBeLessThanOrEqual(3);
});

// Projects are placed one by one, which takes long.
test.each(isLong ? KINDS : KINDS.slice(0, 2))(
  '1000 waits for $name cost at most 12 requests at each poll, the first one included',
  async (kind) => {
    const service = new Service();
    const placed = await kind.place(service, MANY);
    for (const { id } of placed) outcome(kind.wait(service.requester, id));
    await service.pass(2 * MINUTE);
    expect(placed).toHaveLength(MANY);
    expect(service.costs.length).toBeGreaterThan(3);
    expect(Math.max(...service.costs)).toBeLessThanOrEqual(12);
  },
);

test.each(KINDS)(
  '1000 waits for $name all end, and a poll costs no more than the pages that changed',
  async (kind) => {
    const service = new Service();
    const placed = await kind.place(service, MANY);
    const waits = placed.map(({ id }) => outcome(kind.wait(service.requester, id)));
    await service.pass(10_000);
    for (const { finish } of placed.slice(0, 20)) await finish();
    service.count();
    await service.pass(2 * MINUTE);
    expect(waits.map(({ over }) => over)).toEqual(placed.map((_, index) => index < 20));
    expect(Math.max(...service.costs)).toBeLessThanOrEqual(kind.most(20));
  },
);

test.each(isLong ? KINDS : KINDS.slice(0, 1))(
  '3000 waits for $name cost no more at each poll than 1000, and none is forgotten',
  async (kind) => {
    const service = new Service();
    const placed = await kind.place(service, 3 * MANY);
    const waits = placed.map(({ id }) => outcome(kind.wait(service.requester, id)));
    await service.pass(10_000);
    const some = [0, 1_499, 2_999];
    for (const index of some) await placed[index]?.finish();
    service.count();
    await service.pass(3 * MINUTE);
    expect(service.costs.length).toBeGreaterThan(6);
    expect(Math.max(...service.costs)).toBeLessThanOrEqual(kind.most(1));
    expect(placed.flatMap((_, index) => (waits[index]?.over ? [index] : []))).toEqual(some);
  },
);

describe.each(KINDS)('waits for $name', (kind) => {
  test('an aborted one does not disturb the others', async () => {
    const service = new Service();
    const placed = await kind.place(service, 20);
    const controller = new AbortController();
    const waits = placed.map(({ id }, index) =>
      outcome(kind.wait(service.requester, id, index === 4 ? controller.signal : undefined)),
    );
    await service.pass(8_000);
    controller.abort('enough');
    await service.settled();
    const after = waits.map(({ over }) => over);
    for (const { finish } of placed) await finish();
    await service.pass(2 * MINUTE);
    expect(after).toEqual(placed.map((_, index) => index === 4));
    expect(waits.map(({ error }) => error)).toEqual(
      placed.map((_, index) => (index === 4 ? 'enough' : undefined)),
    );
    expect(waits.every(({ over }) => over)).toBe(true);
  });

  test('one for an order that has just finished ends soon, although the order was seen before', async () => {
    const service = new Service();
    const placed = await kind.place(service, 20);
    const wait = (index: number) => outcome(kind.wait(service.requester, placed[index]?.id ?? 0));
    const [first] = placed.map((_, index) => wait(index));
    await service.pass(8_000);
    await placed[0]?.finish();
    for (let step = 0; step < 240 && first?.over !== true; step += 1) await service.pass(250);
    const again = wait(0);
    await service.pass(10_000);
    expect([first?.over, again.over]).toEqual([true, true]);
  });

  test('several for the same order share its polls, and all of them end', async () => {
    const service = new Service();
    const [placed] = await kind.place(service, 1);
    const waits = [1, 2, 3].map(() => outcome(kind.wait(service.requester, placed?.id ?? 0)));
    await service.settled();
    const looks = service.requests;
    await placed?.finish();
    await service.pass(2 * MINUTE);
    expect(looks).toBe(1);
    expect(waits.every(({ value }) => value !== undefined)).toBe(true);
  });

  test('two copies for the same token share their polls', async () => {
    const service = new Service();
    const [placed] = await kind.place(service, 1);
    const { accessToken } = service.sandbox;
    for (const requester of [service.requester, service.requester.withAccessToken(accessToken)]) {
      outcome(kind.wait(requester, placed?.id ?? 0));
    }
    await service.settled();
    expect(service.requests).toBe(1);
  });

  test('a copy for another token polls by itself', async () => {
    const service = new Service();
    const [placed] = await kind.place(service, 1);
    const another = service.sandbox.accounts[1]?.accessToken ?? '';
    const copy = service.requester.withAccessToken(another);
    const waits = [service.requester, copy].map((requester) =>
      outcome(kind.wait(requester, placed?.id ?? 0)),
    );
    await service.settled();
    expect(service.requests).toBe(2);
    // What belongs to another account is not there.
    expect(waits.map(({ over }) => over)).toEqual([false, true]);
  });

  test('one for an order among many finished ones ends as well', async () => {
    const service = new Service();
    const placed = await kind.place(service, 30);
    for (const { finish } of placed.slice(1)) await finish();
    const waits = placed.slice(0, 3).map(({ id }) => outcome(kind.wait(service.requester, id)));
    await service.settled();
    expect(waits.map(({ over }) => over)).toEqual([false, true, true]);
  });
});

describe('waits of all kinds at once', () => {
  test('all end', async () => {
    const service = new Service();
    const waits = [];
    const all: Placed[] = [];
    for (const kind of KINDS) {
      for (const each of await kind.place(service, 15)) {
        all.push(each);
        waits.push(outcome(kind.wait(service.requester, each.id)));
      }
    }
    await service.pass(10_000);
    for (const { finish } of all) await finish();
    await service.pass(2 * MINUTE);
    expect(waits.map(({ over, error }) => [over, error])).toEqual(waits.map(() => [true, undefined]));
  });
});

describe('waits whose order changes while they begin', () => {
  test.each(KINDS)('$name: one that finishes between two pages of a listing is noticed', async (kind) => {
    const service = new Service();
    const placed = await kind.place(service, 150);
    const waits = placed.map(({ id }) => outcome(kind.wait(service.requester, id)));
    for (const { finish } of placed.slice(0, 75)) void finish();
    await service.pass(3 * MINUTE);
    expect(waits.filter(({ over }) => over)).toHaveLength(75);
  });

  test('projects with several texts that are found by the listing end when the last text is finished', async () => {
    const service = new Service();
    const placed = await service.projects(30, 4);
    const waits = placed.map(({ id }) => outcome(service.requester.projects.wait(id)));
    await service.settled();
    const [first] = placed;
    const over: boolean[] = [];
    for (const id of first?.questions ?? []) {
      service.sandbox.translators.translateQuestion(id, ['おはよう']);
      await service.pass(MINUTE);
      over.push(waits[0]?.over === true);
    }
    expect(over).toEqual([false, false, false, true]);
    expect(waits.filter((wait) => wait.over)).toHaveLength(1);
  });
});

test('a wait goes on when its client is no longer referenced', async () => {
  const service = new Service();
  const [id = 0] = await service.simpleQuestions(1);
  const { baseUrl, accessToken, fetch } = service.sandbox;
  const wait = outcome(new Requester({ baseUrl, accessToken, fetch }).simple.questions.wait(id));
  await service.pass(10_000);
  service.sandbox.translators.translateOrder(id);
  await service.pass(MINUTE);
  expect(wait.value).toMatchObject({ id });
});
