import { once } from 'node:events';
import { connect } from 'node:net';

/** Sends so many bytes as browsers do: all of them before it reads the answer. @returns the status of the answer */
export async function sendThenRead(
  url: string,
  bytes: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> {
  const { hostname, port, host, pathname, search } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.pause();
  const fields = Object.entries({ host, ...headers, 'content-length': bytes });
  const head = [`POST ${pathname}${search} HTTP/1.1`, ...fields.map((field) => field.join(': '))];
  const sent = new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.write(`${head.join('\r\n')}\r\n\r\n${'x'.repeat(bytes)}`, () => resolve());
  });
  try {
    await sent;
    socket.resume();
    const [first] = await once(socket, 'data');
    return Number(String(first).split(' ')[1]);
  } finally {
    socket.destroy();
  }
}
