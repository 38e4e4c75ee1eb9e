import { isFields, isPlain } from '../../../base/kinds.js';
import { checkOptions, copyOptions, type Rule, type Rules, readOption } from '../../../base/options.js';
import * as rules from '../../../base/rules.js';
import { InputError } from '../errors/errors.js';
import { checkBaseUrl } from './address.js';
import { type CheckedHeaders, type GivenHeaders, headers } from './headers.js';

/** What observers get at the start of a call, and of what makes several: an order, a wait, a poll of the events. */
export interface CallObservation {
  /** Its number within this process. Its attempts have it too. */
  readonly call: number;
  /** What was called: `projects.create`. A request to any address is a `request`. */
  readonly operation: string;
  /** The `call` of the order, the wait or the poll that it belongs to; undefined when it belongs to none. */
  readonly parent: number | undefined;
}

/** What observers get at the end of a call. */
export interface CallEndObservation extends CallObservation {
  /** Milliseconds, pauses included. */
  readonly duration: number;
  /** The name of the error with which it failed, `Error` for one of another library; undefined when it succeeded. */
  readonly error: string | undefined;
}

/** What observers get at the start of an attempt: never a host, a query, a header or a body. */
export interface RequestObservation extends CallObservation {
  readonly method: string;
  /** The path as a template without values, for grouping. */
  readonly path: string;
  /** The path with its ids. */
  readonly address: string;
  /** From 1. */
  readonly attempt: number;
}

/** What observers get at the end of an attempt. */
export interface ResponseObservation extends RequestObservation {
  /** The HTTP status; undefined when no answer came. */
  readonly status: number | undefined;
  /** The id that the service gave the request (`x-request-id`); undefined when it gave none. */
  readonly requestId: string | undefined;
  /** Milliseconds. */
  readonly duration: number;
}

/** Observers of every call and every attempt. Errors that they throw are ignored. */
export interface Hooks {
  /** Called at the start of a call: before its arguments are on their way, in the same turn in which you made it. */
  onStart?(observation: CallObservation): void;
  /** Called when a call has ended. */
  onEnd?(observation: CallEndObservation): void;
  /** Called before each attempt. */
  onRequest?(observation: RequestObservation): void;
  /** Called when an attempt has ended, whether or not an answer came. */
  onResponse?(observation: ResponseObservation): void;
}

type LogMethod = (message: string, fields: object) => void;

/**
 * The lowest level of message that a logger gets: `debug` for each request and each answer, `info` for each further attempt,
 * `warn` for what is odd, such as an item of a listing that was left out, an answer of another shape or an order that was
 * placed twice, `error` for what failed where nobody waits for it, such as a callback handler without `onError`. `silent`:
 * it gets no message.
 */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Receives the messages of the library, with redacted data only. `console` works. */
export interface Logger {
  readonly debug: LogMethod;
  readonly info: LogMethod;
  readonly warn: LogMethod;
  readonly error: LogMethod;
}

/** Settings of one call. */
export interface CallOptions {
  /** Ends the call; it then rejects with the signal's own reason. @default none */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for the whole call: every wait for its turn, attempt, pause and body read. @default 60000 */
  readonly timeout?: number | undefined;
  /** Milliseconds for one attempt, from its sending. @default 30000 */
  readonly attemptTimeout?: number | undefined;
  /** Further attempts after a failure that may pass; see docs/errors.md, Retrying. @default 2 */
  readonly retries?: number | undefined;
  /**
   * Further headers of each request of the call; they go before those of the client, and null leaves one out. Requests that
   * several calls share, such as the polls of waits, have those of the client alone. @default none
   * @see docs/configuration.md, Headers
   */
  readonly headers?: GivenHeaders | undefined;
}

