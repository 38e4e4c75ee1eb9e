import { trace } from '#runtime';
import { ignoreErrors } from '../../../base/options.js';
import { isRequesterError, recaptureStack } from '../errors/errors.js';
import type { CallObservation, Hooks, Logger, Settings } from './settings.js';

/** The observer of a client; undefined when its settings have no logger and no hook. */
export function makeObserver(settings: Settings): Observer | undefined {
  const { logger, hooks } = settings;
  return logger || Object.keys(hooks).length > 0 ? new Observer(settings) : undefined;
}

/** Does the work of a call, between its start and its end. */
export async function observe<Result>(
  observer: Observer | undefined,
  call: CallObservation,
  work: () => Promise<Result>,
): Promise<Result> {
  const started = performance.now();
  observer?.notify('onStart', { ...call });
  let failure: string | undefined;
  try {
    return await trace({ ...call }, work);
  } catch (error) {
    failure = isRequesterError(error) ? error.name : 'Error';
    // The error's own stack does not reach the caller's function. A stack that is captured here does.
    recaptureStack(error);
    throw error;
  } finally {
    observer?.notify('onEnd', { ...call, duration: performance.now() - started, error: failure });
  }
}

/** Reports to the logger and the hooks, with fields from an allow-list. Errors that they throw are ignored. */
export class Observer {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Calls a hook, where somebody listens. With a message, the logger gets the observation too. */
  notify<Name extends keyof Hooks>(
    name: Name,
    observation: Parameters<Required<Hooks>[Name]>[0],
    message?: string,
  ): void {
    const { hooks, logger } = this.#settings;
    // The name says of which kind the observation is, which a union of functions does not show.
    if (hooks[name]) ignoreErrors(() => hooks[name]?.(observation as never));
    if (message !== undefined && logger?.debug) ignoreErrors(() => logger.debug?.(message, observation));
  }

  log(level: keyof Logger, message: string, fields: object): void {
    const { logger } = this.#settings;
    if (logger?.[level]) ignoreErrors(() => logger[level]?.(message, fields));
  }
}
