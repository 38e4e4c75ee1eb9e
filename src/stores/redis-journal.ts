import { checkOptions, duration, type Rules, rule } from '../base/options.js';
import { InputError, type Issue } from '../core/errors/errors.js';
import { type OpenOrders, type OrderJournal, storeJournal } from './journal.js';
import type { Store } from './store.js';

type OneRedis =
  | { call(command: string, ...args: string[]): Promise<unknown> }
  | { sendCommand(args: string[]): Promise<unknown> };

/** Settings of everything in Redis. */
export interface RedisOptions {
  /** Is put before each key in Redis. @default 'translation-requester:' and then 'orders:', 'seen:' or 'store:' */
  readonly prefix?: string | undefined;
  /** Milliseconds to wait for one answer of Redis. The call then rejects. @default 10000 */
  readonly timeout?: number | undefined;
}

/** Settings of a store in Redis. */
interface ExpiringOptions extends RedisOptions {
  /** Milliseconds that a text is kept after its last change. @default for ever */
  readonly expiry?: number | undefined;
}

const OPTIONS: Rules<RedisOptions> = {
  prefix: rule((value) => typeof value === 'string', 'must be a string'),
  timeout: duration,
};

/**
 * A journal of orders in Redis, for `orders: { journal }` of a Requester. It is as durable as Redis: see the conditions in
 * docs/paid-orders.md.
 *
 * @throws InputError when the client or an option is wrong
 */
export function redisJournal(client: OneRedis, options: RedisOptions = {}): OrderJournal & OpenOrders {
  assertValid(client, checkOptions('options', options, OPTIONS));
  const store = prefixedStore(client, {
    prefix: 'translation-requester:orders:',
    ...definedOptions(options),
  });
  return storeJournal(store, { durable: true });
}

function assertValid(client: unknown, issues: readonly Issue[]): void {
  const { call, sendCommand } = Object(client);
  const isClient = typeof call === 'function' || typeof sendCommand === 'function';
  const wrong = { path: 'client', message: 'must be a client of ioredis or of node-redis' };
  if (!isClient || issues.length > 0) throw new InputError(isClient ? issues : [wrong, ...issues]);
}

/** The options that are not undefined. */
function definedOptions<Options extends object>(options: Options): Options {
  // Only undefined values are left out, and those are optional.
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Options;
}

/** The swap, as an atomic script. An argument is `=` and a text; an empty argument means no text. */
const SWAP = `
local text = redis.call('GET', KEYS[1])
if (text and '=' .. text or '') ~= ARGV[1] then return 0 end
if ARGV[2] == '' then redis.call('DEL', KEYS[1])
elseif ARGV[3] == '' then redis.call('SET', KEYS[1], string.sub(ARGV[2], 2))
else redis.call('SET', KEYS[1], string.sub(ARGV[2], 2), 'PX', ARGV[3]) end
return 1`;

const encodeText = (text: string | undefined): string => (text === undefined ? '' : `=${text}`);

function prefixedStore(client: OneRedis, { prefix = '', timeout = 10_000, expiry }: ExpiringOptions): Store {
  const send = (...command: readonly [string, ...string[]]) => sendCommand(client, command, timeout);
  const lifetime = expiry === undefined ? '' : `${Math.ceil(expiry)}`;
  return {
    async get(key) {
      const text = await send('GET', prefix + key);
      return text === null || text === undefined ? undefined : String(text);
    },
    async swap(key, previous, next) {
      return (
        Number(
          await send('EVAL', SWAP, '1', prefix + key, encodeText(previous), encodeText(next), lifetime),
        ) === 1
      );
    },
    async keys(keyPrefix) {
      // ioredis adds its `keyPrefix` to the keys of commands, but not to patterns. Answers have it too.
      const clientPrefix = String(Object(Object(client).options).keyPrefix ?? '');
      const pattern = `${(clientPrefix + prefix + keyPrefix).replace(/[[\]*?^\\-]/g, '\\$&')}*`;
      const found = new Set<string>();
      let cursor = '0';
      do {
        // The form of every answer to SCAN.
        const [next, keys] = (await send('SCAN', cursor, 'MATCH', pattern, 'COUNT', '1000')) as [
          unknown,
          unknown[],
        ];
        for (const key of keys) found.add(String(key).slice((clientPrefix + prefix).length));
        cursor = String(next);
      } while (cursor !== '0');
      return [...found];
    },
  };
}

/** Sends a command, and waits for the answer for at most `timeout` ms. */
async function sendCommand(
  client: OneRedis,
  [command, ...args]: readonly [string, ...string[]],
  timeout: number,
): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeout} ms`)), timeout);
  });
  try {
    // ioredis also has a sendCommand, which takes something else.
    const answer = 'call' in client ? client.call(command, ...args) : client.sendCommand([command, ...args]);
    return await Promise.race([answer, timedOut]);
  } catch (error) {
    // A client's error can hold the command with all its texts. Only its message is kept.
    throw new Error(
      `Redis failed at ${command}: ${error instanceof Error ? error.message : 'no reason given'}`,
    );
  } finally {
    clearTimeout(timer);
  }
}
