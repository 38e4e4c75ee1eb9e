import type { ServerResponse } from 'node:http';
import { defer } from '../../base/defer.js';
import { makePrintable } from '../../base/printable.js';
import { StateMismatchError } from '../../oauth.js';
import { CommandError, readMessage } from '../terminal/failures.js';
import { listenForRedirect, type RedirectAddress } from './redirect-server.js';

/**
 * Listens at the redirect address, and exchanges the code that the browser brings for a token.
 *
 * @returns once the server listens, a promise of the token
 */
export async function receiveToken(
  redirect: RedirectAddress,
  signal: AbortSignal,
  exchange: (url: string) => Promise<string>,
): Promise<{ readonly token: Promise<string> }> {
  const { promise, resolve, reject } = defer<string>();
  const server = await listenForRedirect(redirect, (request, response) => {
    const url = request.url ?? '';
    if (request.method !== 'GET' || url.split('?')[0] !== redirect.pathname)
      return sendText(response, 404, 'There is nothing here.');
    return exchange(url).then(
      (token) => {
        sendText(response, 200, 'You are signed in. You can close this page.');
        resolve(token);
      },
      (error: unknown) => {
        sendText(response, 400, `The sign-in failed: ${makePrintable(readMessage(error))}`);
        // Any page can send the browser here. If the state is wrong, go on waiting for the real redirect.
        if (!(error instanceof StateMismatchError)) reject(error);
      },
    );
  });
  signal.addEventListener('abort', () => reject(describeStop(signal)), { once: true });
  const token = promise.finally(() => server.close());
  token.catch(() => undefined);
  return { token };
}

function describeStop({ reason }: AbortSignal): unknown {
  if (Object(reason).name !== 'TimeoutError') return reason;
  return new CommandError('Nobody authorized the application in 10 minutes. Run the command again.');
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  });
  response.end(`${text}\n`);
}
