import { inspect } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test, vi } from 'vitest';
import { InputError, Requester, type RequesterOptions } from '../../src/index.js';
import { account, event, ok, paging } from '../fixtures.js';
import { answer, BASE_URL, recordedFetch, rejection, requesterOn, TOKEN } from '../recorded-fetch.js';

describe('a Requester', () => {
  test.each([undefined, null, 5, 'https://service.example', {}])('of %o is an InputError', (options) => {
    expect(() => new Requester(options as unknown as RequesterOptions)).toThrow(InputError);
  });

  test('takes the address of the service as a URL', async () => {
    const fetch = recordedFetch(answer(account));
    await requesterOn(fetch, { baseUrl: new URL(BASE_URL) }).account.get();
    expect(fetch.last.url.origin).toBe(BASE_URL);
  });

  test('sends nothing when it is made', () => {
    const fetch = recordedFetch(answer(account));
    requesterOn(fetch);
    expect(fetch.arrived).toEqual([]);
  });

  test('shows no secret when it is inspected', () => {
    const requester = requesterOn(recordedFetch());
    const shown = inspect(requester, { depth: Number.POSITIVE_INFINITY, showHidden: true });
    expect(shown + JSON.stringify(requester)).not.toContain(TOKEN);
  });

  test('is not changed by a later change of its options', async () => {
    const fetch = recordedFetch(answer({ ...ok, ...paging(1), events: [event] }));
    const options = { baseUrl: BASE_URL, accessToken: TOKEN, fetch, eventOrderParameter: 'order' };
    const requester = new Requester(options);
    Object.assign(options, {
      accessToken: 'changed-token',
      eventOrderParameter: 'changed',
      baseUrl: 'https://other.example',
    });
    await requester.events.list({ order: 'id_asc' });
    expect(fetch.last.url.origin).toBe(BASE_URL);
    expect(fetch.last.query).toEqual({ order: 'id_asc', access_token: TOKEN });
  });
});

describe('withAccessToken', () => {
  test('gives a Requester that uses the other token, and leaves the first alone', async () => {
    const fetch = recordedFetch(answer(account));
    const requester = requesterOn(fetch);
    const another = requester.withAccessToken('another-token');
    await another.account.get();
    await requester.account.get();
    expect(another).toBeInstanceOf(Requester);
    expect(fetch.arrived.map(({ query }) => query.access_token)).toEqual(['another-token', TOKEN]);
  });

  test('takes a function', async () => {
    const fetch = recordedFetch(answer(account));
    await requesterOn(fetch)
      .withAccessToken(async () => 'late-token')
      .account.get();
    expect(fetch.last.query.access_token).toBe('late-token');
  });

  test('keeps every setting', async () => {
    const fetch = recordedFetch(answer({ ...ok, ...paging(1), events: [{ ...event, id: 'x' }] }));
    const seen: string[] = [];
    const requester = requesterOn(fetch, {
      eventOrderParameter: 'sort',
      onUnexpectedShape: 'ignore',
      hooks: { onRequest: ({ path }) => void seen.push(path) },
    });
    const page = await requester.withAccessToken('another-token').events.list({ order: 'id_asc' });
    expect(page.items).toHaveLength(1);
    expect(fetch.last.query.sort).toBe('id_asc');
    expect(seen).toHaveLength(1);
  });

  test('of a Requester made so works as well', async () => {
    const fetch = recordedFetch(answer(account));
    await requesterOn(fetch).withAccessToken('second-token').withAccessToken('third-token').account.get();
    expect(fetch.last.query.access_token).toBe('third-token');
  });

  test('passes the failure of a function to its own caller', async () => {
    const reason = new Error('no vault');
    const another = requesterOn(recordedFetch(answer(account))).withAccessToken(() => Promise.reject(reason));
    expect(await rejection(another.account.get())).toBe(reason);
  });

  test('for 20,000 accounts looks at no more than one client each', () => {
    const requester = requesterOn(recordedFetch());
    const looks = vi.spyOn(WeakRef.prototype, 'deref');
    const copies = Array.from({ length: 20_000 }, (_, index) =>
      requester.withAccessToken(index % 2 === 0 ? `token-${index}` : () => `token-${index}`),
    );
    const looked = looks.mock.calls.length;
    looks.mockRestore();
    expect(copies).toHaveLength(20_000);
    expect(looked).toBeLessThanOrEqual(20_000);
  });

  test('holds no token function that its caller has dropped', async () => {
    setFlagsFromString('--expose-gc');
    const collect: () => void = runInNewContext('gc');
    const requester = requesterOn(recordedFetch());
    const copyFor = (token: () => string) => {
      requester.withAccessToken(token);
      return new WeakRef(token);
    };
    const dropped = Array.from({ length: 10 }, (_, index) => copyFor(() => `token-${index}`));
    const kept = () => {
      collect();
      return dropped.filter((token) => token.deref() !== undefined).length;
    };
    // The engine may keep the last one that it worked with.
    await expect.poll(kept).toBeLessThanOrEqual(1);
    expect(requester).toBeInstanceOf(Requester);
  });
});

describe('a subclass of Requester', () => {
  class Shop extends Requester {
    readonly shop: string;

    constructor(options: RequesterOptions) {
      super({ ...options, timeout: 5_000 });
      this.shop = `of ${String(options.accessToken).slice(0, 3)}`;
    }
  }

  test('stays one with another token, with the same settings', async () => {
    const fetch = recordedFetch(answer(account));
    const client = new Shop({ baseUrl: BASE_URL, accessToken: TOKEN, fetch, headers: { 'x-a': '1' } });
    const other = client.withAccessToken('other-token').withAccessToken('third-token');
    expect(other).toBeInstanceOf(Shop);
    expect(other.shop).toBe('of thi');
    await other.account.get();
    expect(fetch.last.query).toEqual({ access_token: 'third-token' });
    expect(fetch.last.headers.get('x-a')).toBe('1');
  });

  test('stays one where the environment has its settings', () => {
    const client = Shop.fromEnv({ baseUrl: BASE_URL, accessToken: TOKEN });
    expect(client).toBeInstanceOf(Shop);
    expect(client.shop).toBe('of tok');
  });

  test('that keeps its options to itself is no client of another account', () => {
    class Fixed extends Requester {
      constructor() {
        super({ baseUrl: BASE_URL, accessToken: TOKEN });
      }
    }
    expect(() => new Fixed().withAccessToken('other')).toThrow(
      expect.objectContaining({ name: 'InputError', issues: [expect.objectContaining({ path: 'Fixed' })] }),
    );
  });
});

test('the class is named as people import it', () => {
  expect(Requester.name).toBe('Requester');
});
