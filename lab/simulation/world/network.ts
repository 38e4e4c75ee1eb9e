import { getLocalRequestListeners, type LocalRequest } from '../../../src/base/http.ts';
import type { Faults } from '../faults.ts';
import { VirtualBlob } from '../virtual-blob.ts';
import type { Place, VirtualTime } from '../virtual-time.ts';
import { drawFate, type Fate } from './fate.ts';
import {
  dateHeader,
  type Effect,
  type Fields,
  type Service,
  type WireAnswer,
  type WireRequest,
} from './service.ts';

/** A request that a process has sent. */
export interface Sent {
  /** Its name in the story, and in the draws. */
  readonly name: string;
  readonly place: Place;
  readonly request: WireRequest;
  readonly isWrite: boolean;
  readonly at: number;
}

export interface NetworkEvents {
  readonly sent: (sent: Sent, fate: Fate) => void;
  /** The service has carried something out for it. */
  readonly done: (sent: Sent, effects: readonly Effect[], isAgain: boolean) => void;
  readonly answered: (sent: Sent, answer: WireAnswer | string) => void;
  /** Nothing more can come of it. */
  readonly over: (sent: Sent) => void;
}

interface Reply {
  /** The request as the client sees it, which hears of it as it hears of one over a socket. */
  readonly shown: LocalRequest;
  readonly resolve: (response: Response) => void;
  readonly reject: (error: unknown) => void;
}

/** Carries requests to the service and answers back, badly. */
export class Network {
  readonly #time: VirtualTime;
  readonly #service: Service;
  readonly #faults: Faults;
  readonly #events: NetworkEvents;

  constructor(time: VirtualTime, service: Service, faults: Faults, events: NetworkEvents) {
    this.#time = time;
    this.#service = service;
    this.#faults = faults;
    this.#events = events;
  }

  send(sent: Sent, signal: AbortSignal | undefined): Promise<Response> {
    const fate = drawFate(this.#faults, sent);
    this.#events.sent(sent, fate);
    const shown = { method: sent.request.method, url: sent.request.path };
    for (const listen of getLocalRequestListeners()) listen(shown, 'begun');
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      this.#carry(sent, fate, { shown, resolve, reject });
    });
  }

  #carry(sent: Sent, fate: Fate, reply: Reply): void {
    const there = this.#latency(`to ${sent.name}`);
    const arrive = (): void => {
      const answer = fate.work === 'none' || fate.work === 'later' ? undefined : this.#work(sent, false);
      this.#answer(sent, fate, answer, reply);
    };
    this.#time.after(there, arrive);
    const isLater = fate.work === 'later' || fate.work === 'twice';
    const last = there + (isLater ? fate.delay : 0);
    if (isLater) this.#time.after(last, () => void this.#work(sent, fate.work === 'twice'));
    this.#time.after(last, () => this.#events.over(sent));
  }

  #work(sent: Sent, isAgain: boolean): WireAnswer {
    const { answer, effects } = this.#service.handle(sent.request);
    if (effects.length > 0) this.#events.done(sent, effects, isAgain);
    return answer;
  }

  #answer(sent: Sent, fate: Fate, own: WireAnswer | undefined, reply: Reply): void {
    const { reply: kind } = fate;
    if (kind === 'never') return;
    const back = this.#latency(`from ${sent.name}`);
    const arrive = (): void => {
      const answer = kind === 'own' ? own : kind;
      const event = answer === 'refused' ? 'refused' : 'sent';
      for (const listen of getLocalRequestListeners()) listen(reply.shown, event);
      if (answer === undefined || typeof answer === 'string') {
        this.#events.answered(sent, answer === 'refused' ? 'no connection' : 'the connection is lost');
        reply.reject(networkError(answer === 'refused' ? 'ECONNREFUSED' : 'ECONNRESET'));
        return;
      }
      this.#events.answered(sent, answer);
      reply.resolve(responseFrom(answer, this.#time.now, fate.cut));
    };
    this.#time.after(back, arrive, sent.place);
  }

  #latency(place: string): number {
    const longest = this.#faults.strikes('slow', place, 0.3) ? 3_000 : 40;
    return 1 + Math.floor(this.#faults.draw(`latency ${place}`) * longest);
  }
}

export function networkError(code: string): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
}

export function responseFrom(
  { status, body, type, headers }: WireAnswer,
  now: number,
  cut?: Fate['cut'],
): Response {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const half = text.slice(0, Math.floor(text.length / 2));
  // Nobody sees that a file is short, unless its connection is lost.
  const isBroken = cut === 'connection' || (cut === 'text' && typeof body === 'string');
  return new Response(isBroken ? broken(half) : cut === 'text' ? half : text, {
    status,
    headers: { 'content-type': type ?? 'application/json; charset=utf-8', date: dateHeader(now), ...headers },
  });
}

function broken(text: string): ReadableStream {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text));
    },
    pull(controller) {
      controller.error(new TypeError('terminated'));
    },
  });
}

/** The request that a client has made, as the service reads it. */
export function wireRequest(url: string, method: string, body: unknown): WireRequest {
  const { pathname, searchParams } = new URL(url);
  const json = typeof body === 'string' ? (JSON.parse(body) as Fields) : formFields(body);
  return { method, path: pathname, query: searchParams, json };
}

/** The file of a form: its name and its text. */
function formFields(body: unknown): Fields {
  if (!(body instanceof VirtualBlob)) return {};
  const text = body.textNow();
  const [, name] = /filename="([^"]*)"/.exec(text) ?? [];
  return { name, text: text.slice(text.indexOf('\r\n\r\n') + 4, text.lastIndexOf('\r\n--form-')) };
}
