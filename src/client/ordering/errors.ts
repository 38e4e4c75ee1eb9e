import { joinTexts } from '../../base/checked.js';
import { ERROR_KIND, readFields, USUAL_FACTS } from '../../base/kinds.js';
import type { AdviceWithText } from '../core/errors/advice.js';
import {
  type ErrorFacts,
  RequesterError,
  type RequestFacts,
  UnexpectedAnswerError,
  type UsualFacts,
} from '../core/errors/errors.js';

const ALLOW_MORE_POINTS: AdviceWithText = {
  code: 'allow-more-points',
  text: 'Nothing was ordered; allow more, or order less.',
};

/** The order costs more than you allowed, and nothing was ordered. Not for an empty balance: see ValidationError. */
export class BudgetError<Quote = unknown> extends RequesterError {
  /** @internal */
  static override readonly [ERROR_KIND] = 'BudgetError';
  /** @internal */
  static override readonly [USUAL_FACTS]: UsualFacts = {
    outcome: 'not_sent',
    advice: { code: 'allow-more-points' },
  };
  declare readonly name: 'BudgetError';
  /** The answer of `check`: what the order would cost. */
  readonly quote: Quote;
  /** The most points that the order may cost: `maxPoints`, or what is left of the client's budget. */
  readonly maxPoints: number;

  constructor(what: string, facts: Partial<ErrorFacts> & { quote?: Quote; maxPoints?: number } = {}) {
    super(what, facts);
    // Whoever makes the error without a quote has none to read.
    this.quote = facts.quote as Quote;
    this.maxPoints = facts.maxPoints ?? 0;
  }
}

/** The error of an order that costs more than is allowed. @param points its price, NaN if the quote has none */
export function makeBudgetError<Quote>(
  points: number,
  facts: { readonly quote: Quote; readonly maxPoints: number; readonly request: RequestFacts },
): BudgetError<Quote> {
  const cost = Number.isNaN(points) ? 'the order has no price' : `the order costs ${points} points`;
  // Without `maxPoints` and a budget, only an order that has no price is refused.
  const what =
    facts.maxPoints === Number.POSITIVE_INFINITY ? cost : `${cost}, ${facts.maxPoints} are allowed`;
  return new BudgetError(what, { ...facts, outcome: 'not_sent', advice: ALLOW_MORE_POINTS });
}

/** A field in which an order differs from the one that has its key. */
export interface Difference {
  /** The place in the order that was asked for, such as `questions[0].source_id`. */
  readonly path: string;
  readonly asked: unknown;
  readonly existing: unknown;
}

const USE_NEW_KEY: AdviceWithText = {
  code: 'use-new-key',
  text: 'Nothing was sent; use a new key for what is new.',
};

/** `once` found the key on a different order or file, and nothing was sent. A key belongs to one of them for ever. */
export class OrderConflictError<Existing = unknown> extends RequesterError {
  /** @internal */
  static override readonly [ERROR_KIND] = 'OrderConflictError';
  /** @internal */
  static override readonly [USUAL_FACTS]: UsualFacts = {
    outcome: 'not_sent',
    advice: { code: 'use-new-key' },
  };
  declare readonly name: 'OrderConflictError';
  /** What has the key; undefined when only the record in the store knows of it. */
  readonly existing: Existing;
  /** Where the two differ; empty when `existing` is undefined. */
  readonly differences: readonly Difference[];

  constructor(
    what: string,
    facts: Partial<ErrorFacts> & { existing?: Existing; differences?: readonly Difference[] } = {},
  ) {
    super(what, facts);
    // Undefined where only the record knows of it.
    this.existing = facts.existing as Existing;
    this.differences = facts.differences ?? [];
  }

  /** As of every error, with the id of what has the key instead of a whole order: `differences` shows what matters of it. */
  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), existing: { id: readFields(this.existing).id } };
  }
}

