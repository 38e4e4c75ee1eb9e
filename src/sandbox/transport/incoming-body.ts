import type { IncomingMessage } from 'node:http';

/**
 * The body of a request to a server. Nobody has to read all of it: what comes after a cancellation is read and thrown
 * away, so that the caller can send to the end and then read its answer. (Node's own stream destroys the socket.)
 */
export function incomingBody(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  let isOpen = true;
  const close = (end: () => void) => {
    if (isOpen) end();
    isOpen = false;
  };
  return new ReadableStream<Uint8Array>({
    start(controller) {
      incoming.on('data', (chunk: Uint8Array) => {
        if (!isOpen) return;
        controller.enqueue(chunk);
        if ((controller.desiredSize ?? 0) <= 0) incoming.pause();
      });
      incoming.pause();
      incoming.once('end', () => close(() => controller.close()));
      incoming.on('error', (error) => close(() => controller.error(error)));
    },
    pull() {
      incoming.resume();
    },
    cancel() {
      close(() => incoming.resume());
    },
  });
}
