import type { RouteCall, Routes } from '../http/call.js';
import { countListed, requireReadable } from '../http/lag.js';
import { selectPage } from '../http/paging.js';
import { invalid, ok, requireFound } from '../http/reply.js';
import { showEvent } from '../views/event-view.js';

/**
 * @param orderParameter the name of the ordering parameter, which the service leaves open; null for a service without one
 */
export const makeEventRoutes = (orderParameter: string | null): Routes => ({
  'GET /api/v1/my/application_events': (call) => answerEvents(call, orderParameter),
  'GET /api/v1/my/application_events/:id'({ state, account, view, id }) {
    const event = requireFound(state.getEventLog(account).find(id('id')));
    requireReadable(state, { createdAt: event.event.at });
    return ok('The event is found.', { event: showEvent(event, view) });
  },
});

function answerEvents(
  { state, account, request: { query }, view }: RouteCall,
  orderParameter: string | null,
): Response {
  const log = state.getEventLog(account);
  const ascending = isAscending(query, orderParameter);
  const size = countListed(state, log.size, (position) => log.at(position).event.at);
  const before = Math.min(
    size,
    countBefore(query, (id) => log.findPositionAfter(id)),
  );
  const { paging, items } = selectPage(query, size - before, (position) =>
    log.at(ascending ? before + position : size - 1 - position),
  );
  return ok('Events are found.', { ...paging, events: items.map((event) => showEvent(event, view)) });
}

function isAscending(query: URLSearchParams, name: string | null): boolean {
  const order = name === null ? null : query.get(name);
  if (order === null || order === 'id_desc') return false;
  if (order === 'id_asc') return true;
  throw invalid({ [name ?? 'order']: 'is invalid' });
}

/** How many events come before those that the caller does not know; `since` is the last known id. @see docs/service.md, Application events */
function countBefore(query: URLSearchParams, positionAfter: (id: number) => number): number {
  const since = query.get('since');
  if (since === null) return 0;
  if (!/^\d{1,15}$/.test(since)) throw invalid({ since: 'is invalid' });
  return positionAfter(Number(since));
}
