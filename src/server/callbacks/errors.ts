import { ERROR_KIND, USUAL_FACTS } from '../../base/kinds.js';
import type { ErrorFacts } from '../../index.js';
import { RequesterError, type UsualFacts } from '../../internals.js';

/** What a delivery says of itself. Anybody can send one, so it proves nothing. */
export interface Delivery {
  /** The id of the event. */
  readonly id: number;
  readonly type?: string | undefined;
  /** The organization whose points the order was placed with. It shows the account, for every type of event. */
  readonly organization_id?: number | undefined;
  /** Who caused the event: the account's own user, or the translator. */
  readonly action_user_id?: number | undefined;
}

/**
 * Why a delivery could not be handled, although nothing failed. Only `onError` gets it.
 *
 * - `unknown-account`: `requester` gave no client for it. Answered with 404.
 * - `no-event-id`: a notification of the older form, without the id of an event. Answered with 200, since no repetition of it
 *   could be read either.
 * - `repeated`: at least a minute after a report about a delivery whose event `onEvent` did not get, the next one of its kind, with how many
 *   came meanwhile. Anybody can send deliveries, so these are not reported one by one.
 */
export class DeliveryError extends RequesterError {
  /** @internal */
  static override readonly [ERROR_KIND] = 'DeliveryError';
  /** @internal */
  static override readonly [USUAL_FACTS]: UsualFacts = {
    outcome: 'rejected',
    advice: { code: 'read-log' },
  };
  declare readonly name: 'DeliveryError';
  readonly reason: 'unknown-account' | 'no-event-id' | 'repeated';
  /** What the delivery said; of an older form, the numbers and short texts in its `notification`. Unproven; empty of `repeated` ones. */
  readonly delivery: Delivery | Readonly<Record<string, string | number>>;
  /** How many deliveries it stands for, if they are `repeated`. */
  readonly count?: number;
  /** The error of the last one of them. */
  override readonly cause?: unknown;

  constructor(
    what: string,
    facts: Partial<Pick<DeliveryError, 'reason' | 'delivery' | 'count' | 'cause'> & ErrorFacts> = {},
  ) {
    super(what, facts);
    this.reason = facts.reason ?? 'unknown-account';
    this.delivery = facts.delivery ?? {};
    if (facts.count !== undefined) this.count = facts.count;
    this.cause = facts.cause;
  }
}
