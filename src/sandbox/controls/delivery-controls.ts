import type { State } from '../world/state.js';
import type { Deliveries, DeliveryAttempt, DeliveryHandler } from './deliveries.js';

/** Delivery of events to the first account's application. */
export interface DeliveryControls {
  /**
   * Delivers events from now on, to an address by `send` (default: the global `fetch`) or to a handler.
   */
  to(receiver: string | URL | DeliveryHandler, send?: DeliveryHandler): void;
  /** Delivers nothing from now on. */
  off(): void;
  /** Resolves when no delivery is running. */
  idle(): Promise<void>;
  /**
   * Delivers an event once more, now.
   * @throws Error when there is no such event, or nothing receives deliveries
   */
  again(eventId: number): void;
  /** Every try, oldest first. */
  readonly attempts: readonly DeliveryAttempt[];
}

export function deliveryControls(
  current: () => { readonly state: State; readonly deliveries: Deliveries },
): DeliveryControls {
  return {
    to(receiver, send = fetch) {
      const { state, deliveries } = current();
      if (typeof receiver !== 'function') state.mainAccount.application.callbackUrl = String(receiver);
      deliveries.start(typeof receiver === 'function' ? receiver : (request) => send(request));
    },
    off: () => current().deliveries.stop(),
    idle: () => current().deliveries.idle(),
    again: (eventId) => current().deliveries.again(eventId),
    get attempts() {
      return current().deliveries.attempts;
    },
  };
}