/** Sends one request. It is called with the address as a string; everything else is in `init`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Settings of every call of one client. */
export interface HttpOptions {
  /** Address of the service: https, or http on a loopback host. In a page also a path of its own server, such as `/translations`. */
  readonly baseUrl: string | URL;
  /** Accepts an http address that is not on this machine. @default false */
  readonly allowInsecureHttp?: boolean | undefined;
  /**
   * Sends the requests, each once. It must not repeat a write by itself: the first may have been carried out, and an order is paid
   * twice. That a connection was refused is believed of yours only where Node shows it, as it does of its own `fetch` and that
   * of `undici`, also in a wrapper. Of any other, the outcome of such a write is `unknown`.
   * @default globalThis.fetch
   * @see docs/errors.md, A fetch of your own
   */
  readonly fetch?: Fetch | undefined;
  /** Milliseconds for a whole call: every wait for its turn, attempt, pause and body read. @default 60000 */
  readonly timeout?: number | undefined;
  /** Milliseconds for one attempt, from its sending. @default 30000 */
  readonly attemptTimeout?: number | undefined;
  /** Further attempts after a failure that may pass, reads only. @default 2 */
  readonly retries?: number | undefined;
  /** The longest Retry-After to wait for, in milliseconds. After a longer one, the call fails. @default 60000 */
  readonly maxRetryAfter?: number | undefined;
  /**
   * Further headers of each request to the origin of `baseUrl`, such as `{ 'x-gateway-key': key }`. Not the host, cookies,
   * `authorization`, or what describes the body or the connection. Where the service repeats a value of 16 characters or more,
   * errors don't show it. @default none
   * @see docs/configuration.md, Headers
   */
  readonly headers?: GivenHeaders | undefined;
  /**
   * Origins, such as `https://files.example`, from which files are downloaded wherever they are. Others need https if the
   * service has it, and are not on this machine unless the service is. @default none
   */
  readonly downloadOrigins?: readonly string[] | undefined;
  /**
   * Requests in flight at once, for all copies of a client together. Accounts share them fairly, and where there are several,
   * the uploads of one take at most half of them. A 429 pauses them all. The default is where measured calls stop becoming
   * faster; more would only meet the limits of the service sooner. @default 32
   * @see docs/configuration.md, Requests in flight
   */
  readonly maxConcurrency?: number | undefined;
  /**
   * The most bytes that an answer may have; downloads have no limit. A longer page of a listing is read in smaller
   * parts. Any other longer answer is an UnexpectedAnswerError. @default 8388608 (8 MiB)
   */
  readonly maxAnswerSize?: number | undefined;
  /**
   * What to do with an answer that can't be used, because its id, its status or its list is missing, or because a field has
   * another type than the service promises: throw an UnexpectedAnswerError, pass it on and warn the logger, or pass it on
   * silently. `throw` leaves a single item out of a list, warns, and shows it in the page's `unexpected`. Any other
   * difference is a warning, at most once a minute for the same field. @default 'throw'
   * @see docs/errors.md, Answers
   */
  readonly onUnexpectedShape?: 'throw' | 'warn' | 'ignore' | undefined;
  /** Receives messages, with redacted data only. @default console */
  readonly logger?: Logger | undefined;
  /** The lowest level of message that the logger gets. @default 'warn' */
  readonly logLevel?: LogLevel | undefined;
  /** Observers of every call and every attempt. @default none */
  readonly hooks?: Hooks | undefined;
}

/** Checked options, with the defaults filled in. */
export interface Settings {
  readonly baseUrl: string;
  /** Undefined for the global one. */
  readonly fetch: Fetch | undefined;
  readonly timeout: number;
  readonly attemptTimeout: number;
  readonly retries: number;
  readonly maxRetryAfter: number;
  readonly headers: CheckedHeaders;
  readonly downloadOrigins: readonly string[];
  readonly maxConcurrency: number;
  readonly maxAnswerSize: number;
  readonly onUnexpectedShape: 'throw' | 'warn' | 'ignore';
  /** Without the levels that it does not get; undefined when it gets none. */
  readonly logger: Partial<Logger> | undefined;
  readonly hooks: Hooks;
  /** Who shares the slots of an account with the program. */
  readonly caller?: 'pages';
}

/** The rules for the options of one call. */
export const CALL_OPTIONS: Rules<CallOptions> = {
  signal: rules.abortSignal,
  timeout: rules.duration,
  attemptTimeout: rules.duration,
  retries: rules.integer(0),
  headers,
};

