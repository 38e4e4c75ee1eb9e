import { readFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import type { Status } from '../intake/status.ts';
import type { Fleet } from '../local/fleet.ts';

/** Compares what the fleet has with the service's own books. Returns what differs. */
export async function judge(fleet: Fleet, keys: readonly string[]): Promise<string[]> {
  const { failed, unknown }: Status = await (await fetch(`${fleet.url}/status`)).json();
  return [
    ...failed.map(({ job, reason }) => `${job} failed: ${reason}`),
    ...unknown.map(({ job }) => `${job} is unknown`),
    ...ordersWrong(fleet, keys),
    ...eventsWrong(fleet),
    ...resultsWrong(fleet, keys),
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

function rows({ database }: Fleet, query: string): Record<string, unknown>[] {
  const db = new DatabaseSync(database, { readOnly: true });
  const found: Record<string, unknown>[] = db.prepare(query).all();
  db.close();
  return found;
}

/** Events that were not handled, or that no log has. */
function eventsWrong(fleet: Fleet): string[] {
  const handled = new Set(
    rows(fleet, 'SELECT account, event FROM events').map((row) => `${row.account}/${row.event}`),
  );
  const missing: string[] = [];
  for (const [account, { events }] of fleet.service.sandboxes) {
    for (const id of events.ids()) if (!handled.delete(`${account}/${id}`)) missing.push(`${account}/${id}`);
  }
  return [
    ...missing.map((event) => `the event ${event} was not handled`),
    ...[...handled].map((event) => `the event ${event} was handled and is in no log`),
  ];
}

/** Orders without a result, with one that was written twice, or with one that does not fit its outcome. */
function resultsWrong(fleet: Fleet, keys: readonly string[]): string[] {
  const found = rows(fleet, 'SELECT key, outcome, texts, version FROM results');
  const byKey = new Map(found.map((row) => [String(row.key), row]));
  const fits = ({ outcome, texts }: Record<string, unknown>) =>
    outcome === 'translated'
      ? String(texts).startsWith('["[ja] ')
      : outcome === 'expired' && texts === '[null]';
  return [
    ...keys.filter((key) => !byKey.has(key)).map((key) => `${key} has no result`),
    ...(found.length === byKey.size ? [] : ['an order has two results']),
    ...found.filter(({ version }) => version !== 1).map(({ key }) => `the result of ${key} was stored twice`),
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
