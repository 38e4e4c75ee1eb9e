import * as z from 'zod/mini';
import { answerSchema } from './answer.js';
import { extended } from './extended.js';
import { onFirstUse } from './on-first-use.js';
import { organizationSchema } from './organization.js';
import { questionBodySchema } from './question-body.js';
import { simpleQuestionSchema } from './simple-question.js';
import { simpleTranslationDetailSchema, simpleTranslationSchema } from './simple-translation.js';
import { unpinned } from './values.js';

/** @see docs/service.md, Simple translations */
export const simpleTranslationAnswerSchema = onFirstUse(() =>
  extended(answerSchema(), {
    translation: simpleTranslationDetailSchema(),
    question: simpleQuestionSchema(),
    question_body: questionBodySchema(),
    organization: organizationSchema(),
  }),
);

/** The comments themselves are open: their shape is not known. @see docs/service.md, Simple translations */
export const simpleTranslationCommentsSchema = onFirstUse(() =>
  extended(answerSchema(), {
    translation: simpleTranslationSchema(),
    question: simpleQuestionSchema(),
    question_body: questionBodySchema(),
    comments: unpinned<unknown>(),
  }),
);

/** @see docs/service.md, Simple translations */
export const rejectionAnswerSchema = onFirstUse(() =>
  extended(simpleTranslationAnswerSchema(), { reason: z.string() }),
);
