import { expect, test } from 'vitest';
import { change } from '../../../src/client/stores/store.js';
import { memoryStore } from '../../../src/index.js';

/** A store with a text, which names its steps; another process changes the text before the first swap. */
async function storeWith(text: string | undefined, meanwhile?: string) {
  const store = memoryStore();
  await store.swap('key', undefined, text);
  const steps: string[] = [];
  let isFirst = meanwhile !== undefined;
  return {
    steps,
    text: () => store.get('key'),
    store: {
      get: async (key: string) => {
        steps.push('get');
        return store.get(key);
      },
      swap: async (key: string, previous: string | undefined, next: string | undefined) => {
        steps.push('swap');
        if (isFirst) await store.swap(key, text, meanwhile);
        isFirst = false;
        return store.swap(key, previous, next);
      },
    },
  };
}

const longer = (text = '') => ({ result: `was ${text}`, next: `${text}+` });

test.each<readonly [string, string | undefined, string | undefined, string | undefined, string, string[]]>([
  ['reads the text first', 'a', undefined, undefined, 'a', ['get', 'swap']],
  ['reads that there is none', undefined, undefined, undefined, '', ['get', 'swap']],
  ['reads nothing when the guess is right', 'a', undefined, 'a', 'a', ['swap']],
  ['reads the text when the guess is wrong', 'a', undefined, 'b', 'a', ['swap', 'get', 'swap']],
  ['reads it again when it has changed', 'a', 'c', undefined, 'c', ['get', 'swap', 'get', 'swap']],
  ['reads it when it has changed since the guess', 'a', 'c', 'a', 'c', ['swap', 'get', 'swap']],
])('a change %s', async (_, first, meanwhile, guess, found, expected) => {
  const { store, steps, text } = await storeWith(first, meanwhile);
  expect(await change(store, 'key', longer, { guess })).toBe(`was ${found}`);
  expect(await text()).toBe(`${found}+`);
  expect(steps).toEqual(expected);
});

test('nothing is written when nothing is to change, and a guess alone does not decide that', async () => {
  const { store, steps, text } = await storeWith('a');
  const keep = (found: string | undefined) => ({ result: found });
  expect(await change(store, 'key', keep, { guess: 'guess' })).toBe('a');
  expect([steps, await text()]).toEqual([['get'], 'a']);
});

test.each([undefined, 'a'])('null removes the text, with the guess %j', async (guess) => {
  const { store, text } = await storeWith('a');
  expect(await change(store, 'key', () => ({ result: 5, next: null }), { guess })).toBe(5);
  expect(await text()).toBeUndefined();
});
