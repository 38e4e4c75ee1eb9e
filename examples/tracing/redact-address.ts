// Keeps the token out of what telemetry sends: the address of a request holds it.

export function redactAddress(address: string): string {
  return address.replace(/([?&](?:access_token|client_secret|code)=)[^&#]*/gi, '$1[redacted]');
}

/** OpenTelemetry: for `requestHook` of `@opentelemetry/instrumentation-undici`. Set after the span has its address. */
export function requestHook(
  span: { setAttribute(name: string, value: string): unknown },
  request: { origin: string; path: string },
): void {
  const address = redactAddress(request.origin + request.path);
  span.setAttribute('url.full', address);
  span.setAttribute('url.query', new URL(address).search.slice(1));
}

/** Sentry: for `beforeBreadcrumb`, and for the spans in `beforeSendTransaction`. */
export function scrub<Item extends { data?: Record<string, unknown> }>(item: Item): Item {
  for (const [name, value] of Object.entries(item.data ?? {})) {
    if (typeof value === 'string' && item.data) item.data[name] = redactAddress(value);
  }
  return item;
}
