import type { Context } from 'hono';
import { Redactor } from './redact.ts';
import type { Sessions } from './sessions.ts';

/** Where the page finds the service. */
export const PROXY = '/service';

/** What the page gets of the service's headers. An address in one of them could have the token. */
const PASSED_ON = ['content-type', 'content-disposition', 'retry-after', 'date'];

/** Passes calls of the page on to the service, with the token of the person who is signed in. */
export function proxy(serviceUrl: string, sessions: Sessions) {
  return async (context: Context): Promise<Response> => {
    const { req } = context;
    const token = sessions.token(context);
    // The answers have the form that the service gives its own, so that the client in the page understands them.
    if (token === undefined) return failure(401, 'Requires authentication');
    const { pathname, search } = new URL(req.url);
    const address = new URL(serviceUrl + pathname.slice(PROXY.length) + search);
    address.searchParams.delete('access_token');
    const { method, signal } = req.raw;
    const type = req.header('content-type');
    let body: BodyInit | null = req.raw.body;
    if (body !== null && type?.startsWith('application/json')) {
      const fields: unknown = await req.json().catch(() => undefined);
      if (typeof fields !== 'object' || fields === null) return failure(403, 'Problems parsing JSON');
      body = JSON.stringify({ ...fields, access_token: token });
    } else address.searchParams.set('access_token', token);
    const headers = type === undefined ? {} : { 'content-type': type };
    const init = { method, signal, headers, body, duplex: 'half', redirect: 'manual' } as const;
    try {
      return await withoutToken(await fetch(address, init), token);
    } catch {
      // An answer, not a cut connection: after that, a browser may send an order a second time by itself.
      return failure(502, 'The service did not answer, or its answer was cut off.');
    }
  };
}

/**
 * A service can repeat the whole address in an error, in a header, or in a file. A file flows through, anything else is short and
 * read first, so that a lost connection is seen before the page gets a part of the answer.
 */
async function withoutToken(answer: Response, token: string): Promise<Response> {
  const redactor = new Redactor(token);
  const headers = new Headers({ 'cache-control': 'no-store' });
  for (const name of PASSED_ON) {
    const value = answer.headers.get(name);
    if (value !== null) headers.set(name, redactor.hide(value));
  }
  const isFile = answer.headers.has('content-disposition');
  const body = isFile
    ? (answer.body?.pipeThrough(redactor.stream()) ?? null)
    : redactor.hide(await answer.text());
  // A redirection leads away from the service; the client in the page refuses it as such.
  return new Response(body, { status: answer.status, headers });
}

function failure(status: number, message: string): Response {
  return Response.json({ success: false, message, error_code: status }, { status });
}
