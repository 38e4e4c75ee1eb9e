import { Requester, type RequesterOptions } from '../../../src/index.js';
import { createProxyHandler, type ProxyHandlerOptions } from '../../../src/proxy.js';
import { TOKEN } from '../../recorded-fetch.js';

export const ORIGIN = 'https://shop.example';
export const MOUNTED = `${ORIGIN}/translations`;

/** What a browser says of a page's own request. */
const OWN = { 'sec-fetch-site': 'same-origin', origin: ORIGIN };

type Service = (url: string, init: RequestInit) => Promise<Response>;

/** A client with a token, in front of a service. */
export function clientOn(fetch: Service, options: Partial<RequesterOptions> = {}): Requester {
  return new Requester({
    baseUrl: 'https://service.example',
    accessToken: TOKEN,
    fetch,
    logLevel: 'silent',
    ...options,
  });
}

/** A proxy, and what a page sends to it. */
export function proxyOn(client: Requester | undefined, options: Partial<ProxyHandlerOptions> = {}) {
  const handler = createProxyHandler({ requester: () => client, origins: [ORIGIN], ...options });
  const send = (path: string, init: RequestInit = {}): Promise<Response> =>
    handler(new Request(path.startsWith('https:') ? path : MOUNTED + path, withHeaders(init)));
  const page = (pageOptions: Partial<RequesterOptions> = {}): Requester =>
    new Requester({
      baseUrl: MOUNTED,
      accessToken: 'session',
      fetch: (url, init) => send(url, init),
      logLevel: 'silent',
      ...pageOptions,
    });
  return { handler, send, page };
}

function withHeaders(init: RequestInit): RequestInit {
  const headers = new Headers(OWN);
  for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
  const duplex = init.body instanceof ReadableStream ? { duplex: 'half' } : {};
  return { ...init, ...duplex, headers };
}

/** Everything of an answer that a page can see. */
export async function readAll(answer: Response): Promise<string> {
  return JSON.stringify([answer.status, answer.statusText, ...answer.headers]) + (await answer.text());
}
