import type { Serve } from './outcome.js';

/** A request that has got its answer, or its fault. */
export interface AnsweredRequest {
  readonly method: string;
  /** Without the query, which can hold a token. */
  readonly path: string;
  /** What came of it: an answer, or the kind of the fault. */
  readonly outcome: 'answer' | 'refused' | 'dropped' | 'cut' | 'silence';
  /** Null when there was no answer. */
  readonly status: number | null;
  /** Real milliseconds from the request to the answer. */
  readonly ms: number;
  /** The JSON of the answer; undefined when it has none. */
  readonly answer: unknown;
}

/** Reports each request once its answer is ready. What `observer` throws does not reach the caller. */
export function observed(serve: Serve, observer: (request: AnsweredRequest) => void): Serve {
  return async (request, around) => {
    const begun = performance.now();
    const outcome = await serve(request, around);
    const ms = performance.now() - begun;
    const response = outcome.kind === 'answer' || outcome.kind === 'cut' ? outcome.response : undefined;
    const { method } = request;
    const path = new URL(request.url).pathname;
    const status = response?.status ?? null;
    const answer = outcome.kind === 'answer' ? await jsonOf(outcome.response) : undefined;
    try {
      observer({ method, path, outcome: outcome.kind, status, ms, answer });
    } catch {
      // A log that fails is no reason to fail the request.
    }
    return outcome;
  };
}

async function jsonOf(response: Response): Promise<unknown> {
  if (!(response.headers.get('content-type') ?? '').startsWith('application/json')) return undefined;
  try {
    return await response.clone().json();
  } catch {
    return undefined;
  }
}
