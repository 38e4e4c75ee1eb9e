import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { defer } from '../../base/concurrency.js';
import { readFields } from '../../base/kinds.js';
import { makePrintable } from '../../base/texts.js';
import { readErrorCode } from '../../command-internals.js';
import { StateMismatchError } from '../../oauth.js';
import { CommandError, readMessage, UsageError } from '../terminal/failures.js';

export const DEFAULT_REDIRECT_URI = 'http://localhost:3000/callback';
/** The hosts of redirect addresses. The browser of this machine finds 127.0.0.1 under both. */
const HOSTS = ['localhost', '127.0.0.1'];
const LISTENED = '127.0.0.1';
/** Milliseconds in which a program on this machine accepts a connection. */
const CONNECT_TIMEOUT = 2_000;

/** The redirect address: where to listen for the browser. */
interface RedirectAddress {
  readonly hostname: string;
  readonly port: number;
  readonly pathname: string;
}

/** Parses the redirect address. @throws UsageError when the command can't listen there */
export function parseRedirectAddress(redirectUri: string): RedirectAddress {
  const { protocol, hostname, port, pathname } = new URL(
    URL.canParse(redirectUri) ? redirectUri : 'about:blank',
  );
  if (protocol === 'http:' && HOSTS.includes(hostname) && port !== '0')
    return { hostname, port: Number(port || 80), pathname };
  throw new UsageError(
    `--redirect-uri must be on this machine, at localhost or 127.0.0.1, such as ${DEFAULT_REDIRECT_URI}, not "${redirectUri}".`,
  );
}

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
  // Browsers ask again, by a reload or for a preview, and a code works only once.
  const exchanges = new Map<string, Promise<string>>();
  let running = 0;
  const exchangeOnce = (url: string): Promise<string> => {
    const known = exchanges.get(url);
    if (known !== undefined) return known;
    running += 1;
    const exchanging = exchange(url).finally(() => {
      running -= 1;
    });
    exchanges.set(url, exchanging);
    return exchanging;
  };
  const server = await listenForRedirect(redirect, (request, response) => {
    const url = request.url ?? '';
    if (request.method !== 'GET' || url.split('?')[0] !== redirect.pathname)
      return sendText(response, 404, 'There is nothing here.');
    return exchangeOnce(url).then(
      (token) => {
        sendText(response, 200, 'You are signed in. You can close this page.');
        resolve(token);
      },
      (error: unknown) => {
        sendText(response, 400, `The sign-in failed: ${makePrintable(readMessage(error))}`);
        // Any page can send the browser here. If the state is wrong, go on waiting for the real redirect.
        if (error instanceof StateMismatchError) exchanges.delete(url);
        // Another redirect may still bring the token.
        else if (running === 0) reject(error);
      },
    );
  });
  const stop = (): void => {
    const isLate = readFields(signal.reason).name === 'TimeoutError';
    reject(
      isLate
        ? new CommandError('Nobody authorized the application in 10 minutes. Run the command again.')
        : signal.reason,
    );
  };
  signal.addEventListener('abort', stop, { once: true });
  const token = promise.finally(() => server.close());
  token.catch(() => undefined);
  return { token };
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

/**
 * Listens for the browser, on 127.0.0.1 alone.
 *
 * @throws CommandError when the port is in use, there or where the browser may look first
 */
async function listenForRedirect(
  { hostname, port }: RedirectAddress,
  onRequest: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Server> {
  const server = await bind(createServer(onRequest), LISTENED, port).catch((error: unknown) => {
    throw makePortError(
      port,
      LISTENED,
      readErrorCode(error) === 'EADDRINUSE' ? 'is in use' : readMessage(error),
    );
  });
  // Browsers may take localhost for [::1]: whoever listens there would get the code of the sign-in.
  if (hostname !== 'localhost' || !(await isTaken('::1', port))) return server;
  server.close();
  throw makePortError(port, '[::1]', 'is in use by another program, which would get your sign-in');
}

function makePortError(port: number, host: string, reason: string): CommandError {
  return new CommandError(
    `The port of the redirect address, ${port} on ${host}, can't be used: it ${reason}. Stop what uses it, or name another address of the application by --redirect-uri.`,
  );
}

/** Whether another program has the port. False where the machine has no such address. */
async function isTaken(host: string, port: number): Promise<boolean> {
  try {
    const free = await bind(createServer(), host, port);
    await new Promise((resolve) => free.close(resolve));
  } catch (error) {
    return readErrorCode(error) === 'EADDRINUSE' || readErrorCode(error) === 'EACCES';
  }
  // Some systems let two programs share a port if one of them listens on all addresses.
  const socket = connect({ host, port, timeout: CONNECT_TIMEOUT });
  const isAnswered = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    for (const event of ['error', 'timeout']) socket.once(event, () => resolve(false));
  });
  socket.destroy();
  return isAnswered;
}

function bind(server: Server, host: string, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, exclusive: true }, () => resolve(server));
  });
}
