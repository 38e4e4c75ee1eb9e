import { Hono } from 'hono';
import type { Target } from './act.js';
import { acts, carryOut } from './acts.js';
import type { Controlled } from './controlled.js';
import { viewDeliveries, viewEvents, viewRequest, viewRequests } from './feed-views.js';
import { type Guard, reasonAgainst } from './guard.js';
import { Ledger } from './ledger.js';
import { LiveEvents } from './live-events.js';
import type { Range } from './page-of.js';
import { booleanOf, formOf, objectOf, wholeNumber } from './parameters.js';
import { DEFAULT_LIMIT, type Extent, MAX_LIMIT, viewOneOrder, viewOrders, viewState } from './state-view.js';

/** Answers requests to the control interface, and says what has changed. */
export interface ControlInterface {
  /** Where a form of the service's own pages can register an address; undefined when a token is needed for that. */
  readonly registerAt: string | undefined;
  /** The answer; undefined when the request is not for this interface. */
  answer(request: Request): Promise<Response> | undefined;
  /** Tells those who listen that something may have changed. */
  changed(): void;
}

const BASE = '/_sandbox';
const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;

export function createControlInterface(sandbox: Controlled, guard: Guard): ControlInterface {
  const live = new LiveEvents();
  const target = targetOf(sandbox);
  const app = createApp(target, live);
  sandbox.log.keepAnswers();
  return {
    registerAt: guard.token === undefined ? `${BASE}/application` : undefined,
    answer(request) {
      const { pathname } = new URL(request.url);
      if (pathname !== BASE && !pathname.startsWith(`${BASE}/`)) return undefined;
      const reason = reasonAgainst(request, guard);
      return reason === undefined
        ? Promise.resolve(app.fetch(request))
        : Promise.resolve(answerWith(403, { message: reason }));
    },
    changed() {
      const { clock, mainAccount } = sandbox.settled();
      target().ledger.history.note(clock.now(), mainAccount.organizations[0]?.availablePoint ?? 0);
      live.changed();
    },
  };
}

/** A reset makes another state, and what was added to the old one is gone with it. */
function targetOf(sandbox: Controlled): () => Target {
  const ledgers = new WeakMap<object, Ledger>();
  return () => {
    const state = sandbox.settled();
    const ledger = ledgers.get(state) ?? new Ledger();
    ledgers.set(state, ledger);
    return { sandbox, ledger };
  };
}

type Query = (name: string) => string | undefined;

/** What can be read, by its path. */
const views: Readonly<Record<string, (target: Target, query: Query, id: string) => unknown>> = {
  state: ({ sandbox, ledger }, query) => viewState(sandbox, ledger, extentOf(query)),
  orders: ({ sandbox }, query) => viewOrders(sandbox.settled(), rangeOf(query), extentOf(query).brief),
  'orders/{id}': ({ sandbox }, query, id) =>
    viewOneOrder(sandbox.settled(), wholeNumber('id', id), rangeOf(query).offset),
  log: ({ sandbox }, query) => viewEvents(sandbox, rangeOf(query)),
  requests: ({ sandbox }, query) => viewRequests(sandbox, rangeOf(query), extentOf(query).brief),
  'requests/{number}': ({ sandbox }, _, number) => viewRequest(sandbox, wholeNumber('number', number)),
  deliveries: ({ sandbox }, query) => viewDeliveries(sandbox, rangeOf(query)),
};

function createApp(target: () => Target, live: LiveEvents): Hono {
  const app = new Hono().basePath(BASE);
  for (const [path, view] of Object.entries(views)) {
    app.get(`/${path.replace(/\{.*\}/, ':id')}`, ({ req }) =>
      answerWith(
        200,
        view(target(), (name) => req.query(name), req.param('id') ?? ''),
      ),
    );
  }
  app.get('/events', ({ req }) => {
    const extent = extentOf((name) => req.query(name));
    return live.open(() => {
      const { sandbox, ledger } = target();
      return viewState(sandbox, ledger, extent);
    });
  });
  for (const [name, act] of Object.entries(acts)) {
    app.post(`/${name}`, async ({ req }) => {
      const text = await req.text();
      const isForm = name === 'application' && FORM.test(req.header('content-type') ?? '');
      const done = await carryOut(name, act, isForm ? formOf(text) : objectOf(text), target());
      live.changed();
      return isForm ? leadTo(formOf(text).returnTo) : answerWith(200, done ?? {});
    });
  }
  app.notFound(() => answerWith(404, { message: `The control interface has: ${PATHS}.` }));
  app.onError((error) => answerWith(error instanceof SyntaxError ? 400 : 422, { message: error.message }));
  return app;
}

const FORM = /^application\/x-www-form-urlencoded\b/;

const PATHS = [
  ...[...Object.keys(views), 'events'].map((name) => `GET ${BASE}/${name}`),
  ...Object.keys(acts).map((name) => `POST ${BASE}/${name}`),
].join(', ');

function answerWith(status: number, body: unknown): Response {
  return Response.json(body, { status, headers: HEADERS });
}

/** After a form. Its addresses have been checked. */
function leadTo(path = '/'): Response {
  const { pathname, search } = new URL(path, 'http://localhost');
  return new Response(null, { status: 303, headers: { ...HEADERS, location: pathname + search } });
}

function rangeOf(query: Query): Range {
  const offset = wholeNumber('offset', query('offset') ?? '0');
  return { offset, limit: extentOf(query).limit };
}

function extentOf(query: Query): Extent {
  const limit = wholeNumber('limit', query('limit') ?? String(DEFAULT_LIMIT), MAX_LIMIT);
  return { limit, brief: booleanOf('brief', query('brief')) };
}
