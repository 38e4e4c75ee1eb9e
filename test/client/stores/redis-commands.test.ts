import { setTimeout as rest } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { redisStore } from '../../../src/redis.js';
import { rejection } from '../../recorded-fetch.js';

afterEach(() => {
  vi.useRealTimers();
});

test.each([
  [undefined, '20000'],
  [100.2, '201'],
  [2 ** 30, '2147483647'],
  [2 ** 40, '2147483647'],
])(
  'with the timeout %s, a swap leaves its mark for %s ms, as long as a timer can last',
  async (timeout, lifetime) => {
    const commands: (readonly string[])[] = [];
    const call = async (...command: readonly string[]): Promise<number> => {
      commands.push(command);
      return 1;
    };
    expect(await redisStore({ call }, { timeout }).swap('key', undefined, 'text')).toBe(true);
    const [command = []] = commands;
    expect(command.slice(-3)).toEqual(['', '=text', lifetime]);
  },
);

test.each([
  [undefined, 10_000],
  [300, 300],
])('with the timeout %s, Redis is waited for %s ms', async (timeout, limit) => {
  vi.useFakeTimers();
  const store = redisStore({ call: () => new Promise(() => undefined) }, { timeout });
  let failed: unknown;
  void rejection(store.get('key')).then((error) => {
    failed = error;
  });
  await vi.advanceTimersByTimeAsync(limit - 1);
  expect(failed).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(failed).toMatchObject({ message: `Redis failed: no answer within ${limit} ms` });
});

test('a timeout that is longer than a timer can last is not over at once', async () => {
  const call = async (): Promise<string> => {
    await rest(20);
    return 'text';
  };
  expect(await redisStore({ call }, { timeout: 2 ** 40 }).get('key')).toBe('text');
});

test('the time is in milliseconds, without what is left of the microseconds', async () => {
  const store = redisStore({ call: async () => ['1700000000', '123999'] });
  expect(await store.now?.()).toBe(1_700_000_000_123);
});

test('a cluster is asked on the server that is written to: others can be behind it', async () => {
  const sendCommand = vi.fn<(key?: string, isReadOnly?: boolean) => Promise<string>>(async () => 'text');
  const store = redisStore({ sendCommand, masters: [], nodeClient: vi.fn() });
  expect(await store.get('key')).toBe('text');
  expect(sendCommand.mock.calls.map(([, isReadOnly]) => isReadOnly)).toEqual([false]);
});
