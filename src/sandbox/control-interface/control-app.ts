import { Hono } from 'hono';
import { acts, carryOut } from './acts.js';
import type { Controlled } from './controlled.js';
import { type Guard, reasonAgainst } from './guard.js';
import { LiveEvents } from './live-events.js';
import { type AddedFault, DEFAULT_LIMIT, MAX_LIMIT, viewOrders, viewState } from './state-view.js';

/** Answers requests to the control interface, and says what has changed. */
export interface ControlInterface {
  /** The answer; undefined when the request is not for this interface. */
  answer(request: Request): Promise<Response> | undefined;
  /** Tells those who listen that something may have changed. */
  changed(): void;
}

const BASE = '/_sandbox';
const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;

export function createControlInterface(sandbox: Controlled, guard: Guard): ControlInterface {
  const live = new LiveEvents();
  const app = createApp(sandbox, live);
  return {
    answer(request) {
      const { pathname } = new URL(request.url);
      if (pathname !== BASE && !pathname.startsWith(`${BASE}/`)) return undefined;
      const reason = reasonAgainst(request, guard);
      return reason === undefined
        ? Promise.resolve(app.fetch(request))
        : Promise.resolve(answerWith(403, { message: reason }));
    },
    changed: () => live.changed(),
  };
}

function createApp(sandbox: Controlled, live: LiveEvents): Hono {
  const faults: AddedFault[] = [];
  const app = new Hono().basePath(BASE);
  app.get('/state', ({ req }) => answerWith(200, viewState(sandbox, faults, limitOf(req.query('limit')))));
  app.get('/orders', ({ req }) => {
    const offset = wholeNumber('offset', req.query('offset') ?? '0', Number.MAX_SAFE_INTEGER);
    return answerWith(200, viewOrders(sandbox.settled(), offset, limitOf(req.query('limit'))));
  });
  app.get('/events', ({ req }) => {
    const limit = limitOf(req.query('limit'));
    return live.open(() => viewState(sandbox, faults, limit));
  });
  for (const [name, act] of Object.entries(acts)) {
    app.post(`/${name}`, async ({ req }) => {
      const done = await carryOut(name, act, parse(await req.text()), { sandbox, faults });
      live.changed();
      return answerWith(200, done ?? {});
    });
  }
  app.notFound(() => answerWith(404, { message: `The control interface has: ${PATHS}.` }));
  app.onError((error) => answerWith(error instanceof SyntaxError ? 400 : 422, { message: error.message }));
  return app;
}

const PATHS = [
  ...['state', 'orders', 'events'].map((name) => `GET ${BASE}/${name}`),
  ...Object.keys(acts).map((name) => `POST ${BASE}/${name}`),
].join(', ');

function answerWith(status: number, body: unknown): Response {
  return Response.json(body, { status, headers: HEADERS });
}

/** @throws SyntaxError when the text is not JSON */
function parse(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch (cause) {
    throw new SyntaxError('The body is not JSON.', { cause });
  }
}

function limitOf(given = String(DEFAULT_LIMIT)): number {
  return wholeNumber('limit', given, MAX_LIMIT);
}

function wholeNumber(name: string, given: string, max: number): number {
  const number = /^\d{1,16}$/.test(given) ? Number(given) : Number.NaN;
  if (number <= max) return number;
  throw new RangeError(`\`${name}\` takes a whole number from 0 to ${max}.`);
}
