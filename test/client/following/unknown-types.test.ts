import { describe, expect, test, vi } from 'vitest';
import { Requester, type RequesterOptions } from '../../../src/index.js';
import { createSandbox } from '../../../src/sandbox.js';

function open(settings: Partial<RequesterOptions> = {}) {
  const sandbox = createSandbox({ projectEvents: 'question.changed' });
  const warn = vi.fn();
  const silent = () => undefined;
  const logger = { debug: silent, info: silent, warn, error: silent };
  const { baseUrl, accessToken, fetch } = sandbox;
  return { sandbox, warn, requester: new Requester({ baseUrl, accessToken, fetch, logger, ...settings }) };
}

const MESSAGE = 'events of unknown types are waited for; none may ever come';

describe('a type of events that the contract does not name', () => {
  test('is warned of once, with the nearest known one', () => {
    const { requester, warn } = open();
    const types = ['simple_question.finish', 'project.created'];
    for (let streams = 3; streams > 0; streams -= 1) requester.events.follow({ from: 'now', types });
    expect(warn).toHaveBeenCalledExactlyOnceWith(MESSAGE, {
      method: 'GET',
      path: '/api/v1/my/application_events',
      address: '/api/v1/my/application_events',
      issues: [
        {
          path: 'types: simple_question.finish',
          message: 'is a type that the contract does not name; did you mean simple_question.finished?',
        },
      ],
    });
  });

  test('is warned of with all known ones where none is near', () => {
    const { requester, warn } = open();
    requester.events.follow({ from: 'now', types: ['invoice.paid'] });
    expect(warn.mock.calls[0]?.[1].issues[0].message).toContain(
      'the known types are project.created, simple_question.created,',
    );
  });

  test('is waited for all the same: the service may have it', async () => {
    const { sandbox, requester } = open();
    const { questionIds } = await sandbox.place.project(['One']);
    sandbox.translators.translateQuestion(questionIds[0] ?? 0, ['Eins']);
    const types: string[] = [];
    const stream = requester.events.follow({
      from: 'beginning',
      types: ['question.changed'],
      until: 'caught-up',
    });
    for await (const { type } of stream) types.push(type);
    expect(new Set(types)).toEqual(new Set(['question.changed']));
  });

  test('is not warned of where the client ignores what does not fit the contract, and none of known types is', () => {
    const ignoring = open({ onUnexpectedShape: 'ignore' });
    ignoring.requester.events.follow({ from: 'now', types: ['simple_question.finish'] });
    const { requester, warn } = open();
    requester.events.follow({ from: 'now', types: ['simple_question.finished', 'project.created'] });
    requester.events.follow({ from: 'now' });
    expect([ignoring.warn.mock.calls, warn.mock.calls]).toEqual([[], []]);
  });
});
