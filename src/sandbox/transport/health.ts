import type { Serve } from './outcome.js';

const PATH = '/health';

/** Answers `GET /health` beside the service, for containers. Faults, latency and the log of requests leave it alone. */
export function withHealth(serve: Serve): Serve {
  return async (request) => {
    const isAsked = request.method === 'GET' || request.method === 'HEAD';
    if (!isAsked || new URL(request.url).pathname !== PATH) return serve(request);
    const headers = { 'cache-control': 'no-store' };
    return { kind: 'answer', response: Response.json({ status: 'ok' }, { headers }) };
  };
}
