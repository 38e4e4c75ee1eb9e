import type { RequesterError } from './errors.js';
import type { RequestObservation, ResponseObservation, Settings } from './settings.js';

/** Tells the logger and the hooks what happens, in fields from an allow-list; what they throw is ignored. */
export class Observer {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  sent(observation: RequestObservation): void {
    const { hooks, logger } = this.#settings;
    guarded(() => hooks.onRequest?.(observation));
    guarded(() => logger?.debug('request', observation));
  }

  ended(observation: ResponseObservation): void {
    const { hooks, logger } = this.#settings;
    guarded(() => hooks.onResponse?.(observation));
    guarded(() => logger?.debug('response', observation));
  }

  again(observation: RequestObservation, error: RequesterError, delay: number): void {
    guarded(() => this.#settings.logger?.info('trying again', { ...observation, error: error.name, delay }));
  }

  warn(message: string, fields: object): void {
    guarded(() => this.#settings.logger?.warn(message, fields));
  }
}

/** An observer must not decide over the call that it watches, whether it throws or returns a promise that does. */
function guarded(tell: () => unknown): void {
  try {
    const told = tell();
    // Resolved first, since a promise of another realm is no instance of this one's.
    if (typeof told === 'object') Promise.resolve(told).catch(() => undefined);
  } catch {
    // the call goes on
  }
}
