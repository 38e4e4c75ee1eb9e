import { isBrowser, readEnvironment } from '#runtime';
import { isFields } from '../base/kinds.js';
import { copyOptions, copyOwn, type Rules } from '../base/options.js';
import * as rules from '../base/rules.js';
import { InputError, type Issue } from './core/errors/errors.js';
import { makeRedactor } from './core/errors/redact.js';
import { type AccessToken, checkToken } from './core/http/address.js';
import { type AnyRequest, requestAny } from './core/http/any-request.js';
import type { Call } from './core/http/call.js';
import { Http } from './core/http/http.js';
import { type CallOptions, HTTP_OPTIONS, type HttpOptions, makeSettings } from './core/http/settings.js';
import { frameFile } from './core/http/upload.js';
import { registerInternals } from './internals.js';
import { BUDGET_OPTIONS, type BudgetOptions } from './ordering/budget.js';
import { createOrderContext, type OrderContext } from './ordering/context.js';
import { Accounts, accountOperation } from './resources/account.js';
import { Comments } from './resources/comments.js';
import { createDeliveredEvents, Events } from './resources/events.js';
import { Files } from './resources/files.js';
import { Languages } from './resources/languages.js';
import { Orders } from './resources/orders.js';
import { Organizations } from './resources/organizations.js';
import { createProjectKind, Projects } from './resources/projects.js';
import { Questions } from './resources/questions.js';
import { Revisions } from './resources/revisions.js';
import { createSimpleKind, Simple } from './resources/simple.js';
import { findDefaultStore, findSandboxMemory } from './stores/memory-store.js';
import type { Store } from './stores/store.js';

/** Settings of a Requester. */
export interface RequesterOptions extends HttpOptions {
  /** The account's access token, or a function that gives it, asked once a call. What it throws reaches you. */
  readonly accessToken: AccessToken;
  /** Silences the warning about a token in a page, where everyone can read it. @default false */
  readonly dangerouslyAllowBrowser?: boolean | undefined;
  /** What the service calls the ordering parameter of the events listing; not specified. @default 'order' */
  readonly eventOrderParameter?: string | undefined;
  /**
   * Points that all orders may cost together: those of this client, or with a `name` those of all clients with the same
   * store and name. Each order is quoted first; one that would exceed the budget is a BudgetError and is not sent. The
   * points of an order whose outcome is unknown stay reserved. @default no limit
   */
  readonly budget?: BudgetOptions | undefined;
  /**
   * The one memory, which processes can share: orders with `once`, budgets with a name, checkpoints and deliveries. Each service
   * needs a store of its own. @default in this thread, one for all clients of a service without a store; a sandbox has its own, for
   * clients with its `fetch`
   */
  readonly store?: Store | undefined;
}

/**
 * The connection of each account, so that all copies of a client for one account share it. Connections and token
 * functions can be garbage-collected while they are in here.
 */
class AccountConnections {
  readonly #byToken = new Map<string, WeakRef<Http>>();
  // Weak, so that a function that nobody holds any more takes its connection along.
  readonly #byFunction = new WeakMap<Exclude<AccessToken, string>, WeakRef<Http>>();
  // Some engines of apps have none: they keep the tokens.
  readonly #collected =
    globalThis.FinalizationRegistry &&
    new FinalizationRegistry<string>((token) => {
      // A newer connection may have replaced the collected one.
      if (this.#byToken.get(token)?.deref() === undefined) this.#byToken.delete(token);
    });

  getOrAdd(token: AccessToken, create: () => Http): Http {
    const known = typeof token === 'string' ? this.#byToken.get(token) : this.#byFunction.get(token);
    const http = known?.deref();
    if (http !== undefined) return http;
    const created = create();
    this.add(token, created);
    return created;
  }

  add(token: AccessToken, http: Http): void {
    if (typeof token === 'string') {
      this.#byToken.set(token, new WeakRef(http));
      this.#collected?.register(http, token);
    } else this.#byFunction.set(token, new WeakRef(http));
  }
}

/** What a client is made of. */
class Connection {
  readonly options: RequesterOptions;
  readonly http: Http;
  /** Those of every account, which a client shares with its copies. */
  readonly accounts: AccountConnections;
  readonly store: Store;
  readonly orders: OrderContext;

