import { InputError, type Issue, type RequesterError } from '../errors/errors.js';
import { checkBaseUrl } from './address.js';
import { issuesOf, kindOf } from './validate.js';

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

/** Settings of every call of one client. */
export interface HttpOptions {
  /** Address of the service: https, or http on a loopback host. */
  readonly baseUrl: string | URL;
  /** Accepts an http address that is not on this machine. @default false */
  readonly allowInsecureHttp?: boolean | undefined;
  /** Sends the requests. @default globalThis.fetch */
  readonly fetch?: typeof globalThis.fetch | undefined;
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
  readonly fetch: typeof globalThis.fetch;
  readonly timeout: number;
  readonly attemptTimeout: number;
  readonly retries: number;
  readonly maxRetryAfter: number;
  readonly maxConcurrency: number;
  readonly onUnexpectedShape: 'throw' | 'warn' | 'ignore';
  readonly logger: Logger | undefined;
  readonly hooks: Hooks;
}

type Rule = readonly [holds: (value: unknown) => boolean, rule: string];

const whole = (least: number): Rule => [
  (value) => Number.isSafeInteger(value) && Number(value) >= least,
  `must be a whole number of at least ${least}`,
];
const duration: Rule = [
  (value) => typeof value === 'number' && value > 0,
  'must be a positive number of milliseconds',
];
const callable: Rule = [(value) => typeof value === 'function', 'must be a function'];
const methods = (...names: readonly string[]): Rule => [
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    names.every((name) => typeof Reflect.get(value, name) === 'function'),
  `must have the methods ${names.join(', ')}`,
];

const RULES: Readonly<Record<string, Rule>> = {
  signal: [(value) => value instanceof AbortSignal, 'must be an AbortSignal'],
  timeout: duration,
  attemptTimeout: duration,
  retries: whole(0),
  maxRetryAfter: [(value) => typeof value === 'number' && value >= 0, 'must be milliseconds, 0 or more'],
  maxConcurrency: whole(1),
  fetch: callable,
  logger: methods('debug', 'info', 'warn', 'error'),
  hooks: [(value) => typeof value === 'object' && value !== null, 'must be an object'],
  onUnexpectedShape: [
    (value) => value === 'throw' || value === 'warn' || value === 'ignore',
    "must be 'throw', 'warn' or 'ignore'",
  ],
};

/** What is wrong with the options that have a rule here; undefined always means the default. */
export function optionIssues(options: unknown): readonly Issue[] {
  if (options === undefined) return [];
  if (typeof options !== 'object' || options === null) {
    return [{ path: 'options', message: `must be an object; got ${kindOf(options)}` }];
  }
  return Object.entries(options).flatMap(([name, value]) => {
    const rule = Object.hasOwn(RULES, name) ? RULES[name] : undefined;
    if (value === undefined || rule === undefined || rule[0](value)) return [];
    return [{ path: name, message: `${rule[1]}; got ${kindOf(value)}` }];
  });
}

/** Checks the options of a client and fills in the defaults; `others` are issues that the caller found. */
export function settingsFrom(options: HttpOptions, others: readonly Issue[] = []): Settings {
  const baseUrl = checkBaseUrl(options?.baseUrl, options?.allowInsecureHttp === true);
  const issues = [...issuesOf(baseUrl), ...others, ...optionIssues(options ?? null)];
  if (issues.length > 0 || !('value' in baseUrl)) throw new InputError(issues);
  const given = options.fetch;
  return {
    baseUrl: baseUrl.value,
    // Called as a plain function: a browser's fetch refuses any other receiver.
    fetch:
      given === undefined
        ? (input, init) => globalThis.fetch(input, init)
        : (input, init) => given(input, init),
    timeout: options.timeout ?? 60_000,
    attemptTimeout: options.attemptTimeout ?? 30_000,
    retries: options.retries ?? 2,
    maxRetryAfter: options.maxRetryAfter ?? 60_000,
    maxConcurrency: options.maxConcurrency ?? 8,
    onUnexpectedShape: options.onUnexpectedShape ?? 'throw',
    logger: options.logger,
    hooks: options.hooks ?? {},
  };
}
