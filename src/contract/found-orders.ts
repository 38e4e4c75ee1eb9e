import * as z from 'zod/mini';
import { projectSchema, questionBodySchema, questionSchema, simpleQuestionSchema } from './answers.js';
import { onFirstUse } from './values.js';

/** The fields of a schema with these names. */
function pick<Shape extends object, Name extends keyof Shape>(
  { shape }: { readonly shape: Shape },
  ...names: readonly Name[]
): Pick<Shape, Name> {
  // It has each of the names.
  return Object.fromEntries(names.map((name) => [name, shape[name]])) as Pick<Shape, Name>;
}

/** What `once` uses of a project that it finds: its id, its key, and what it compares. */
export const foundProjectSchema = onFirstUse(() =>
  z.looseObject({
    project: z.looseObject({
      ...pick(
        projectSchema(),
        'id',
        'language_id',
        'translated_language_id',
        'organization_id',
        'individual',
      ),
      questions: z.array(
        z.looseObject({
          ...pick(
            questionSchema(),
            'id',
            'custom_field',
            'title',
            'letter_count',
            'description',
            'file_type',
          ),
          ...pick(questionSchema(), 'question_source_id', 'escape_text', 'double_check', 'individual'),
        }),
      ),
    }),
  }),
);

/** The same of a simple question. */
export const foundSimpleQuestionSchema = onFirstUse(() =>
  z.looseObject({
    question: z.looseObject({
      ...pick(
        simpleQuestionSchema(),
        'id',
        'custom_field',
        'language_id',
        'translated_language_id',
        'native',
      ),
      ...pick(
        simpleQuestionSchema(),
        'organization_id',
        'published_scope',
        'draft_question_id',
        'text_format',
      ),
      ...pick(simpleQuestionSchema(), 'description', 'escape_text'),
      question_bodies: z.array(z.looseObject(pick(questionBodySchema(), 'display_order', 'body'))),
    }),
  }),
);
