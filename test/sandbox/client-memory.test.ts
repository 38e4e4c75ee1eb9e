import { describe, expect, test } from 'vitest';
import { Requester } from '../../src/index.js';
import { createSandbox, type Sandbox } from '../../src/sandbox.js';

const ORDER = {
  custom_field: 'greeting',
  language_id: 'en',
  translated_language_id: 'ja',
  question_bodies: [{ body: 'Good morning' }],
} as const;

/** Orders under the same key each time, and returns whether that placed an order. */
async function order({ simple }: Requester): Promise<boolean> {
  const { placed } = await simple.questions.create(ORDER, { once: true, settle: 0 }).withResponse();
  return placed;
}

/** More than the first order needs are those that look for an order. */
const listRequests = ({ requests }: Sandbox): readonly string[] =>
  requests.map(({ method, path }) => `${method} ${path}`);

const makeClient = ({ baseUrl, accessToken }: Sandbox, fetch: Sandbox['fetch']): Requester =>
  new Requester({ baseUrl, accessToken, fetch });

describe('a client without a store', () => {
  test('knows no order of another sandbox, though its address, its token and its key are the same', async () => {
    const sandboxes = [createSandbox(), createSandbox()];
    for (const sandbox of sandboxes) expect(await order(sandbox.requester(Requester))).toBe(true);
    const [first, second] = sandboxes.map(listRequests);
    expect(second).toEqual(first);
  });

  test('shares what it knows with other clients of the same sandbox', async () => {
    const sandbox = createSandbox();
    expect(await order(sandbox.requester(Requester))).toBe(true);
    const reads = sandbox.requests.length;
    expect(await order(makeClient(sandbox, sandbox.fetch))).toBe(false);
    expect(sandbox.requests.slice(reads).map(({ path }) => path)).toEqual([
      '/api/v1/my',
      expect.stringMatching(/^\/api\/v1\/simple\/questions\/\d+$/),
    ]);
  });

  test('has forgotten its orders after a reset, and looks for none of them', async () => {
    const sandbox = createSandbox();
    expect(await order(sandbox.requester(Requester))).toBe(true);
    const first = listRequests(sandbox);
    for (const empty of [false, true]) {
      sandbox.reset({ empty });
      expect(await order(sandbox.requester(Requester))).toBe(true);
      expect(listRequests(sandbox)).toEqual(first);
    }
  });

  test('that has ordered before a reset orders after it', async () => {
    const sandbox = createSandbox();
    const requester = sandbox.requester(Requester);
    expect(await order(requester)).toBe(true);
    sandbox.reset();
    expect(await order(requester)).toBe(true);
    expect(sandbox.orders()).toHaveLength(1);
  });

  test('uses a function of its own that has the same memory like the fetch of the sandbox', async () => {
    const sandbox = createSandbox();
    const { fetch } = sandbox;
    const own = Object.assign((...args: Parameters<typeof fetch>) => fetch(...args), {
      memory: fetch.memory,
    });
    expect(await order(makeClient(sandbox, own))).toBe(true);
    const requests = sandbox.requests.length;
    expect(await order(sandbox.requester(Requester))).toBe(false);
    // The account, and the order that the memory knows.
    expect(sandbox.requests).toHaveLength(requests + 2);
    sandbox.reset();
    expect(await order(makeClient(sandbox, own))).toBe(true);
  });
});
