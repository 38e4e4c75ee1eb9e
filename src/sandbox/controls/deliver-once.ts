import { showEvent } from '../views/event-view.js';
import type { State } from '../world/state.js';
import type { DeliveryHandler } from './deliveries.js';

/**
 * Hands one event to a receiver, as a delivery does, and returns its answer.
 *
 * @param event an event of the first account, or its id; the newest one when it is left out
 * @throws Error when there is no such event
 */
export async function deliverOnce(
  state: State,
  origin: string,
  receiver: DeliveryHandler,
  event?: number | { readonly id: number },
): Promise<Response> {
  const eventId = typeof event === 'object' ? event.id : event;
  const log = state.eventsOf(state.mainAccount);
  const newest = eventId === undefined && log.size > 0 ? log.at(log.size - 1) : undefined;
  const found = eventId === undefined ? newest : log.find(eventId);
  if (found === undefined)
    throw new Error(eventId === undefined ? 'There is no event yet.' : `There is no event ${eventId}.`);
  const body = JSON.stringify(showEvent(found, { origin, exact: false }));
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  return receiver(new Request(state.mainAccount.application.callbackUrl, { method: 'POST', headers, body }));
}
