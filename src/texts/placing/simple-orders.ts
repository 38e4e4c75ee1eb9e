import type { JobPiece } from '../job.js';
import {
  type BuilderContext,
  comparable,
  fieldsOf,
  instructions,
  keysOf,
  listOf,
  type OrderBuilder,
  type PlacedOrder,
  positionInRun,
  type RunOrder,
} from './order-builder.js';

/** Builds each order as a simple question, with a body for each piece. */
export function simpleOrderBuilder(context: BuilderContext): OrderBuilder {
  const { requester, order: job, language, pieces } = context;
  const keyOf = keysOf(context);
  const { organization_id, native, published_scope } = job.terms ?? {};
  const questionOf = (order: RunOrder) => ({
    ...(organization_id === undefined ? {} : { organization_id }),
    ...(native === undefined ? {} : { native }),
    ...(published_scope === undefined ? {} : { published_scope }),
    language_id: job.from,
    translated_language_id: language,
    description: instructions(job.description, notesOf(order.pieces, pieces), positionInRun(order)),
    escape_text: true,
    text_format: job.html === true ? (1 as const) : (0 as const),
    custom_field: keyOf(order.number),
    question_bodies: order.pieces.map((piece) => ({ body: pieces[piece]?.body ?? '' })),
  });
  let indexes: ReadonlyMap<string, number> | undefined;
  return {
    kind: 'simple',
    keyOf,
    place: async (order, options) => {
      const { number, lastNumber, pieces: own } = order;
      const call = requester.simple.questions.create(questionOf(order), { ...options, once: true });
      const { data, placed, duplicates } = await call.withResponse();
      const { id, total_point: points } = data;
      return { number, lastNumber, id: id ?? 0, points, placed, duplicates, pieces: own };
    },
    priceOf: (quote) => Number(fieldsOf(quote).total_point),
    recover: (existing, order) => {
      indexes ??= new Map(pieces.map(({ body, note = '' }, index) => [identityOf(body, note), index]));
      return readQuestion(existing, order, indexes);
    },
  };
}

/** Equal for texts that the service shows as equal. */
const identityOf = (body: string, note: string): string => JSON.stringify([note, comparable(body)]);

const NOTES = 'Notes:';

/** The notes of an order, each after the number of its body: a simple question has one description for all bodies. */
function notesOf(order: readonly number[], pieces: readonly JobPiece[]): string {
  const notes = order.flatMap((piece, index) => {
    const note = pieces[piece]?.note;
    return note === undefined ? [] : [`${index + 1}: ${note}`];
  });
  return notes.length === 0 ? '' : [NOTES, ...notes].join('\n');
}

function readNotes(description: string): ReadonlyMap<number, string> {
  const notes = description.split(/(?:^|\n)Notes:\n/).at(-1) ?? '';
  const lines = notes.matchAll(/^(\d+): (.*)$/gm);
  return new Map(Array.from(lines, ([, number, note = '']) => [Number(number), note]));
}

/** Reads a simple question of the service as an order of the job. */
function readQuestion(
  existing: unknown,
  { number }: RunOrder,
  indexes: ReadonlyMap<string, number>,
): PlacedOrder | undefined {
  const { id, total_point, description, question_bodies } = fieldsOf(existing);
  const bodies = bodiesOf(question_bodies);
  if (typeof id !== 'number' || bodies.length === 0) return undefined;
  const text = typeof description === 'string' ? description.trim() : '';
  const notes = readNotes(text);
  return {
    number,
    lastNumber: Number(/(?:^|\n)Part \d+ of (\d+)$/.exec(text)?.[1] ?? number),
    id,
    points: Number(total_point),
    placed: false,
    duplicates: [],
    pieces: bodies.map((body, index) => indexes.get(identityOf(body, notes.get(index + 1) ?? '')) ?? -1),
  };
}

/** The texts of a simple question, in display order. */
function bodiesOf(bodies: unknown): string[] {
  const all = listOf(bodies).map(fieldsOf);
  return all
    .sort((one, other) => Number(one.display_order) - Number(other.display_order))
    .map(({ body }) => String(body));
}
