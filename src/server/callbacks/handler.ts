import { checkOptions, copyOptions } from '../../base/options.js';
import { equalsInConstantTime } from '../../base/texts.js';
import { InputError, Wake } from '../../internals.js';
import { DeliveryAccounts } from './accounts.js';
import { readDelivery } from './delivery.js';
import { DeliveryError } from './errors.js';
import { CALLBACK_OPTIONS, type CallbackHandlerOptions, type EventClient } from './options.js';
import { READ_LOG } from './reports.js';

/** A fetch-style handler. Pass its `wake` to `follow({ wake })` or `wait(id, { wake })`: each event then starts a poll. */
export interface CallbackHandler {
  (request: Request): Promise<Response>;
  /** Rings for each event, of whichever account. */
  readonly wake: Wake;
}

/**
 * Makes a handler for the event deliveries of the service, which any fetch-style server can mount. Deliveries are not
 * signed, so only the `id` is used: the event is read back and handed on, once for all copies of its delivery, as long as
 * `seen` remembers it. Forged deliveries cost an account at most four reads a second, and delay nothing else.
 *
 * It answers with
 * - 200: the event is handled, or it is a notification of the older form, which has no event id
 * - 400, 405, 408, 413: not an event (no JSON, or no `id`), not a POST, a body slower than 30 s or over 1 MiB
 * - 401: a wrong secret, compared in constant time
 * - 404: the event does not exist (forged, or not visible yet), or its account is unknown
 * - 500: `onEvent`, `requester`, the reading or the store failed, or the body was read before
 * - 503: `onEvent`, `requester`, the reading, `seen` or the store took too long, another process handles the event, too many deliveries wait, or this one
 *   has waited for 10 s
 *
 * @throws InputError when an option is missing or wrong
 * @see docs/service.md, Event deliveries
 */
export function createCallbackHandler<Client extends EventClient>(
  options: CallbackHandlerOptions<Client>,
): CallbackHandler {
  const issues = checkOptions('options', options, CALLBACK_OPTIONS);
  if (issues.length > 0) throw new InputError(issues);
  const receiver = new Receiver(copyOptions<CallbackHandlerOptions<Client>>(options, CALLBACK_OPTIONS));
  return Object.assign((request: Request) => receiver.receive(request), { wake: receiver.wake });
}

class Receiver<Client extends EventClient> {
  readonly wake = new Wake();
  readonly #secret: string | false;
  readonly #accounts: DeliveryAccounts<Client>;

  constructor(options: CallbackHandlerOptions<Client>) {
    this.#secret = options.secret;
    this.#accounts = new DeliveryAccounts(options, this.wake);
  }

  async receive(request: Request): Promise<Response> {
    if (request.method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'POST' } });
    return new Response(null, { status: await this.#decideStatus(request) });
  }

  async #decideStatus(request: Request): Promise<number> {
    if (!this.#isTrusted(request)) return 401;
    if (request.bodyUsed) return this.#reportReadBody();
    const read = await readDelivery(request);
    if ('refused' in read) return read.refused;
    if ('delivery' in read) return this.#accounts.dispatch(read.delivery);
    return this.#reportOlderForm(read.notification);
  }

  #isTrusted(request: Request): boolean {
    const given = new URL(request.url, 'http://localhost').searchParams.get('secret') ?? '';
    return this.#secret === false || equalsInConstantTime(given, this.#secret);
  }

  /** An error in the log, since the service shows failed deliveries to nobody. */
  #reportReadBody(): 500 {
    this.#accounts.report(
      new TypeError(
        'the body of a delivery was read before its handler got it, so it was answered with 500. Mount the handler before what reads bodies, such as express.json().',
      ),
    );
    return 500;
  }

  /** It is accepted, since a repetition could not be read back either. */
  #reportOlderForm(delivery: DeliveryError['delivery']): 200 {
    const summary = 'a notification without the id of an event was delivered';
    const facts = { reason: 'no-event-id', delivery, advice: READ_LOG } as const;
    this.#accounts.report(new DeliveryError(summary, facts));
    return 200;
  }
}
