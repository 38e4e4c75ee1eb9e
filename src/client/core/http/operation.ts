import type { Checked, Inspect } from '../../../base/checked.js';
import { checkOptions, copyOptions, copyOwn, type Rules } from '../../../base/options.js';
import type { AdviceWithText } from '../errors/advice.js';
import { InputError, type Issue, type RequesterError, type RequestFacts } from '../errors/errors.js';
import type { AnswerFacts } from '../errors/from-answer.js';
import { makeRedactor } from '../errors/redact.js';
import { isShortSecret, WINDOW } from '../errors/secret-window.js';
import { type Path, toRequestFacts } from './address.js';
import { getSpan } from './deadline.js';
import { type CheckedHeaders, findSecretValues } from './headers.js';
import { CALL_OPTIONS, type CallObservation, type CallOptions, type Settings } from './settings.js';

/** A body that is not JSON: an upload or a form. */
export interface RequestContent {
  readonly body: BodyInit;
  readonly type?: string | undefined;
  /** Bytes of the file in a body that is a stream, if they are known. */
  readonly size?: number | undefined;
  /** Closes the source of the body. Called when the body will not be read further. */
  readonly discard?: (() => void) | undefined;
}

/** A request with its checked arguments. If one of them is wrong, nothing is sent. */
export interface RequestPlan {
  /** The name of the call: `projects.create`. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: Path;
  readonly query?: Checked<object> | undefined;
  readonly json?: Checked<object> | undefined;
  /** Makes the body anew for each attempt. */
  readonly content?: Checked<() => RequestContent | Promise<RequestContent>> | undefined;
  /** Whether it changes nothing, so that it may be repeated. @default true for GET */
  readonly isRead?: boolean | undefined;
  /** True for a body that can be sent only once, such as a stream. @default false */
  readonly singleUse?: boolean | undefined;
  /** A whole address, used instead of the path. The token is sent only to the origin of `baseUrl`. */
  readonly address?: string | undefined;
  /** False where the service wants no token. @default true */
  readonly authenticated?: boolean | undefined;
  /** True when the answer itself is a secret: errors then show nothing of it. */
  readonly confidential?: boolean | undefined;
  /** The rules for the options, if the call has more than the usual ones. @default CALL_OPTIONS */
  readonly optionRules?: Rules<CallOptions> | undefined;
  /** Texts that must never be shown, beside the token. */
  readonly secrets?: readonly string[] | undefined;
  /** The advice of an error after which the call may have been carried out. @default LOOK_FIRST */
  readonly advice?: AdviceWithText | undefined;
  /**
   * Until when it is unconfirmed that the thing is missing, on the clock of `performance.now()`.
   * @default it is believed at once
   */
  readonly unconfirmedUntil?: number | undefined;
  /** Whether a 429 fails this call at once, and pauses no other call. @default false */
  readonly pausesNothing?: boolean | undefined;
  /** Who of the account asks, where a server says so: those of one account take turns. */
  readonly asker?: string | undefined;
  /** Follows the attempts of a write. */
  readonly watch?: AttemptWatch | undefined;
}

/** Hears of the attempts of a write, to know whether it may have been carried out. */
export interface AttemptWatch {
  /** Asked right before each attempt is sent. On `stop`, nothing is sent, and the call rejects with `CallStopped`. */
  sending(): Promise<'send' | 'stop'>;
  /** Called when the request of an attempt begins. A call that was aborted before has sent nothing. */
  begins(): void;
  /** Called when an attempt was provably not carried out, before the pause until the next attempt. */
  notCarriedOut(): void;
}

/** The rejection of a call that its watch stopped. Callers of the library never get it. */
export class CallStopped {}

/** One operation of the service: what is sent, and how its answer is read. */
export interface Operation<Body, Data> extends RequestPlan {
  readonly inspect: Inspect<Body>;
  /** Takes the object that the call is about from the whole answer. */
  readonly data: (body: Body) => Data;
  /** The field of the answer that holds what the call creates; its `id` then names it in errors. */
  readonly creates?: string | undefined;
  /** The places of the answer that this caller uses: `project.questions[].status`. @default what the contract says */
  readonly uses?: readonly string[] | undefined;
  /** Makes the error for a refusal in another form than the service's usual one. */
  readonly refusal?: ((facts: AnswerFacts, answer: unknown) => RequesterError | undefined) | undefined;
}

/** Every option of a call, with the settings of the client where the caller gave none. */
type ResolvedOptions = {
  // From the options of a call, so that the compiler names `beginCall` when there is one more.
  readonly [Option in Exclude<keyof CallOptions, 'signal'>]-?: NonNullable<CallOptions[Option]>;
};

