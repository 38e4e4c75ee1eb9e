import { equalInConstantTime } from '../base/constant-time.js';
import { checkOptions, copyOptions } from '../base/options.js';
import { InputError } from '../core/errors/errors.js';
import { readBody } from '../core/http/answer.js';
import { Deadline } from '../core/http/deadline.js';
import { Wake } from '../following/wake.js';
import { EventDispatcher } from './dispatcher.js';
import { CALLBACK_OPTIONS, type CallbackHandlerOptions } from './options.js';

/** A fetch-style handler. Pass its `wake` to `follow({ wake })`: each event that arrives then starts a poll. */
export interface CallbackHandler {
  (request: Request): Promise<Response>;
  readonly wake: Wake;
}

const LONGEST_DELIVERY = 1024 * 1024;
/** Milliseconds for a delivery's body to arrive. */
const SLOWEST_DELIVERY = 30_000;

/**
 * Makes a handler for the event deliveries of the service, which any fetch-style server can mount. Deliveries
 * are not signed, so one is a hint: only its `id` is used, and the event is read back and handed on. Copies that arrive
 * at the same time are handed on once; so are later ones, as long as `seen` remembers the event as handled. Forged ones
 * cost at most four reads a second, and hold up neither real ones nor other calls of the client.
 *
 * Answers 200 when the event is handled; 500 when `onEvent`, the reading or the store failed, or when something else
 * has read the body before, so that it is delivered again; 503 when `onEvent` took too long, when another process handles the event, or when too
 * many deliveries wait;
 * 400 for what is not an event, 401 for a wrong secret, 404 for an event that does not exist, 405 for another method
 * than POST, 408 for a body that does not arrive, 413 for one over 1 MiB.
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
  readonly #secret: string | false;
  readonly #dispatcher: EventDispatcher;
  /** Events that are being handled, so that copies that arrive together are handled once. */
  readonly #underWay = new Map<number, Promise<number>>();

  constructor(options: CallbackHandlerOptions) {
    this.#secret = options.secret;
    this.#dispatcher = new EventDispatcher(options, this.wake);
  }

  async receive(request: Request): Promise<Response> {
    if (request.method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'POST' } });
    if (!this.#isTrusted(request)) return new Response(null, { status: 401 });
    if (request.bodyUsed) {
      this.#dispatcher.reportReadBody();
      return new Response(null, { status: 500 });
    }
    const read = await idOf(request);
    return new Response(null, { status: typeof read === 'number' ? await this.#once(read) : read.refused });
  }

  #isTrusted(request: Request): boolean {
    const given = new URL(request.url, 'http://localhost').searchParams.get('secret') ?? '';
    return this.#secret === false || equalInConstantTime(given, this.#secret);
  }

  #once(id: number): Promise<number> {
    const underWay = this.#underWay.get(id);
    if (underWay !== undefined) return underWay;
    const handling = this.#dispatcher.dispatch(id).finally(() => this.#underWay.delete(id));
    this.#underWay.set(id, handling);
    return handling;
  }
}

/** Firefox has no `request.body`, so the whole body is read there. */
async function streaming(request: Request, deadline: Deadline): Promise<Pick<Request, 'body'>> {
  return request.body === undefined ? new Response(await deadline.race(request.blob())) : request;
}

/** The id of the event that a delivery is about, or the status that refuses it. */
async function idOf(request: Request): Promise<number | { readonly refused: number }> {
  if (Number(request.headers.get('content-length')) > LONGEST_DELIVERY) return { refused: 413 };
  const deadline = new Deadline(SLOWEST_DELIVERY);
  try {
    const { text, cut } = await readBody(await streaming(request, deadline), deadline, LONGEST_DELIVERY);
    if (cut !== undefined) return { refused: cut === 'too long' ? 413 : 400 };
    const { id }: { readonly id?: unknown } = Object(JSON.parse(text));
    return Number.isSafeInteger(id) && Number(id) > 0 ? Number(id) : { refused: 400 };
  } catch {
    return { refused: deadline.signal.aborted ? 408 : 400 };
  } finally {
    deadline.dispose();
  }
}