/** The error of a key that another order or file has. */
export function makeConflictError<Existing>(
  existing: Existing,
  request: RequestFacts,
  differences: readonly Difference[] = [],
  what = 'another order has this key (custom_field) already',
): OrderConflictError<Existing> {
  const paths = [...new Set(differences.map(({ path }) => path))];
  const named = paths.length === 0 ? '' : `. It differs in ${joinTexts(paths)}`;
  const facts = { outcome: 'not_sent', request, advice: USE_NEW_KEY, existing, differences } as const;
  return new OrderConflictError(what + named, facts);
}

/** What is known of an order whose outcome could not be found out. */
export interface UnknownOutcome {
  /** The order's key. */
  readonly key: string;
  /** Why it is not known, as the middle of a sentence. */
  readonly reason: string;
  /** The order's id, when an answer or the record names it. */
  readonly id?: number | undefined;
  /** Whether the answer to the order itself was a success that could not be read. */
  readonly isPlaced?: boolean | undefined;
  /** Whether this call has sent nothing, and another process may be about to. */
  readonly isUnsent?: boolean | undefined;
  /** The error of the order; none when an earlier call or another process sent it. */
  readonly cause?: RequesterError | undefined;
  /** The error of the last search. */
  readonly search?: RequesterError | undefined;
  readonly request: RequestFacts;
}

const SEARCH_AGAIN: AdviceWithText = {
  code: 'search-again',
  text: 'Call again with the same order: it is searched for first. Or resolve it, see docs/when-an-order-is-unclear.md.',
};

/**
 * `once` could not find out in time what became of an order. Calling again with the same order is safe as long as the store
 * keeps its records: the order is searched for, and not sent again until it is found or you decide, by
 * `requester.orders.resolve(key, { id: null })`. `outcome` is `done` when the service has certainly placed it, and `not_sent`
 * when another process is about to send it: this call has sent nothing then.
 */
export class OutcomeUnknownError extends RequesterError {
  /** @internal */
  static override readonly [ERROR_KIND] = 'OutcomeUnknownError';
  /** @internal */
  static override readonly [USUAL_FACTS]: UsualFacts = {
    outcome: 'unknown',
    advice: { code: 'search-again' },
  };
  declare readonly name: 'OutcomeUnknownError';
  /** The order's key. */
  readonly key: string;
  /** The order's id, when its answer or the record names it. */
  readonly id: number | undefined;

  constructor(
    what: string,
    facts: Partial<ErrorFacts> & {
      key?: string;
      id?: number | undefined;
      cause?: RequesterError | undefined;
    } = {},
  ) {
    super(what, facts);
    this.key = facts.key ?? '';
    this.id = facts.id;
    // An error of this package, so it holds no secret.
    this.cause = facts.cause;
  }
}

/** The error of an order whose outcome could not be found out. */
export function makeOutcomeUnknownError(unknown: UnknownOutcome): OutcomeUnknownError {
  const { key, reason, id, isPlaced, isUnsent, cause, search, request } = unknown;
  const isDone = id !== undefined || isPlaced === true;
  const { status, requestId, retryAfter, attempts } = cause ?? {};
  const order = id === undefined ? 'the order' : `order ${id}`;
  const unclear = isUnsent ? 'nothing was sent' : 'the order may or may not have been placed';
  return new OutcomeUnknownError(`${isDone ? `${order} was placed` : unclear}, ${reason}`, {
    outcome: isDone ? 'done' : isUnsent ? 'not_sent' : 'unknown',
    request,
    status,
    requestId,
    retryAfter,
    attempts,
    advice: SEARCH_AGAIN,
    key,
    id,
    cause: cause ?? search,
  });
}

/** The service placed an order under another key than the one that was sent, so `once` can't find it by that. */
export function makeKeyChangedError(
  kind: { readonly request: RequestFacts; readonly keyPath: string },
  id: number,
  status: number,
): UnexpectedAnswerError {
  const { request, keyPath } = kind;
  return new UnexpectedAnswerError(
    `the order was placed as ${id}, but the service changed its key (custom_field)`,
    {
      advice: { code: 'use-stable-keys', text: 'Use keys that the service does not change.' },
      outcome: 'done',
      request,
      status,
      id,
      snippet: '',
      issues: [{ path: keyPath, message: 'differs in the answer' }],
    },
  );
}
