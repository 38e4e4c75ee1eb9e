import * as inputs from './client/contract/inputs.js';
import * as rules from './client/contract/rules.js';
import { type Schema, timestampSchema } from './client/contract/values.js';

export * from './client/contract/answer-schemas.js';
export type { Schema } from './client/contract/values.js';

export const TimestampSchema: Schema<string> = timestampSchema();
export const CustomFieldSchema: Schema<string> = rules.customFieldSchema();
export const IdSchema: Schema<number> = rules.idSchema();

export const CommentInputSchema: Schema<inputs.CommentInput> = inputs.commentInputSchema();
export const EventPageQuerySchema: Schema<inputs.EventPageQuery> = inputs.eventPageQuerySchema();
export const OrganizationInputSchema: Schema<inputs.OrganizationInput> = inputs.organizationInputSchema();
export const PageQuerySchema: Schema<Pick<inputs.EventPageQuery, 'page' | 'per_page'>> =
  inputs.pageQuerySchema();
export const ProjectOrderFileSchema: Schema<inputs.ProjectOrderFileInput> = inputs.projectOrderFileSchema();
export const ProjectOrderHtmlSchema: Schema<inputs.ProjectOrderHtmlInput> = inputs.projectOrderHtmlSchema();
export const ProjectOrderQuestionSchema: Schema<inputs.ProjectOrderQuestionInput> =
  inputs.projectOrderQuestionSchema();
export const ProjectOrderSchema: Schema<inputs.ProjectOrderInput> = inputs.projectOrderSchema();
export const ProjectOrderTextSchema: Schema<inputs.ProjectOrderTextInput> = inputs.projectOrderTextSchema();
export const RejectionSchema: Schema<inputs.Rejection> = inputs.rejectionSchema();
export const SimpleQuestionOrderBodySchema: Schema<
  inputs.SimpleQuestionOrderInput['question_bodies'][number]
> = inputs.simpleQuestionOrderBodySchema();
export const SimpleQuestionOrderSchema: Schema<inputs.SimpleQuestionOrderInput> =
  inputs.simpleQuestionOrderSchema();
