import * as z from 'zod/mini';
import { answerSchema, pageSchema } from './answer.js';
import { extended } from './extended.js';
import { onFirstUse } from './on-first-use.js';
import { organizationSchema } from './organization.js';
import { questionSchema } from './question.js';
import { userSchema } from './user.js';
import { commentTypeSchema, timestampSchema } from './values.js';

/** @see docs/service.md, Comment */
export const commentSchema = onFirstUse(() =>
  z.looseObject({
    id: z.int(),
    question_id: z.int(),
    type_id: commentTypeSchema(),
    body: z.string(),
    user_id: z.int(),
    created_at: timestampSchema(),
    updated_at: timestampSchema(),
    user: userSchema(),
  }),
);

/** @see docs/service.md, Comments on a question */
export const commentAnswerSchema = onFirstUse(() =>
  extended(answerSchema(), {
    organization: organizationSchema(),
    question: questionSchema(),
    comment: commentSchema(),
  }),
);

/** @see docs/service.md, Comments on a question */
export const commentPageSchema = onFirstUse(() =>
  extended(pageSchema(), {
    organization: organizationSchema(),
    question: questionSchema(),
    comments: z.array(commentSchema()),
  }),
);
