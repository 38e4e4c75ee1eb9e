import { checkOptions, checkOptionsAt, copyOwn, type Rule, type Rules } from '../../base/options.js';
import * as rules from '../../base/rules.js';
import { explainNoMatch, isWildcard } from '../base/operations.js';
import { refuseIssues } from '../base/refusal.js';
import { checkSparseFields, type SparseOptions } from '../base/spare-fields.js';
import { CHANCE, type ChanceOptions, type FaultHandle, FaultList } from './fault-frequency.js';

/** What goes wrong with a request. Each kind says whether the operation is carried out. */
export type Fault =
  /** The connection is refused (`ECONNREFUSED`): nothing arrives. A socket is destroyed before the body is read. */
  | { readonly kind: 'refuse' }
  /** The connection is lost (`ECONNRESET`) before anything is carried out. */
  | { readonly kind: 'drop-before' }
  /** The operation is carried out, and the connection is lost before the answer. */
  | { readonly kind: 'drop-after' }
  /** The operation is carried out, and the connection is lost in the middle of the answer's body (`terminated`). */
  | { readonly kind: 'drop-midway' }
  /** The right answer comes `ms` later. With `carriedOut: false`, nothing is done if the caller has gone by then. */
  | ({ readonly kind: 'delay'; readonly ms: number } & CarriedOut)
  /** No answer ever comes: `fetch` waits for its signal, and a socket stays open until the server is closed. */
  | ({ readonly kind: 'hang' } & CarriedOut)
  /**
   * An answer with this status, these headers and this body (an object is sent as JSON). Without a body, a 4xx has that of
   * the service's own refusals; with `''`, it comes from something in between.
   */
  | ({
      readonly kind: 'status';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: unknown;
    } & CarriedOut)
  /** An HTML page instead of the JSON. */
  | ({ readonly kind: 'html'; readonly status?: number; readonly body?: string } & CarriedOut)
  /** The right status and headers, then half of the JSON and a clean end. */
  | ({ readonly kind: 'truncate' } & CarriedOut)
  /** The right status with an empty body. */
  | ({ readonly kind: 'empty' } & CarriedOut)
  /** The right status with JSON of another shape. */
  | ({ readonly kind: 'wrong-shape'; readonly body?: unknown } & CarriedOut)
  /**
   * The operation is carried out, and its answer lacks what an answer may lack: objects beside what was asked for,
   * embedded objects, `message` and decoration. The `translations` of a body are null. Only answers of 2xx change.
   */
  | ({ readonly kind: 'sparse' } & SparseOptions)
  /** A redirection, by default a 302. Without `location`, it goes to another host. */
  | ({ readonly kind: 'redirect'; readonly status?: number; readonly location?: string } & CarriedOut)
  /** The operation is carried out, and its answer (the JSON, or the text of anything else) is changed. */
  | { readonly kind: 'alter'; readonly alter: Alter };

/** Gets the answer and returns the one to send: the same one, changed or not, or another one. */
// A test knows the shape of the answer, and may return any other.
// biome-ignore lint/suspicious/noExplicitAny: as above
export type Alter = (answer: any) => unknown;

interface CarriedOut {
  /**
   * Whether the operation is carried out before the fault happens.
   * @default true for delay, html, truncate, empty and wrong-shape; false for hang, status and redirect
   */
  readonly carriedOut?: boolean;
}

/** A fault, and which requests it happens to. */
export interface FaultRule extends ChanceOptions {
  /**
   * A method and a path, such as `POST /api/v1/projects`. Either can be `*`. So can a segment of the path; `:id` means the
   * same. `*` alone means every request. Some operation of the service must have both.
   */
  readonly on: string;
  /** What goes wrong: its `kind`, and what that kind needs. */
  readonly fault: Fault;
}

interface Added {
  readonly matches: (method: string, path: string) => boolean;
  readonly fault: Fault;
}

