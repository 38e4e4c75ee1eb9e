import { readFile } from 'node:fs/promises';
import type { Status } from '../intake/status.ts';
import type { Fleet } from '../local/fleet.ts';
import type { Row } from '../results/database.ts';
import { openDatabase } from '../results.ts';

/** Compares what the fleet has with the service's own books. Returns what differs. */
export async function judge(fleet: Fleet, keys: readonly string[]): Promise<string[]> {
  const { failed, unknown }: Status = await (await fetch(`${fleet.url}/status`)).json();
  return [
    ...failed.map(({ job, reason }) => `${job} failed: ${reason}`),
    ...unknown.map(({ job }) => `${job} is unknown`),
    ...ordersWrong(fleet, keys),
    ...eventsWrong(fleet, await rows(fleet, 'SELECT account, event FROM events')),
    ...resultsWrong(await rows(fleet, 'SELECT key, outcome, texts, version FROM results'), keys),
    ...(await secretsTold(fleet)),
  ];
}

/** Orders that the service has not, or has twice. */
function ordersWrong({ service }: Fleet, keys: readonly string[]): string[] {
  const times = new Map<string, number>();
  for (const sandbox of service.sandboxes.values()) {
    for (const { key } of sandbox.orders()) times.set(`${key}`, (times.get(`${key}`) ?? 0) + 1);
  }
  const extra = [...times.keys()].filter((key) => !keys.includes(key));
  return [
    ...keys
      .filter((key) => times.get(key) !== 1)
      .map((key) => `${key} was placed ${times.get(key) ?? 0} times`),
    ...extra.map((key) => `${key} was placed and never ordered`),
  ];
}

async function rows({ database }: Fleet, query: string): Promise<Row[]> {
  const db = await openDatabase(database);
  return db.query(query).finally(() => db.close());
}

/** Events that were not handled, or that no log has. */
function eventsWrong({ service }: Fleet, found: readonly Row[]): string[] {
  const handled = new Set(found.map(({ account, event }) => `${account}/${event}`));
  const missing: string[] = [];
  for (const [account, { events }] of service.sandboxes) {
    for (const id of events.ids()) if (!handled.delete(`${account}/${id}`)) missing.push(`${account}/${id}`);
  }
  return [
    ...missing.map((event) => `the event ${event} was not handled`),
    ...[...handled].map((event) => `the event ${event} was handled and is in no log`),
  ];
}

/** Orders without a result, with one that was written twice, or with one that does not fit its outcome. */
function resultsWrong(found: readonly Row[], keys: readonly string[]): string[] {
  const byKey = new Map(found.map((row) => [String(row.key), row]));
  const fits = ({ outcome, texts }: Row) =>
    outcome === 'translated'
      ? String(texts).startsWith('["[ja] ')
      : outcome === 'expired' && texts === '[null]';
  return [
    ...keys.filter((key) => !byKey.has(key)).map((key) => `${key} has no result`),
    ...(found.length === byKey.size ? [] : ['an order has two results']),
    ...found
      .filter(({ version }) => Number(version) !== 1)
      .map(({ key }) => `the result of ${key} was stored twice`),
    ...found.filter((row) => !fits(row)).map(({ key, outcome, texts }) => `${key} is ${outcome}: ${texts}`),
  ];
}

/** Secrets that are in the log of the processes. */
async function secretsTold({ accounts, logFile }: Fleet): Promise<string[]> {
  const lines = await readFile(logFile, 'utf8');
  const told = accounts.filter(
    ({ accessToken, callbackSecret }) => lines.includes(accessToken) || lines.includes(callbackSecret),
  );
  return told.map(({ name }) => `the log has a secret of ${name}`);
}
