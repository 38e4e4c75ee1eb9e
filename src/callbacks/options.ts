import { duration, method, type Rule, type Rules, required, rule, textOrFalse } from '../base/options.js';
import type { ApplicationEvent } from '../contract/types.js';
import type { Requester } from '../requester.js';
import type { Seen } from './seen.js';

/** What `onEvent` gets beside the event. */
export interface EventContext {
  /** Aborts with a TimeoutError when `onEventTimeout` is over. End the work then: the event will come again. */
  readonly signal: AbortSignal;
}

/** What a callback handler needs. */
export interface CallbackHandlerOptions {
  /** Reads the events back. Its `store` remembers the events that have been handled. */
  readonly requester: Pick<Requester, 'events' | 'store'>;
  /** Handles one event. When it throws or takes too long, the service is asked to deliver the event again. */
  readonly onEvent: (event: ApplicationEvent, context: EventContext) => void | Promise<void>;
  /**
   * Milliseconds for `onEvent`. After them the service is answered with 503 and the event is free for its next delivery.
   * What `onEvent` still does can then run at the same time as that delivery, unless it ends when its signal aborts. @default 25000
   */
  readonly onEventTimeout?: number | undefined;
  /**
   * Receives what `onEvent` throws, and why an event could not be read or remembered. The event is undefined when it
   * was not read. @default the logger of the Requester, as an error
   */
  readonly onError?:
    | ((error: unknown, event: ApplicationEvent | undefined) => void | Promise<void>)
    | undefined;
  /**
   * Expected as the query parameter `secret` of the registered address; a delivery without it is a 401. False for an address
   * without a secret: then anybody can send deliveries, and at most four reads a second are made for all of them.
   */
  readonly secret: string | false;
  /**
   * Remembers the events that have been handled. @default the last 10000, in the `store` of the Requester; without one, in
   * this handler's memory
   */
  readonly seen?: Seen | undefined;
}

/** The rule for a store of one's own. */
const seenRule: Rule = {
  check(value, path) {
    const { claim, handled, release }: Partial<Record<keyof Seen, unknown>> = Object(value);
    if (typeof claim !== 'function') {
      const why = 'with has and add, two processes could both handle an event';
      return [{ path, message: `must have the method claim (${why})` }];
    }
    return Object.entries({ handled, release })
      .filter(([, given]) => given !== undefined && typeof given !== 'function')
      .map(([name]) => ({ path: `${path}.${name}`, message: 'must be a function' }));
  },
};

/** The rules for the options of a callback handler. */
export const CALLBACK_OPTIONS: Rules<CallbackHandlerOptions> = {
  requester: required(
    rule((value) => typeof Object(value).events?.get === 'function', 'must be a Requester'),
  ),
  onEvent: required(method),
  onEventTimeout: duration,
  onError: method,
  secret: required(textOrFalse),
  seen: seenRule,
};
