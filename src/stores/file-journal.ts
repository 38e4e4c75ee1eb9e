import { join } from 'node:path';
import { fileStore } from './file-store.js';
import { type OpenOrders, type OrderJournal, storeJournal } from './journal.js';
import { type SeenOptions, storeSeen, type WholeSeen } from './seen.js';

/**
 * A journal of orders in a folder on a local disk, for `orders: { journal }` of a Requester. The processes of one machine
 * can share it, and be killed at any moment: docs/paid-orders.md says what is then known.
 *
 * @param path the folder. It is made when it is missing; when it can't be used, the first use is an InputError.
 */
export function fileJournal(path: string): OrderJournal & OpenOrders {
  return storeJournal(fileStore(join(path, 'orders')), { durable: true });
}

/**
 * Remembers handled events in a folder, for `seen` of a callback handler. The processes of one machine can share it.
 *
 * @param path the folder. It is made when it is missing; when it can't be used, the first use is an InputError.
 * @throws InputError when an option is wrong
 */
export function fileSeen(path: string, options: SeenOptions = {}): WholeSeen {
  return storeSeen(fileStore(join(path, 'seen')), options);
}
