import { beforeEach, expect, test, vi } from 'vitest';
import { createSandbox } from '../../src/sandbox.js';

const warn = vi.spyOn(console, 'warn');

beforeEach(() => {
  warn.mockReset().mockImplementation(() => {});
});

async function call(method: string, path: string, sandbox = createSandbox()): Promise<number> {
  return (await sandbox.fetch(sandbox.baseUrl + path, { method })).status;
}

test.each([
  ['GET', '/api/v1/mi', 'GET /api/v1/my'],
  ['GET', '/api/v1/question/7', 'GET /api/v1/questions/:question_id'],
  ['POST', '/api/v1/project', 'POST /api/v1/projects'],
  ['GET', '/my', 'GET /api/v1/my'],
  ['GET', '/questions/7', 'GET /api/v1/questions/:question_id'],
  ['POST', '/api/v1/questions/7/cancel', 'PUT /api/v1/questions/:question_id/cancel'],
])('%s %s is unknown: the warning names %s', async (method, path, nearest) => {
  expect(await call(method, path)).toBe(404);
  expect(warn.mock.calls).toEqual([[`The sandbox has no ${method} ${path}; did you mean ${nearest}?`]]);
});

test('there is one warning for a path, and none for one that resembles no known path', async () => {
  const sandbox = createSandbox();
  await call('GET', '/api/v1/mi', sandbox);
  await call('GET', '/api/v1/mi', sandbox);
  expect(warn).toHaveBeenCalledTimes(1);
  expect(await call('GET', '/favicon.ico', sandbox)).toBe(404);
  expect(warn).toHaveBeenCalledTimes(1);
});

test('a token in the path is not shown, and long paths and many of them take no time', async () => {
  const sandbox = createSandbox();
  await call('GET', `/api/v1/mi/${sandbox.accessToken}`, sandbox);
  await call('GET', `/api/v1/question/${sandbox.accessToken}`, sandbox);
  await call('GET', `/api/v1/questions${'/7'.repeat(1000)}`, sandbox);
  expect(warn.mock.calls.flat().join()).toContain('question/[redacted]');
  expect(warn.mock.calls.flat().join()).not.toContain(sandbox.accessToken);
  warn.mockClear();
  for (let n = 0; n < 100; n += 1) await call('GET', `/api/v1/question/${n}`, sandbox);
  expect(warn.mock.calls.length).toBeLessThan(20);
});

test('a known path of something that does not exist is not warned of', async () => {
  const sandbox = createSandbox();
  expect(await call('GET', `/api/v1/questions/7?access_token=${sandbox.accessToken}`, sandbox)).toBe(404);
  expect(warn).not.toHaveBeenCalled();
});
