import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Redis } from 'ioredis';
import { Pool } from 'pg';
import type { Store } from 'translation-requester';
import { fileStore, sqliteStore } from 'translation-requester/node';
import { redisStore } from 'translation-requester/redis';
import { startPostgres } from '../../examples/fleet/local/postgres-server.ts';
import { startRedis } from '../../examples/fleet/local/redis-server.ts';
import { postgresStore } from '../../examples/own/postgres-store.ts';
import { remoteMemory, serveMemory } from './memory-server.ts';

export const STORES = ['memory', 'file', 'redis', 'sqlite'] as const;
export type StoreKind = (typeof STORES)[number] | 'postgres';

/** How many connections to PostgreSQL a process has: a hundred processes need twice as many. */
const CONNECTIONS = 2;

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
  if (kind === 'postgres') {
    const pool = new Pool({ connectionString: at, max: CONNECTIONS });
    pool.on('error', () => undefined);
    return { store: postgresStore(pool), close: () => void pool.end() };
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
  if (kind === 'postgres') return makePostgres(folder);
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

async function makePostgres(folder: string): Promise<OwnPlace> {
  const server = await startPostgres();
  const pool = new Pool({ connectionString: server.url, max: 1 });
  await pool.query('CREATE TABLE requester_store (key text PRIMARY KEY, text text NOT NULL)');
  await pool.query('ALTER SYSTEM SET max_connections = 300');
  await pool.end();
  await server.restart();
  return {
    place: { kind: 'postgres', at: server.url },
    restart: () => server.restart(),
    async remove() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
