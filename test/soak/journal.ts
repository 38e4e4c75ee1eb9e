import { Redis } from 'ioredis';
import type { OpenOrders, OrderJournal } from 'translation-requester';
import { fileJournal } from 'translation-requester/node';
import { redisJournal } from 'translation-requester/redis';

export type Journal = OrderJournal & OpenOrders & { readonly close: () => void };

/** The journal at the address of a Redis, or in a folder; none without an address. */
export function journalAt(address: string): Journal | undefined {
  if (address === '') return undefined;
  if (!address.startsWith('redis:')) return { ...fileJournal(address), close: () => undefined };
  const client = new Redis(address);
  return { ...redisJournal(client), close: () => client.disconnect() };
}
