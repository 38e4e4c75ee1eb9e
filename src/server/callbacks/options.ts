import { readFields } from '../../base/kinds.js';
import type { Rule, Rules } from '../../base/options.js';
import * as rules from '../../base/rules.js';
import type { ApplicationEvent, Requester } from '../../index.js';
import type { Delivery } from './errors.js';
import type { Seen } from './seen.js';

/** The part of a client that reads events back. */
export type EventClient = Pick<Requester, 'events' | 'store'>;

/** What `onEvent` gets beside the event. */
export interface EventContext<Client extends EventClient = EventClient> {
  /** The client that has read the event. */
  readonly requester: Client;
  /** Aborts with a TimeoutError when `onEventTimeout` is over. End the work then: the event will come again. */
  readonly signal: AbortSignal;
}

/** What a callback handler needs. */
export interface CallbackHandlerOptions<Client extends EventClient = EventClient> {
  /**
   * Reads the events back. Its `store` remembers the events that have been handled. An application with many accounts gives a
   * function that finds the client of a delivery's account, by its `organization_id`: undefined means a 404. It has 10 seconds,
   * and is called for forged deliveries too. At most 32 calls run at once, half of them for one organization; a late one is let go. Let it return the same client for
   * the same account, or copies of one client (`withAccessToken`).
   */
  readonly requester: Client | ((delivery: Delivery) => Client | undefined | Promise<Client | undefined>);
  /** Handles one event. A promise that it returns is awaited. When it throws or takes too long, the service is asked to deliver the event again. */
  readonly onEvent: (event: ApplicationEvent, context: EventContext<Client>) => unknown;
  /**
   * Milliseconds for `onEvent`. After them the service is answered with 503 and the event is free for its next delivery.
   * What `onEvent` still does can then run at the same time as that delivery, unless it ends when its signal aborts. @default 25000
   */
  readonly onEventTimeout?: number | undefined;
  /**
   * Receives what `onEvent` and `requester` throw, why an event could not be read or remembered, and a DeliveryError for a
   * delivery of an unknown account or of the older form. The event is undefined when `onEvent` did not get it: such errors, which
   * anybody can cause, are reported at most once a minute for each kind, with how many there were. @default the logger of the
   * Requester, as an error; nobody while `requester` is a function that has found none
   */
  readonly onError?: ((error: unknown, event: ApplicationEvent | undefined) => unknown) | undefined;
  /**
   * Expected as the query parameter `secret` of the registered address; a delivery without it is a 401. False for an address
   * without a secret: then anybody can send deliveries, and at most four reads a second are made for all of them.
   */
  readonly secret: string | false;
  /**
   * Remembers the events that have been handled. Each of its methods has 10 seconds. @default the last 10000, and earlier ones as
   * ranges of ids, in the `store` of the Requester; without one, in this handler's memory
   */
  readonly seen?: Seen | undefined;
}

/** The rule for a memory of one's own. */
const seenRule: Rule = {
  check(value, path, options) {
    const { claim, handled, release }: Partial<Record<keyof Seen, unknown>> = readFields(value);
    if (typeof claim !== 'function') return [{ path, message: 'must have the method claim' }];
    return Object.entries({ handled, release }).flatMap(([name, given]) =>
      given === undefined ? [] : rules.method.check(given, `${path}.${name}`, options),
    );
  },
};

export const isClient = (value: unknown): value is EventClient =>
  typeof readFields(readFields(value).events).get === 'function';

const clientRule = rules.custom(
  (value) => typeof value === 'function' || isClient(value),
  'must be a Requester, or a function that returns one',
);

/** The rules for the options of a callback handler. */
export const CALLBACK_OPTIONS: Rules<CallbackHandlerOptions> = {
  requester: rules.required({ ...clientRule, copy: rules.method.copy }),
  onEvent: rules.required(rules.method),
  onEventTimeout: rules.duration,
  onError: rules.method,
  secret: rules.required(rules.textOrFalse),
  seen: seenRule,
};
