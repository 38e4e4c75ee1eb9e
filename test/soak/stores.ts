import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Redis } from 'ioredis';
import type { Store } from 'translation-requester';
import { fileStore, sqliteStore } from 'translation-requester/node';
import { redisStore } from 'translation-requester/redis';
import { startRedis } from '../../examples/fleet/local/redis-server.ts';
import { remoteMemory, serveMemory } from './memory-server.ts';

export const STORES = ['memory', 'file', 'redis', 'sqlite'] as const;
export type StoreKind = (typeof STORES)[number];

/** Where a store is: what a process needs to open it. */
export interface StorePlace {
  readonly kind: StoreKind;
  /** A folder, a file or a URL. */
  readonly at: string;
}

export interface OpenStore {
  readonly store: Store;
  close(): void;
}

export function openStore({ kind, at }: StorePlace): OpenStore {
  if (kind === 'memory') return { store: remoteMemory(at), close: () => undefined };
  if (kind === 'file') return { store: fileStore(at), close: () => undefined };
  if (kind === 'sqlite') {
    const database = new DatabaseSync(at);
    return { store: sqliteStore(database), close: () => database.close() };
  }
  const client = new Redis(at);
  // While Redis is down, each call says so by itself.
  client.on('error', () => undefined);
  return { store: redisStore(client), close: () => client.disconnect() };
}

/** A place that lasts as long as the soak. Only Redis can be restarted: it is killed, and started again. */
export interface OwnPlace {
  readonly place: StorePlace;
  restart?(): Promise<void>;
  remove(): Promise<void>;
}

export async function makePlace(kind: StoreKind): Promise<OwnPlace> {
  const folder = await mkdtemp(join(tmpdir(), 'translation-requester-soak-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  if (kind === 'file') return { place: { kind, at: join(folder, 'store') }, remove };
  if (kind === 'sqlite') return { place: { kind, at: join(folder, 'store.db') }, remove };
  if (kind === 'memory') {
    const memory = await serveMemory();
    const close = async (): Promise<void> => {
      await memory.close();
      await remove();
    };
    return { place: { kind, at: memory.url }, remove: close };
  }
  const server = await startRedis(folder);
  return {
    place: { kind, at: server.url },
    restart: () => server.restart(),
    async remove() {
      await server.close();
      await remove();
    },
  };
}
