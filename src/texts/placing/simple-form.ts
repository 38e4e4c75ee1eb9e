import type { JobPiece } from '../job.js';
import {
  comparable,
  type FormContext,
  fieldsOf,
  instructions,
  keysOf,
  listOf,
  type OrderForm,
  type Part,
  type PlacedPart,
  placeInRun,
} from './order-form.js';

/** Each part of a job as a simple question, each piece as one of its bodies. */
export function simpleForm(context: FormContext): OrderForm {
  const { requester, order, language, pieces } = context;
  const keyOf = keysOf(context);
  const { organization_id, native, published_scope } = order.terms ?? {};
  const orderOf = ({ number, of, pieces: places }: Part) => ({
    ...(organization_id === undefined ? {} : { organization_id }),
    ...(native === undefined ? {} : { native }),
    ...(published_scope === undefined ? {} : { published_scope }),
    language_id: order.from,
    translated_language_id: language,
    description: instructions(order.description, notesOf(places, pieces), placeInRun(number, of)),
    escape_text: true,
    text_format: order.html === true ? (1 as const) : (0 as const),
    custom_field: keyOf(number),
    question_bodies: places.map((place) => ({ body: pieces[place]?.body ?? '' })),
  });
  let places: ReadonlyMap<string, number> | undefined;
  return {
    kind: 'simple',
    keyOf,
    place: async (part, options) => {
      const { number, of, pieces: own } = part;
      const call = requester.simple.questions.create(orderOf(part), { ...options, once: true });
      const { data, placed, duplicates } = await call.withResponse();
      return { number, of, id: data.id ?? 0, points: data.total_point, placed, duplicates, pieces: own };
    },
    priceOf: (quote) => Number(fieldsOf(quote).total_point),
    recover: (existing, part) => {
      places ??= new Map(pieces.map(({ body, note = '' }, place) => [nameOf(body, note), place]));
      return recovered(existing, part, places);
    },
  };
}

const nameOf = (body: string, note: string): string => JSON.stringify([note, comparable(body)]);

const NOTES = 'Notes:';

/** The notes of an order, each with the number of its body, since a simple question has one description for all. */
function notesOf(places: readonly number[], pieces: readonly JobPiece[]): string {
  const notes = places.flatMap((place, index) => {
    const note = pieces[place]?.note;
    return note === undefined ? [] : [`${index + 1}: ${note}`];
  });
  return notes.length === 0 ? '' : [NOTES, ...notes].join('\n');
}

function readNotes(description: string): ReadonlyMap<number, string> {
  const notes = description.split(/(?:^|\n)Notes:\n/).at(-1) ?? '';
  const lines = notes.matchAll(/^(\d+): (.*)$/gm);
  return new Map(Array.from(lines, ([, number, note = '']) => [Number(number), note]));
}

function recovered(
  existing: unknown,
  { number }: Part,
  places: ReadonlyMap<string, number>,
): PlacedPart | undefined {
  const { id, total_point, description, question_bodies } = fieldsOf(existing);
  const bodies = bodiesOf(question_bodies);
  if (typeof id !== 'number' || bodies.length === 0) return undefined;
  const text = typeof description === 'string' ? description.trim() : '';
  const notes = readNotes(text);
  return {
    number,
    of: Number(/(?:^|\n)Part \d+ of (\d+)$/.exec(text)?.[1] ?? number),
    id,
    points: Number(total_point),
    placed: false,
    duplicates: [],
    pieces: bodies.map((body, index) => places.get(nameOf(body, notes.get(index + 1) ?? '')) ?? -1),
  };
}

/** The texts of a simple question, in their order. */
function bodiesOf(bodies: unknown): string[] {
  const all = listOf(bodies).map(fieldsOf);
  return all
    .sort((one, other) => Number(one.display_order) - Number(other.display_order))
    .map(({ body }) => String(body));
}