/** What a function for the token gave, or threw. */
export type AskedToken = { readonly answer: unknown } | { readonly error: unknown };

/** The state of one call, which its attempts share. */
export interface CallState extends ResolvedOptions {
  /** What observers get of it. */
  readonly facts: CallObservation;
  readonly plan: RequestPlan;
  request: RequestFacts;
  /** Whether it changes nothing, so that it may be repeated. */
  readonly isRead: boolean;
  readonly signal: AbortSignal | undefined;
  /** Those of the client and of the call. */
  readonly headers: CheckedHeaders;
  /** When the whole call is over, on the clock of performance.now(). */
  readonly endsAt: number;
  token: string | undefined;
  /** What the caller's function for the token gave when the call began. */
  asked?: AskedToken | undefined;
  /** The number of the attempt, from 1; 0 before the first. */
  attempt: number;
  /** How many requests have been sent. An attempt whose time is over when its turn comes sends none. */
  sent: number;
  /** Milliseconds for which its attempts have waited for their turns. */
  waited: number;
  /** Since when it waits for the next turn, on the clock of performance.now(); undefined while it does not wait. */
  queuedSince: number | undefined;
  /** Whether a request is in flight. */
  inFlight: boolean;
  /** The status of the answer that is being read. */
  status: number | undefined;
  /** The id that the service gave the request of this answer. */
  requestId: string | undefined;
  /** What the last attempt failed with. */
  failure: FailedAttempt | undefined;
}

/** A failed attempt, and when the next one may begin. */
export interface FailedAttempt {
  readonly error: RequesterError;
  /** Milliseconds from the failure; undefined when there must be no further attempt. */
  readonly delay: number | undefined;
}

let calls = 0;

/** What observers get of a call, or of work that makes several. */
export function makeCallFacts(operation: string, parent: number | undefined): CallObservation {
  calls += 1;
  return { call: calls, operation, parent };
}

/** What must not be shown of a call: the token, further secrets of its kind, and the values of headers that look like secrets. */
export const listSecrets = ({ plan, token, headers }: CallState): readonly string[] => [
  token ?? '',
  ...findSecretValues(headers),
  ...(plan.secrets ?? []),
];

/** A path that the caller wrote can hold the token. Neither its template nor its address then shows it. */
export function hideToken(request: RequestFacts, token: string | undefined): RequestFacts {
  if (token === undefined) return request;
  const { path, address } = request;
  if (isShortSecret(token)) {
    // It would be found in most words. A number is more probably an id than the token.
    const hide = (text: string) =>
      text.replace(/[^/]+/g, (segment) => (segment === token ? '[redacted]' : segment));
    return /^\d+$/.test(token) ? request : { ...request, path: hide(path), address: hide(address) };
  }
  const begins = token.slice(0, WINDOW).toLowerCase();
  if (!`${path} ${address}`.toLowerCase().includes(begins)) return request;
  const redact = makeRedactor([token]);
  return { ...request, path: redact(path), address: redact(address) };
}

/**
 * Begins a call: checks its arguments and options, and starts its clock.
 *
 * @param token that of the client, if it is known without asking for it
 * @throws InputError when an argument or an option is wrong; the signal's own reason when it is aborted already.
 */
export function beginCall(
  operation: RequestPlan,
  options: CallOptions | undefined,
  settings: Settings,
  token?: string,
): CallState {
  const plan = copyOwn(operation);
  const { path, query, json, content, optionRules = CALL_OPTIONS } = plan;
  const issues: Issue[] = [];
  for (const checked of [path, query, json, content]) issues.push(...(checked?.issues ?? []));
  if (options !== undefined) issues.push(...checkOptions('options', options, optionRules));
  const span = getSpan(options?.signal);
  const request = hideToken(toRequestFacts(plan.method, path), span.token ?? token);
  if (issues.length > 0) throw new InputError(issues, { request });
  const given = copyOptions<CallOptions>(options ?? {}, optionRules);
  given.signal?.throwIfAborted();
  const { timeout = settings.timeout, attemptTimeout = settings.attemptTimeout } = given;
  return {
    facts: makeCallFacts(plan.name, span.call),
    plan,
    request,
    isRead: plan.isRead ?? plan.method === 'GET',
    signal: given.signal,
    timeout,
    attemptTimeout,
    retries: plan.singleUse === true ? 0 : (given.retries ?? settings.retries),
    // The rule of the option has made names of small letters, and left out what is undefined.
    headers: { ...settings.headers, ...(given.headers as CheckedHeaders) },
    endsAt: performance.now() + timeout,
    token: span.token,
    attempt: 0,
    sent: 0,
    waited: 0,
    queuedSince: undefined,
    inFlight: false,
    status: undefined,
    requestId: undefined,
    failure: undefined,
  };
}
