import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** What a proxy does with a request for a tunnel. */
type Habit = (client: Socket) => void;

/** Answers whatever comes first, and closes. */
const answering = (text: string): Habit => {
  return (client) => void client.once('data', () => client.end(text));
};

const refusing = (status: string): Habit =>
  answering(`HTTP/1.1 ${status}\r\ncontent-type: text/html\r\ncontent-length: 2\r\n\r\nno`);

/** Proxies that open no tunnel. */
export const REFUSALS = {
  403: refusing('403 Forbidden'),
  407: refusing('407 Proxy Authentication Required\r\nproxy-authenticate: Basic realm="x"'),
  502: refusing('502 Bad Gateway'),
  garbage: answering('Good morning.\r\n\r\n'),
  'a reset': (client) => void client.once('data', () => client.resetAndDestroy()),
} satisfies Readonly<Record<string, Habit>>;

/** Closes as soon as it is asked for a tunnel. */
export const closing: Habit = (client) => void client.once('data', () => client.end());

/** Opens the tunnel, to the same port of this machine whoever is asked for. */
export const tunnelling = (port: number): Habit => {
  return (client) =>
    void client.once('data', () => {
      const service = connect(port, '127.0.0.1', () => client.write('HTTP/1.1 200 OK\r\n\r\n'));
      client.pipe(service).pipe(client);
      service.on('error', () => client.destroy());
      client.on('close', () => service.destroy());
    });
};

/** A listening proxy. */
export interface RunningProxy {
  /** With a user name and a password. */
  readonly url: string;
  /** What an error may show of it. */
  readonly origin: string;
  /** How often it was asked for a tunnel. */
  readonly asked: () => number;
  readonly server: Server;
}

/** What nobody may see. */
export const PASSWORD = 'pr0xy-passw0rd';

export async function startProxy(habit: Habit): Promise<RunningProxy> {
  let asked = 0;
  const server = createServer((client) => {
    client.on('error', () => undefined);
    client.once('data', () => {
      asked += 1;
    });
    habit(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // An address of the socket's family has a port.
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return { url: `http://someone:${PASSWORD}@127.0.0.1:${port}`, origin, asked: () => asked, server };
}
