import { afterEach, describe, expect, test, vi } from 'vitest';
import { memoryStore } from '../../src/client/stores/memory-store.js';
import { InputError, Requester } from '../../src/index.js';
import { findInternals, internals } from '../../src/internals.js';

afterEach(() => vi.resetModules());

const options = { baseUrl: 'https://service.example', accessToken: 'a' };

describe('the internals of a client', () => {
  test('have the connection of its account, which copies for the same account share', () => {
    const requester = new Requester(options);
    const { http } = internals(requester);
    expect(internals(requester.withAccessToken('a')).http).toBe(http);
    expect(internals(requester.withAccessToken('b')).http).not.toBe(http);
    expect(internals(new Requester(options)).http).not.toBe(http);
  });

  test('have the store that it was given, and none while it uses the memory of the process', async () => {
    const store = memoryStore();
    await store.swap('k', undefined, 'text');
    const requester = new Requester({ ...options, store });
    expect(await internals(requester).givenStore?.get('k')).toBe('text');
    expect(await internals(requester.withAccessToken('b')).givenStore?.get('k')).toBe('text');
    expect(internals(new Requester(options)).givenStore).toBeUndefined();
  });

  test('are not shown by whatever prints or copies the client', () => {
    const requester = new Requester(options);
    expect(Object.keys(requester)).not.toContain('internals');
    expect(JSON.parse(JSON.stringify(requester))).not.toHaveProperty('internals');
  });

  test('are found by another copy of the package', async () => {
    const requester = new Requester(options);
    vi.resetModules();
    const copy = await import('../../src/internals.js');
    expect(copy.internals).not.toBe(internals);
    expect(copy.internals(requester)).toBe(internals(requester));
  });

  test.each([
    ['an object with some methods', { events: { get: () => undefined } }],
    ['a client of another version', { internals: { form: 'translation-requester/internals/1' } }],
    ['no object', undefined],
  ])('of %s are an InputError that says what to do', (_, given) => {
    // A caller without types can give anything.
    const requester = given as unknown as Requester;
    expect(findInternals(requester)).toBeUndefined();
    expect(() => internals(requester, 'options.requester')).toThrow(InputError);
    expect(() => internals(requester)).toThrow(/install one version/);
  });
});
