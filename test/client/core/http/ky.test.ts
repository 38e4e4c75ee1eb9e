import { afterEach, expect, test, vi } from 'vitest';
import type { Requester } from '../../../../src/index.js';
import { OAuthClient } from '../../../../src/oauth.js';
import { ok, organization, paging, question, revision } from '../../../fixtures.js';
import { answer, BASE_URL, type Reply, recordedFetch, requesterOn, TOKEN } from '../../../recorded-fetch.js';

const SECRET = 'Sc7-77aa1c9be2d94f03b6d8';
const CODE = 'Cd3-d1e2f3a4b5c6d7e8f901';
const PARAMETER = 'Pm5-0a9b8c7d6e5f4a3b';

/** What ky was given and what it made a request of. */
const seen = vi.hoisted((): { input: unknown; options: object; request: Request }[] => []);

vi.mock('ky', async (original) => {
  const module = await original<typeof import('ky')>();
  const watched = (input: string, { fetch, ...options }: { fetch: (request: Request) => unknown }) =>
    module.default(input, {
      ...options,
      fetch: (async (request: Request) => {
        seen.push({ input, options, request: request.clone() });
        return fetch(request);
      }) as typeof globalThis.fetch,
    });
  return { ...module, default: watched };
});

afterEach(() => void seen.splice(0));

async function seenIn(call: (requester: Requester) => PromiseLike<unknown>, ...replies: readonly Reply[]) {
  await call(requesterOn(recordedFetch(...replies), { baseUrl: `${BASE_URL}/tenant/` }));
  return seen.map(({ request: { method, url } }) => `${method} ${url}`);
}

/** Everything that ky could show: its input and options, and its request with headers and body. */
async function shown(): Promise<string> {
  const texts = seen.map(async ({ input, options, request }) =>
    JSON.stringify([
      input,
      options,
      request.url,
      request.referrer,
      [...request.headers],
      await request.text(),
    ]),
  );
  return (await Promise.all(texts)).join('\n');
}

const translation = {
  ...revision,
  download_url: `https://files.example/${CODE}/a.txt?signature=${SECRET}&n=${PARAMETER}`,
};
const ofRevision = answer({ ...ok, ...paging(1), organization, question, translation });

test.each<
  readonly [string, (requester: Requester) => PromiseLike<unknown>, readonly Reply[], readonly string[]]
>([
  [
    'a read',
    (r) => r.organizations.get(21),
    [answer({ ...ok, organization })],
    ['GET https://service.example/tenant/api/v1/organizations/21'],
  ],
  [
    'a listing with parameters',
    (r) => r.questions.list({ per_page: 37 }).toArray({ max: 1 }),
    [answer({ ...ok, ...paging(0), questions: [] })],
    ['GET https://service.example/tenant/api/v1/my/questions'],
  ],
  [
    'a write with a body',
    (r) => r.organizations.create({ name: PARAMETER }),
    [answer({ ...ok, organization }, { status: 201 })],
    ['POST https://service.example/tenant/api/v1/organizations'],
  ],
  [
    'a download',
    (r) => r.revisions.download(1, 2),
    [ofRevision, new Response('x')],
    [
      'GET https://service.example/tenant/api/v1/questions/1/revisions/2',
      'GET https://service.example/tenant/api/v1/questions/1/revisions/2/file',
    ],
  ],
])(
  'ky gets the method and the address of %s, and no secret, parameter or body',
  async (_, call, replies, expected) => {
    expect(await seenIn(call, ...replies)).toEqual(expected);
    expect(await shown()).not.toMatch(new RegExp([TOKEN, SECRET, CODE, PARAMETER, 'per_page'].join('|')));
  },
);

test('ky gets nothing of a sign-in but its method and address', async () => {
  const client = new OAuthClient({
    baseUrl: BASE_URL,
    clientId: 'app',
    clientSecret: SECRET,
    redirectUri: 'https://shop.example/back',
    fetch: recordedFetch(answer({ access_token: TOKEN, token_type: 'bearer' })),
  });
  await client.exchangeCode(CODE);
  expect(seen.map(({ request: { method, url } }) => `${method} ${url}`)).toEqual([
    `POST ${BASE_URL}/oauth/token`,
  ]);
  expect(await shown()).not.toMatch(new RegExp([TOKEN, SECRET, CODE, 'shop'].join('|')));
});

test('ky copies no request of a call that is answered at once', async () => {
  const copied = vi.spyOn(Request.prototype, 'clone');
  await seenIn((requester) => requester.organizations.get(21), answer({ ...ok, organization }));
  // The copy that this test itself looks at.
  expect(copied).toHaveBeenCalledTimes(seen.length);
  expect(seen).toHaveLength(1);
  copied.mockRestore();
});