  constructor(
    options: RequesterOptions,
    http: Http,
    accounts: AccountConnections,
    budget: BudgetOptions | undefined,
  ) {
    this.options = options;
    this.http = http;
    this.accounts = accounts;
    this.store = options.store ?? findDefaultStore(options.fetch, http.settings.baseUrl);
    const readAccountId = async (call: CallOptions) => (await http.request(accountOperation, call)).data.id;
    const isThreadMemory = options.store === undefined && findSandboxMemory(options.fetch) === undefined;
    this.orders = createOrderContext(http, { given: this.store, isThreadMemory }, budget, readAccountId);
    warnOfToken(http, options);
  }
}

/** The field of options in which the constructor gets a connection that exists. A subclass that copies its options copies it too. */
const CONNECTION = Symbol('connection');

const PASS_ON_OPTIONS = 'must pass the options that its constructor gets on to that of Requester';

/**
 * A client of the Translation Requester API (v1) for one account.
 *
 * @example
 * const requester = new Requester({ baseUrl: 'https://service.example', accessToken });
 * const project = await requester.projects.create({
 *   language_id: 'ja',
 *   translated_language_id: 'en',
 *   questions: [{ type: 'string', body: 'こんにちは' }],
 * });
 */
export class Requester {
  readonly account: Accounts;
  readonly organizations: Organizations;
  readonly languages: Languages;
  readonly files: Files;
  readonly orders: Orders;
  readonly projects: Projects;
  readonly questions: Questions;
  readonly comments: Comments;
  readonly revisions: Revisions;
  readonly simple: Simple;
  readonly events: Events;
  /** The memory of this client: the option `store`, or that of the process or of the sandbox. */
  readonly store: Store;
  readonly #connection: Connection;

  /** @throws InputError when an option is missing or wrong */
  constructor(options: RequesterOptions) {
    const connection = findConnection(options) ?? connect(options);
    const { http, store, orders } = connection;
    const kinds = { project: createProjectKind(http), simple: createSimpleKind(http) };
    this.#connection = connection;
    this.store = store;
    this.account = new Accounts(http);
    this.organizations = new Organizations(http);
    this.languages = new Languages(http);
    this.files = new Files(http, orders);
    this.orders = new Orders({ context: orders, kinds });
    this.projects = new Projects(http, orders, kinds.project);
    this.questions = new Questions(http);
    this.comments = new Comments(http);
    this.revisions = new Revisions(http);
    this.simple = new Simple(http, orders, kinds.simple);
    this.events = new Events(http, connection.options.eventOrderParameter ?? 'order', orders.store);
    registerInternals(this, {
      http,
      givenStore: connection.options.store && orders.store,
      orders: { context: orders, kinds },
      deliveredEvents: createDeliveredEvents(http),
      frameFile,
      reportError: (message, fields, cause, secret) =>
        http.log('error', message, { ...fields, message: makeRedactor([secret])(cause) }),
    });
  }

  /**
   * A Requester with the settings of the environment. The address comes from `TRANSLATION_REQUESTER_URL`, the token from
   * `TRANSLATION_REQUESTER_TOKEN`, and a log with a readable line for each message is written to stderr, from the level
   * that `TRANSLATION_REQUESTER_LOG` names (`debug`, `info`, `warn`, `error`, `silent`). Node, Bun and Deno only.
   *
   * @param options further settings; they go before those of the environment
   * @throws InputError when the address or the token is neither there nor given, or where there is no environment
   */
  static fromEnv<Client extends Requester>(
    this: new (
      options: RequesterOptions,
    ) => Client,
    options: Partial<RequesterOptions> = {},
  ): Client {
    const given = Object.entries(options).filter(([, value]) => value !== undefined);
    // What is missing or wrong is found by the constructor.
    const found = readEnvironment(options) satisfies Partial<RequesterOptions>;
    // A subclass stays one. The class does not name itself, since a bundler would give it another name then.
    return new this({ ...found, ...Object.fromEntries(given) } as RequesterOptions);
  }

