import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import type { Account } from '../accounts.ts';
import { freePort } from './free-port.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { Processes } from './processes.ts';
import { type RedisServer, startRedis } from './redis-server.ts';
import { type Service, type ServiceOptions, startService } from './service.ts';

/** A whole fleet on one machine. */
export interface Fleet {
  readonly url: string;
  readonly service: Service;
  readonly redis: RedisServer;
  readonly postgres: PostgresServer | undefined;
  readonly processes: Processes;
  /** Where the processes write their lines, and where their results are. */
  readonly logFile: string;
  readonly database: string;
  readonly accounts: readonly Account[];
  /** Sends JSON to the intake. */
  post(path: string, body: object): Promise<Response>;
  close(): Promise<void>;
}

export const DATABASES = ['sqlite', 'postgres'] as const;
export type DatabaseKind = (typeof DATABASES)[number];

/** How many there are of what. */
export interface FleetOptions extends ServiceOptions {
  readonly leaders: number;
  readonly workers: number;
  /** Where the results are. @default 'sqlite' */
  readonly database?: DatabaseKind | undefined;
  /** Whether Ctrl+C leaves Redis and PostgreSQL to the caller, to be ended after the processes that need them. @default false */
  readonly detached?: boolean | undefined;
  /** Further settings of the processes, see settings.ts. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

const JSON_POST = { method: 'POST', headers: { 'content-type': 'application/json' } };

/** Starts Redis, the database, the service, and every process; resolves when the intake answers. */
export async function startFleet(options: FleetOptions): Promise<Fleet> {
  const folder = await mkdtemp(join(tmpdir(), 'fleet-'));
  const redis = await startRedis(folder, options.detached);
  const postgres = options.database === 'postgres' ? await startPostgres(options.detached) : undefined;
  const service = await startService(options);
  const accounts = [...service.sandboxes].map(([name, { accessToken }]) => ({
    name,
    accessToken,
    baseUrl: service.urls.get(name) ?? '',
    callbackSecret: randomBytes(16).toString('hex'),
  }));
  const accountsFile = join(folder, 'accounts.json');
  await writeFile(accountsFile, JSON.stringify(accounts), { mode: 0o600 });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const logFile = join(folder, 'fleet.log');
  const database = postgres?.url ?? join(folder, 'fleet.db');
  const processes = await Processes.open(logFile, {
    FLEET_REDIS: redis.url,
    FLEET_ACCOUNTS: accountsFile,
    FLEET_DATABASE: database,
    FLEET_PORT: `${port}`,
    // A process that is started again is ready sooner.
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    ...options.env,
  });
  processes.start('intake', 'intake');
  for (let number = 1; number <= options.leaders; number += 1) processes.start('leader', `leader-${number}`);
  for (let number = 1; number <= options.workers; number += 1) processes.start('worker', `worker-${number}`);
  for (const { name, callbackSecret } of accounts) {
    service.sandboxes.get(name)?.deliveries.to(`${url}/callbacks/${name}?secret=${callbackSecret}`);
  }
  await answering(url);
  return {
    url,
    service,
    redis,
    postgres,
    processes,
    logFile,
    database,
    accounts,
    post: (path, body) => fetch(url + path, { ...JSON_POST, body: JSON.stringify(body) }),
    async close() {
      await processes.close();
      await service.close();
      await redis.close();
      await postgres?.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function answering(url: string): Promise<void> {
  while (
    !(await fetch(`${url}/status`).then(
      ({ ok }) => ok,
      () => rest(100, false),
    ))
  );
}
