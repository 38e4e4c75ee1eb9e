import { readPrice } from '../../../base/kinds.js';
import {
  type CallOptions,
  OrderConflictError,
  type OrderOptions,
  type Project,
  type ProjectOrderInput,
  type Question,
  type Requester,
  type SimpleQuestion,
  type SimpleQuestionOrderInput,
} from '../../../index.js';
import { pickCallOptions, readPlaced } from '../../../internals.js';

export type OrderKindName = 'simple' | 'project';

export type OrderInput = SimpleQuestionOrderInput | ProjectOrderInput;

/** An order that the service has. */
export interface KnownOrder {
  readonly id: number;
  readonly points: number;
  /** For a project, the ids of its questions, in the order of what it holds. */
  readonly questions?: readonly number[];
}

/** An order that was placed or found, and whether this call placed it. */
export interface OrderOutcome {
  readonly order: KnownOrder;
  readonly placed: boolean;
  readonly duplicates: readonly number[];
}

/** The key of a question of a project. That of the first is the key of the order. @param index of what the project holds */
export const questionKey = (key: string, index: number): string =>
  index === 0 ? key : `${key}/${index + 1}`;

/** What the orders of a job are asked for. */
interface Asked {
  readonly key: string;
  readonly holds: readonly unknown[];
}

/** Asks what an order costs. NaN, which is within no limit, when the answer has no price. */
export async function askPrice(
  requester: Requester,
  order: OrderInput,
  options: CallOptions,
): Promise<number> {
  return 'questions' in order
    ? readPrice((await requester.projects.check(order, options)).point)
    : readPrice((await requester.simple.questions.check(order, options)).total_point);
}

/**
 * Places an order with `once`, or finds it.
 *
 * @throws OrderConflictError when the service has another order with the key
 */
export async function placeJobOrder(
  requester: Requester,
  asked: Asked,
  order: OrderInput,
  options: OrderOptions,
): Promise<OrderOutcome> {
  const given = { ...options, once: true };
  const { data, placed, duplicates } = await ('questions' in order
    ? requester.projects.create(order, given).withResponse()
    : requester.simple.questions.create(order, given).withResponse());
  return { order: await toPlacedOrder(requester, asked, data, options), placed, duplicates };
}

/** The order that has the key and differs from the one that was asked for; undefined when its languages differ, too. */
export function conflictingOrder(error: unknown, order: OrderInput): Project | SimpleQuestion | undefined {
  if (!(error instanceof OrderConflictError) || error.existing === undefined) return undefined;
  // `create` throws it with an order of the kind that it places.
  const existing = error.existing as Project | SimpleQuestion;
  const isSamePair =
    existing.language_id === order.language_id &&
    existing.translated_language_id === order.translated_language_id;
  return isSamePair ? existing : undefined;
}

/** Reads an order by its id. It is placed, so a 404 is not believed before `settle` has passed. */
export async function readPlacedOrder(
  requester: Requester,
  { kind, id, ...asked }: Asked & { readonly kind: OrderKindName; readonly id: number },
  options: OrderOptions,
): Promise<KnownOrder> {
  const { projects, simple } = requester;
  const call = pickCallOptions(options);
  const read = async () => (kind === 'project' ? projects.get(id, call) : simple.questions.get(id, call));
  const data = await readPlaced(read, { signal: options.signal, timeout: options.settle });
  return toPlacedOrder(requester, asked, data, options, true);
}

/** @param isRead whether it was read by its id. Otherwise it is, if its questions are missing */
export async function toPlacedOrder(
  requester: Requester,
  asked: Asked,
  data: Project | SimpleQuestion,
  options: OrderOptions,
  isRead = false,
): Promise<KnownOrder> {
  // Only drafts have no id, and a draft is not an order.
  if (!isProject(data)) return { id: data.id ?? 0, points: data.total_point };
  const { id, point: points } = data;
  // An answer may lack the list, though that is promised: an order that is placed is not refused for it.
  const questions = questionIds(asked, data.questions ?? []);
  if (questions.length > 0 || isRead) return { id, points, questions };
  return { ...(await readPlacedOrder(requester, { ...asked, kind: 'project', id }, options)), points };
}

const isProject = (data: Project | SimpleQuestion): data is Project => 'point' in data;

/** The ids of a project's questions, in the order of what it holds. If one has lost its key: as the project shows them. */
function questionIds({ key, holds }: Asked, questions: readonly Question[]): number[] {
  const byKey = new Map(questions.map(({ custom_field, id }) => [custom_field, id]));
  const ids = holds.flatMap((_, index) => byKey.get(questionKey(key, index)) ?? []);
  return ids.length === holds.length ? ids : questions.map(({ id }) => id);
}
