import { Hono } from 'hono';
import { UnexpectedAnswerError } from '../controls/as-application.js';
import { type Context, actions as generalActions, run } from './actions.js';
import { ActiveFaults } from './active-faults.js';
import { viewTranslatedFile } from './document-view.js';
import { findRefusal, type Guard } from './guard.js';
import { LiveEvents } from './live-events.js';
import type { SandboxHandle } from './sandbox-handle.js';
import { troubleActions } from './trouble.js';
import {
  DEFAULT_LIMIT,
  type ListRange,
  MAX_LIMIT,
  type ViewOptions,
  viewDeliveries,
  viewEvents,
  viewOneOrder,
  viewOrders,
  viewRequest,
  viewRequests,
  viewState,
} from './views.js';

/** Answers requests to the control interface, and tells its listeners about changes. */
export interface ControlInterface {
  /** The answer; undefined when the request is not for this interface. */
  answer(request: Request): Promise<Response> | undefined;
  /** Tells the listeners that something may have changed. */
  changed(): void;
}

const CONTROL_PATH = '/_sandbox';
const ANSWER_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;
const allActions = { ...generalActions, ...troubleActions };

export function createControlInterface(sandbox: SandboxHandle, guard: Guard): ControlInterface {
  const live = new LiveEvents();
  const context = provideContext(sandbox);
  const app = createApp(context, live);
  sandbox.requestLog.keepAnswers();
  return {
    answer(request) {
      const { pathname } = new URL(request.url);
      if (pathname !== CONTROL_PATH && !pathname.startsWith(`${CONTROL_PATH}/`)) return undefined;
      const reason = findRefusal(request, guard);
      return reason === undefined
        ? Promise.resolve(app.fetch(request))
        : Promise.resolve(answerWith(403, { message: reason }));
    },
    changed() {
      live.changed();
    },
  };
}

/** Returns the context of the current state. A reset makes a new state, which starts without faults. */
function provideContext(sandbox: SandboxHandle): () => Context {
  let state = sandbox.currentState();
  let context: Context = { sandbox, activeFaults: new ActiveFaults() };
  return () => {
    if (state !== sandbox.currentState()) {
      state = sandbox.currentState();
      context = { sandbox, activeFaults: new ActiveFaults() };
    }
    return context;
  };
}

type Query = (name: string) => string | undefined;

/** Each view by its path. */
const views: Readonly<Record<string, (context: Context, query: Query, id: string) => unknown>> = {
  state: (context, query) => viewState(context, readViewOptions(query)),
  orders: ({ sandbox }, query) =>
    viewOrders(sandbox.currentState(), readRange(query), readViewOptions(query).brief),
  'orders/{id}': ({ sandbox }, query, id) =>
    viewOneOrder(sandbox.currentState(), readInteger('id', id), readRange(query).offset),
  log: ({ sandbox }, query) => viewEvents(sandbox, readRange(query)),
  'questions/{id}/file': ({ sandbox }, _, id) =>
    viewTranslatedFile(sandbox.currentState(), readInteger('id', id)),
  requests: ({ sandbox }, query) => viewRequests(sandbox, readRange(query), readViewOptions(query).brief),
  'requests/{number}': ({ sandbox }, _, number) => viewRequest(sandbox, readInteger('number', number)),
  deliveries: ({ sandbox }, query) => viewDeliveries(sandbox, readRange(query)),
};

function createApp(context: () => Context, live: LiveEvents): Hono {
  const app = new Hono().basePath(CONTROL_PATH);
  for (const [path, view] of Object.entries(views)) {
    app.get(`/${path.replace(/\{[^{}]*\}/, ':id')}`, async ({ req }) =>
      answerWith(200, await view(context(), (name) => req.query(name), req.param('id') ?? '')),
    );
  }
  app.get('/events', ({ req }) => {
    const options = readViewOptions((name) => req.query(name));
    return live.subscribe(() => viewState(context(), options));
  });
  for (const [name, action] of Object.entries(allActions)) {
    app.post(`/${name}`, async ({ req }) => {
      const result = await run(name, action, parseBodyJson(await req.text()), context());
      live.changed();
      return answerWith(200, result ?? {});
    });
  }
  app.notFound(() => answerWith(404, { message: `The control interface has: ${KNOWN_PATHS}.` }));
  app.onError((error) => {
    const { message } = error;
    const answer = error instanceof UnexpectedAnswerError ? { answer: error.answer } : {};
    return answerWith(error instanceof SyntaxError ? 400 : 422, { message, ...answer });
  });
  return app;
}

const KNOWN_PATHS = [
  ...[...Object.keys(views), 'events'].map((name) => `GET ${CONTROL_PATH}/${name}`),
  ...Object.keys(allActions).map((name) => `POST ${CONTROL_PATH}/${name}`),
].join(', ');

function answerWith(status: number, body: unknown): Response {
  return Response.json(body, { status, headers: ANSWER_HEADERS });
}

function readRange(query: Query): ListRange {
  const offset = readInteger('offset', query('offset') ?? '0');
  return { offset, limit: readViewOptions(query).limit, find: query('find') ?? '' };
}

function readViewOptions(query: Query): ViewOptions {
  const limit = readInteger('limit', query('limit') ?? String(DEFAULT_LIMIT), MAX_LIMIT);
  return { limit, brief: readBoolean('brief', query('brief')) };
}

/** @throws SyntaxError when the text is not JSON */
function parseBodyJson(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch (cause) {
    throw new SyntaxError('The body is not JSON.', { cause });
  }
}

/** @throws RangeError that names the parameter */
function readInteger(name: string, given: string, max = Number.MAX_SAFE_INTEGER): number {
  const number = /^\d{1,16}$/.test(given) ? Number(given) : Number.NaN;
  if (number <= max) return number;
  throw new RangeError(`\`${name}\` takes an integer from 0 to ${max}.`);
}

/** @throws TypeError that names the parameter */
function readBoolean(name: string, given = 'false'): boolean {
  if (given === 'true' || given === 'false') return given === 'true';
  throw new TypeError(`\`${name}\` takes true or false.`);
}
