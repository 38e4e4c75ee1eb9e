import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Checkpoint, Requester } from '../../src/index.js';
import { createSandbox, type Sandbox } from '../../src/sandbox.js';
import { runs } from '../runs.js';
import { type Api, connect, MOMENT, simpleOrder } from './api.js';

let sandbox: Sandbox;
let api: Api;

beforeEach(() => {
  sandbox = createSandbox({ now: MOMENT });
  api = connect(sandbox);
});

async function list(query = ''): Promise<number[]> {
  const { events } = (await api.get(`my/application_events?per_page=100${query}`)).body;
  return events.map((event: { id: number }) => event.id);
}

describe('the listing', () => {
  test('is newest first by default', async () => {
    sandbox.events.append(3);
    const ascending = sandbox.events.ids();
    expect(await list()).toEqual([...ascending].reverse());
    expect(await list('&order=id_desc')).toEqual([...ascending].reverse());
    expect(await list('&order=id_asc')).toEqual(ascending);
    expect((await api.get('my/application_events?order=newest')).body.errors).toEqual({
      order: 'is invalid',
    });
  });

  test('since leaves out the event with that id and all before it', async () => {
    sandbox.events.append(5);
    const ids = sandbox.events.ids();
    expect(await list(`&order=id_asc&since=${ids[2]}`)).toEqual(ids.slice(3));
    expect(await list(`&order=id_asc&since=${(ids[2] ?? 0) - 1}`)).toEqual(ids.slice(2));
    expect(await list('&since=0')).toHaveLength(5);
    expect((await api.get(`my/application_events?since=${ids[4]}`)).body).toMatchObject({
      total_count: 0,
      total_pages: 0,
    });
    expect((await api.get('my/application_events?since=x')).status).toBe(422);
  });

  test('the ordering parameter can be renamed or left out', async () => {
    for (const [eventOrderParameter, name] of [
      [null, 'order'],
      ['sort', 'order'],
    ] as const) {
      sandbox = createSandbox({ now: MOMENT, eventOrderParameter });
      api = connect(sandbox);
      sandbox.events.append(2);
      expect(await list(`&${name}=id_asc`)).toEqual(sandbox.events.ids().reverse());
    }
    expect(await list('&sort=id_asc')).toEqual(sandbox.events.ids());
  });

  test('ids are above a billion, ascending, and not consecutive', () => {
    sandbox.events.append(1000);
    const ids = sandbox.events.ids();
    const gaps = ids.slice(1).map((id, index) => id - (ids[index] ?? 0));
    expect(ids[0]).toBeGreaterThan(1e9);
    expect(Math.min(...gaps)).toBeGreaterThan(0);
    expect(new Set(gaps).size).toBeGreaterThan(1);
  });
});

describe('a million events', () => {
  test('are written at once and read page by page', async () => {
    sandbox.events.append(1_000_000);
    const { body } = await api.get('my/application_events?order=id_asc&per_page=100&page=10000');
    expect(body).toMatchObject({ total_count: 1_000_000, total_pages: 10_000 });
    expect(body.events).toHaveLength(100);
    const last = body.events[99];
    expect((await api.get(`my/application_events/${last.id}`)).body.event).toEqual(last);
    expect((await api.get(`my/application_events/${last.id + 1}`)).status).toBe(404);
  });

  test('are about questions that can be read and do not count as orders', async () => {
    const { first } = sandbox.events.append(10);
    const { event } = (await api.get(`my/application_events/${first}`)).body;
    const { question } = (await api.get(`simple/questions/${event.question.id}`)).body;
    expect(question).toMatchObject({
      id: event.question.id,
      first_body: event.question.first_body,
      total_point: 0,
    });
    sandbox.translators.translateBody(question.question_bodies[0].id, 'done');
    expect((await api.get(`simple/questions/${question.id}`)).body.question.status).toBe(4);
    expect(sandbox.orders()).toEqual([]);
  });
});

