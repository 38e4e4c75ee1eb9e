import type { ProjectOrderInput, ProjectOrderQuestionInput } from '../../index.js';
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

/** Builds each order as a project, with a question for each piece. */
export function projectOrderBuilder(context: BuilderContext): OrderBuilder {
  const { requester, pieces } = context;
  const keyOf = keysOf(context);
  let indexes: ReadonlyMap<string, number> | undefined;
  const recover: OrderBuilder['recover'] = (existing, { number }) => {
    indexes ??= new Map(pieces.map(({ body, note }, index) => [markOf(body, note), index]));
    return readProject(existing, number, indexes);
  };
  return {
    kind: 'project',
    keyOf,
    place: async (order, options) => {
      const call = requester.projects.create(projectOf(context, order), { ...options, once: true });
      const { data, placed, duplicates } = await call.withResponse();
      const { number, lastNumber } = order;
      const read = recover(data, order);
      // If a mark is missing or unknown, assume the questions that were sent, in their order.
      const hasMarks = read?.pieces.every((piece) => piece >= 0) === true;
      const questions = (hasMarks ? read.questions : undefined) ?? data.questions.map(({ id }) => id);
      const own = hasMarks ? read.pieces : order.pieces;
      return {
        ...{ number, lastNumber, id: data.id, points: data.point, placed, duplicates },
        ...{ pieces: own, questions },
      };
    },
    priceOf: (quote) => Number(fieldsOf(quote).point),
    recover,
  };
}

function projectOf(context: BuilderContext, order: RunOrder): ProjectOrderInput {
  const { order: job, language } = context;
  const { organization_id, individual, translator_list_ids } = job.terms ?? {};
  return {
    ...(organization_id === undefined ? {} : { organization_id }),
    ...(individual === undefined ? {} : { individual }),
    ...(translator_list_ids === undefined ? {} : { translator_list_ids }),
    language_id: job.from,
    translated_language_id: language,
    questions: order.pieces.map((piece, index) => questionOf(context, order, piece, index)),
  };
}

function questionOf(
  context: BuilderContext,
  order: RunOrder,
  piece: number,
  index: number,
): ProjectOrderQuestionInput {
  const { order: job, pieces } = context;
  const key = keysOf(context)(order.number);
  const { body, note } = pieces[piece] ?? { body: '' };
  const mark = markOf(body, note);
  const reference = index === 0 ? `${positionInRun(order)} [${mark}]`.trim() : '';
  const { double_check } = job.terms ?? {};
  return {
    type: job.html === true ? 'text_html' : 'string',
    body,
    description: instructions(job.description, note, reference),
    escape_text: true,
    ...(double_check === undefined ? {} : { double_check }),
    custom_field: index === 0 ? key : `${key}/${index + 1}.${mark}`,
  };
}

/** A hash of a text and its note. A project does not show its texts, so each question carries the mark of its own. */
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

/** Reads a project of the service as an order of the job. */
function readProject(
  existing: unknown,
  number: number,
  indexes: ReadonlyMap<string, number>,
): PlacedOrder | undefined {
  const { id, point, questions } = fieldsOf(existing);
  const all = listOf(questions).map(fieldsOf);
  if (typeof id !== 'number' || all.length === 0) return undefined;
  const marks = all.map(readMark);
  return {
    number,
    lastNumber: marks.find(({ lastNumber }) => lastNumber !== undefined)?.lastNumber ?? number,
    id,
    points: Number(point),
    placed: false,
    duplicates: [],
    pieces: marks.map(({ mark }) => indexes.get(mark) ?? -1),
    questions: all.map((question) => Number(question.id)),
  };
}

/** The mark of a question. It is in the `custom_field`; the first question has the key there, and its mark in the description. */
function readMark({ custom_field, description }: Readonly<Record<string, unknown>>) {
  const field = /\/\d+\.([0-9a-f]{24})$/.exec(String(custom_field))?.[1];
  const line = /(?:^|\n)(?:Part \d+ of (\d+) )?\[([0-9a-f]{24})\]$/.exec(String(description).trim());
  if (field !== undefined) return { mark: field, lastNumber: undefined };
  return { mark: line?.[2] ?? '', lastNumber: line?.[1] === undefined ? undefined : Number(line[1]) };
}
