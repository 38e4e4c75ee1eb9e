import { isWhole, parseJson, readFields } from '../../base/kinds.js';
import { readRequestBody } from '../request-body.js';
import type { Delivery } from './errors.js';

const LONGEST_DELIVERY = 1024 * 1024;
/** The most characters of a text that is kept of a delivery, and the most fields of one of the older form. */
const LONGEST_KEPT_TEXT = 200;
const MOST_FIELDS = 20;

/** A delivery, a notification of the older form, or the status that refuses anything else. */
type ReadDelivery =
  | { readonly delivery: Delivery }
  | { readonly notification: Readonly<Record<string, string | number>> }
  | { readonly refused: number };

export async function readDelivery(request: Request): Promise<ReadDelivery> {
  const body = await readRequestBody(request, LONGEST_DELIVERY);
  if ('refused' in body) return body;
  return parseDelivery(readFields(parseJson(body.text)));
}

/** @see docs/service.md, Event deliveries */
function parseDelivery(body: Readonly<Record<string, unknown>>): ReadDelivery {
  const { id, type, organization_id, action_user_id, notification } = body;
  if (isId(id)) {
    const delivery: Delivery = {
      id,
      type: isShortText(type) ? type : undefined,
      organization_id: isId(organization_id) ? organization_id : undefined,
      action_user_id: isId(action_user_id) ? action_user_id : undefined,
    };
    return { delivery };
  }
  if (id !== undefined || typeof notification !== 'object' || notification === null) return { refused: 400 };
  const plain = Object.entries(notification).filter(
    ([name, value]) => isShortText(name) && (isId(value) || isShortText(value)),
  );
  return { notification: Object.fromEntries(plain.slice(0, MOST_FIELDS)) };
}

const isId = (value: unknown): value is number => isWhole(value, 1);

function isShortText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LONGEST_KEPT_TEXT;
}
