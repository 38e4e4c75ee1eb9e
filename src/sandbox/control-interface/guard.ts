import { isLoopback } from '../../base/http.js';
import { equalsInConstantTime } from '../../base/texts.js';

/** Who may use the control interface. */
export interface Guard {
  /** Needed with each request. Undefined on a loopback address, since only this machine can call that. */
  readonly token: string | undefined;
}

/**
 * Says why the request is refused; undefined when it is not. Web pages of other origins can send requests to this machine,
 * so the headers in which browsers name the origin are checked. With DNS rebinding, a page can give its own host name the
 * address of this machine: so without a token, the host must be a name of this machine.
 */
export function findRefusal(request: Request, { token }: Guard): string | undefined {
  const url = new URL(request.url);
  const origin = request.headers.get('origin');
  if (origin !== null && origin !== url.origin)
    return `The page ${origin} has another origin than ${url.origin}.`;
  const site = request.headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none')
    return `The request comes from a page of another origin (Sec-Fetch-Site: ${site}).`;
  if (token === undefined) {
    return isLoopback(url) ? undefined : `${url.hostname} is not a name of this machine itself.`;
  }
  return equalsInConstantTime(readControlToken(request, url), token)
    ? undefined
    : 'The control token is missing or wrong: send it as "Authorization: Bearer …".';
}

/** The token may also be in the address, since browsers can set no header when they subscribe to events. */
function readControlToken(request: Request, url: URL): string {
  const [, bearer] = /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  return bearer ?? url.searchParams.get('control_token') ?? '';
}

/** A token of 32 random bytes. */
export function createControlToken(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
