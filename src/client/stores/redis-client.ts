import { readFields } from '../../base/kinds.js';
/** A client of Redis or of a Redis Cluster, of ioredis or node-redis. It is connected, or connects by itself. */
export type RedisClient = IoredisClient | NodeRedisClient | NodeRedisCluster;

/** `Redis` and `Cluster` of ioredis. */
interface IoredisClient {
  call(command: string, ...args: string[]): Promise<unknown>;
}

/** What `createClient` and `createClientPool` of node-redis give. */
interface NodeRedisClient {
  sendCommand(args: string[]): Promise<unknown>;
}

/** What `createCluster` of node-redis gives. */
interface NodeRedisCluster {
  sendCommand(key: string | undefined, isReadOnly: boolean | undefined, args: string[]): Promise<unknown>;
  readonly masters: readonly object[];
  nodeClient(node: never): Promise<NodeRedisClient>;
}

export type Command = readonly [string, ...string[]];
type Send = (command: Command) => Promise<unknown>;

/** What the store needs of a client, whichever it is. */
export interface RedisConnection {
  /** What the client puts before each key. */
  readonly keyPrefix: string;
  /** Sends a command to the server that has a key. */
  send(key: string, command: Command): Promise<unknown>;
  /** The senders of all primaries. A cluster knows them once it has answered a command. */
  masters(): Promise<readonly Send[]>;
}

export function isRedisClient(value: unknown): value is RedisClient {
  const { call, sendCommand } = readFields(value);
  return typeof call === 'function' || typeof sendCommand === 'function';
}

export function adaptClient(client: RedisClient): RedisConnection {
  // ioredis also has a sendCommand, which takes something else.
  if ('call' in client) return adaptIoredis(client);
  if ('nodeClient' in client) return adaptCluster(client);
  const send = makeSend(client);
  return { keyPrefix: '', send: (_, command) => send(command), masters: async () => [send] };
}

function adaptIoredis(client: IoredisClient): RedisConnection {
  const sendTo =
    (node: IoredisClient): Send =>
    ([command, ...args]) =>
      node.call(command, ...args);
  const { options, nodes } = readFields(client);
  return {
    keyPrefix: String(readFields(options).keyPrefix ?? ''),
    send: (_, command) => sendTo(client)(command),
    async masters() {
      if (typeof nodes !== 'function') return [sendTo(client)];
      // A Cluster of ioredis gives the connections to its masters.
      return (nodes.call(client, 'master') as IoredisClient[]).map(sendTo);
    },
  };
}

function adaptCluster(cluster: NodeRedisCluster): RedisConnection {
  return {
    keyPrefix: '',
    send: (key, command) => cluster.sendCommand(key, false, [...command]),
    // `nodeClient` takes what `masters` gives.
    masters: () =>
      Promise.all(cluster.masters.map(async (node) => makeSend(await cluster.nodeClient(node as never)))),
  };
}

const makeSend =
  (client: NodeRedisClient): Send =>
  (command) =>
    client.sendCommand([...command]);
