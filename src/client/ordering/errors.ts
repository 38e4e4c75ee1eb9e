import { joinTexts } from '../../base/checked.js';
import { ERROR_KIND, readFields } from '../../base/kinds.js';
import type { AdviceWithText } from '../core/errors/advice.js';
import { RequesterError, type RequestFacts, UnexpectedAnswerError } from '../core/errors/errors.js';

const ALLOW_MORE_POINTS: AdviceWithText = {
  code: 'allow-more-points',
  text: 'Nothing was ordered; allow more, or order less.',
};

/** The order costs more than you allowed, and nothing was ordered. Not for an empty balance: see ValidationError. */
export class BudgetError<Quote = unknown> extends RequesterError {
  /** @internal */
  static override readonly [ERROR_KIND] = 'BudgetError';
  declare readonly name: 'BudgetError';
  /** The answer of `check`: what the order would cost. */
  declare readonly quote: Quote;
  /** The most points that the order may cost: `maxPoints`, or what is left of the client's budget. */
  declare readonly maxPoints: number;

  constructor(points: number, facts: { quote: Quote; maxPoints: number; request: RequestFacts }) {
    const cost = Number.isNaN(points) ? 'has no price' : `costs ${points} points`;
    const what = `the order ${cost}, ${facts.maxPoints} are allowed`;
    super(what, { ...facts, outcome: 'not_sent', advice: ALLOW_MORE_POINTS });
  }
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
  declare readonly name: 'OrderConflictError';
  /** What has the key; undefined when only the record in the store knows of it. */
  declare readonly existing: Existing;
  /** Where the two differ; empty when `existing` is undefined. */
  declare readonly differences: readonly Difference[];

  constructor(
    existing: Existing,
    request: RequestFacts,
    differences: readonly Difference[] = [],
    what = 'another order has this key (custom_field) already',
  ) {
    const paths = [...new Set(differences.map(({ path }) => path))];
    const named = paths.length === 0 ? '' : `. It differs in ${joinTexts(paths)}`;
    const facts = { outcome: 'not_sent', request, existing, differences, advice: USE_NEW_KEY } as const;
    super(what + named, facts);
  }

  /** As of every error, with the id of what has the key instead of a whole order: `differences` shows what matters of it. */
  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), existing: { id: readFields(this.existing).id } };
  }
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
  /** The error of the order; none when an earlier call or another process sent it. */
  readonly cause?: RequesterError | undefined;
  /** The error of the last search. */
  readonly search?: RequesterError | undefined;
  readonly request: RequestFacts;
}

const SEARCH_AGAIN: AdviceWithText = {
  code: 'search-again',
  text: 'Call again with the same order: it is searched for first. Or settle it, see docs/paid-orders.md.',
};

/**
 * `once` could not find out in time what became of an order. Calling again with the same order is safe: it is searched
 * for first. With a `store` of yours, it is not ordered again until it is found or you decide, by
 * `requester.orders.settle(key, { id: null })`. Without one, this process may order it again after `settle`. `outcome` is
 * `done` when the service has certainly placed it: then it is not ordered again.
 */
export class OutcomeUnknownError extends RequesterError {
  /** @internal */
  static override readonly [ERROR_KIND] = 'OutcomeUnknownError';
  declare readonly name: 'OutcomeUnknownError';
  /** The order's key. */
  declare readonly key: string;
  /** The order's id, when its answer or the record names it. */
  declare readonly id: number | undefined;

  constructor({ key, reason, id, isPlaced, cause, search, request }: UnknownOutcome) {
    const isDone = id !== undefined || isPlaced === true;
    const { status, requestId, retryAfter } = cause ?? {};
    const facts = {
      outcome: isDone ? 'done' : 'unknown',
      request,
      status,
      requestId,
      retryAfter,
      advice: SEARCH_AGAIN,
      key,
      id,
      // Both are errors of this package, so they hold no secret.
      cause: cause ?? search,
    } as const;
    const order = id === undefined ? 'the order' : `order ${id}`;
    const what = isDone ? `${order} was placed` : 'the order may or may not have been placed';
    super(`${what}, ${reason}`, facts);
  }
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
