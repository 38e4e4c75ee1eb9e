import { ERROR_KIND, type ErrorFacts, RequesterError, type RequestFacts } from '../core/errors/errors.js';

/** The order costs more than you allowed, and nothing was ordered. Not for an empty balance: see ValidationError. */
export class BudgetError<Quote = unknown> extends RequesterError {
  /** @internal */
  static override readonly [ERROR_KIND] = 'BudgetError';
  override readonly name = 'BudgetError';
  /** The answer of `check`: what the order would cost. */
  readonly quote: Quote;
  /** The most points that the order may cost: `maxPoints`, or what is left of the client's budget. */
  readonly maxPoints: number;

  constructor(points: number, facts: { quote: Quote; maxPoints: number; request: RequestFacts }) {
    const { request, quote, maxPoints } = facts;
    super(
      `${request.method} ${request.path}: the order costs ${points} points, ${maxPoints} are allowed. Nothing was ordered; allow more, or order less.`,
      { outcome: 'not_sent', request },
    );
    this.quote = quote;
    this.maxPoints = maxPoints;
  }
}

/** `once` found the key on a different order, and nothing was ordered. A key belongs to one order for ever. */
export class OrderConflictError<Existing = unknown> extends RequesterError {
  /** @internal */
  static override readonly [ERROR_KIND] = 'OrderConflictError';
  override readonly name = 'OrderConflictError';
  /** The order that has the key. */
  readonly existing: Existing;

  constructor(existing: Existing, request: RequestFacts) {
    super(
      `${request.method} ${request.path}: another order has this key (custom_field) already. Nothing was ordered; use one key for one order.`,
      { outcome: 'not_sent', request },
    );
    this.existing = existing;
  }
}

/**
 * `once` could not find out in time whether the order was placed. You can safely call again with the same order, since
 * `once` looks for it first. `cause` is the error after which the outcome was unknown.
 */
export class OutcomeUnknownError extends RequesterError {
  /** @internal */
  static override readonly [ERROR_KIND] = 'OutcomeUnknownError';
  override readonly name = 'OutcomeUnknownError';
  /** The order's key. */
  readonly key: string;

  constructor(key: string, settle: number, cause: RequesterError) {
    const { request, status, requestId, retryAfter } = cause;
    const facts: ErrorFacts = { outcome: 'unknown', request, status, requestId, retryAfter };
    super(
      `${request?.method} ${request?.path}: the order may or may not have been placed (${cause.name}), and was not found within ${settle} ms. Call again with the same order: it is looked for first, so it can't be placed twice.`,
      facts,
    );
    this.key = key;
    // The cause is an error of this package, so it holds no secret.
    this.cause = cause;
  }
}