/** The options of one call, out of the options of something that makes calls. What is undefined is left out. */
export function pickCallOptions(options: CallOptions): CallOptions {
  return copyOptions(options, CALL_OPTIONS);
}

const LOG_METHODS = ['debug', 'info', 'warn', 'error'] as const;

const HOOKS: Rules<Hooks> = {
  onStart: rules.method,
  onEnd: rules.method,
  onRequest: rules.method,
  onResponse: rules.method,
};

const hooks: Rule = {
  ...rules.object(HOOKS),
  // A plain object may have only these methods. An instance of a class may have other fields too.
  check: (value, path, options) =>
    rules.object(HOOKS).check(isInstance(value) ? copyOptions(value, HOOKS) : value, path, options),
};

const isInstance = (value: unknown): value is Hooks => isFields(value) && !isPlain(value);

/** Refuses ky instances. They repeat a failed PUT or DELETE by themselves, and with some settings also a paid order. */
const plainFetch: Rule = {
  check: (value, path) =>
    typeof value === 'function' && 'extend' in value && 'create' in value
      ? [{ path, message: 'must not be a ky instance, which repeats requests; pass a plain fetch' }]
      : rules.callable.check(value, path, {}),
};

const parseBaseUrl = (value: unknown, options: object) =>
  checkBaseUrl(value, readOption(options, 'allowInsecureHttp') === true);

const baseUrl: Rule = {
  check: (value, _, options) => parseBaseUrl(value, options).issues ?? [],
  copy: (value, options) => parseBaseUrl(value, options).value,
};

/** The rules for the options of a client. */
export const HTTP_OPTIONS: Rules<HttpOptions> = {
  baseUrl: rules.required(baseUrl),
  allowInsecureHttp: rules.flag,
  fetch: plainFetch,
  timeout: rules.duration,
  attemptTimeout: rules.duration,
  retries: rules.integer(0),
  maxRetryAfter: rules.amount('milliseconds'),
  headers,
  downloadOrigins: {
    ...rules.custom(
      (value) =>
        Array.isArray(value) &&
        value.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin),
      "must be a list of origins, such as ['https://files.example']",
    ),
    // It has passed the check.
    copy: (value) => [...(value as string[])],
  },
  maxConcurrency: rules.integer(1),
  maxAnswerSize: rules.integer(1),
  onUnexpectedShape: rules.choice('throw', 'warn', 'ignore'),
  logger: rules.methods(...LOG_METHODS),
  logLevel: rules.choice(...LOG_METHODS, 'silent'),
  hooks,
};

/**
 * Checks the options of a client against their rules, copies them, and fills in the defaults.
 *
 * @throws InputError when an option is missing, wrong or not known
 */
export function makeSettings<Options extends Partial<HttpOptions>>(
  options: Options,
  rules: Rules<Options>,
): Settings {
  const issues = checkOptions('options', options, rules);
  if (issues.length > 0) throw new InputError(issues);
  const given = copyOptions<Partial<HttpOptions>>(options, HTTP_OPTIONS);
  return {
    ...DEFAULTS,
    hooks: copyOptions<Hooks>({}, HOOKS),
    // The copy has an address, and nothing that is undefined.
    ...(given as Pick<Settings, 'baseUrl'>),
    logger: limitLevel(given.logger ?? globalThis.console, given.logLevel),
  };
}

const DEFAULTS = {
  fetch: undefined,
  timeout: 60_000,
  attemptTimeout: 30_000,
  retries: 2,
  maxRetryAfter: 60_000,
  headers: {},
  downloadOrigins: [],
  maxConcurrency: 32,
  maxAnswerSize: 2 ** 23,
  onUnexpectedShape: 'throw',
} as const;

/** The logger with what is below the level left out; undefined when nothing remains. */
function limitLevel(logger: Logger, level: LogLevel = 'warn'): Partial<Logger> | undefined {
  if (level === 'silent') return undefined;
  const limited: Partial<Record<keyof Logger, LogMethod>> = Object.create(null);
  for (const name of LOG_METHODS.slice(LOG_METHODS.indexOf(level)))
    limited[name] = (message, fields) => logger[name](message, fields);
  return limited;
}
