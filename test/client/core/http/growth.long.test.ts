import { expect, test } from 'vitest';
import { growth, LINEAR } from '../../../growth.js';
import { answer, rejection, requesterOn } from '../../../recorded-fetch.js';

test.each(['\\', '%25', '%', '&#', '&#x0', 'code', 'access_token=', 'tok', 'code\t'])(
  'an answer is redacted in time that grows with it, also with many %j',
  async (often) => {
    const read = (text: string) => requesterOn(async () => answer(text), { retries: 0 }).account.get();
    const make = (size: number) => often.repeat(size / often.length);
    expect(await growth(make, (text) => rejection(read(text)))).toBeLessThan(LINEAR);
  },
);

test('a path of many segments is checked in time that grows with it', async () => {
  const requester = requesterOn(async () => answer({}));
  const make = (size: number) => ({ method: 'GET', path: `${'/a'.repeat(size / 2)}?` }) as const;
  expect(await growth(make, (request) => rejection(requester.request(request)))).toBeLessThan(LINEAR);
});
