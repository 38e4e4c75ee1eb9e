import * as z from 'zod/mini';
import { AnswerSchema, PageSchema } from './answer.js';
import { extended } from './extended.js';
import { OrganizationSchema } from './organization.js';
import { QuestionSchema } from './question.js';
import { UserSchema } from './user.js';
import { CommentTypeSchema, TimestampSchema } from './values.js';

/** @see docs/service.md, Comment */
export const CommentSchema = z.looseObject({
  id: z.int(),
  question_id: z.int(),
  type_id: CommentTypeSchema,
  body: z.string(),
  user_id: z.int(),
  created_at: TimestampSchema,
  updated_at: TimestampSchema,
  user: UserSchema,
});

/** @see docs/service.md, Comments on a question */
export const CommentAnswerSchema = extended(AnswerSchema, {
  organization: OrganizationSchema,
  question: QuestionSchema,
  comment: CommentSchema,
});

/** @see docs/service.md, Comments on a question */
export const CommentPageSchema = extended(PageSchema, {
  organization: OrganizationSchema,
  question: QuestionSchema,
  comments: z.array(CommentSchema),
});
