import { ANSWER_TIMEOUT, askWithin, describeCause } from '../../base/concurrency.js';
import { describeKind } from '../../base/kinds.js';
import { makeUniqueName } from '../../base/names.js';
import { checkOptions, copyOwn, type Rules } from '../../base/options.js';
import * as rules from '../../base/rules.js';
import { InputError, type Issue } from '../core/errors/errors.js';
import type { Store } from './store.js';
import { type Probe, STORE_PROBES, StoreFault, type TestedStore } from './store-probes.js';
import { probeClock, RACES } from './store-races.js';

/** Settings of `checkStore`. */
export interface CheckStoreOptions {
  /**
   * A second object for the same place, with a connection of its own, as another process has it. Without it, faults that
   * only several processes show are not found, such as a cache or a lock in memory.
   *
   * @default the store itself
   */
  readonly other?: Store | undefined;
  /** What the keys that are written begin with. @default 'check-store ' and a random text */
  readonly prefix?: string | undefined;
  /** Milliseconds that one step may take. @default 10000 */
  readonly timeout?: number | undefined;
}

const STORE = /* @__PURE__ */ rules.methods('get', 'swap', 'keys');
const CHECK_OPTIONS: Rules<CheckStoreOptions> = { other: STORE, prefix: rules.text, timeout: rules.duration };

/**
 * Tries whether a store of your own does what a Requester needs: many steps at once, odd keys and texts, its clock. It
 * writes under keys of its own, and removes them at the end. Call it in a test, with a database like that of production.
 *
 * @throws InputError whose `issues` name each thing that the store does wrong, and what it has to do instead
 * @example
 * await checkStore(postgresStore(pool), { other: postgresStore(otherPool) });
 */
export async function checkStore(store: Store, options: CheckStoreOptions = {}): Promise<void> {
  const wrong = [...STORE.check(store, 'store', {}), ...checkOptions('options', options, CHECK_OPTIONS)];
  if (wrong.length > 0) throw new InputError(wrong);
  const own = copyOwn(options);
  const { other = store, prefix = `check-store ${makeUniqueName()} `, timeout = ANSWER_TIMEOUT } = own;
  const written = new Set<string>();
  const tried: TestedStore = {
    first: watchStore(store, timeout, written),
    second: watchStore(other, timeout, written),
    hasClock: store.now !== undefined,
  };
  try {
    let issues = await findStoreIssues([...STORE_PROBES, probeClock], tried, `${prefix}p`);
    // What fails one step at a time would fail here too.
    if (issues.length === 0) issues = await findStoreIssues(RACES, tried, `${prefix}r`);
    if (issues.length > 0) throw new InputError(issues);
  } finally {
    await removeKeys(watchStore(store, timeout, new Set()), written);
  }
}

async function findStoreIssues(
  probes: readonly Probe[],
  tried: TestedStore,
  prefix: string,
): Promise<readonly Issue[]> {
  // Several probes can meet the same fault.
  const issues = new Map<string, Issue>();
  for (const [number, probe] of probes.entries()) {
    await probe(tried, `${prefix}${number} `).catch(({ step, message }: StoreFault) => {
      issues.set(message, { path: `store.${step}`, message });
    });
  }
  return [...issues.values()];
}

const RESULTS: Readonly<Record<keyof Store, readonly [string, (result: unknown) => boolean]>> = {
  get: [
    'a string, or to undefined when there is no text',
    (text) => text === undefined || typeof text === 'string',
  ],
  swap: ['true or false', (isDone) => typeof isDone === 'boolean'],
  keys: [
    'an array of strings',
    (keys) => Array.isArray(keys) && keys.every((key) => typeof key === 'string'),
  ],
  now: ['a number', (now) => typeof now === 'number'],
};

/** Wraps a store, so that failures, missing answers and results of a wrong kind are faults. */
function watchStore(store: Store, timeout: number, written: Set<string>): Required<Store> {
  const run = async (step: keyof Store, ...given: readonly unknown[]): Promise<never> => {
    const [what, isRight] = RESULTS[step];
    // A store in JavaScript can also throw, or have a result that is no promise.
    const result: unknown = await askWithin(timeout, () =>
      Reflect.apply(Object(store[step]), store, given),
    ).catch((error: unknown) => {
      throw new StoreFault(step, `must resolve for every key and text; it failed: ${describeCause(error)}`);
    });
    if (isRight(result)) return result as never; // as just checked
    throw new StoreFault(step, `must resolve to ${what}; got ${describeKind(result)}`);
  };
  return {
    get: (key) => run('get', key),
    swap: (key, previous, next) => {
      written.add(key);
      return run('swap', key, previous, next);
    },
    keys: (prefix) => run('keys', prefix),
    now: () => run('now'),
  };
}

/** Removes what was written, as far as the store can: the issues have what it can't. */
async function removeKeys(store: Store, keys: ReadonlySet<string>): Promise<void> {
  const removals = [...keys].map(async (key) => store.swap(key, await store.get(key), undefined));
  // At once, so that a store which never answers is waited for once, and not for each key.
  await Promise.allSettled(removals);
}
