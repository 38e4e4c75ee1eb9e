import { readBody } from '../core/http/answer.js';
import { Deadline } from '../core/http/deadline.js';
import type { Delivery } from './errors.js';

const LONGEST_DELIVERY = 1024 * 1024;
/** Milliseconds for a delivery's body to arrive. */
const SLOWEST_DELIVERY = 30_000;
/** The most characters of a text that is kept of a delivery. */
const LONGEST_TEXT = 200;

/** A delivery, a notification of the older form, or the status that refuses what is neither. */
type Read =
  | { readonly delivery: Delivery }
  | { readonly notification: Readonly<Record<string, string | number>> }
  | { readonly refused: number };

export async function readDelivery(request: Request): Promise<Read> {
  if (Number(request.headers.get('content-length')) > LONGEST_DELIVERY) return { refused: 413 };
  const deadline = new Deadline(SLOWEST_DELIVERY);
  try {
    const { text, cut } = await readBody(await streaming(request, deadline), deadline, LONGEST_DELIVERY);
    if (cut !== undefined) return { refused: cut === 'too long' ? 413 : 400 };
    return understand(Object(JSON.parse(text)));
  } catch {
    return { refused: deadline.signal.aborted ? 408 : 400 };
  } finally {
    deadline.dispose();
  }
}

/** Firefox has no `request.body`, so the whole body is read there. */
async function streaming(request: Request, deadline: Deadline): Promise<Pick<Request, 'body'>> {
  return request.body === undefined ? new Response(await deadline.race(request.blob())) : request;
}

/** @see docs/service.md, Event deliveries */
function understand(body: Readonly<Record<string, unknown>>): Read {
  const { id, type, organization_id, action_user_id, notification } = body;
  if (isId(id)) {
    const delivery: Delivery = {
      id,
      type: isShort(type) ? type : undefined,
      organization_id: isId(organization_id) ? organization_id : undefined,
      action_user_id: isId(action_user_id) ? action_user_id : undefined,
    };
    return { delivery };
  }
  if (id !== undefined || typeof notification !== 'object' || notification === null) return { refused: 400 };
  const plain = Object.entries(notification).filter(([, value]) => isId(value) || isShort(value));
  return { notification: Object.fromEntries(plain) };
}

function isId(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}

function isShort(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LONGEST_TEXT;
}
