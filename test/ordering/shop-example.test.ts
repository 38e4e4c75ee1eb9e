import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.restoreAllMocks());

test('the shop of the examples pays for each sale once', { timeout: 20_000 }, async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  await import('../../examples/shop/main.ts');
  const told = log.mock.calls.map(([line]) => String(line));
  expect(told.at(-1)).toBe('The service was paid for 3 orders: shop/1001, shop/1002, shop/1003');
  expect(told).toContainEqual(expect.stringMatching(/^Sale 1003: project \d+, placed before$/));
});
