import type { Outgoing } from './operation.js';
import type { Progress } from './progress.js';
import { redactor, snippetOf } from './redact.js';
import type { Exchange } from './refusal.js';
import { parseRetryAfter } from './retry.js';

/** What errors about an answer are made from; made only when there is one. */
export function exchangeOf(
  outgoing: Outgoing,
  headers: Headers,
  status: number,
  progress: Progress,
): Exchange {
  const redact = redactor([progress.token ?? '', ...(outgoing.secrets ?? [])]);
  const requestId = headers.get('x-request-id');
  return {
    request: progress.request,
    read: progress.read,
    status,
    redact,
    snippet: (text) => (outgoing.confidential === true ? '' : snippetOf(text, redact)),
    requestId: requestId === null ? undefined : redact(requestId).slice(0, 200),
    retryAfter: parseRetryAfter(headers.get('retry-after'), Date.now()),
  };
}
