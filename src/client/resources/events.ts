import type { Checked } from '../../base/checked.js';
import { type EndsWithScope, endWithScope } from '../../base/concurrency.js';
import { copyOwn } from '../../base/options.js';
import { eventAnswerSchema, eventPageSchema } from '../contract/answers.js';
import type { EventOf, EventPageQuery, EventType } from '../contract/inputs.js';
import { eventPageQuerySchema } from '../contract/inputs.js';
import { makeInspector } from '../contract/inspector.js';
import type { ApplicationEvent, EventAnswer, EventPage } from '../contract/types.js';
import { makeValidator } from '../contract/validator.js';
import { path } from '../core/http/address.js';
import type { Call } from '../core/http/call.js';
import type { Http } from '../core/http/http.js';
import type { Operation } from '../core/http/operation.js';
import type { CallOptions } from '../core/http/settings.js';
import type { Listing, ListingSearch, ListOptions } from '../core/paging/listing.js';
import { type ListOperation, makeListing, readListingPage } from '../core/paging/read-page.js';
import { LOG } from '../following/errors.js';
import { EventStream, type FollowOptions } from '../following/follow.js';
import { findUnknownTypes } from '../following/follow-options.js';
import type { ReadLogPage } from '../following/log-reader.js';
import type { DeliveredEvents } from '../internals.js';
import type { GuardedStore } from '../stores/guarded-store.js';

const inspectEvent = makeInspector(eventAnswerSchema);
const inspectEventPage = makeInspector(eventPageSchema);
const checkEventQuery = makeValidator(eventPageQuerySchema);

type EventList = ListOperation<ApplicationEvent, EventPage>;

const EVENTS: EventList = {
  name: 'events.list',
  path: path`/api/v1/my/application_events`,
  queryNames: ['page', 'per_page', 'order', 'since'],
  checkQuery: checkEventQuery,
  inspect: inspectEventPage,
  list: 'events',
  key: ({ id }) => id,
};

/** The application's event log: what happened to its orders. */
export class Events {
  readonly #http: Http;
  readonly #orderParameter: string;
  readonly #store: GuardedStore;

  /** @internal */
  constructor(http: Http, orderParameter: string, store: GuardedStore) {
    this.#http = http;
    this.#orderParameter = orderParameter;
    this.#store = store;
  }

  /**
   * Lists the events. To follow them without losing one, use `follow`.
   *
   * @throws InputError when `page`, `per_page` or `order` is wrong
   * @see docs/service.md, Application events
   */
  list(query?: EventPageQuery, options?: ListOptions): Listing<ApplicationEvent, EventPage> {
    return makeEventListing(this.#http, query, options, { orderParameter: this.#orderParameter });
  }

  /**
   * Reads one event.
   *
   * @throws NotFoundError when this application has none with that id
   * @see docs/service.md, Application events
   */
  get(id: number, options?: CallOptions): Call<ApplicationEvent, EventAnswer> {
    return this.#http.call(makeGetEvent(id), options);
  }

  /**
   * Follows the event log: an async iterator over the events by ascending ids. No event comes twice in one stream, and
   * none is left out, under the conditions in docs/following.md. With `types`, the compiler too knows the types of the
   * events.
   *
   * @throws InputError when an option is wrong. The loop throws permanent errors, such as an AuthenticationError; after
   *   temporary ones it goes on polling
   * @see docs/service.md, Events
   */
  follow<const Type extends EventType = EventType>(
    options: FollowOptions<Type>,
  ): EventStream<EventOf<Type>> & EndsWithScope {
    const scope = new AbortController();
    const stream = new EventStream<EventOf<Type>>(
      {
        scope: scope.signal,
        read: (signal) => makeEventPageReader(this.#http, signal),
        observe: (signal, work) => this.#http.span('events.follow', signal, work),
        onFailure: (error) => this.#http.warnOfFailure('a poll of the event log failed', error),
        store: this.#store,
      },
      options,
    );
    const message = 'events of unknown types are waited for; none may ever come';
    this.#http.warnOfMismatches({ request: LOG }, findUnknownTypes(copyOwn(options).types), message);
    return endWithScope(stream, () => scope.abort());
  }
}

function makeGetEvent(id: number): Operation<EventAnswer, ApplicationEvent> {
  return {
    name: 'events.get',
    method: 'GET',
    path: path`/api/v1/my/application_events/${{ id }}`,
    inspect: inspectEvent,
    data: (answer) => answer.event,
  };
}

export function createDeliveredEvents(http: Http): DeliveredEvents {
  return {
    async get(id) {
      // As `follow` gives an event. Otherwise one of an odd form would be delivered again and again, and never handled.
      const uses = ['event.id', 'event.type'];
      return (await http.request({ ...makeGetEvent(id), uses, pausesNothing: true })).data;
    },
    async readNewest() {
      const newest = { ...EVENTS, pausesNothing: true };
      return (await readListingPage(http, newest, { per_page: 100 }, undefined)).items;
    },
  };
}

/** Whoever follows the log must lose nothing: an event that does not show its id or its type fails the page. */
const FOLLOWED_EVENTS: EventList = { ...EVENTS, uses: ['events[].id', 'events[].type'], needsEach: true };

/** Reads pages of the event log in its default order. */
export function makeEventPageReader(
  http: Http,
  signal: AbortSignal | undefined,
): ReadLogPage<ApplicationEvent> {
  return async (page) => {
    const query = { page, per_page: 100 };
    const { items, body, hasTotals, lastPage } = await readListingPage(http, FOLLOWED_EVENTS, query, {
      signal,
    });
    return {
      page,
      events: items,
      // A page between two others can't be asked for.
      lastPage: Math.ceil(lastPage),
      total: hasTotals ? body.total_count : undefined,
    };
  };
}

/**
 * The application's events.
 *
 * @param named.orderParameter what the service calls the ordering parameter
 * @param named.uses the places that the caller uses of each event; one that does not show them fails its page
 */
export function makeEventListing(
  http: Http,
  query?: EventPageQuery,
  options?: ListOptions,
  {
    orderParameter = 'order',
    uses,
    search,
  }: { orderParameter?: string; uses?: readonly string[]; search?: ListingSearch } = {},
): Listing<ApplicationEvent, EventPage> {
  const withOrderParameter = (checked: Checked<EventPageQuery>): Checked<object> => {
    if (checked.issues) return checked;
    const { order, ...page } = copyOwn(checked.value);
    return { value: { ...page, [orderParameter]: order } };
  };
  const operation = { ...EVENTS, uses, search, needsEach: uses !== undefined };
  return makeListing(
    http,
    { ...operation, checkQuery: (asked: unknown) => withOrderParameter(checkEventQuery(asked)) },
    query,
    options,
  );
}
