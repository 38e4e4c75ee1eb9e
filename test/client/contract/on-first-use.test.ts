import { expect, test, vi } from 'vitest';
import { onFirstUse } from '../../../src/client/contract/values.js';

test('is made once, when it is first asked for', () => {
  const make = vi.fn(() => ({}));
  const schema = onFirstUse(make);
  expect(make).not.toHaveBeenCalled();
  expect(schema()).toBe(schema());
  expect(make).toHaveBeenCalledOnce();
});

// Making the schemas was a third of the time that the import takes.
test.each([
  ['the client', () => import('../../../src/index.js')],
  ['the sign-in', () => import('../../../src/oauth.js')],
  ['the callbacks', () => import('../../../src/callbacks.js')],
  ['the files of Node', () => import('../../../src/node.js')],
  ['the texts', () => import('../../../src/texts.js')],
])('importing %s makes none', async (_, load) => {
  const called: string[] = [];
  vi.doMock('zod/mini', async (original) =>
    Object.fromEntries(Object.keys(await original<object>()).map((name) => [name, () => called.push(name)])),
  );
  vi.resetModules();
  try {
    await load();
    expect(called).toEqual([]);
  } finally {
    vi.doUnmock('zod/mini');
    vi.resetModules();
  }
});
