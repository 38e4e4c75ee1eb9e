import { shareAcrossCopies } from './across-copies.js';

/** The part of a `node:http` request whose body is read. */
export interface IncomingBody {
  on(event: string, listener: (...values: unknown[]) => void): unknown;
  pause(): unknown;
  resume(): unknown;
  /** Ends its connection. */
  destroy?(): unknown;
  /** What ends it over HTTP/2. */
  readonly stream?: { destroy(): unknown } | undefined;
}

/** The most bytes that are read of a body after its request has been answered. */
export const LONGEST_REST = 32 * 1024 * 1024;
/** Milliseconds in which a body, or this rest of one, must come. */
export const SLOWEST_BODY = 30_000;

/**
 * Streams the body of a request. What its reader leaves is discarded after the answer, since a browser sends all before it
 * reads the answer; a sender that goes on for longer loses its connection. Node itself would discard without end, or with
 * `connection: close` at once.
 *
 * @param answered aborts when the answer has been sent, or the sender has gone
 */
export function streamBody(incoming: IncomingBody, answered: AbortSignal): ReadableStream<Uint8Array> {
  let open: ReadableStreamDefaultController<Uint8Array> | undefined;
  /** How much may still come; negative when nothing may. */
  let left = LONGEST_REST;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cut = (): unknown => (incoming.stream ?? incoming).destroy?.();
  const lose = (): void => {
    open?.error(new Error('The sender has gone.'));
    open = undefined;
  };
  const end = (): void => {
    lose();
    left = -1;
    clearTimeout(timer);
  };
  return new ReadableStream({
    start(controller) {
      open = controller;
      incoming.on('data', (given) => {
        // A pause comes first, since the stream asks for more while it takes a piece that somebody waits for. What Node gives
        // are buffers, unless somebody has set an encoding.
        if (open === undefined) left -= (given as Uint8Array).length;
        else {
          incoming.pause();
          open.enqueue(given as Uint8Array);
        }
        if (left < 0) cut();
      });
      incoming.on('end', () => {
        open?.close();
        open = undefined;
        end();
      });
      incoming.on('error', end);
      incoming.on('close', end);
      answered.addEventListener('abort', () => {
        lose();
        if (left >= 0) timer = setTimeout(cut, SLOWEST_BODY);
        incoming.resume();
      });
    },
    pull: () => void incoming.resume(),
    cancel(reason) {
      // Its reader has read this much of the rest.
      if (reason === LONGEST_REST) left = 0;
      open = undefined;
      incoming.pause();
    },
  });
}

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i;

/** Whether an address stays on this machine: `localhost`, below `.localhost`, 127.x.x.x or ::1. */
export const isLoopback = ({ hostname }: Pick<URL, 'hostname'>): boolean => LOOPBACK.test(hostname);

/** The host of an address to listen at, as URLs have it: `::1` is `[::1]`, and `127.1` is `127.0.0.1`. */
export function readHostname(host: string): string {
  const address = `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}`;
  return URL.canParse(address) ? new URL(address).hostname : host;
}

/** Whether a text can be a token that a user chooses: it needs no escaping in an address. */
export function isToken(given: unknown): boolean {
  return typeof given === 'string' && /^[\w.~-]{1,200}$/.test(given);
}

/** An origin as browsers send it, such as `http://shop.example:3000`; undefined when the text is none. */
export function parseOrigin(text: unknown): string | undefined {
  if (typeof text !== 'string' || !/^[a-z][a-z\d+.-]*:\/\/[^/?#@\s]+\/?$/i.test(text) || !URL.canParse(text))
    return undefined;
  const { protocol, host } = new URL(text);
  return `${protocol}//${host}`;
}

/** A request to a service in this process, for which no socket is opened. */
export interface LocalRequest {
  readonly method: string;
  readonly url: string;
}

/** Hears that such a request begins, in the async context of its fetch, and what became of it. */
export type LocalRequestListener = (request: LocalRequest, event: 'begun' | 'refused' | 'sent') => void;

/** Those who listen, which all copies of this package share. What undici publishes of requests over sockets, they hear of these. */
export function getLocalRequestListeners(): Set<LocalRequestListener> {
  return shareAcrossCopies('local-requests/1', () => new Set());
}
