/**
 * Why a request does not come from one of our own pages; undefined when it does. Browsers set both headers, and pages can't
 * change them. A program that sends neither may read: it has no person's cookie.
 */
export function explainForeignCaller(
  { method, headers }: Pick<Request, 'method' | 'headers'>,
  origins: readonly string[],
): string | undefined {
  const site = headers.get('sec-fetch-site');
  const origin = headers.get('origin');
  if (site !== null && site !== 'same-origin') return 'pages of other sites may not call this address';
  if (origin !== null) {
    return origins.includes(origin) ? undefined : 'this origin is not one of the option origins';
  }
  if (site === null && method !== 'GET') return 'the request says neither Origin nor Sec-Fetch-Site';
  return undefined;
}
