import { beforeEach, describe, expect, test, vi } from 'vitest';
import { freePort } from '../../../examples/fleet/local/free-port.ts';
import { defer } from '../../../src/base/concurrency.js';
import { parseRedirectAddress, receiveToken } from '../../../src/command/sign-in/redirect-server.js';

let address: string;

beforeEach(async () => {
  address = `http://127.0.0.1:${await freePort()}/callback`;
});

/** Listens for redirects, whose codes the service exchanges as a test says. */
async function listen(answers: Readonly<Record<string, ReturnType<typeof defer<string>>>>) {
  const exchange = vi.fn(async (url: string) => {
    const code = new URL(url, address).searchParams.get('code') ?? '';
    return answers[code]?.promise ?? Promise.reject(new Error('not known'));
  });
  const { token } = await receiveToken(parseRedirectAddress(address), new AbortController().signal, exchange);
  const arrive = async (query: string): Promise<number> => (await fetch(`${address}?${query}`)).status;
  return { exchange, token, arrive };
}

describe('a redirect', () => {
  test('that arrives twice exchanges its code once, and both get the same answer', async () => {
    const answer = defer<string>();
    const { exchange, token, arrive } = await listen({ a: answer });
    const both = Promise.all([arrive('code=a&state=s'), arrive('code=a&state=s')]);
    await expect.poll(() => exchange).toHaveBeenCalled();
    answer.resolve('granted');
    expect([await both, await token, exchange.mock.calls.length]).toEqual([[200, 200], 'granted', 1]);
  });

  test('that is refused while another one is exchanged fails nothing, and the token is kept', async () => {
    const answer = defer<string>();
    const { exchange, token, arrive } = await listen({ a: answer });
    const first = arrive('code=a&state=s');
    await expect.poll(() => exchange).toHaveBeenCalled();
    expect(await arrive('code=b&state=s')).toBe(400);
    answer.resolve('granted');
    expect([await first, await token]).toEqual([200, 'granted']);
  });

  test('that is refused fails the sign-in where there is no other', async () => {
    const { token, arrive } = await listen({});
    expect(await arrive('code=b&state=s')).toBe(400);
    await expect(token).rejects.toThrow('not known');
  });

  test('that is refused last fails the sign-in when all were refused', async () => {
    const [first, second] = [defer<string>(), defer<string>()];
    const { exchange, token, arrive } = await listen({ a: first, b: second });
    const statuses = Promise.all([arrive('code=a'), arrive('code=b')]);
    await expect.poll(() => exchange.mock.calls.length).toBe(2);
    first.reject(new Error('refused a'));
    second.reject(new Error('refused b'));
    expect(await statuses).toEqual([400, 400]);
    await expect(token).rejects.toThrow('refused');
  });
});
