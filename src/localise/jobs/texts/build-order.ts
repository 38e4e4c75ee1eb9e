import type {
  ProjectOrderInput,
  ProjectOrderQuestionInput,
  SimpleQuestionOrderInput,
} from '../../../index.js';
import { type OrderInput, questionKey } from '../engine/order.js';
import type { JobPiece } from './job.js';
import type { TextsOrder } from './options.js';

export interface OrderContent {
  readonly key: string;
  readonly language: string;
  readonly pieces: readonly JobPiece[];
}

/** Builds an order: a simple question with a body for each piece, or a project with a question for each. */
export function buildOrder(job: TextsOrder, content: OrderContent): OrderInput {
  return job.using === 'project' ? buildProject(job, content) : buildSimpleQuestion(job, content);
}

function buildSimpleQuestion(
  job: TextsOrder,
  { key, language, pieces }: OrderContent,
): SimpleQuestionOrderInput {
  return {
    ...job.terms,
    language_id: job.from,
    translated_language_id: language,
    description: joinInstructions(job.description, joinPieceNotes(pieces)),
    escape_text: true,
    text_format: job.html === true ? 1 : 0,
    custom_field: key,
    question_bodies: pieces.map(({ body }) => ({ body })),
  };
}

/** The notes of an order, each after the number of its body: a simple question has one description for all bodies. */
function joinPieceNotes(pieces: readonly JobPiece[]): string {
  const notes = pieces.flatMap(({ note }, index) => (note === undefined ? [] : [`${index + 1}: ${note}`]));
  return notes.length === 0 ? '' : ['Notes:', ...notes].join('\n');
}

function buildProject(job: TextsOrder, { key, language, pieces }: OrderContent): ProjectOrderInput {
  const { double_check, ...terms } = job.terms ?? {};
  return {
    ...terms,
    language_id: job.from,
    translated_language_id: language,
    questions: pieces.map(
      ({ body, note }, index): ProjectOrderQuestionInput => ({
        type: job.html === true ? 'text_html' : 'string',
        body,
        description: joinInstructions(job.description, note),
        escape_text: true,
        double_check,
        custom_field: questionKey(key, index),
      }),
    ),
  };
}

/** The instructions of an order or a question: the paragraphs that are not empty. */
function joinInstructions(...paragraphs: readonly (string | undefined)[]): string {
  return paragraphs.filter(Boolean).join('\n\n');
}
