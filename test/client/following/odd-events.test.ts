import { describe, expect, test, vi } from 'vitest';
import { Requester } from '../../../src/index.js';
import { createSandbox } from '../../../src/sandbox.js';
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

test('events of unknown types are given like all others', async () => {
  const sandbox = createSandbox();
  const { baseUrl, accessToken } = sandbox;
  const renamed: typeof fetch = async (input, init) => {
    const text = await (await sandbox.fetch(input, init)).text();
    const odd = text
      .replaceAll('"simple_question.created"', '"tea.served"')
      .replaceAll('"question":', '"tea":');
    return new Response(odd, { headers: { 'content-type': 'application/json' } });
  };
  sandbox.events.append(3);
  const requester = new Requester({ baseUrl, accessToken, fetch: renamed });
  const types: string[] = [];
  for await (const event of requester.events.follow({ from: 'beginning' })) {
    if (types.push(event.type) === 3) break;
  }
  expect(types).toEqual(['tea.served', 'tea.served', 'tea.served']);
});

test('an event of an unexpected shape comes as it is, and its place is logged once a minute', async () => {
  const sandbox = createSandbox();
  const { baseUrl, accessToken } = sandbox;
  const odd: typeof fetch = async (input, init) => {
    const text = await (await sandbox.fetch(input, init)).text();
    return new Response(text.replaceAll('"retry_count":0', '"retry_count":"none"'), {
      headers: { 'content-type': 'application/json' },
    });
  };
  const logged: object[] = [];
  const log = (_: string, fields: object): void => void logged.push(fields);
  const logger = { debug: silent, info: silent, warn: log, error: log };
  const requester = new Requester({ baseUrl, accessToken, fetch: odd, logger });
  sandbox.events.append(2);
  const ids: number[] = [];
  for await (const event of requester.events.follow({ from: 'beginning', interval: 1, maxInterval: 1 })) {
    ids.push(event.id);
    if (ids.length < 4) sandbox.events.append(1);
    else break;
  }
  expect(ids).toEqual(sandbox.events.ids().slice(0, 4));
  const issues = logged.flatMap((fields) => Object(fields).issues ?? []);
  expect(issues).toEqual([{ path: 'events[].retry_count', message: 'must be an integer; got a string' }]);
});
