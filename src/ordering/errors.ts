import {
  ERROR_KIND,
  type ErrorFacts,
  RequesterError,
  type RequestFacts,
  UnexpectedAnswerError,
} from '../core/errors/errors.js';

/** The order costs more than you allowed, and nothing was ordered. Not for an empty balance: see ValidationError. */
export class BudgetError<Quote = unknown> extends RequesterError {
  /** @internal */
  static override readonly [ERROR_KIND] = 'BudgetError';
  declare readonly name: 'BudgetError';
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
  declare readonly name: 'OrderConflictError';
  /** The order that has the key; undefined when only the journal knows of it. */
  readonly existing: Existing;

  constructor(existing: Existing, request: RequestFacts) {
    super(
      `${request.method} ${request.path}: another order has this key (custom_field) already. Nothing was ordered; use one key for one order.`,
      { outcome: 'not_sent', request },
    );
    this.existing = existing;
  }
}

/** What is known of an order whose outcome could not be found out. */
export interface UnknownOrder {
  /** The order's key. */
  readonly key: string;
  /** The order's key in the journal. */
  readonly journalKey: string;
  /** Why it was not found, as the middle of a sentence. */
  readonly reason: string;
  /** The order's id, when an answer or the journal names it. */
  readonly id?: number | undefined;
  /** Whether the answer to the order itself was a success that could not be read. */
  readonly isPlaced?: boolean | undefined;
  /** The error after which the outcome was unknown; none when an earlier call or another process sent the order. */
  readonly cause?: RequesterError | undefined;
  readonly request: RequestFacts;
}

/**
 * `once` could not find out in time what became of an order that was sent. With a journal of yours, it is not ordered
 * again: a further call only searches for it. If you know that it was not placed, `journal.failed(error.journalKey)`
 * releases its key. Without a journal it may be ordered again: by this process after `settle`, by others at once.
 * `outcome` is `done` when the service has certainly placed it: this process does not order it again then.
 */
export class OutcomeUnknownError extends RequesterError {
  /** @internal */
  static override readonly [ERROR_KIND] = 'OutcomeUnknownError';
  declare readonly name: 'OutcomeUnknownError';
  /** The order's key. */
  readonly key: string;
  /** The order's key in the journal, for `journal.failed`. */
  readonly journalKey: string;
  /** The order's id, when an answer or the journal names it. */
  readonly id: number | undefined;

  constructor({ key, journalKey, reason, id, isPlaced, cause, request }: UnknownOrder) {
    // The outcome of the cause does not count: the cause can be the error of a search.
    const isDone = id !== undefined || isPlaced === true;
    const { status, requestId, retryAfter } = cause ?? {};
    const facts: ErrorFacts = {
      outcome: isDone ? 'done' : 'unknown',
      request,
      status,
      requestId,
      retryAfter,
    };
    const what = isDone ? 'the order was placed' : 'the order may or may not have been placed';
    super(
      `${request.method} ${request.path}: ${what}, ${reason}. Call again with the same order: it is searched for first. If it was not placed, journal.failed(error.journalKey) releases its key. See docs/paid-orders.md.`,
      facts,
    );
    this.key = key;
    this.journalKey = journalKey;
    this.id = id || undefined;
    // The cause is an error of this package, so it holds no secret.
    this.cause = cause;
  }
}

/** The journal of orders failed before an order was sent, so nothing was ordered. `cause` is what it threw. */
export class JournalError extends RequesterError {
  /** @internal */
  static override readonly [ERROR_KIND] = 'JournalError';
  declare readonly name: 'JournalError';

  constructor(request: RequestFacts, cause: unknown) {
    super(
      `${request.method} ${request.path}: the journal of orders failed. Nothing was ordered; see the cause, and call again.`,
      { outcome: 'not_sent', request },
    );
    this.cause = cause;
  }
}

/** The service placed an order under another key than the one that was sent, so `once` can't find it by that. */
export function keyChanged(
  kind: { readonly request: RequestFacts; readonly keyPath: string },
  id: number,
  status: number,
): UnexpectedAnswerError {
  const { request, keyPath } = kind;
  return new UnexpectedAnswerError(
    `${request.method} ${request.path}: the order was placed as ${id}, but the service changed its key (custom_field), so later calls can't find it by the key. Use keys that the service does not change.`,
    {
      ...{ outcome: 'done', request, status, id, snippet: '' },
      issues: [{ path: keyPath, message: 'differs in the answer' }],
    },
  );
}
