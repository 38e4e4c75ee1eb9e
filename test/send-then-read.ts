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

/** Sends until the other side has had enough. @returns the status of the answer, and the bytes that were sent until the end */
export async function sendWithoutEnd(
  url: string,
  method = 'POST',
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly taken: number }> {
  const { hostname, port, host, pathname, search } = new URL(url);
  const socket = connect(Number(port), hostname);
  const fields = Object.entries({ host, ...headers, 'content-length': MOST });
  const head = [`${method} ${pathname}${search} HTTP/1.1`, ...fields.map((field) => field.join(': '))];
  let answer = '';
  socket.on('data', (piece) => {
    answer += piece;
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  // A reset is an end too.
  socket.on('error', () => undefined);
  const piece = Buffer.alloc(65_536, 'x');
  const send = (): void => {
    while (!socket.destroyed && socket.bytesWritten < MOST && socket.write(piece));
    if (socket.bytesWritten >= MOST) socket.destroy();
  };
  socket.on('drain', send);
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  send();
  await closed;
  return { status: Number(answer.split(' ')[1]), taken: socket.bytesWritten };
}

/** Bytes that nobody should take. */
const MOST = 512 * 1024 * 1024;
