import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands between a client and a server, and can lose answers. */
export interface CuttingProxy {
  readonly port: number;
  /** How many connections have been cut. */
  readonly cuts: number;
  /** Lets the server carry out the next command that has this word in it, and cuts the connection instead of answering. */
  cutAnswerTo(word: string): void;
  close(): Promise<void>;
}

export async function startCuttingProxy(target: number): Promise<CuttingProxy> {
  const sockets = new Set<Socket>();
  let word: string | undefined;
  let cuts = 0;
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    let isDoomed = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    client.on('data', (chunk) => {
      if (word !== undefined && chunk.includes(word)) {
        isDoomed = true;
        word = undefined;
      }
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (!isDoomed) {
        client.write(chunk);
        return;
      }
      cuts += 1;
      client.destroy();
      upstream.destroy();
    });
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    get cuts() {
      return cuts;
    },
    cutAnswerTo(next) {
      word = next;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
