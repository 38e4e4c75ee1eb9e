import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Hooks, Logger } from '../../../../src/index.js';
import { account, comment, commentAnswer } from '../../../fixtures.js';
import {
  answer,
  networkError,
  type Reply,
  recordedFetch,
  rejection,
  requesterOn,
} from '../../../recorded-fetch.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const template = '/api/v1/questions/{questionId}/comments/{id}';
const headers = { 'x-request-id': 'req-1' };

const attempted = {
  call: expect.any(Number),
  operation: 'comments.get',
  parent: undefined,
  method: 'GET',
  path: template,
  address: '/api/v1/questions/41/comments/61',
};

function watched(...replies: readonly Reply[]) {
  const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const hooks = { onRequest: vi.fn(), onResponse: vi.fn() };
  return { logger, hooks, requester: requesterOn(recordedFetch(...replies), { logger, hooks }) };
}

describe('a hook', () => {
  test('gets each attempt, in fields of an allow-list', async () => {
    const { hooks, requester } = watched(answer('', { status: 503, headers }), answer(commentAnswer));
    const call = requester.comments.get(41, 61);
    await vi.runAllTimersAsync();
    await call;
    expect(hooks.onRequest.mock.calls).toEqual([
      [{ ...attempted, attempt: 1 }],
      [{ ...attempted, attempt: 2 }],
    ]);
    expect(hooks.onResponse.mock.calls).toEqual([
      [{ ...attempted, attempt: 1, status: 503, requestId: 'req-1', duration: expect.any(Number) }],
      [{ ...attempted, attempt: 2, status: 200, requestId: undefined, duration: expect.any(Number) }],
    ]);
  });

  test('gets an attempt without an answer', async () => {
    const { hooks, requester } = watched(networkError('ECONNRESET'));
    await rejection(requester.comments.create(41, { body: 'b' }));
    expect(hooks.onResponse.mock.calls).toEqual([
      [expect.objectContaining({ attempt: 1, status: undefined })],
    ]);
  });

  test('gets no status and no request id of an earlier attempt', async () => {
    const { hooks, requester } = watched(
      answer('', { status: 503, headers }),
      networkError('ECONNRESET'),
      answer(commentAnswer),
    );
    const call = requester.comments.get(41, 61);
    await vi.runAllTimersAsync();
    await call;
    expect(hooks.onResponse.mock.calls.map(([{ status }]) => status)).toEqual([503, undefined, 200]);
    const requestIds = hooks.onResponse.mock.calls.map(([{ requestId }]) => requestId);
    expect(requestIds).toEqual(['req-1', undefined, undefined]);
  });

  test('gets the duration in milliseconds', async () => {
    const { hooks, requester } = watched(
      () => new Promise<Response>((resolve) => setTimeout(() => resolve(answer(account)), 1_234)),
    );
    const call = requester.account.get();
    await vi.runAllTimersAsync();
    await call;
    expect(hooks.onResponse.mock.calls[0]?.[0].duration).toBeCloseTo(1_234, 0);
  });

  test('gets nothing of a call with wrong arguments', async () => {
    const { hooks, requester } = watched();
    await rejection(requester.comments.get(0, 1));
    expect(hooks.onRequest).not.toHaveBeenCalled();
  });
});

describe('a logger', () => {
  test('gets a message about a retry, with the name of the error and the id of its request', async () => {
    const { logger, requester } = watched(answer('', { status: 503, headers }), answer(commentAnswer));
    const call = requester.comments.get(41, 61);
    await vi.runAllTimersAsync();
    await call;
    expect(logger.info.mock.calls).toEqual([
      [
        expect.any(String),
        { ...attempted, attempt: 1, error: 'ServerError', requestId: 'req-1', delay: expect.any(Number) },
      ],
    ]);
  });

  test('gets requests and answers at the level debug', async () => {
    const { logger, requester } = watched(answer(account));
    await requester.account.get();
    expect(logger.debug.mock.calls.map(([message]) => message)).toEqual(['request', 'response']);
  });

  test('gets a warning with the address and the id of the request', async () => {
    const odd = { ...commentAnswer, comment: { ...comment, body: 5 } };
    const { logger, requester } = watched(answer(odd, { headers }));
    await rejection(requester.comments.get(41, 61));
    const lenient = requesterOn(recordedFetch(answer(odd, { headers })), {
      logger,
      onUnexpectedShape: 'warn',
    });
    await lenient.comments.get(41, 61);
    const { method, path, address } = attempted;
    const issues = [{ path: 'comment.body', message: expect.any(String) }];
    expect(logger.warn.mock.calls).toEqual([
      [expect.any(String), { method, path, address, requestId: 'req-1', issues }],
    ]);
  });
});

describe('an observer that', () => {
  const misbehaving: readonly (readonly [string, () => unknown])[] = [
    [
      'throws',
      () => {
        throw new Error('observer');
      },
    ],
    ['rejects', () => Promise.reject(new Error('observer'))],
    ['rejects in another realm', () => runInNewContext('Promise.reject(new Error())')],
    ['never answers', () => new Promise(() => undefined)],
    [
      'changes what it is told',
      (...told: unknown[]) => Object.assign(told.at(-1) as object, { attempt: 99, method: 'X' }),
    ],
  ];

  test.each(misbehaving)('%s changes nothing', async (_, act) => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const logger = { debug: act, info: act, warn: act, error: act } as Logger;
    const hooks = { onStart: act, onEnd: act, onRequest: act, onResponse: act } as Hooks;
    const fetch = recordedFetch(
      answer('', { status: 503 }),
      answer({ ...commentAnswer, comment: { ...comment, id: 'x' } }),
    );
    const call = requesterOn(fetch, { logger, hooks, onUnexpectedShape: 'warn' })
      .comments.get(41, 61)
      .withResponse();
    await vi.runAllTimersAsync();
    await expect(call).resolves.toMatchObject({ attempts: 2, data: { id: 'x' } });
    vi.useRealTimers();
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  test('throws does not replace the error of the call', async () => {
    const act = () => {
      throw new Error('observer');
    };
    const requester = requesterOn(recordedFetch(answer({}, { status: 404 })), { hooks: { onResponse: act } });
    expect(await rejection(requester.account.get())).toMatchObject({ name: 'NotFoundError' });
  });
});

test('hooks are called as methods of their object', async () => {
  class Counter {
    count = 0;
    onRequest(): void {
      this.count += 1;
    }
  }
  const hooks = new Counter();
  await requesterOn(recordedFetch(answer(account)), { hooks }).account.get();
  expect(hooks.count).toBe(1);
});
