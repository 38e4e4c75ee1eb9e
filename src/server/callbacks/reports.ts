import { ignoreErrors } from '../../base/options.js';
import type { ApplicationEvent } from '../../index.js';
import { findInternals } from '../../internals.js';
import type { CallbackHandlerOptions, EventClient } from './options.js';

/** Reports errors to `onError`, or else to the logger of a client. */
export class Reports {
  readonly #options: Pick<CallbackHandlerOptions, 'onError' | 'secret'>;
  readonly #client: EventClient | undefined;

  /** @param client undefined when the account is not known; without `onError`, nobody hears of the error then */
  constructor(options: Pick<CallbackHandlerOptions, 'onError' | 'secret'>, client: EventClient | undefined) {
    this.#options = options;
    this.#client = client;
  }

  report(error: unknown, id?: number, event?: ApplicationEvent): void {
    const { onError, secret } = this.#options;
    if (onError === undefined) {
      const { name = typeof error, message = '' }: Partial<Error> = Object(error);
      const fields = { event: id, type: event?.type, error: name };
      // Only a Requester has a logger.
      const client = findInternals(this.#client);
      client?.reportError('an event could not be handled', fields, String(message), secret || '');
      return;
    }
    ignoreErrors(() => onError(error, event));
  }
}
