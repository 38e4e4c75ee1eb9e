import { RedirectError, type RequestFacts } from './errors.js';

const DEEPEST_CAUSE = 8;

/**
 * How a redirect is to be met by the request of a body that may be larger than memory. Node's fetch keeps a copy of
 * every body that it might have to send elsewhere, except with `error`, which other runtimes lack or don't explain.
 */
export function redirectMode(bulky: boolean | undefined): 'error' | undefined {
  const agent: unknown = globalThis.navigator?.userAgent;
  return bulky === true && typeof agent === 'string' && agent.startsWith('Node.js/') ? 'error' : undefined;
}

/** Whether a fetch threw since it met a redirect under `error`, in Node's words. */
export function metRedirect(thrown: unknown): boolean {
  let error = thrown;
  for (let depth = 0; depth < DEEPEST_CAUSE && error instanceof Error; depth += 1) {
    if (error.message === 'unexpected redirect') return true;
    error = error.cause;
  }
  return false;
}

export function redirectError(request: RequestFacts, status?: number, requestId?: string): RedirectError {
  const shown = status === undefined ? '' : ` (${status})`;
  return new RedirectError(
    `${request.method} ${request.path}: answered with a redirect${shown}, which is not followed, since the access token would travel with it. Check baseUrl.`,
    { outcome: 'unknown', request, status, requestId },
  );
}
