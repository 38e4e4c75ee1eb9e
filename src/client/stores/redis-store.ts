import { ANSWER_TIMEOUT, askWithin, describeCause, LONGEST_TIMER } from '../../base/concurrency.js';
import { checkOptions, copyOwn, type Rules } from '../../base/options.js';
import * as rules from '../../base/rules.js';
import { InputError } from '../core/errors/errors.js';
import { decodeKeys, encodeKey, encodePrefix } from './key-names.js';
import {
  adaptClient,
  type Command,
  isRedisClient,
  type RedisClient,
  type RedisConnection,
} from './redis-client.js';
import type { Store } from './store.js';

/** Settings of a store in Redis. */
export interface RedisStoreOptions {
  /**
   * Is put before each key in Redis. With `{name}` in it, a Redis Cluster keeps the whole store on one server.
   *
   * @default 'translation-requester:'
   */
  readonly prefix?: string | undefined;
  /**
   * Milliseconds to wait for one answer of Redis. The call then rejects. A swap that the client repeats is known again for twice
   * as long. @default 10000
   */
  readonly timeout?: number | undefined;
}

const REDIS_OPTIONS: Rules<RedisStoreOptions> = {
  prefix: rules.custom(
    (value) => typeof value === 'string' && /^([^{}]+|[^{}]*\{[^{}]+\}[^{}]*)$/.test(value),
    'must be a non-empty string, without braces but for one {name}',
  ),
  timeout: rules.duration,
};

/**
 * A store in Redis, or in a Redis Cluster, for `store` of a Requester. It is as durable as Redis is.
 *
 * @throws InputError when the client or an option is wrong
 * @see docs/stores.md
 */
export function redisStore(client: RedisClient, options: RedisStoreOptions = {}): Store {
  const wrong = { path: 'client', message: 'must be a client of ioredis or of node-redis' };
  const issues = [
    ...(isRedisClient(client) ? [] : [wrong]),
    ...checkOptions('options', options, REDIS_OPTIONS),
  ];
  if (issues.length > 0) throw new InputError(issues);
  const { prefix = 'translation-requester:', timeout = ANSWER_TIMEOUT } = copyOwn(options);
  return new RedisStore(adaptClient(client), prefix, timeout);
}

const GET_COMMAND = `return redis.call('GET', KEYS[1])`;

const TIME = `return redis.call('TIME')`;

/**
 * The swap. An argument is `=` and a text; an empty argument means no text. A swap that was carried out leaves a mark for
 * a while, so that it succeeds again when the client repeats it because the answer was lost.
 */
const SWAP = `
if redis.call('EXISTS', KEYS[2]) == 1 then return 1 end
local text = redis.call('GET', KEYS[1])
if (text and '=' .. text or '') ~= ARGV[1] then return 0 end
if ARGV[2] == '' then redis.call('DEL', KEYS[1])
else redis.call('SET', KEYS[1], string.sub(ARGV[2], 2)) end
redis.call('SET', KEYS[2], '', 'PX', ARGV[3])
return 1`;

const encodeText = (text: string | undefined): string => (text === undefined ? '' : `=${text}`);

/** Braces in a key would choose a server of a cluster, and are in the names of marks. */
const escapeBraces = (name: string): string => name.replaceAll('{', '\\u007b').replaceAll('}', '\\u007d');

class RedisStore implements Store {
  readonly #connection: RedisConnection;
  readonly #prefix: string;
  readonly #timeout: number;

  constructor(connection: RedisConnection, prefix: string, timeout: number) {
    this.#connection = connection;
    this.#prefix = prefix;
    this.#timeout = timeout;
  }

  async get(key: string): Promise<string | undefined> {
    const text = await this.#run(GET_COMMAND, [this.#buildPlace(key)]);
    return text === null || text === undefined ? undefined : String(text);
  }

  async swap(key: string, previous: string | undefined, next: string | undefined): Promise<boolean> {
    const place = this.#buildPlace(key);
    const lifetime = Math.min(Math.ceil(2 * this.#timeout), LONGEST_TIMER);
    const keys = [place, this.#newMark(place)];
    return Number(await this.#run(SWAP, keys, encodeText(previous), encodeText(next), `${lifetime}`)) === 1;
  }

  async keys(prefix: string): Promise<readonly string[]> {
    // A cluster knows its servers once it has answered.
    await this.now();
    const start = this.#connection.keyPrefix + this.#prefix;
    const pattern = `${escapePattern(start + escapeBraces(encodePrefix(prefix)))}*`;
    const names = new Set<string>();
    for (const send of await this.#connection.masters()) {
      for (let cursor = '0'; ; ) {
        const answer = await this.#ask(() => send(['SCAN', cursor, 'MATCH', pattern, 'COUNT', '1000']));
        // The form of every answer to SCAN.
        const [next, places] = answer as [unknown, unknown[]];
        for (const place of places) names.add(String(place).slice(start.length));
        cursor = String(next);
        if (cursor === '0') break;
      }
    }
    return decodeKeys(
      [...names].filter((name) => !name.includes('{')),
      prefix,
    );
  }

  /** The clock of one server: of a cluster, the one that has the prefix as a key. */
  async now(): Promise<number> {
    // The form of every answer to TIME.
    const [seconds, micros] = (await this.#run(TIME, [this.#prefix])) as [unknown, unknown];
    return Number(seconds) * 1_000 + Math.floor(Number(micros) / 1_000);
  }

  #buildPlace(key: string): string {
    return this.#prefix + escapeBraces(encodeKey(key));
  }

  /** The key of a mark, which a cluster keeps on the same server as the place. */
  #newMark(place: string): string {
    const whole = this.#connection.keyPrefix + place;
    const [, tag = whole] = /^[^{]*\{([^}]+)\}/.exec(whole) ?? [];
    return `{${tag}}{swap}${crypto.randomUUID()}`;
  }

  /** Runs a script on the primary: replicas can lag. */
  #run(script: string, [key = '', ...keys]: readonly string[], ...args: readonly string[]): Promise<unknown> {
    const command: Command = ['EVAL', script, `${1 + keys.length}`, key, ...keys, ...args];
    return this.#ask(() => this.#connection.send(key, command));
  }

  async #ask(ask: () => Promise<unknown>): Promise<unknown> {
    try {
      return await askWithin(this.#timeout, ask);
    } catch (error) {
      throw new Error(`Redis failed: ${describeCause(error)}`);
    }
  }
}

const escapePattern = (text: string): string => text.replace(/[[\]*?^\\-]/g, '\\$&');
