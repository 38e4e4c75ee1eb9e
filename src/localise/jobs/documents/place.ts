import {
  OrderConflictError,
  type OrderOptions,
  type Project,
  type ProjectOrderFileInput,
  type ProjectOrderInput,
  type Question,
  type QuestionSource,
  type Requester,
} from '../../../index.js';
import { callOptionsOf } from '../placing.js';
import type { DocumentJobOrder } from './job.js';
import type { OrderState } from './memory.js';

/** An order of one file. */
export interface FileOrder extends ProjectOrderInput {
  questions: [ProjectOrderFileInput & { source_id: number; custom_field: string }];
}

/** What is ordered in a language, and what it costs. */
export interface PricedOrder {
  readonly state: OrderState;
  readonly order: FileOrder;
  /** The document at the service, when this call has needed it. */
  readonly uploaded: QuestionSource | undefined;
  readonly points: number;
}

/** An order that is placed, and the id of the file that it is for. */
interface PlacedOrder {
  readonly order: DocumentJobOrder;
  readonly source: number;
}

/**
 * Places the order of a language, or finds it.
 *
 * @param isOther whether a file is known to be that of another document
 */
export async function placeOrder(
  requester: Requester,
  { state: { language, key }, order, uploaded }: PricedOrder,
  options: OrderOptions,
  isOther: (source: number) => Promise<boolean>,
): Promise<PlacedOrder> {
  const create = async (wanted: FileOrder) => ({
    source: wanted.questions[0].source_id,
    ...(await requester.projects.create(wanted, { ...options, once: true }).withResponse()),
  });
  const { source, data, placed, duplicates } = await create(order).catch(async (error: unknown) => {
    const earlier = earlierSource(error, key, uploaded);
    if (earlier === undefined || (await isOther(earlier))) throw error;
    return create({ ...order, questions: [{ ...order.questions[0], source_id: earlier }] });
  });
  const { id, point: points } = data;
  const shown =
    questionOf(data, key) ?? questionOf(await requester.projects.get(id, callOptionsOf(options)), key);
  const question = shown?.id ?? 0;
  return { source, order: { language, id, question, key, points, placed, duplicates } };
}

/** The project's question. If it has lost its key, it is the only one all the same. */
function questionOf({ questions: list }: Project, key: string): Question | undefined {
  // An answer may lack the list, though that is promised: an order that is placed is not refused for it.
  const questions = list ?? [];
  return questions.find(({ custom_field }) => custom_field === key) ?? questions[0];
}

/**
 * The id of the file of an order that has the key and differs in nothing else: after a restart without a store, the same
 * document is another file. It is taken for the same if the service counts as many letters in both, of one kind of file.
 */
function earlierSource(
  error: unknown,
  key: string,
  uploaded: QuestionSource | undefined,
): number | undefined {
  if (!(error instanceof OrderConflictError) || error.existing === undefined) return undefined;
  if (error.differences.some(({ path }) => path !== 'questions[0].source_id')) return undefined;
  // `create` throws it with a project.
  const question = questionOf(error.existing as Project, key);
  const isSame =
    uploaded !== undefined &&
    question?.letter_count === uploaded.letter_count &&
    question.file_type === uploaded.file_type;
  return isSame ? question?.question_source_id : undefined;
}
