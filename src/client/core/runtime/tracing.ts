import type { TracingChannel } from 'node:diagnostics_channel';
import { isRequesterError } from '../errors/errors.js';

type Channel = TracingChannel<unknown, object>;

let channel: Channel | undefined;

/**
 * Does the work, and publishes it to the tracing channel `translation-requester` if anybody listens. What it results in is
 * not published.
 *
 * @param facts what is published. What is added to them until the end is published then
 */
export function trace<Result>(facts: object, work: () => Promise<Result>): Promise<Result> {
  // Not imported, since some runtimes that call themselves Node have none.
  channel ??= globalThis.process
    ?.getBuiltinModule?.('node:diagnostics_channel')
    ?.tracingChannel('translation-requester');
  if (!channel?.hasSubscribers) return work();
  return new Promise((resolve, reject) => {
    const published = async (): Promise<void> => {
      try {
        resolve(await work());
      } catch (error) {
        reject(error);
        // Any other can hold what the caller's own functions threw.
        throw isRequesterError(error) ? error : new Error('not an error of the service or of this library');
      }
    };
    channel?.tracePromise(published, facts).catch(() => undefined);
  });
}
