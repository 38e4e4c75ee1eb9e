import type { RequesterError } from './errors.js';
import type { Path } from './path.js';
import type { Exchange } from './refusal.js';
import type { Checked, Validate } from './validate.js';

/** A body that is not JSON: an upload or a form. */
export interface Content {
  readonly body: BodyInit;
  readonly type?: string | undefined;
  /** True for a body that may be larger than memory. @default false */
  readonly bulky?: boolean | undefined;
}

/** A request with its checked arguments. What is wrong with them is thrown before anything is sent. */
export interface Outgoing {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: Path;
  readonly query?: Checked<object> | undefined;
  readonly json?: Checked<object> | undefined;
  /** Makes the body anew for each attempt. */
  readonly content?: Checked<() => Content | Promise<Content>> | undefined;
  /** Whether it changes nothing, so that it may be repeated. @default true for GET */
  readonly read?: boolean | undefined;
  /** True for a body that can't be sent again, such as a stream. @default false */
  readonly once?: boolean | undefined;
  /** A whole address instead of the path on the service's own; it gets the token only on the same origin. */
  readonly address?: string | undefined;
  /** False where the service wants no token. @default true */
  readonly authenticated?: boolean | undefined;
  /** True where the answer itself is a secret: nothing of an answer that can't be used is shown. */
  readonly confidential?: boolean | undefined;
  /** What must never be shown, beside the token. */
  readonly secrets?: readonly string[] | undefined;
}

/** One operation of the service: what is sent, and what is made of its answer. */
export interface Operation<Body, Data> extends Outgoing {
  readonly validate: Validate<Body>;
  /** What the call is about, out of the whole answer. */
  readonly data: (body: Body) => Data;
  /** Makes an answer that lacks something known fit. */
  readonly complete?: ((answer: unknown) => unknown) | undefined;
  /** The error for a refusal that has a form of its own. */
  readonly refusal?: ((exchange: Exchange, answer: unknown) => RequesterError | undefined) | undefined;
}
