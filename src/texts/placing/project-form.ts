import type { ProjectOrderInput, ProjectOrderQuestionInput } from '../../index.js';
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

/** Each part of a job as a project, each piece as one of its questions. */
export function projectForm(context: FormContext): OrderForm {
  const { requester, pieces } = context;
  const keyOf = keysOf(context);
  let places: ReadonlyMap<string, number> | undefined;
  const recover: OrderForm['recover'] = (existing, { number }) => {
    places ??= new Map(pieces.map(({ body, note }, place) => [markOf(body, note), place]));
    return recovered(existing, number, places);
  };
  return {
    kind: 'project',
    keyOf,
    place: async (part, options) => {
      const call = requester.projects.create(projectOf(context, part), { ...options, once: true });
      const { data, placed, duplicates } = await call.withResponse();
      const { number, of } = part;
      const read = recover(data, part);
      // Without their marks, the questions are those that were sent, in their order.
      const isShown = read?.pieces.every((place) => place >= 0) === true;
      const questions = (isShown ? read.questions : undefined) ?? data.questions.map(({ id }) => id);
      const own = isShown ? read.pieces : part.pieces;
      return { number, of, id: data.id, points: data.point, placed, duplicates, pieces: own, questions };
    },
    priceOf: (quote) => Number(fieldsOf(quote).point),
    recover,
  };
}

function projectOf(context: FormContext, part: Part): ProjectOrderInput {
  const { order, language } = context;
  const { organization_id, individual, translator_list_ids } = order.terms ?? {};
  return {
    ...(organization_id === undefined ? {} : { organization_id }),
    ...(individual === undefined ? {} : { individual }),
    ...(translator_list_ids === undefined ? {} : { translator_list_ids }),
    language_id: order.from,
    translated_language_id: language,
    questions: part.pieces.map((place, index) => questionOf(context, part, place, index)),
  };
}

function questionOf(
  context: FormContext,
  { number, of }: Part,
  place: number,
  index: number,
): ProjectOrderQuestionInput {
  const { order, pieces } = context;
  const key = keysOf(context)(number);
  const { body, note } = pieces[place] ?? { body: '' };
  const mark = markOf(body, note);
  const reference = index === 0 ? `${placeInRun(number, of)} [${mark}]`.trim() : '';
  const { double_check } = order.terms ?? {};
  return {
    type: order.html === true ? 'text_html' : 'string',
    body,
    description: instructions(order.description, note, reference),
    escape_text: true,
    ...(double_check === undefined ? {} : { double_check }),
    custom_field: index === 0 ? key : `${key}/${index + 1}.${mark}`,
  };
}

/** A short name of a text with its note. A project does not show its texts, so its questions carry these. */
function markOf(body: string, note = ''): string {
  const text = JSON.stringify([note, comparable(body)]);
  return [0x811c9dc5, 0x9747b28c, 0x5bd1e995].map((seed) => hash(text, seed)).join('');
}

/** FNV-1a, as 8 hexadecimal digits. */
function hash(text: string, seed: number): string {
  let value = seed;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    value = Math.imul(value ^ (code & 0xff), 0x01000193);
    value = Math.imul(value ^ (code >>> 8), 0x01000193);
  }
  return (value >>> 0).toString(16).padStart(8, '0');
}

function recovered(
  existing: unknown,
  number: number,
  places: ReadonlyMap<string, number>,
): PlacedPart | undefined {
  const { id, point, questions } = fieldsOf(existing);
  const all = listOf(questions).map(fieldsOf);
  if (typeof id !== 'number' || all.length === 0) return undefined;
  const readings = all.map(readQuestion);
  return {
    number,
    of: readings.find(({ of }) => of !== undefined)?.of ?? number,
    id,
    points: Number(point),
    placed: false,
    duplicates: [],
    pieces: readings.map(({ mark }) => places.get(mark) ?? -1),
    questions: all.map((question) => Number(question.id)),
  };
}

/** The mark of a question: in the `custom_field`, or for the first one, whose field is the key, in the description. */
function readQuestion({ custom_field, description }: Readonly<Record<string, unknown>>) {
  const field = /\/\d+\.([0-9a-f]{24})$/.exec(String(custom_field))?.[1];
  const line = /(?:^|\n)(?:Part \d+ of (\d+) )?\[([0-9a-f]{24})\]$/.exec(String(description).trim());
  if (field !== undefined) return { mark: field, of: undefined };
  return { mark: line?.[2] ?? '', of: line?.[1] === undefined ? undefined : Number(line[1]) };
}
