import { checkOptions, type OptionTypes } from '../base/options.js';

/** What goes wrong with a request, and whether the operation is carried out. */
export type Fault =
  /** The connection is refused: nothing arrives. */
  | { readonly kind: 'refuse' }
  /** The connection is lost before anything is carried out. */
  | { readonly kind: 'drop-before' }
  /** The operation is carried out, and the connection is lost before the answer. */
  | { readonly kind: 'drop-after' }
  /** The operation is carried out, and the connection is lost in the middle of the answer's body. */
  | { readonly kind: 'drop-midway' }
  /** The right answer comes `ms` later. */
  | ({ readonly kind: 'delay'; readonly ms: number } & CarriedOut)
  /** No answer ever comes. */
  | ({ readonly kind: 'hang' } & CarriedOut)
  /** An answer with this status, these headers and this body (an object is sent as JSON). */
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
  /** A redirection. Without `location`, it goes to another host. */
  | ({ readonly kind: 'redirect'; readonly status?: number; readonly location?: string } & CarriedOut);

interface CarriedOut {
  /**
   * Whether the operation is carried out before the fault happens.
   * @default true for delay, html, truncate, empty and wrong-shape; false for hang, status and redirect
   */
  readonly carriedOut?: boolean;
}

/** A fault, and which requests it happens to. */
export interface FaultRule {
  /**
   * A method and a path, such as `POST /api/v1/projects`; either can be `*`, and so can a segment of the path, which
   * can also be written `:id`. `*` alone means every request.
   */
  readonly on: string;
  /** To how many requests the fault happens. @default 1 */
  readonly times?: number;
  readonly fault: Fault;
}

/** A fault that has been added. */
export interface FaultHandle {
  /** To how many requests the fault has happened. */
  readonly hits: number;
  remove(): void;
}

interface Added {
  readonly matches: (method: string, path: string) => boolean;
  readonly fault: Fault;
  left: number;
  hits: number;
}

const RULE: OptionTypes<FaultRule> = { on: ['string'], times: ['number'], fault: ['object'] };

const kind = ['string'];
const carriedOut = ['boolean'];
const status = ['number'];
const ANYTHING = ['string', 'number', 'boolean', 'object', 'null'];

/** What a fault of each kind can say. */
const FAULTS: Readonly<Record<Fault['kind'], Readonly<Record<string, readonly string[]>>>> = {
  refuse: { kind },
  'drop-before': { kind },
  'drop-after': { kind },
  'drop-midway': { kind },
  delay: { kind, ms: ['number'], carriedOut },
  hang: { kind, carriedOut },
  status: { kind, status, headers: ['object'], body: ANYTHING, carriedOut },
  html: { kind, status, body: ['string'], carriedOut },
  truncate: { kind, carriedOut },
  empty: { kind, carriedOut },
  'wrong-shape': { kind, body: ANYTHING, carriedOut },
  redirect: { kind, status, location: ['string'], carriedOut },
};

/** The faults that have been added. The first one that matches a request is used. */
export class Faults {
  #added: Added[] = [];

  /** @throws TypeError when the rule could never match a request */
  add(rule: FaultRule): FaultHandle {
    checkOptions('faults.add', rule, RULE);
    const { on, times = 1, fault } = rule;
    if (!Object.hasOwn(FAULTS, fault?.kind))
      throw new TypeError(`The sandbox knows no fault of the kind "${fault?.kind}".`);
    checkOptions(`a fault of the kind "${fault.kind}"`, fault, FAULTS[fault.kind]);
    if (!(times > 0)) throw new TypeError('A fault needs `times` above 0.');
    const added: Added = { matches: matcher(on), fault: { ...fault }, left: times, hits: 0 };
    this.#added.push(added);
    return {
      get hits() {
        return added.hits;
      },
      remove: () => {
        this.#added = this.#added.filter((one) => one !== added);
      },
    };
  }

  clear(): void {
    this.#added = [];
  }

  /** The first fault that matches this request. Counts as a hit. */
  take(method: string, path: string): Fault | undefined {
    if (this.#added.length === 0) return undefined;
    const met = this.#added.find((one) => one.left > 0 && one.matches(method, path));
    if (met === undefined) return undefined;
    met.left -= 1;
    met.hits += 1;
    if (met.left <= 0) this.#added = this.#added.filter((one) => one !== met);
    return met.fault;
  }
}

function matcher(on: string): (method: string, path: string) => boolean {
  if (on === '*') return () => true;
  const [method, pattern, ...rest] = on.split(' ');
  if (method === undefined || pattern === undefined || rest.length > 0 || !/^(\*|\/\S*)$/.test(pattern)) {
    throw new TypeError(
      `A fault's \`on\` is "*" or a method and a path such as "GET /api/v1/my", not "${on}".`,
    );
  }
  const isMethod = (given: string) => method === '*' || method === given;
  if (pattern === '*') return isMethod;
  const wanted = pattern.split('/');
  return (given, path) => isMethod(given) && matchesPath(wanted, path.split('/'));
}

function matchesPath(wanted: readonly string[], segments: readonly string[]): boolean {
  if (wanted.length !== segments.length) return false;
  return wanted.every((one, index) => one === '*' || one.startsWith(':') || one === segments[index]);
}
