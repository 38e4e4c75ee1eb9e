import { describe, expect, test } from 'vitest';
import { InputError } from '../../../src/index.js';
import { rejection } from '../../recorded-fetch.js';
import { KINDS, openWorld } from './world.js';

/** A service that replaces or removes a character of a key does not find the order by it, which would be paid again. */

const once = { once: true } as const;

describe.each(KINDS)('the key of a $kind', ({ place, keyPath }) => {
  test.each([
    'a\u0000b',
    'a\tb',
    'a\nb',
    'a\u200bb',
    'a\ufeffb',
    'a\u00a0b',
    'a\u2028b',
    'a\u2029b',
    'a\u034fb',
    'a\u115fb',
    'a\u2800b',
    'a\u3164b',
    'a\ufe0fb',
    'a\uffa0b',
    'a  b',
    'a\u{1f600}b',
    'a\ud800b',
  ])('can not be %j: nothing is sent', async (key) => {
    const { requester, requestsSince } = openWorld();
    const error = await rejection(place(requester, key, once));
    expect(error).toBeInstanceOf(InputError);
    expect(error).toMatchObject({ outcome: 'not_sent', issues: [{ path: keyPath }] });
    expect(requestsSince()).toBe(0);
  });

  test.each(['a b', 'a/b:c#d', 'é', 'あ', 'a'.repeat(255)])('can be %j', async (key) => {
    const { requester, findOrders } = openWorld();
    const { data } = await place(requester, key, once);
    expect(findOrders(key)).toEqual([data.id]);
  });
});
