import { readFileSync } from 'node:fs';
import type { Redis } from 'ioredis';
import { Requester } from 'translation-requester';
import { redisStore } from 'translation-requester/redis';
import type { Counts } from './counts.ts';
import { limitedFetch } from './limit.ts';
import { log } from './log.ts';
import { settings } from './settings.ts';

/** An account that the agency orders for. */
export interface Account {
  /** Lower-case letters, digits and hyphens. */
  readonly name: string;
  readonly baseUrl: string;
  readonly accessToken: string;
  /** Part of the address that callbacks of this account come to. */
  readonly callbackSecret: string;
}

/** The accounts by name. A real fleet reads them from its store of secrets. */
export function readAccounts(path: string = settings.accounts): ReadonlyMap<string, Account> {
  const accounts: readonly Account[] = JSON.parse(readFileSync(path, 'utf8'));
  return new Map(accounts.map((account) => [account.name, account]));
}

/** Gives the client of an account by its name. Each is made once and kept: it knows what it has read. */
export function clients(
  accounts: ReadonlyMap<string, Account>,
  redis: Redis,
  counts: Counts,
): (name: string) => Requester {
  const store = redisStore(redis);
  const known = new Map<string, Requester>();
  const make = ({ name, baseUrl, accessToken }: Account): Requester =>
    new Requester({
      baseUrl,
      accessToken,
      store,
      fetch: limitedFetch(redis, name, counts),
      // A longer pause is not waited for: the job goes back to the queue, and the worker takes another one.
      maxRetryAfter: 1_000,
      logger: log,
    });
  return (name) => {
    const account = accounts.get(name);
    if (account === undefined) throw new Error(`There is no account ${name}.`);
    const client = known.get(name) ?? make(account);
    known.set(name, client);
    return client;
  };
}
