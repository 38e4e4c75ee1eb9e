import { checkOptions, copyOptions } from '../../base/options.js';
import { Semaphore } from '../../base/semaphore.js';
import type { CallOptions } from '../../index.js';
import {
  DeadlineExpired,
  HTTP_OPTIONS,
  type Http,
  InputError,
  type Internals,
  internals,
  OPERATIONS,
  type OperationName,
  type RequestPlan,
  withDeadline,
} from '../../internals.js';
import { readRequestBody } from '../request-body.js';
import { makeOwnAnswer } from './answer.js';
import { explainForeignCaller } from './caller.js';
import { PROXY_OPTIONS, type ProxyHandlerOptions } from './options.js';
import { answerBefore } from './rest.js';
import {
  buildOperationPath,
  findRoute,
  isParsedQuickly,
  OPERATION_NAMES,
  parsePageFields,
  parsePageQuery,
  type Route,
} from './route.js';
import { answerFailure, ask, makeAnswer, passDownload } from './service.js';
import { UploadedForm } from './upload.js';

/** The most bytes of JSON, and by default of an upload. */
const LONGEST_BODY = 8 * 1024 * 1024;
const LONGEST_UPLOAD = 100 * 1024 * 1024;
/** Milliseconds for the functions of the server that find the client and the person. */
const LONGEST_SEARCH = 10_000;
/** JSON of more bytes is large. So many large bodies of one account are in memory; the others wait unread. */
const LARGE = 65_536;
const MOST_LARGE = 8;
/** Milliseconds for an upload, whose sender is ended earlier if it makes no progress. */
const UPLOAD_TIMEOUT = 60 * 60_000;

/**
 * Makes a handler that lets pages use the client without its token. A page has a
 * `new Requester({ baseUrl: '/translations', accessToken: 'session' })`, with the address where this is mounted. The handler
 * passes its calls on with the token of the session's client. Answers, headers and files come back with the same status and
 * without the token, so listings, waits, errors and retries work as they do on a server.
 *
 * Its own answers: 401 when nobody is signed in; 403 for pages of other origins, operations that are not allowed, and bodies that
 * are not JSON; 404 for what is not an operation; 408 for what comes too slowly; 413 for what is too long; 425 for
 * what was not sent to the service; 502 and 504 when the service does not answer.
 *
 * @throws InputError when an option is missing or wrong. What `requester` throws, the handler rejects with
 * @see docs/service.md, Authentication
 */
export function createProxyHandler(options: ProxyHandlerOptions): (request: Request) => Promise<Response> {
  const issues = checkOptions('options', options, PROXY_OPTIONS);
  if (issues.length > 0) throw new InputError(issues);
  const proxy = new PageProxy(copyOptions(options, PROXY_OPTIONS));
  return (request) => proxy.answer(request);
}

const READ_BEFORE =
  'the body was read before the proxy got it: mount it before anything that reads bodies, such as express.json()';

/** What is sent to the service, or the answer that refuses it. */
type Prepared =
  | {
      readonly plan: RequestPlan;
      readonly options?: CallOptions;
      readonly refused?: (() => readonly [number, string] | undefined) | undefined;
    }
  | Response;

class PageProxy {
  readonly #options: ProxyHandlerOptions;
  readonly #allowed: ReadonlySet<OperationName>;
  // Weak, since the accounts of pages come and go, and a connection knows nothing of bodies.
  readonly #large = new WeakMap<Http, Semaphore>();

  constructor(options: ProxyHandlerOptions) {
    this.#options = options;
    this.#allowed = new Set(options.allow ?? READS);
  }

  async answer(request: Request): Promise<Response> {
    const answered = await this.#pass(request);
    const { body } = request;
    return body === null || body.locked ? answered : answerBefore(body, answered);
  }

