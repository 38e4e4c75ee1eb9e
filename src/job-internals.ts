// Not published: what jobs may use of the client, beyond `internals.ts`. A client alone does not need it, so its bundle has none of it.
export { OrderRecords } from './client/ordering/order-records.js';
export { compareContent, compareIdentity } from './client/ordering/same-order.js';
