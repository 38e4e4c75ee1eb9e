import { ERROR_KIND } from '../../base/error-kind.js';
import { RequesterError, type RequestFacts } from '../core/errors/errors.js';

/**
 * The store failed before an order or a file was sent, so nothing was sent; or `follow` could not load or save a checkpoint
 * with a name, and the event of that moment comes again. `cause` is what the store threw.
 */
export class StoreError extends RequesterError {
  /** @internal */
  static override readonly [ERROR_KIND] = 'StoreError';
  declare readonly name: 'StoreError';

  constructor(request: RequestFacts, cause: unknown) {
    super('the store failed', {
      ...{ outcome: 'not_sent', request },
      advice: { code: 'see-cause', text: 'Nothing was sent; see the cause, and call again.' },
    });
    this.cause = cause;
  }
}

/** Runs a step of a store that comes before something is sent. */
export async function asStoreError<Result>(
  request: RequestFacts,
  step: () => Promise<Result>,
): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    throw new StoreError(request, error);
  }
}
