import { equalsInConstantTime } from '../../base/texts.js';

/** Who may use the control interface. */
export interface Guard {
  /** Needed with each request. Undefined on a loopback address, where only this machine and its pages can call. */
  readonly token: string | undefined;
}

/**
 * Says why the request is refused; undefined when it is not. Other pages of this machine may call the service, but only the
 * desk may use this interface, which shows the credentials. So the headers in which browsers name the origin are checked.
 */
export function findRefusal(request: Request, { token }: Guard): string | undefined {
  const url = new URL(request.url);
  const origin = request.headers.get('origin');
  if (origin !== null && origin !== url.origin)
    return `The page ${origin} has another origin than ${url.origin}.`;
  const site = request.headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none')
    return `The request comes from a page of another origin (Sec-Fetch-Site: ${site}).`;
  if (token === undefined) return undefined;
  const [, bearer] = /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  // The token may also be in the address, since browsers can set no header when they subscribe to events.
  const given = bearer ?? url.searchParams.get('control_token') ?? '';
  return equalsInConstantTime(given, token)
    ? undefined
    : 'The control token is missing or wrong: send it as "Authorization: Bearer …".';
}