const FAULT_RULE: Rules<FaultRule> = {
  on: rules.required(rules.kind('string')),
  fault: rules.required(rules.kind('object')),
  ...CHANCE,
};

const kind = rules.text;
const carriedOut = rules.flag;
const status = rules.kind('number');
const textRule = rules.kind('string');
const jsonRule = rules.kind('string', 'number', 'boolean', 'object', 'array', 'null');

/** The fields that a fault of each kind can have. */
const FAULTS: Readonly<Record<Fault['kind'], Readonly<Record<string, Rule>>>> = {
  refuse: { kind },
  'drop-before': { kind },
  'drop-after': { kind },
  'drop-midway': { kind },
  delay: { kind, ms: rules.required(rules.amount('milliseconds')), carriedOut },
  hang: { kind, carriedOut },
  status: { kind, status, headers: rules.kind('object'), body: jsonRule, carriedOut },
  html: { kind, status, body: textRule, carriedOut },
  truncate: { kind, carriedOut },
  empty: { kind, carriedOut },
  'wrong-shape': { kind, body: jsonRule, carriedOut },
  redirect: { kind, status, location: textRule, carriedOut },
  sparse: { kind, only: rules.kind('array'), asNull: rules.flag },
  alter: { kind, alter: rules.required(rules.callable) },
};

/** The faults that have been added. The first one that happens to a request is used. */
export class Faults {
  readonly #added: FaultList<Added>;
  readonly #operations: readonly string[];

  /** @param seed for faults with a `probability` @internal */
  constructor(operations: readonly string[], seed = 1) {
    this.#operations = operations;
    this.#added = new FaultList(seed);
  }

  /** @throws TypeError when the rule could never match a request; the message names the nearest operation */
  add(rule: FaultRule): FaultHandle {
    refuseIssues('faults.add', checkOptions('rule', rule, FAULT_RULE));
    const { on, fault: given, ...chance } = copyOwn(rule);
    const fault = copyOwn(given);
    if (!Object.hasOwn(FAULTS, fault.kind))
      throw new TypeError(`The sandbox knows no fault of the kind "${fault.kind}".`);
    refuseIssues(
      `a fault of the kind "${fault.kind}"`,
      checkOptionsAt('fault', '', fault, FAULTS[fault.kind]),
    );
    if (fault.kind === 'sparse') checkSparseFields(fault.only ?? []);
    return this.#added.add({ matches: makeMatcher(on, this.#operations), fault }, copyOwn(chance));
  }

  clear(): void {
    this.#added.clear();
  }

  /** The first fault that happens to this request, if any. Counts as a hit. @internal */
  takeFault(method: string, path: string): Fault | undefined {
    return this.#added.take(({ matches }) => matches(method, path))?.fault;
  }
}

/**
 * Returns a function that tells whether a request matches `on`.
 * @param operations those of the service
 * @throws TypeError when no request of these could match
 */
export function makeMatcher(
  on: string,
  operations: readonly string[],
): (method: string, path: string) => boolean {
  if (on === '*') return () => true;
  const [method, pattern, ...rest] = on.split(' ');
  if (method === undefined || pattern === undefined || rest.length > 0 || !/^(\*|\/\S*)$/.test(pattern)) {
    throw new TypeError(`\`on\` is "*" or a method and a path such as "GET /api/v1/my", not "${on}".`);
  }
  const reason = explainNoMatch(method, pattern, operations);
  if (reason !== undefined) throw new TypeError(`\`on\`: ${reason}`);
  const isMethod = (given: string) => method === '*' || method === given;
  if (pattern === '*') return isMethod;
  const segments = pattern.split('/');
  return (given, path) => isMethod(given) && matchesPath(segments, path.split('/'));
}

function matchesPath(pattern: readonly string[], segments: readonly string[]): boolean {
  if (pattern.length !== segments.length) return false;
  return pattern.every((part, index) => isWildcard(part) || part === segments[index]);
}
