import { findApplication, type NumberedEvent } from '../base/records.js';
import { showEvent } from '../views/event-view.js';
import type { State } from '../world/state.js';
import type { Deliveries, DeliveryAttempt, DeliveryHandler } from './deliveries.js';
import type { DeliveryFaultRule } from './delivery-faults.js';
import type { FaultHandle } from './fault-frequency.js';

/** Controls the delivery of events to the applications of all accounts. */
export interface DeliveryControls {
  /**
   * Delivers events from now on, to a handler or to an address. For an address, `send` sends the requests; the default is
   * the global `fetch`. Deliveries start in the order in which they became due. An answer has 10 real seconds; redirections
   * are not followed.
   */
  to(receiver: string | URL | DeliveryHandler, send?: DeliveryHandler): void;
  /** Delivers nothing from now on. */
  off(): void;
  /**
   * Makes deliveries arrive twice, late, never, or in the older form, until `reset()`.
   * @throws TypeError when an option is wrong or unknown
   */
  disturb(rule: DeliveryFaultRule): FaultHandle;
  /** Resolves when no delivery is running. */
  idle(): Promise<void>;
  /**
   * Delivers an event once more, now.
   * @throws Error when there is no such event, or no receiver
   */
  again(eventId: number): void;
  /** Whether there is a receiver. */
  readonly isOn: boolean;
  /** Every attempt, oldest first. */
  readonly attempts: readonly DeliveryAttempt[];
}

export function createDeliveryControls(
  current: () => { readonly state: State; readonly deliveries: Deliveries },
): DeliveryControls {
  return {
    to(receiver, send = fetch) {
      const { state, deliveries } = current();
      if (typeof receiver !== 'function')
        for (const { application } of state.accounts) application.callbackUrl = String(receiver);
      deliveries.start(typeof receiver === 'function' ? receiver : (request) => send(request));
    },
    off: () => current().deliveries.stop(),
    disturb: (rule) => current().deliveries.faults.add(rule),
    idle: () => current().deliveries.idle(),
    again: (eventId) => current().deliveries.again(eventId),
    get isOn() {
      return current().deliveries.isOn;
    },
    get attempts() {
      return current().deliveries.attempts;
    },
  };
}

/**
 * Sends one event to a receiver, as a delivery does, and returns its answer.
 *
 * @param event an event of any account, or its id. @default the newest one of the first account
 * @throws Error when there is no such event
 */
export async function deliverOnce(
  state: State,
  origin: string,
  receiver: DeliveryHandler,
  event?: number | { readonly id: number },
): Promise<Response> {
  const eventId = typeof event === 'object' ? event.id : event;
  const found = eventId === undefined ? findNewestEvent(state) : state.findEvent(eventId);
  if (found === undefined)
    throw new Error(eventId === undefined ? 'There is no event yet.' : `There is no event ${eventId}.`);
  const body = JSON.stringify(showEvent(found, { origin, exact: false }));
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  return receiver(new Request(findApplication(found.event).callbackUrl, { method: 'POST', headers, body }));
}

function findNewestEvent(state: State): NumberedEvent | undefined {
  const log = state.getEventLog(state.mainAccount);
  return log.size > 0 ? log.at(log.size - 1) : undefined;
}
