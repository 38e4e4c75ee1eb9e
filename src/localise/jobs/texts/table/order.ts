import {
  type CallOptions,
  OrderConflictError,
  type OrderOptions,
  type Project,
  type ProjectOrderInput,
  type ProjectOrderQuestionInput,
  type Question,
  type Requester,
  type SimpleQuestion,
  type SimpleQuestionOrderInput,
} from '../../../../index.js';
import type { JobPiece } from '../job.js';
import type { TextsOrder } from '../options.js';

/** An order of a table, as it is sent. */
export type TableOrder = SimpleQuestionOrderInput | ProjectOrderInput;

/** An order that the service has. */
export interface PlacedOrder {
  readonly id: number;
  readonly points: number;
  /** For a project, the ids of its questions, in the order of the pieces. */
  readonly questions?: readonly number[];
}

/** What an order is to hold. */
export interface OrderContent {
  readonly key: string;
  readonly language: string;
  readonly pieces: readonly JobPiece[];
}

/** Builds an order: a simple question with a body for each piece, or a project with a question for each. */
export function buildOrder(job: TextsOrder, content: OrderContent): TableOrder {
  return job.using === 'project' ? projectOf(job, content) : simpleQuestionOf(job, content);
}

function simpleQuestionOf(
  job: TextsOrder,
  { key, language, pieces }: OrderContent,
): SimpleQuestionOrderInput {
  return {
    ...job.terms,
    language_id: job.from,
    translated_language_id: language,
    description: instructions(job.description, notesOf(pieces)),
    escape_text: true,
    text_format: job.html === true ? 1 : 0,
    custom_field: key,
    question_bodies: pieces.map(({ body }) => ({ body })),
  };
}

/** The notes of an order, each after the number of its body: a simple question has one description for all bodies. */
function notesOf(pieces: readonly JobPiece[]): string {
  const notes = pieces.flatMap(({ note }, index) => (note === undefined ? [] : [`${index + 1}: ${note}`]));
  return notes.length === 0 ? '' : ['Notes:', ...notes].join('\n');
}

function projectOf(job: TextsOrder, { key, language, pieces }: OrderContent): ProjectOrderInput {
  const { double_check, ...terms } = job.terms ?? {};
  return {
    ...terms,
    language_id: job.from,
    translated_language_id: language,
    questions: pieces.map(
      ({ body, note }, index): ProjectOrderQuestionInput => ({
        type: job.html === true ? 'text_html' : 'string',
        body,
        description: instructions(job.description, note),
        escape_text: true,
        double_check,
        custom_field: index === 0 ? key : `${key}/${index + 1}`,
      }),
    ),
  };
}

/** The instructions of an order or a question: the paragraphs that are not empty. */
function instructions(...paragraphs: readonly (string | undefined)[]): string {
  return paragraphs.filter(Boolean).join('\n\n');
}

/** Asks what an order costs. */
export async function priceOf(
  requester: Requester,
  order: TableOrder,
  options: CallOptions,
): Promise<number> {
  if ('questions' in order) return (await requester.projects.check(order, options)).point;
  return (await requester.simple.questions.check(order, options)).total_point;
}

/** An order that was placed or found, and whether this call placed it. */
export interface OrderOutcome {
  readonly order: PlacedOrder;
  readonly placed: boolean;
  readonly duplicates: readonly number[];
}

/**
 * Places an order with `once`, or finds it. One that the service has with other instructions or terms is used as it is:
 * its key says which texts it holds.
 */
export async function placeOrder(
  requester: Requester,
  order: TableOrder,
  options: OrderOptions,
): Promise<OrderOutcome> {
  const given = { ...options, once: true };
  try {
    const call =
      'questions' in order
        ? requester.projects.create(order, given).withResponse()
        : requester.simple.questions.create(order, given).withResponse();
    const { data, placed, duplicates } = await call;
    return { order: placedOrder(order, data), placed, duplicates };
  } catch (error) {
    // The reason of an abort can be the conflict of another order.
    options.signal?.throwIfAborted();
    if (!(error instanceof OrderConflictError) || error.existing === undefined) throw error;
    // `create` throws it with an order of the kind that it places.
    const existing = error.existing as Project | SimpleQuestion;
    if (existing.translated_language_id !== order.translated_language_id) throw error;
    return { order: placedOrder(order, existing), placed: false, duplicates: [] };
  }
}

function placedOrder(order: TableOrder, data: Project | SimpleQuestion): PlacedOrder {
  // Only drafts have no id, and a draft is not an order.
  if (!('questions' in data)) return { id: data.id ?? 0, points: data.total_point };
  const questions = 'questions' in order ? questionIds(order, data.questions) : [];
  return { id: data.id, points: data.point, questions };
}

/** The ids of a project's questions, in the order of the pieces. If one has lost its field: as the project shows them. */
function questionIds(order: ProjectOrderInput, questions: readonly Question[]): number[] {
  const byField = new Map(questions.map(({ custom_field, id }) => [custom_field, id]));
  const ids = order.questions.flatMap(({ custom_field }) => byField.get(custom_field ?? '') ?? []);
  return ids.length === order.questions.length ? ids : questions.map(({ id }) => id);
}
