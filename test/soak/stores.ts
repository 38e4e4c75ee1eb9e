import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Redis } from 'ioredis';
import type { Store } from 'translation-requester';
import { fileStore, sqliteStore } from 'translation-requester/node';
import { redisStore } from 'translation-requester/redis';
import { startRedis } from '../../examples/fleet/local/redis-server.ts';

export const STORES = ['file', 'redis', 'sqlite'] as const;
export type StoreKind = (typeof STORES)[number];

/** Where a store is: what a process needs to open it. */
export interface StorePlace {
  readonly kind: StoreKind;
  /** A folder, a file or a URL. */
  readonly at: string;
  /** When the soak began, in milliseconds since 1970. */
  readonly begun: number;
}

/** The store's clock runs so many times as fast, so that a claim's minute is over in 600 milliseconds. */
const CLOCK_SPEED = 100;

export interface OpenStore {
  readonly store: Store;
  close(): void;
}

export function openStore({ kind, at, begun }: StorePlace): OpenStore {
  if (kind === 'file') return { store: fastened(fileStore(at), begun), close: () => undefined };
  if (kind === 'sqlite') {
    const database = new DatabaseSync(at);
    return { store: fastened(sqliteStore(database), begun), close: () => database.close() };
  }
  const client = new Redis(at);
  // While Redis is down, each call says so by itself.
  client.on('error', () => undefined);
  return { store: fastened(redisStore(client), begun), close: () => client.disconnect() };
}

/** The same store with a faster clock. */
function fastened(store: Store, begun: number): Store {
  return {
    get: (key) => store.get(key),
    swap: (key, previous, next) => store.swap(key, previous, next),
    keys: (prefix) => store.keys(prefix),
    now: async () => begun + CLOCK_SPEED * (((await store.now?.()) ?? Date.now()) - begun),
  };
}

/** A place that lasts as long as the soak. Only Redis can be restarted: it is killed, and started again. */
export interface OwnPlace {
  readonly place: StorePlace;
  restart?(): Promise<void>;
  remove(): Promise<void>;
}

export async function makePlace(kind: StoreKind): Promise<OwnPlace> {
  const folder = await mkdtemp(join(tmpdir(), 'translation-requester-soak-'));
  const begun = Date.now();
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  if (kind === 'file') return { place: { kind, at: join(folder, 'store'), begun }, remove };
  if (kind === 'sqlite') return { place: { kind, at: join(folder, 'store.db'), begun }, remove };
  const server = await startRedis(folder);
  return {
    place: { kind, at: server.url, begun },
    restart: () => server.restart(),
    async remove() {
      await server.close();
      await remove();
    },
  };
}