  /**
   * A Requester for another account: the same settings, and one limit on concurrency, shared fairly. A budget counts
   * for each on its own, unless it has a `name`. A subclass stays one: its constructor is called with the options.
   *
   * @throws InputError when the token is not a valid one, or the constructor of a subclass does not pass its options on
   */
  withAccessToken(accessToken: AccessToken): this {
    const issues = checkTokenOption(accessToken);
    if (issues.length > 0) throw new InputError(issues);
    const { http, accounts, options } = this.#connection;
    const copied = copyOwn({ ...options, accessToken });
    const connection = accounts.getOrAdd(accessToken, () => http.withToken(accessToken));
    const shared = new Connection(copied, connection, accounts, options.budget);
    // The class of this object, of which nothing but its constructor is known.
    const Client = this.constructor as new (options: RequesterOptions) => this;
    const client = new Client({ ...copied, [CONNECTION]: shared } as RequesterOptions);
    // It would be a client of the first account.
    if (client.#connection !== shared)
      throw new InputError([{ path: Client.name, message: PASS_ON_OPTIONS }]);
    return client;
  }

  /**
   * Calls an address of the service that has no method here. The token, repeated attempts and errors are those of any other
   * call. The answer is not checked: `data` is JSON as a value, `undefined` for an empty body,
   * another text as a string, and anything else as a Blob; at most `maxAnswerSize` bytes of it.
   *
   * @throws InputError when the path has a host, a query, an escape or dots alone, or a token is given; nothing is sent
   * @example
   * const news = await requester.request({ method: 'GET', path: '/api/v1/news', query: { page: 2 } });
   */
  request(request: AnyRequest, options?: CallOptions): Call<unknown, unknown> {
    return requestAny(this.#connection.http, request, options);
  }

  /** By this, `reactive` of Vue leaves it as it is: a Proxy has no private fields. */
  get [Symbol.toStringTag](): string {
    return 'Requester';
  }

  /** What `console.log` shows: the address, and nothing of the account. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return `Requester { baseUrl: '${this.#connection.http.settings.baseUrl}' }`;
  }
}

function findConnection(options: object): Connection | undefined {
  const found: unknown = isFields(options) ? Reflect.get(options, CONNECTION) : undefined;
  return found instanceof Connection ? found : undefined;
}

function connect(options: RequesterOptions): Connection {
  const settings = makeSettings(options, REQUESTER_OPTIONS);
  const copied = copyOptions(options, REQUESTER_OPTIONS);
  const http = new Http(settings, copied.accessToken);
  const accounts = new AccountConnections();
  accounts.add(copied.accessToken, http);
  return new Connection(copied, http, accounts, copied.budget);
}

let hasWarned = false;

/** Warns once of a token in a page. For a proxy, which has the token, it is the word `session`. */
function warnOfToken(http: Http, { accessToken, dangerouslyAllowBrowser }: RequesterOptions): void {
  if (hasWarned || dangerouslyAllowBrowser || accessToken === 'session' || !isBrowser()) return;
  hasWarned = true;
  http.log('warn', 'everyone can read the accessToken of this page (dangerouslyAllowBrowser)', {});
}

function checkTokenOption(accessToken: unknown): readonly Issue[] {
  return (typeof accessToken !== 'function' && checkToken(accessToken).issues) || [];
}

const REQUESTER_OPTIONS: Rules<RequesterOptions> = {
  ...HTTP_OPTIONS,
  accessToken: rules.required({ check: checkTokenOption }),
  dangerouslyAllowBrowser: rules.flag,
  eventOrderParameter: rules.custom(
    (name) => typeof name === 'string' && /^[\w.[\]-]+$/.test(name),
    'must be the name of a query parameter',
  ),
  store: rules.methods('get', 'swap', 'keys'),
  budget: rules.object(BUDGET_OPTIONS),
};
