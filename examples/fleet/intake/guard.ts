import type { MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';

/**
 * Lets in programs and the intake's own pages. Any page that somebody opens in a browser can send requests here, and can
 * name a host of its own with this address (DNS rebinding) to read the answers. The browser says which page and which host
 * it was. The rule is that of `createProxyHandler`, but programs may send, and people may type the address.
 *
 * @param origins those at which the intake is called, such as `https://intake.example`
 */
export function onlyFor(origins: readonly string[]): MiddlewareHandler {
  return async ({ req }, next) => {
    const message = refusal(req.raw.headers, origins);
    if (message !== undefined) throw new HTTPException(403, { message });
    await next();
  };
}

/** Why a request is refused; undefined when it is not. */
function refusal(headers: Headers, origins: readonly string[]): string | undefined {
  const host = headers.get('host')?.toLowerCase();
  if (!origins.some((origin) => new URL(origin).host === host))
    return 'FLEET_ORIGINS does not have this host.';
  // Programs say nothing of a site. None: somebody has typed the address.
  const site = headers.get('sec-fetch-site') ?? 'none';
  if (site !== 'same-origin' && site !== 'none') return 'Pages of other sites may not use this address.';
  const origin = headers.get('origin');
  if (origin !== null && !origins.includes(origin))
    return 'FLEET_ORIGINS does not have the origin of this page.';
  return undefined;
}
