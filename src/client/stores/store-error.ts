import { ERROR_KIND } from '../../base/kinds.js';
import { RequesterError } from '../core/errors/errors.js';

/**
 * The store failed, or did not answer within `timeout`, before an order or a file was sent, so nothing was sent; or `follow`
 * could not load or save a checkpoint with a name, and the event of that moment comes again. `cause` is what the store threw.
 */
export class StoreError extends RequesterError {
  /** @internal */
  static override readonly [ERROR_KIND] = 'StoreError';
  declare readonly name: 'StoreError';

  constructor(cause: unknown) {
    super('the store failed', {
      outcome: 'not_sent',
      advice: { code: 'see-cause', text: 'See the cause, and call again.' },
    });
    this.cause = cause;
  }
}
