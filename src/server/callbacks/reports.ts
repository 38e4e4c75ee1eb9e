import { readFields } from '../../base/kinds.js';
import { ignoreErrors } from '../../base/options.js';
import type { ApplicationEvent } from '../../index.js';
import { findInternals } from '../../internals.js';
import { DeliveryError } from './errors.js';
import type { CallbackHandlerOptions, EventClient } from './options.js';

/** Milliseconds between two reports of one kind that anybody can cause. */
const INTERVAL = 60_000;

export const READ_LOG = {
  code: 'read-log',
  text: 'Read the event log or your open orders from time to time.',
} as const;

/** What is read of a thrown value, which can be anything. */
interface ErrorFields {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly reason?: unknown;
}

/** Reports an error: each one about an event that the service has shown, and others, which anybody can cause, summed up. */
export type Report = (error: unknown, id?: number, event?: ApplicationEvent) => void;

/**
 * Makes what reports errors to `onError`, or else to the logger of a client.
 *
 * @param client undefined when the account is not known; without `onError`, nobody hears of the error then
 */
export function makeReport(
  { onError, secret }: Pick<CallbackHandlerOptions, 'onError' | 'secret'>,
  client: EventClient | undefined,
): Report {
  const kinds = new Map<unknown, { readonly next: number; readonly count: number }>();
  return (error, id, event) => {
    const { name = typeof error, message = '', reason }: ErrorFields = readFields(error);
    // Not the `reason` of a foreign error: a database's can be another object each time.
    const kind = name === 'DeliveryError' ? reason : name;
    const now = performance.now();
    const { next, count } = (event === undefined && kinds.get(kind)) || { next: 0, count: 1 };
    if (event === undefined)
      kinds.set(kind, now < next ? { next, count: count + 1 } : { next: now + INTERVAL, count: 1 });
    if (now < next) return;
    if (onError === undefined) {
      const fields = { event: id, type: event?.type, error: name, count };
      // Only a Requester has a logger.
      findInternals(client)?.reportError(
        'an event could not be handled',
        fields,
        String(message),
        secret || '',
      );
      return;
    }
    const sum = { reason: 'repeated', delivery: {}, count, cause: error, advice: READ_LOG } as const;
    const reported = count > 1 ? new DeliveryError(`${count} deliveries failed: ${message}`, sum) : error;
    ignoreErrors(() => onError(reported, event));
  };
}
