import * as z from 'zod/mini';
import { ProjectSchema } from './project.js';
import { QuestionSchema } from './question.js';
import { QuestionBodySchema } from './question-body.js';
import { SimpleQuestionSchema } from './simple-question.js';

/** The fields of a schema with these names. */
function pick<Shape extends object, Name extends keyof Shape>(
  { shape }: { readonly shape: Shape },
  ...names: readonly Name[]
): Pick<Shape, Name> {
  // It has each of the names.
  return Object.fromEntries(names.map((name) => [name, shape[name]])) as Pick<Shape, Name>;
}

/** What `once` uses of a project that it finds: its id, its key, and what it compares. */
export const FoundProjectSchema = z.looseObject({
  project: z.looseObject({
    ...pick(ProjectSchema, 'id', 'language_id', 'translated_language_id', 'organization_id', 'individual'),
    questions: z.array(
      z.looseObject({
        ...pick(QuestionSchema, 'id', 'custom_field', 'title', 'letter_count', 'description', 'file_type'),
        ...pick(QuestionSchema, 'question_source_id', 'escape_text', 'double_check', 'individual'),
      }),
    ),
  }),
});

/** The same of a simple question. */
export const FoundSimpleQuestionSchema = z.looseObject({
  question: z.looseObject({
    ...pick(SimpleQuestionSchema, 'id', 'custom_field', 'language_id', 'translated_language_id', 'native'),
    ...pick(SimpleQuestionSchema, 'organization_id', 'published_scope', 'draft_question_id', 'text_format'),
    ...pick(SimpleQuestionSchema, 'description', 'escape_text'),
    question_bodies: z.array(z.looseObject(pick(QuestionBodySchema, 'display_order', 'body'))),
  }),
});
