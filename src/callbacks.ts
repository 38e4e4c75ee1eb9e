import { equalInConstantTime } from './constant-time.js';
import { NotFoundError } from './core/errors/api-errors.js';
import { InputError } from './core/errors/errors.js';
import { readBody } from './core/http/answer.js';
import { Deadline } from './core/http/deadline.js';
import {
  checkOptions,
  copyOptions,
  method,
  neverUndefined,
  type Rules,
  required,
  rule,
  text,
  withMethods,
} from './core/http/options.js';
import { Wake } from './following/wake.js';
import type { ApplicationEvent } from './openapi/objects.js';
import type { Requester } from './requester.js';

/** Remembers which events have been handed on. For several processes, keep it where all of them see it. */
export interface Seen {
  has(id: number): boolean | Promise<boolean>;
  add(id: number): void | Promise<void>;
}

/** What a callback handler needs. */
export interface CallbackHandlerOptions {
  /** Reads the events back. */
  readonly requester: Pick<Requester, 'events'>;
  /** Handles one event. When it throws, the service is told to deliver again. */
  readonly onEvent: (event: ApplicationEvent) => void | Promise<void>;
  /**
   * Expected as the query parameter `secret` of the registered address. A secret that is there but undefined is
   * refused, since a variable that was never set would let everyone in. @default none is asked for
   */
  readonly secret?: string;
  /** Ids of events that have been handled. @default the last 10000, in memory */
  readonly seen?: Seen | undefined;
}

const CALLBACK_OPTIONS: Rules<CallbackHandlerOptions> = {
  requester: required(
    rule((value) => typeof Object(value).events?.get === 'function', 'must be a Requester'),
  ),
  onEvent: required(method),
  secret: neverUndefined(text),
  seen: withMethods('has', 'add'),
};

/** A fetch-style handler; `wake` rings whenever an event has arrived, for `follow({ wake })`. */
export interface CallbackHandler {
  (request: Request): Promise<Response>;
  readonly wake: Wake;
}

const LONGEST_DELIVERY = 1024 * 1024;
/** Milliseconds for a delivery's body to arrive. */
const SLOWEST_DELIVERY = 30_000;
const REMEMBERED = 10_000;

/** The ids seen last, in memory. */
class RecentlySeen implements Seen {
  readonly #ids = new Set<number>();

  has(id: number): boolean {
    return this.#ids.has(id);
  }

  add(id: number): void {
    this.#ids.add(id);
    const [oldest] = this.#ids;
    if (this.#ids.size > REMEMBERED && oldest !== undefined) this.#ids.delete(oldest);
  }
}

/**
 * Makes a handler for the event deliveries of the service, which any fetch-style server can mount. Deliveries
 * are not signed, so one is a hint: only its `id` is used, the event is read back and handed on once, however
 * often, in whatever order and at the same time it is delivered.
 *
 * Answers 200 when the event is handled, 500 when `onEvent` or the reading failed (so that it is delivered
 * again), 400 for what is not an event, 401 for a wrong secret, 404 for an event that does not exist, 405 for
 * another method than POST, 408 for a body that does not arrive, 413 for one over 1 MiB.
 *
 * @throws InputError when an option is missing or wrong
 */
export function createCallbackHandler(options: CallbackHandlerOptions): CallbackHandler {
  const issues = checkOptions('options', options, CALLBACK_OPTIONS);
  if (issues.length > 0) throw new InputError(issues);
  const receiver = new Receiver(copyOptions(options, CALLBACK_OPTIONS));
  return Object.assign((request: Request) => receiver.receive(request), { wake: receiver.wake });
}

class Receiver {
  readonly wake = new Wake();
  readonly #options: CallbackHandlerOptions;
  readonly #seen: Seen;
  /** Events that are being handled, so that copies that arrive together are handled once. */
  readonly #underWay = new Map<number, Promise<number>>();

  constructor(options: CallbackHandlerOptions) {
    this.#options = options;
    this.#seen = options.seen ?? new RecentlySeen();
  }

  async receive(request: Request): Promise<Response> {
    if (request.method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'POST' } });
    if (!this.#isTrusted(request)) return new Response(null, { status: 401 });
    const read = await idOf(request);
    return new Response(null, { status: typeof read === 'number' ? await this.#once(read) : read.refused });
  }

  #isTrusted(request: Request): boolean {
    const { secret } = this.#options;
    const given = new URL(request.url, 'http://localhost').searchParams.get('secret') ?? '';
    return secret === undefined || equalInConstantTime(given, secret);
  }

  #once(id: number): Promise<number> {
    const underWay = this.#underWay.get(id);
    if (underWay !== undefined) return underWay;
    const handling = this.#handle(id).finally(() => this.#underWay.delete(id));
    this.#underWay.set(id, handling);
    return handling;
  }

  /** The status that the service is answered with. */
  async #handle(id: number): Promise<number> {
    try {
      if (await this.#seen.has(id)) return 200;
      const event = await this.#readBack(id);
      if (event === undefined) return 404;
      this.wake.ring();
      await this.#options.onEvent(event);
      await this.#seen.add(id);
      return 200;
    } catch {
      return 500;
    }
  }

  async #readBack(id: number): Promise<ApplicationEvent | undefined> {
    try {
      return await this.#options.requester.events.get(id);
    } catch (error) {
      if (error instanceof NotFoundError) return undefined;
      throw error;
    }
  }
}

/** The id of the event that a delivery is about, or the status that refuses it. */
async function idOf(request: Request): Promise<number | { readonly refused: number }> {
  if (Number(request.headers.get('content-length')) > LONGEST_DELIVERY) return { refused: 413 };
  const deadline = new Deadline(SLOWEST_DELIVERY);
  try {
    const { text, cut } = await readBody(request, deadline, LONGEST_DELIVERY);
    if (cut !== undefined) return { refused: cut === 'too long' ? 413 : 400 };
    const { id }: { readonly id?: unknown } = Object(JSON.parse(text));
    return Number.isSafeInteger(id) && Number(id) > 0 ? Number(id) : { refused: 400 };
  } catch {
    return { refused: deadline.signal.aborted ? 408 : 400 };
  } finally {
    deadline.dispose();
  }
}
