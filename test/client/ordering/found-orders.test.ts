import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { memoryStore } from '../../../src/index.js';
import type { Fault, SandboxFetch } from '../../../src/sandbox.js';
import { isSparse } from '../../sparse-answers.js';
import { fastTime, KINDS, openWorld, pause, realTime, swiftly, swiftRejection } from './world.js';

beforeEach(fastTime);
afterEach(realTime);

const once = { once: true } as const;

/** A service that shows single orders in another form. */
const showing =
  (change: (order: Record<string, unknown>) => void) =>
  (fetch: SandboxFetch): SandboxFetch =>
  async (input, init) => {
    const response = await fetch(input, init);
    const isOrder = /\/(projects|questions)\/\d+$/.test(new URL(String(input)).pathname);
    if (!isOrder || !response.ok) return response;
    const answer = Object(await response.json());
    change(answer.project ?? answer.question);
    return Response.json(answer);
  };

/** The only question of a project, or the only body of a simple question. */
const part = (order: Record<string, unknown>) => Object(order.questions ?? order.question_bodies)[0];

describe.each(KINDS)('a $kind that is found in a form that the contract does not have', (kind) => {
  const { place } = kind;
  const nothing = { debug: vi.fn(), info: vi.fn(), error: vi.fn() };

  test.each<[string, (order: Record<string, unknown>) => void]>([
    ['without its address', (order) => delete order.html_url],
    ['with an odd number of points', (order) => Object.assign(order, { point: 'many', total_point: 'many' })],
    ['without the time of its creation', (order) => delete order.created_at],
    ['with a part without the time of its creation', (order) => delete part(order).created_at],
    ['with a language of no form', (order) => Object.assign(order, { language: null })],
  ])('%s is returned, and the logger gets a warning', async (_, change) => {
    const logger = { ...nothing, warn: vi.fn() };
    const { requester, elsewhere, posts } = openWorld({}, { logger }, showing(change));
    const { data } = await swiftly(place(requester, 'k', once));
    // A sparse answer has warnings of its own.
    if (!isSparse) expect(logger.warn).not.toHaveBeenCalled();
    const found = await swiftly(place(elsewhere(), 'k', once));
    expect(found).toMatchObject({ placed: false, data: { id: data.id } });
    expect(logger.warn).toHaveBeenCalledWith(
      expect.stringContaining('not what the contract says'),
      expect.objectContaining({ path: expect.stringContaining('{id}') }),
    );
    expect(posts(kind)).toBe(1);
  });

  test.each<[string, (order: Record<string, unknown>) => void]>([
    ['its id', (order) => delete order.id],
    ['its key', (order) => Object.assign('questions' in order ? part(order) : order, { custom_field: 7 })],
    ['what it asks for', (order) => delete order.translated_language_id],
    ['its text', (order) => Object.assign(part(order), { title: null, body: null })],
  ])('without %s is not compared, and nothing is ordered', async (_, change) => {
    const { requester, elsewhere, posts } = openWorld({}, {}, showing(change));
    await swiftly(place(requester, 'k', once));
    const error = await swiftRejection(place(elsewhere(), 'k', once));
    expect(error).toMatchObject({ name: 'UnexpectedAnswerError', outcome: 'not_sent' });
    expect(posts(kind)).toBe(1);
  });

  test('is not ordered again while only its listing shows it', async () => {
    const { sandbox, requester, elsewhere, posts } = openWorld();
    await swiftly(place(requester, 'k', once));
    const [{ id = 0 } = {}] = sandbox.orders();
    const read = `GET ${kind.post.slice('POST '.length)}/${id}`;
    const behind = sandbox.faults.add({ on: read, fault: { kind: 'status', status: 404 } });
    const another = elsewhere();
    expect(await swiftRejection(place(another, 'k', once))).toMatchObject({ name: 'NotFoundError' });
    behind.remove();
    expect(await swiftly(place(another, 'k', once))).toMatchObject({ placed: false, data: { id } });
    expect(posts(kind)).toBe(1);
  });

  test('is not ordered again when neither its id nor its listing shows it any more, until a person says so', async () => {
    const { sandbox, requester, elsewhere, findOrders } = openWorld();
    await swiftly(place(requester, 'k', once));
    const another = elsewhere({ store: memoryStore() });
    expect(await swiftly(place(another, 'k', once))).toMatchObject({ placed: false });
    sandbox.reset();
    // A process that knows nothing of it places it.
    expect(await swiftly(place(elsewhere({ store: memoryStore() }), 'k', once))).toMatchObject({
      placed: true,
    });
    await swiftly(pause(31_000));
    const found = await swiftly(place(another, 'k', once));
    expect(found).toMatchObject({ placed: false });
    sandbox.reset();
    await swiftly(pause(31_000));
    const error = await swiftRejection(place(another, 'k', once));
    expect(error).toMatchObject({ name: 'OutcomeUnknownError', outcome: 'done', id: found.data.id });
    expect(findOrders('k')).toEqual([]);
    await another.orders.resolve('k', { id: null });
    expect(await swiftly(place(another, 'k', once))).toMatchObject({ placed: true });
  });

  test.each<[string, Fault]>([
    ['lost', { kind: 'drop-after' }],
    ['a page that refuses it', { kind: 'html', status: 403 }],
  ])(
    'keeps its key when it may be what was sent, and differs, after an answer that was %s: it can be that order in another form',
    async (_, fault) => {
      let isOther = false;
      const { sandbox, requester, posts } = openWorld(
        {},
        {},
        showing((order) => {
          if (isOther) Object.assign('questions' in order ? part(order) : order, { description: 'other' });
        }),
      );
      sandbox.faults.add({ on: kind.post, fault });
      isOther = true;
      const unknown = await swiftRejection(place(requester, 'k', { ...once, settle: 1_000 }));
      expect(unknown).toMatchObject({ name: 'OutcomeUnknownError' });
      await swiftly(pause(60_000));
      const conflict = await swiftRejection(place(requester, 'k', { ...once, settle: 1_000 }));
      expect(conflict).toMatchObject({ name: 'OrderConflictError' });
      expect(await requester.orders.unknown()).toMatchObject([{ key: 'k', state: 'sent' }]);
      expect(posts(kind)).toBe(1);
      isOther = false;
      expect(await swiftly(place(requester, 'k', once))).toMatchObject({ placed: false });
    },
  );

  test('counts for the budget with its quote when it shows no points', async () => {
    const spends: unknown[] = [];
    const budget = { points: 1_000, onSpend: (spend: object) => spends.push(spend) };
    const withoutPoints = showing((order) => Object.assign(order, { point: null, total_point: null }));
    const { sandbox, requester } = openWorld({}, { budget, retries: 0 }, withoutPoints);
    sandbox.faults.add({ on: kind.listing, fault: { kind: 'delay', ms: 1 } });
    sandbox.faults.add({ on: kind.listing, times: 99, fault: { kind: 'drop-before' } });
    sandbox.faults.add({ on: kind.post, fault: { kind: 'drop-after' } });
    await swiftRejection(place(requester, 'k', { ...once, settle: 1_000 }));
    sandbox.faults.clear();
    await swiftly(place(requester, 'k', once));
    const [{ points = 0 } = {}] = sandbox.orders();
    expect(spends).toMatchObject([{ points, spent: points, remaining: 1_000 - points }]);
  });
});
