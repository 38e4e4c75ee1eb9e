import { Redis } from 'ioredis';
import type { Store } from 'translation-requester';
import { fileStore } from 'translation-requester/node';
import { redisStore } from 'translation-requester/redis';

export interface Place {
  readonly store: Store;
  readonly close: () => void;
}

/** The store at the address of a Redis, or in a folder; none without an address. */
export function storeAt(address: string): Place | undefined {
  if (address === '') return undefined;
  if (!address.startsWith('redis:')) return { store: fileStore(address), close: () => undefined };
  const client = new Redis(address);
  return { store: redisStore(client), close: () => client.disconnect() };
}
