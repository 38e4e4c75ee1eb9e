import { describe, expect, test, vi } from 'vitest';
import { answer, requesterOn } from '../../recorded-fetch.js';

const event = (id: string) =>
  `{"id":${id},"type":"question.moved","created_at":"2026-01-01T00:00:00.000Z","action_user_id":1,"application_id":1,"organization_id":1,"action_organization_id":1,"retry_count":0}`;

/** A log in which one event has another kind of id. */
const logWith =
  (...ids: string[]) =>
  async () =>
    answer(
      `{"success":true,"message":"OK","page":1,"per_page":100,"total_pages":1,"total_count":${ids.length},"events":[${ids.map(event).join(',')}]}`,
    );

const silent = () => undefined;

describe.each(['throw', 'warn', 'ignore'] as const)('with onUnexpectedShape: %j', (onUnexpectedShape) => {
  test.each([
    ['a text', ['"12"', '11']],
    ['a text that is no number', ['"evt_12"', '"evt_11"']],
    ['beyond 2 ** 53', ['9007199254740993', '11']],
    ['null', ['null', '11']],
    ['a fraction', ['11.5', '11']],
    ['below zero', ['-3', '11']],
  ])('an event whose id is %s is a failed poll, and no event is given', async (_, ids) => {
    const warn = vi.fn();
    const requester = requesterOn(logWith(...ids), {
      onUnexpectedShape,
      logger: { debug: silent, info: silent, error: silent, warn },
    });
    const stream = requester.events.follow({
      from: 'beginning',
      until: 'caught-up',
      interval: 1,
      maxInterval: 1,
    });
    const given: unknown[] = [];
    const reading = (async () => {
      for await (const { id } of stream) given.push(id);
    })();
    await expect(reading).rejects.toMatchObject({ name: 'UnexpectedAnswerError' });
    expect(given).toEqual([]);
    expect(stream.health.lastFailure?.error).toMatchObject({ name: 'UnexpectedAnswerError' });
    expect(stream.health.lastPoll).toBeUndefined();
    expect(warn).toHaveBeenCalledWith('a poll of the event log failed', expect.anything());
  });
});
