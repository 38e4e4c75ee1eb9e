import type { Checked } from '../base/checked.js';
import type { Http } from '../core/http/http.js';
import type { Operation } from '../core/http/operation.js';
import type { OrderKind } from '../ordering/order-kind.js';

/** The operations of one kind of order. */
interface OrderOperations<Order, Placed, Body, Quote, QuoteBody> {
  placing(json: Checked<Order>): Operation<Body, Placed>;
  checking(json: Checked<Order>): Operation<QuoteBody, Quote>;
  reading(id: number): Operation<Body, Placed>;
}

/** The same operations as ordering calls them, with orders that are checked already. */
export function orderCalls<Order, Placed, Body, Quote, QuoteBody>(
  http: Http,
  { placing, checking, reading }: OrderOperations<Order, Placed, Body, Quote, QuoteBody>,
): Pick<OrderKind<Order, Placed, Body, Quote>, 'place' | 'quote' | 'read'> {
  return {
    place: (order, options, watch) => http.request({ ...placing({ value: order }), watch }, options),
    quote: async (order, options) => (await http.request(checking({ value: order }), options)).data,
    read: (id, options) => http.request(reading(id), options),
  };
}
