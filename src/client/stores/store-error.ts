import { ERROR_KIND, USUAL_FACTS } from '../../base/kinds.js';
import { type ErrorFacts, RequesterError, type UsualFacts } from '../core/errors/errors.js';

/**
 * The store failed, or did not answer within `timeout`, before an order or a file was sent, so nothing was sent; or `follow`
 * could not load or save a checkpoint with a name, and the event of that moment comes again. `cause` is what the store threw.
 */
export class StoreError extends RequesterError {
  /** @internal */
  static override readonly [ERROR_KIND] = 'StoreError';
  /** @internal */
  static override readonly [USUAL_FACTS]: UsualFacts = {
    outcome: 'not_sent',
    advice: { code: 'see-cause' },
  };
  declare readonly name: 'StoreError';

  constructor(what: string, facts: Partial<ErrorFacts> & { cause?: unknown } = {}) {
    super(what, facts);
    this.cause = facts.cause;
  }
}

/** The error of a store that failed. @param cause what it threw */
export function makeStoreError(cause: unknown): StoreError {
  const advice = { code: 'see-cause', text: 'See the cause, and call again.' } as const;
  return new StoreError('the store failed', { outcome: 'not_sent', advice, cause });
}
