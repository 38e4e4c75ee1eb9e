import { once } from 'node:events';
import { createServer } from 'node:http';
import { memoryStore, type Store } from 'translation-requester';

/** A memory that several processes share: it is in one of them, and the others ask it by HTTP. */
export interface MemoryServer {
  readonly url: string;
  close(): Promise<void>;
}

type Step = 'get' | 'swap' | 'keys';

export async function serveMemory(): Promise<MemoryServer> {
  const store = memoryStore();
  const take: Record<Step, (args: readonly string[]) => Promise<unknown>> = {
    get: ([key = '']) => store.get(key),
    swap: ([key = '', previous, next]) => store.swap(key, previous ?? undefined, next ?? undefined),
    keys: ([prefix = '']) => store.keys(prefix),
  };
  const server = createServer(async (request, response) => {
    const [step, args]: [Step, readonly string[]] = JSON.parse(
      Buffer.concat(await request.toArray()).toString(),
    );
    response.end(JSON.stringify({ result: await take[step](args) }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The store behind the address. */
export function remoteMemory(url: string): Store {
  const ask = async <Result>(step: Step, ...args: readonly (string | undefined)[]): Promise<Result> => {
    const answer = await fetch(url, { method: 'POST', body: JSON.stringify([step, args]) });
    return (await answer.json()).result;
  };
  return {
    get: (key) => ask('get', key),
    swap: (key, previous, next) => ask('swap', key, previous, next),
    keys: (prefix) => ask('keys', prefix),
  };
}
