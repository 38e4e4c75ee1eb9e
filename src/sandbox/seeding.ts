import type { EndsWithScope } from '../base/concurrency.js';
import { copyOwn } from '../base/options.js';
import { findPair } from './base/languages.js';
import { Sandbox } from './sandbox.js';
import type { SandboxOptions } from './sandbox-options.js';
import { checkSeed, type SandboxSeed, type SeedOrder } from './world/seed.js';

/** Options of a seeded sandbox. */
export interface SeededSandboxOptions extends SandboxOptions {
  /** Not together with a seed. */
  readonly snapshot?: never;
}

/**
 * Creates a sandbox in which accounts, languages and orders are there from the beginning. `reset()` goes back to it; nothing
 * of it is delivered, and its requests are not in `sandbox.requests`.
 *
 * @example
 * const sandbox = await createSeededSandbox({
 *   accounts: [{ login: 'shop', organizations: [{ name: 'Shop', points: 500 }] }],
 *   orders: [{ texts: ['Good morning'], key: 'greeting', state: 'completed' }],
 * });
 *
 * @throws TypeError that names each value of the seed which is wrong, by its path: `orders[2].texts`
 * @throws Error when the service refuses an order, with its path and the answer
 */
export async function createSeededSandbox(
  seed: SandboxSeed,
  options: SeededSandboxOptions = {},
): Promise<Sandbox & EndsWithScope> {
  checkSeed(seed);
  const own = copyOwn(options);
  if (own.snapshot !== undefined) throw new TypeError('createSeededSandbox: a `snapshot` needs no seed.');
  const { accounts: plans, languages, orders = [] } = copyOwn(seed);
  const world = { plans, languagePairs: languages?.map(({ from, to, point }) => findPair(from, to, point)) };
  // The orders meet no latency, limit or receiver of the options: they are in the past.
  const stored = STORED.filter((name) => own[name] !== undefined);
  const past = new Sandbox(Object.fromEntries(stored.map((name) => [name, own[name]])), world);
  for (const [index, order] of orders.entries())
    await placeSeedOrder(past, order).catch((error: unknown) => {
      throw new Error(`orders[${index}] was refused. ${error instanceof Error ? error.message : error}`);
    });
  return new Sandbox({ ...own, snapshot: past.snapshot() }, world);
}

/** The options that decide what is stored. */
const STORED = [
  'seed',
  'accessToken',
  'now',
  'points',
  'redirectUri',
  'callbackUrl',
  'translationsPerBody',
  'analysisTime',
  'projectEvents',
] as const;

async function placeSeedOrder({ accounts, place }: Sandbox, order: SeedOrder): Promise<void> {
  const { kind = 'simple', state = 'open', texts, account: login, from, to, key } = copyOwn(order);
  const account = login === undefined ? undefined : accounts.find((account) => account.login === login);
  const options = { account, from, to, key };
  if (kind === 'simple')
    await (state === 'completed'
      ? place.completedSimpleQuestion(texts, options)
      : place.simpleQuestion(texts, options));
  else if (state === 'completed') await place.completedProject(texts, options);
  else if (state === 'taken') await place.takenProject(texts, options);
  else await place.project(texts, options);
}
