// What differs between runtimes in how they send a request.

/** The runtime's own name for itself, such as `Deno/2.9.6`; empty where it has none. */
function readUserAgent(): string {
  const name: unknown = globalThis.navigator?.userAgent;
  return typeof name === 'string' ? name : '';
}

/** Whether this is a page or a worker in a browser. */
export function isBrowser(): boolean {
  return 'document' in globalThis || readUserAgent().startsWith('Mozilla/');
}

/**
 * Whether the body of a request can be a stream. Browsers, their workers too, can stream only over HTTP/2 or not at all.
 * Which of the two can't be known before sending.
 */
export function canStream(): boolean {
  return !isBrowser() && ('duplex' in Request.prototype || /^(Bun|Deno)\//.test(readUserAgent()));
}

/** The settings of a request that this runtime knows. Some runtimes throw for any other. */
export function keepKnownSettings(settings: RequestInit): RequestInit {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => name in Request.prototype));
}

/** Whether the runtime keeps a copy of the body to follow a redirect with, even if it must not follow any: Node. */
export function copiesBodyForRedirects(): boolean {
  return readUserAgent().startsWith('Node.js/');
}

/**
 * The body of a write in a form that the runtime does not send twice. After a lost connection Deno sends a text or a
 * form again by itself, but not a Blob. Elsewhere the body stays as it is, as mocks expect it.
 */
export function preventResending(body: BodyInit): BodyInit {
  const isResent = typeof body === 'string' || body instanceof URLSearchParams;
  return isResent && readUserAgent().startsWith('Deno/') ? new Blob([String(body)]) : body;
}
