import { env, pid } from 'node:process';

/** A number from the environment. */
function number(name: string, otherwise: number): number {
  const value = Number(env[name] ?? otherwise);
  if (Number.isFinite(value)) return value;
  throw new Error(`${name} must be a number. It is ${JSON.stringify(env[name])}.`);
}

const PORT = number('FLEET_PORT', 8080);

/** What every process is told by its environment. Times are in milliseconds. */
export const settings = {
  /** Names the process in logs and on the status page. */
  name: env.FLEET_NAME ?? `process-${pid}`,
  redis: env.FLEET_REDIS ?? 'redis://127.0.0.1:6379',
  /** A file with the accounts and their tokens, which only its owner can read. */
  accounts: env.FLEET_ACCOUNTS ?? 'accounts.json',
  /** The database with the results: a file of SQLite, or the address of PostgreSQL: `postgres://user@host/name`. */
  database: env.FLEET_DATABASE ?? 'fleet.db',
  /** The port of the intake. */
  port: PORT,
  /** The origins at which the intake is called: `https://intake.example,http://127.0.0.1:8080`. */
  origins: (env.FLEET_ORIGINS ?? `http://127.0.0.1:${PORT},http://localhost:${PORT}`)
    .split(',')
    .map((origin) => new URL(origin).origin),
  /** Requests that all processes together send in a minute for one account. */
  requestsAMinute: number('FLEET_REQUESTS_A_MINUTE', 300),
  /** Jobs that a worker has in hand at once. */
  atOnce: number('FLEET_AT_ONCE', 10),
  /** A job goes to another process when its own has shown no sign of life for so long. */
  lock: number('FLEET_LOCK', 30_000),
  /** How long an order whose outcome is unknown is searched for. */
  settle: number('FLEET_SETTLE', 30_000),
  /** Callbacks are gathered for so long before the leader looks at the event log. */
  gap: number('FLEET_GAP', 1_000),
  /** Between two looks at the event log, when no callback has come. */
  interval: number('FLEET_INTERVAL', 60_000),
  /** An order without a result is read by its id after so long: some end without an event. */
  patience: number('FLEET_PATIENCE', 26 * 60 * 60 * 1000),
} as const;