describe('events that are held back', () => {
  test('are hidden until they are released, and are then sorted by their ids', async () => {
    sandbox.events.append(1);
    const release = sandbox.events.holdBack(2);
    await api.post('simple/questions', simpleOrder(['held']));
    const { last } = sandbox.events.append(3);
    expect(sandbox.events.ids().length).toBe(3);
    const before = await list('&order=id_asc');
    release();
    const after = await list('&order=id_asc');
    expect(after).toHaveLength(5);
    expect(after).toEqual([...after].sort((a, b) => a - b));
    expect(after.filter((id) => !before.includes(id))).toEqual(after.slice(1, 3));
    expect(after.at(-1)).toBe(last);
  });

  test('cannot be read one by one either', async () => {
    const release = sandbox.events.holdBack(1);
    const { first } = sandbox.events.append(1);
    expect((await api.get(`my/application_events/${first}`)).status).toBe(404);
    release();
    expect((await api.get(`my/application_events/${first}`)).status).toBe(200);
  });

  test('become visible after a number of later events', async () => {
    sandbox.events.holdBack(1, { behind: 2 });
    const { first } = sandbox.events.append(1);
    sandbox.events.append(1);
    expect(await list()).not.toContain(first);
    sandbox.events.append(1);
    expect(await list()).toContain(first);
  });

  test('whatever is held and released, pages agree with the ids', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('append' as const), count: fc.integer({ min: 1, max: 7 }) }),
      fc.record({
        kind: fc.constant('hold' as const),
        count: fc.integer({ min: 1, max: 3 }),
        behind: fc.integer({ min: 1, max: 5 }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 12 }),
        fc.integer({ min: 1, max: 9 }),
        async (steps, size) => {
          sandbox = createSandbox({ now: MOMENT });
          for (const { kind, count, ...rest } of steps) {
            if (kind === 'append') sandbox.events.append(count);
            else sandbox.events.holdBack(count, rest);
          }
          const read: number[] = [];
          for (let page = 1; (page - 1) * size < sandbox.events.ids().length; page += 1) {
            const { body } = await connect(sandbox).get(
              `my/application_events?order=id_asc&per_page=${size}&page=${page}`,
            );
            read.push(...body.events.map((event: { id: number }) => event.id));
          }
          expect(read).toEqual(sandbox.events.ids());
          const middle = read[Math.floor(read.length / 2)] ?? 0;
          const { body } = await connect(sandbox).get(`my/application_events?since=${middle}`);
          expect(body.total_count).toBe(read.filter((id) => id > middle).length);
        },
      ),
      runs(60),
    );
  });
});

describe('the ids of events', () => {
  const idsAt = (now: number | string, count = 3): number[] => {
    const single = createSandbox({ now });
    single.events.append(count);
    return single.events.ids();
  };

  test('are the same for the same seed and moment, and again after a reset', () => {
    const ids = idsAt(MOMENT);
    expect(idsAt(MOMENT)).toEqual(ids);
    let now = Date.parse('2026-01-01');
    const running = createSandbox({ now: () => now });
    running.events.append(3);
    const before = running.events.ids();
    now += 5_000;
    running.reset();
    running.events.append(3);
    expect(running.events.ids()).toEqual(before);
  });

  test('are all higher in a sandbox that is created later with the same seed', () => {
    const earlier = idsAt('2026-01-01T00:00:00Z', 1_000);
    const later = idsAt('2026-01-01T00:00:01Z', 1);
    expect(later[0]).toBeGreaterThan(earlier.at(-1) ?? 0);
  });

  test.each(['1970-01-01', '2026-01-01', '2050-12-31'])(
    'are integers above 10^9 of at most 15 digits in %s',
    (now) => {
      const [id = 0] = idsAt(now, 1);
      expect(id).toBeGreaterThan(1e9);
      expect(id).toBeLessThan(1e15);
    },
  );

  test('lie after a checkpoint that was kept from an earlier sandbox, so that all of its events are followed', async () => {
    const follow = async (now: string, from: 'beginning' | Checkpoint, count: number) => {
      const service = createSandbox({ now });
      service.events.append(count);
      const { baseUrl, accessToken, fetch } = service;
      const stream = new Requester({ baseUrl, accessToken, fetch }).events.follow({
        from,
        until: 'caught-up',
      });
      const ids: number[] = [];
      for await (const { id } of stream) ids.push(id);
      expect(ids).toEqual(service.events.ids());
      return stream.checkpoint ?? { lastId: 0 };
    };
    const kept = await follow('2026-01-01T09:00:00Z', 'beginning', 250);
    await follow('2026-01-01T09:00:01Z', kept, 120);
    expect.assertions(2);
  });
});