  async #pass(request: Request): Promise<Response> {
    const why = explainForeignCaller(request, this.#options.origins);
    if (why !== undefined) return makeOwnAnswer(403, why);
    const url = new URL(request.url, 'http://localhost');
    const asked = findRoute(request.method, url.pathname);
    if (asked === undefined) return makeOwnAnswer(404, 'Page not Found');
    if (!this.#allowed.has(asked.name))
      return makeOwnAnswer(403, `${asked.name} is not in the option allow of the proxy`, { canChange: true });
    const found = await withDeadline(LONGEST_SEARCH, undefined, (deadline) =>
      deadline.race(this.#findClient(request)),
    ).catch((error: unknown) => {
      if (error instanceof DeadlineExpired) return 'late' as const;
      throw error;
    });
    if (found === 'late')
      return makeOwnAnswer(425, 'the request was not sent: the server did not find out in time who asks');
    if (found === undefined) return makeOwnAnswer(401, 'Requires authentication');
    const { known } = found;
    const route = { ...asked, asker: found.caller };
    const headers = this.#pickHeaders(request, known);
    if (HTTP_OPTIONS.headers.check(headers, 'headers', {}).length > 0)
      return makeOwnAnswer(403, 'a header has characters that are not passed on');
    const call = { headers, signal: request.signal };
    const pass = async (): Promise<Response> => {
      const prepared = await this.#prepare(request, route, url.searchParams, known);
      return prepared instanceof Response
        ? prepared
        : exchangeWithService(known.http.forPages(), route, prepared, call);
    };
    return isLarge(request, route) ? this.#findSlots(known).run(pass, { asker: route.asker }) : pass();
  }

  /** Finds the client of the person who asks, and the person, if the server knows it. */
  async #findClient(
    request: Request,
  ): Promise<{ readonly known: Internals; readonly caller: string | undefined } | undefined> {
    const { requester, caller: findCaller } = this.#options;
    const client = await requester(request);
    if (client === undefined) return undefined;
    const caller: unknown = await findCaller?.(request);
    if (caller !== undefined && typeof caller !== 'string')
      throw new InputError([{ path: 'options.caller', message: 'must return a text, or undefined' }]);
    return { known: internals(client), caller };
  }

  /** The headers of a page that the server has listed, except those of which the client has its own. */
  #pickHeaders({ headers }: Request, { http }: Internals): Record<string, string> {
    const picked: Record<string, string> = {};
    for (const listed of this.#options.headers ?? []) {
      const name = listed.toLowerCase();
      const value = headers.get(name);
      if (value !== null && !Object.hasOwn(http.settings.headers, name)) picked[name] = value;
    }
    return picked;
  }

  /** The slots of an account for large bodies. */
  #findSlots({ http }: Internals): Semaphore {
    const slots = this.#large.get(http) ?? new Semaphore(MOST_LARGE);
    this.#large.set(http, slots);
    return slots;
  }

  async #prepare(
    request: Request,
    route: Route,
    asked: URLSearchParams,
    known: Internals,
  ): Promise<Prepared> {
    const { name, operation, ids, asker } = route;
    const query = parsePageQuery(route, asked);
    if ('unknown' in query) return makeOwnAnswer(403, `${route.name} has no parameter of this name`);
    const { method, isRead } = operation;
    const plan = { name, method, path: buildOperationPath(operation, ids), query, isRead, asker };
    if (operation.body === 'none') return { plan };
    if (request.bodyUsed) {
      return makeOwnAnswer(403, READ_BEFORE, { canChange: true });
    }
    if (operation.body === 'file') return this.#prepareUpload(request, plan, known);
    if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')) {
      return makeOwnAnswer(415, 'the body must be JSON');
    }
    const body = await readRequestBody(request, LONGEST_BODY);
    if ('refused' in body) return makeOwnAnswer(body.refused, 'the body is too long, or did not arrive');
    if (!isParsedQuickly(body.text))
      return makeOwnAnswer(413, 'the JSON has too many values, or is nested too deeply');
    const fields = parsePageFields(body.text);
    if (fields === undefined) return makeOwnAnswer(403, 'Problems parsing JSON');
    return { plan: { ...plan, json: { value: fields } } };
  }

  async #prepareUpload({ body, headers }: Request, plan: RequestPlan, known: Internals): Promise<Prepared> {
    const { maxUploadSize = LONGEST_UPLOAD } = this.#options;
    const type = headers.get('content-type') ?? '';
    if (body === null || !/^multipart\/form-data\s*;/i.test(type))
      return makeOwnAnswer(415, 'the body must be a form with a file');
    if (Number(headers.get('content-length')) > maxUploadSize)
      return makeOwnAnswer(413, 'the file is too long');
    const form = new UploadedForm(body, type, maxUploadSize);
    const content = await form.begin(known);
    if (form.refused !== undefined) return makeOwnAnswer(...form.refused);
    return {
      plan: { ...plan, content, singleUse: true },
      options: { timeout: UPLOAD_TIMEOUT, attemptTimeout: UPLOAD_TIMEOUT },
      refused: () => form.refused,
    };
  }
}

/** Whether JSON is long, or may be. */
function isLarge({ headers }: Request, { operation }: Route): boolean {
  const length = Number(headers.get('content-length') ?? Number.NaN);
  return operation.body === 'json' && !(length <= LARGE);
}

/** The names of the operations that change nothing. */
const READS = OPERATION_NAMES.filter((name) => OPERATIONS[name].isRead);

async function exchangeWithService(
  http: Http,
  route: Route,
  { plan, options, refused }: Exclude<Prepared, Response>,
  call: Required<Pick<CallOptions, 'headers' | 'signal'>>,
): Promise<Response> {
  try {
    if (route.name === 'revisions.download') return await passDownload(http, route, call);
    return makeAnswer(route, await ask(http, plan, { ...options, ...call }));
  } catch (error) {
    const refusal = refused?.();
    if (refusal !== undefined) return makeOwnAnswer(...refusal);
    if (call.signal?.aborted) return makeOwnAnswer(502, 'the page has gone');
    return answerFailure(error);
  }
}
