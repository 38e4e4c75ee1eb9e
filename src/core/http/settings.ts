import { InputError, type Issue, type RequesterError } from '../errors/errors.js';
import { checkBaseUrl } from './address.js';
import {
  abortSignal,
  amount,
  callable,
  checkOptions,
  copyOptions,
  duration,
  flag,
  method,
  optionsObject,
  type Rule,
  type Rules,
  required,
  rule,
  whole,
  withMethods,
} from './options.js';
import { issuesIn } from './validate.js';

/** Tells the logger and the hooks what happens, in fields from an allow-list; what they throw is ignored. */
export class Observer {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  sent(observation: RequestObservation): void {
    const { hooks, logger } = this.#settings;
    guarded(() => hooks.onRequest?.(observation));
    guarded(() => logger?.debug('request', observation));
  }

  ended(observation: ResponseObservation): void {
    const { hooks, logger } = this.#settings;
    guarded(() => hooks.onResponse?.(observation));
    guarded(() => logger?.debug('response', observation));
  }

  again(observation: RequestObservation, error: RequesterError, delay: number): void {
    guarded(() => this.#settings.logger?.info('trying again', { ...observation, error: error.name, delay }));
  }

  warn(message: string, fields: object): void {
    this.log('warn', message, fields);
  }

  log(level: 'warn' | 'error', message: string, fields: object): void {
    guarded(() => this.#settings.logger?.[level](message, fields));
  }
}

/** An observer must not decide over the call that it watches, whether it throws or returns a promise that does. */
function guarded(tell: () => unknown): void {
  try {
    const told = tell();
    // Resolved first, since a promise of another realm is no instance of this one's.
    if (typeof told === 'object') Promise.resolve(told).catch(() => undefined);
  } catch {
    // the call goes on
  }
}

/** What observers are told of one attempt; never an address, a header or a body. */
export interface RequestObservation {
  readonly method: string;
  /** The path as a template without values. */
  readonly path: string;
  /** From 1. */
  readonly attempt: number;
}

/** What observers are told when an attempt is over. */
export interface ResponseObservation extends RequestObservation {
  /** The HTTP status; undefined when no answer came. */
  readonly status: number | undefined;
  /** Milliseconds. */
  readonly duration: number;
}

/** Observers of every attempt. What they throw is ignored. */
export interface Hooks {
  onRequest?(observation: RequestObservation): void;
  onResponse?(observation: ResponseObservation): void;
}

type Log = (message: string, fields: object) => void;

/** Where the library tells what it does; only redacted data. `console` fits. */
export interface Logger {
  readonly debug: Log;
  readonly info: Log;
  readonly warn: Log;
  readonly error: Log;
}

/** Settings of one call. */
export interface CallOptions {
  /** Ends the call; it then rejects with the signal's own reason. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for the whole call: every attempt, pause and body read. @default 60000 */
  readonly timeout?: number | undefined;
  /** Milliseconds for one attempt. @default 30000 */
  readonly attemptTimeout?: number | undefined;
  /** Further attempts after a failure that may pass; see Retrying in the README. @default 2 */
  readonly retries?: number | undefined;
}

/** Sends one request. It is called with an address as text, and with all that the request needs in `init`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Settings of every call of one client. */
export interface HttpOptions {
  /** Address of the service: https, or http on a loopback host. */
  readonly baseUrl: string | URL;
  /** Accepts an http address that is not on this machine. @default false */
  readonly allowInsecureHttp?: boolean | undefined;
  /** Sends the requests. @default globalThis.fetch */
  readonly fetch?: Fetch | undefined;
  /** Milliseconds for a whole call: every attempt, pause and body read. @default 60000 */
  readonly timeout?: number | undefined;
  /** Milliseconds for one attempt. @default 30000 */
  readonly attemptTimeout?: number | undefined;
  /** Further attempts after a failure that may pass, reads only. @default 2 */
  readonly retries?: number | undefined;
  /** Milliseconds; a longer Retry-After is not waited for. @default 60000 */
  readonly maxRetryAfter?: number | undefined;
  /** Requests in flight at once; a 429 pauses them all. @default 8 */
  readonly maxConcurrency?: number | undefined;
  /**
   * What to do with an answer that does not have the promised shape: throw an UnexpectedAnswerError, pass it on and
   * warn the logger, or pass it on silently. Lists are checked item by item: `throw` leaves the item out, reports
   * it to the logger as an error and shows it in the page's `unexpected`. @default 'throw'
   */
  readonly onUnexpectedShape?: 'throw' | 'warn' | 'ignore' | undefined;
  /** Where to tell what happens; only redacted data. @default none */
  readonly logger?: Logger | undefined;
  /** Observers of every attempt. @default none */
  readonly hooks?: Hooks | undefined;
}

/** Checked options with every default in place. */
export interface Settings {
  readonly baseUrl: string;
  readonly fetch: Fetch;
  readonly timeout: number;
  readonly attemptTimeout: number;
  readonly retries: number;
  readonly maxRetryAfter: number;
  readonly maxConcurrency: number;
  readonly onUnexpectedShape: 'throw' | 'warn' | 'ignore';
  readonly logger: Logger | undefined;
  readonly hooks: Hooks;
}

/** The rules for the options of one call. */
export const CALL_OPTIONS: Rules<CallOptions> = {
  signal: abortSignal,
  timeout: duration,
  attemptTimeout: duration,
  retries: whole(0),
};

const HOOKS: Rules<Hooks> = { onRequest: method, onResponse: method };

const hooks: Rule = {
  ...optionsObject(HOOKS),
  // An object of a class can have fields of its own beside the two methods.
  check: (value, path, options) =>
    isInstance(value) ? withHooksOnly(value, path) : optionsObject(HOOKS).check(value, path, options),
};

function isInstance(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // Any realm's Object.prototype is the end of its chain.
  return prototype !== null && Object.getPrototypeOf(prototype) !== null;
}

function withHooksOnly(value: object, path: string): readonly Issue[] {
  const { onRequest, onResponse }: Partial<Record<keyof Hooks, unknown>> = value;
  return checkOptions(path, { onRequest, onResponse }, HOOKS);
}

/** ky itself would send a failed PUT or DELETE again, and a paid order with it where it is set to. */
const plainFetch: Rule = {
  check: (value, path) =>
    typeof value === 'function' && 'extend' in value && 'create' in value
      ? [{ path, message: 'must not be a ky instance, which repeats requests by itself; pass a plain fetch' }]
      : callable.check(value, path, {}),
};

const baseUrl: Rule = {
  check: (value, _, options) =>
    issuesIn(checkBaseUrl(value, Reflect.get(options, 'allowInsecureHttp') === true)),
};

/** The rules for the options of a client. */
export const HTTP_OPTIONS: Rules<HttpOptions> = {
  baseUrl: required(baseUrl),
  allowInsecureHttp: flag,
  fetch: plainFetch,
  timeout: duration,
  attemptTimeout: duration,
  retries: whole(0),
  maxRetryAfter: amount('milliseconds'),
  maxConcurrency: whole(1),
  onUnexpectedShape: rule(
    (value) => value === 'throw' || value === 'warn' || value === 'ignore',
    "must be 'throw', 'warn' or 'ignore'",
  ),
  logger: withMethods('debug', 'info', 'warn', 'error'),
  hooks,
};

/**
 * Checks the options of a client by the rules for all of them, copies them, and fills in the defaults.
 *
 * @throws InputError when an option is missing, wrong or not known
 */
export function settingsFrom<Options extends Partial<HttpOptions>>(
  options: Options,
  rules: Rules<Options>,
): Settings {
  const issues = checkOptions('options', options, rules);
  if (issues.length > 0) throw new InputError(issues);
  const address = checkBaseUrl(options.baseUrl, options.allowInsecureHttp);
  if ('issues' in address) throw new InputError(address.issues);
  return {
    baseUrl: address.value,
    fetch: sendingWith(options.fetch),
    timeout: options.timeout ?? 60_000,
    attemptTimeout: options.attemptTimeout ?? 30_000,
    retries: options.retries ?? 2,
    maxRetryAfter: options.maxRetryAfter ?? 60_000,
    maxConcurrency: options.maxConcurrency ?? 8,
    onUnexpectedShape: options.onUnexpectedShape ?? 'throw',
    logger: options.logger,
    hooks: copyOptions(options.hooks ?? {}, HOOKS),
  };
}

/** Called as a plain function: a browser's fetch refuses any other receiver. */
function sendingWith(given: Fetch | undefined): Fetch {
  // The global one is looked up for each request, so that what replaces it later is used.
  return given === undefined ? (url, init) => globalThis.fetch(url, init) : (url, init) => given(url, init);
}
