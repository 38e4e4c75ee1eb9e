import type { MiddlewareHandler } from 'hono';

/**
 * Lets in what is meant for this intake. Any page that somebody opens in a browser can send requests here, and name a host of its own
 * with this address (DNS rebinding) to read the answers. So the host has to be one of ours, and so has the page.
 *
 * @param hosts the names by which the intake is called, each with its port where that is not the usual one
 */
export function onlyFor(hosts: readonly string[]): MiddlewareHandler {
  return async ({ req }, next) => {
    const host = req.header('host') ?? new URL(req.url).host;
    const origin = req.header('origin');
    const isOwnPage = origin === undefined || (URL.canParse(origin) && hosts.includes(new URL(origin).host));
    if (!hosts.includes(host.toLowerCase()) || !isOwnPage)
      return new Response('Not for you.', { status: 403 });
    await next();
    return undefined;
  };
}
