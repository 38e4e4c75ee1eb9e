import { expect, test } from 'vitest';
import { OAuthClient } from '../../src/oauth.js';
import { account, event, ok, paging } from '../fixtures.js';
import { answer, BASE_URL, recordedFetch, requesterOn } from '../recorded-fetch.js';

const WRAPPED = ['Object', 'Array', 'Map', 'Set', 'WeakMap', 'WeakSet'];

/** Wraps what Vue's `reactive` wraps: values that are one of these by their tag, and in turn what is read off them. */
function makeReactive<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (!WRAPPED.includes(Object.prototype.toString.call(value).slice('[object '.length, -1))) return value;
  return new Proxy(value, {
    get: (target, name, receiver) => makeReactive<unknown>(Reflect.get(target, name, receiver)),
  });
}

const events = answer({ ...ok, ...paging(1), events: [event] });

test('a client in a reactive object of Vue makes calls', async () => {
  const state = makeReactive({ requester: requesterOn(recordedFetch(answer(account))) });
  expect(await state.requester.account.get()).toEqual(account);
  expect(await state.requester.withAccessToken('other').account.get()).toEqual(account);
});

test('a listing, a page and a stream in a reactive object of Vue can be read', async () => {
  const { events: log } = requesterOn(recordedFetch(events));
  const listing = makeReactive({ listing: log.list() }).listing;
  const { page } = makeReactive({ page: await listing });
  expect(page.items).toHaveLength(1);
  expect(page.hasNext).toBe(false);
  const { stream } = makeReactive({ stream: log.follow({ from: 'beginning', until: 'caught-up' }) });
  for await (const { id } of stream) expect(id).toBe(event.id);
  expect(stream.checkpoint).toBeDefined();
});

test('a sign-in in a reactive object of Vue works', () => {
  const redirectUri = 'https://shop.example/callback';
  const options = { baseUrl: BASE_URL, clientId: 'id', clientSecret: 'secret', redirectUri };
  const { oauth } = makeReactive({ oauth: new OAuthClient(options) });
  expect(oauth.authorizationUrl({ state: 'state' })).toContain('state=state');
});
