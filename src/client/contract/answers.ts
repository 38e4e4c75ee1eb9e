// Generated from requester-v1.yaml by scripts/generate.ts. Do not edit.

import * as z from 'zod/mini';
import type * as types from './types.js';
import { along, needed, typed } from './use.js';
import { integer, nullableInteger, onFirstUse, stringExcept, timestampSchema, unpinned } from './values.js';

/** @see docs/service.md, Events */
export const otherEventTypeSchema = /* @__PURE__ */ onFirstUse(() => stringExcept<types.OtherEventType>(['simple_question.created', 'simple_question.submitted_translation', 'simple_question.finished', 'simple_question.expired', 'project.created']));

/** @see docs/service.md, Organization */
export const organizationSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  id: needed(integer()),
  name: z.string(),
  plan_id: along(integer()),
  user_id: integer(),
  default: z.literal([0, 1]),
  description: z.nullable(z.string()),
  created_at: timestampSchema(),
  updated_at: timestampSchema(),
  url: along(z.string()),
  html_url: along(z.string()),
  point: integer(),
  available_point: integer(),
  available_plan_id: unpinned<types.Organization['available_plan_id']>(),
  user: unpinned<types.Organization['user']>(),
}));

/** @see docs/service.md, User */
export const userSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  id: needed(integer()),
  login: z.string(),
  created_at: timestampSchema(),
  updated_at: timestampSchema(),
  locale: along(z.string()),
  picture_url: along(z.string()),
  translator: z.boolean(),
}));

/** @see docs/service.md, User */
export const translatorUserSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  ...userSchema().shape,
  native_language: along(z.unknown()),
  last_accessed_at: along(timestampSchema()),
  online_status: along(integer()),
  online_status_text: along(z.string()),
}));

/** @see docs/service.md, User */
export const simpleTranslatorSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  ...translatorUserSchema().shape,
  grade_text: along(z.exactOptional(z.string())),
  rate: along(z.exactOptional(integer())),
}));

/** @see docs/service.md, User */
export const gradedTranslatorSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  ...translatorUserSchema().shape,
  grade_text: along(z.string()),
  rate: along(integer()),
}));

/** @see docs/service.md, Account */
export const accountSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  ...answerSchema().shape,
  ...userSchema().shape,
  email: z.string(),
  default_organization_id: integer(),
  default_organization: organizationSchema(),
}));

/** @see docs/service.md, Language */
export const languageSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  id: needed(z.string()),
  localized_name: z.string(),
}));

/** @see docs/service.md, Language pair */
export const languagePairSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  language_id: needed(z.string()),
  translated_language_id: needed(z.string()),
  language: languageSchema(),
  translated_language: languageSchema(),
  point: integer(),
  extra_point: integer(),
  extra_letter: integer(),
}));

/** @see docs/service.md, File */
export const questionSourceSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  id: needed(integer()),
  status: needed(integer()),
  user_id: integer(),
  file_type: z.nullable(z.string()),
  letter_count: nullableInteger(),
  charset: z.nullable(z.string()),
  created_at: timestampSchema(),
  updated_at: timestampSchema(),
}));

/** @see docs/service.md, Project */
export const projectSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  id: needed(integer()),
  organization_id: integer(),
  user_id: integer(),
  point: integer(),
  created_at: timestampSchema(),
  updated_at: timestampSchema(),
  language_id: z.string(),
  translated_language_id: z.string(),
  individual: z.boolean(),
  url: along(z.string()),
  html_url: along(z.string()),
  question_count: integer(),
  organization: organizationSchema(),
  questions: z.array(questionSchema()),
  language: languageSchema(),
  translated_language: languageSchema(),
}));

/** @see docs/service.md, Project */
export const projectQuoteSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  organization_id: integer(),
  user_id: integer(),
  point: needed(integer()),
  language_id: z.string(),
  translated_language_id: z.string(),
  individual: z.boolean(),
  question_count: integer(),
  organization: organizationSchema(),
  questions: z.array(questionQuoteSchema()),
  language: languageSchema(),
  translated_language: languageSchema(),
}));

/** @see docs/service.md, Question */
export const questionSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  id: needed(integer()),
  project_id: integer(),
  question_source_id: integer(),
  user_id: integer(),
  title: z.string(),
  letter_count: integer(),
  language_id: z.string(),
  translated_language_id: z.string(),
  status: needed(integer()),
  status_text: along(z.string()),
  total_point: integer(),
  created_at: timestampSchema(),
  updated_at: timestampSchema(),
  custom_field: z.nullable(z.string()),
  description: z.string(),
  ended_at: z.nullable(timestampSchema()),
  grab_expires_at: z.nullable(timestampSchema()),
  translated_at: z.nullable(timestampSchema()),
  individual: z.boolean(),
  double_check: z.boolean(),
  escape_text: z.boolean(),
  url: along(z.string()),
  html_url: along(z.string()),
  cancelable: z.boolean(),
  organization_id: integer(),
  file_type: z.string(),
}));

/** @see docs/service.md, Question */
export const questionQuoteSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  user_id: integer(),
  title: z.string(),
  letter_count: integer(),
  language_id: z.string(),
  translated_language_id: z.string(),
  total_point: integer(),
  custom_field: z.nullable(z.string()),
  description: z.string(),
  individual: z.boolean(),
  escape_text: z.boolean(),
  organization_id: integer(),
}));

/** @see docs/service.md, Question */
export const questionDetailSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  ...questionSchema().shape,
  user: userSchema(),
  language: languageSchema(),
  translated_language: languageSchema(),
  translation: typed(revisionSummarySchema()),
}));

/** @see docs/service.md, Account and organizations */
export const questionListItemSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  ...questionSchema().shape,
  organization: organizationSchema(),
  language: languageSchema(),
  translated_language: languageSchema(),
}));

/** @see docs/service.md, Revision summary */
export const revisionSummarySchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  revision_number: needed(integer()),
  submitted: z.boolean(),
  download_url: z.nullable(z.string()),
  downloadable: z.boolean(),
  submitted_at: z.nullable(timestampSchema()),
  user_id: nullableInteger(),
  url: along(z.nullable(z.string())),
  html_url: along(z.nullable(z.string())),
}));

/** @see docs/service.md, Revision detail */
export const revisionSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  ...revisionSummarySchema().shape,
  paragraphs: z.array(paragraphSchema()),
}));

/** @see docs/service.md, Revision detail */
export const paragraphSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  id: needed(integer()),
  paragraph_id: integer(),
  section_id: integer(),
  display_order: integer(),
  original_text: z.string(),
  translated_text: z.string(),
  updated_by: integer(),
  updated_at: timestampSchema(),
  revision_number: integer(),
}));

/** @see docs/service.md, Comment */
export const commentSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  id: needed(integer()),
  question_id: integer(),
  type_id: along(integer()),
  body: z.string(),
  user_id: integer(),
  created_at: timestampSchema(),
  updated_at: timestampSchema(),
  user: userSchema(),
}));

/** @see docs/service.md, Simple question */
export const simpleQuestionBaseSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  description: z.nullable(z.string()),
  user_id: integer(),
  parent_id: nullableInteger(),
  type_id: along(integer()),
  translated_at: z.nullable(timestampSchema()),
  views_count: along(integer()),
  letter_count: integer(),
  language_id: z.string(),
  translated_language_id: z.string(),
  status_text: along(z.string()),
  tag_text: along(z.nullable(z.string())),
  first_body: z.string(),
  native: z.boolean(),
  translations_count: integer(),
  working_translations_count: integer(),
  individual: z.boolean(),
  progress_rate: along(integer()),
  organization_id: integer(),
  escape_text: z.boolean(),
  text_format: integer(),
  custom_field: z.nullable(z.string()),
  cancelable: z.boolean(),
  'listing?': along(z.boolean()),
  total_point: integer(),
  url: along(z.string()),
  html_url: along(z.string()),
  user: userSchema(),
  language: languageSchema(),
  translated_language: languageSchema(),
}));

/** @see docs/service.md, Simple question */
export const simpleQuestionStateSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  ...simpleQuestionBaseSchema().shape,
  id: needed(integer()),
  published_scope: integer(),
  expires_at: z.nullable(timestampSchema()),
  published_at: z.nullable(timestampSchema()),
  created_at: z.nullable(timestampSchema()),
  updated_at: z.nullable(timestampSchema()),
  status: needed(integer()),
  draft_question_id: nullableInteger(),
}));

/** @see docs/service.md, Simple question */
export const simpleQuestionSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  ...simpleQuestionStateSchema().shape,
  question_bodies: z.array(questionBodySchema()),
  organization: organizationSchema(),
}));

/** @see docs/service.md, Simple question */
export const simpleQuestionDetailSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  ...simpleQuestionStateSchema().shape,
  question_bodies: z.array(translatedQuestionBodySchema()),
  organization: organizationSchema(),
}));

/** @see docs/service.md, Simple question */
export const simpleQuestionQuoteSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  ...simpleQuestionBaseSchema().shape,
  id: along(z.literal(null)),
  published_scope: integer(),
  expires_at: z.nullable(timestampSchema()),
  published_at: z.nullable(timestampSchema()),
  created_at: along(z.literal(null)),
  updated_at: along(z.literal(null)),
  status: typed(integer()),
  total_point: needed(integer()),
  draft_question_id: nullableInteger(),
  organization: organizationSchema(),
}));

/** @see docs/service.md, Simple question moves */
export const simpleQuestionDraftSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  ...simpleQuestionBaseSchema().shape,
  id: along(z.literal(null)),
  published_scope: z.literal(0),
  expires_at: along(z.literal(null)),
  published_at: along(z.literal(null)),
  created_at: z.nullable(timestampSchema()),
  updated_at: z.nullable(timestampSchema()),
  status: typed(z.literal(0)),
  draft_question_id: integer(),
  question_bodies: z.array(questionBodySchema()),
  organization: organizationSchema(),
}));

/** @see docs/service.md, Events */
export const simpleQuestionSnapshotSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  ...simpleQuestionStateSchema().shape,
  question_bodies: z.exactOptional(z.array(questionBodySchema())),
}));

/** @see docs/service.md, Events */
export const createdSimpleQuestionSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  ...simpleQuestionStateSchema().shape,
  question_bodies: z.array(questionBodySchema()),
}));

/** @see docs/service.md, Events */
export const closedSimpleQuestionSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  ...simpleQuestionStateSchema().shape,
  question_bodies: z.array(translatedQuestionBodySchema()),
}));

/** @see docs/service.md, Simple translations */
export const companionSimpleQuestionSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  ...simpleQuestionStateSchema().shape,
  question_bodies: along(z.array(questionBodySchema())),
  organization: organizationSchema(),
}));

/** @see docs/service.md, Question body */
export const questionBodySchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  id: needed(integer()),
  question_id: integer(),
  display_order: integer(),
  body: z.string(),
  translated_at: z.nullable(timestampSchema()),
  letter_count: integer(),
  translations_count: integer(),
  created_at: timestampSchema(),
  updated_at: timestampSchema(),
  translations: z.exactOptional(z.array(simpleTranslationSchema())),
}));

/** @see docs/service.md, Question body */
export const translatedQuestionBodySchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  ...questionBodySchema().shape,
  translations: z.array(simpleTranslationSchema()),
}));

/** @see docs/service.md, Simple translation */
export const simpleTranslationSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  id: needed(integer()),
  question_id: integer(),
  question_body_id: integer(),
  body: z.string(),
  created_at: timestampSchema(),
  updated_at: timestampSchema(),
  user_id: integer(),
  trainee: along(z.boolean()),
  posted_at: timestampSchema(),
  comments_count: along(integer()),
  user: z.exactOptional(simpleTranslatorSchema()),
}));

/** @see docs/service.md, Events */
export const submittedTranslationSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  ...simpleTranslationSchema().shape,
  user: simpleTranslatorSchema(),
}));

/** @see docs/service.md, Simple translation */
export const simpleTranslationDetailSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  ...simpleTranslationSchema().shape,
  user: gradedTranslatorSchema(),
}));

/** @see docs/service.md, Events */
export const applicationEventSchema = /* @__PURE__ */ onFirstUse(() => z.union([simpleQuestionCreatedEventSchema(), simpleQuestionSubmittedTranslationEventSchema(), simpleQuestionFinishedEventSchema(), simpleQuestionExpiredEventSchema(), projectCreatedEventSchema(), otherEventSchema()]));

/** @see docs/service.md, Events */
export const knownEventSchema = /* @__PURE__ */ onFirstUse(() => z.union([simpleQuestionCreatedEventSchema(), simpleQuestionSubmittedTranslationEventSchema(), simpleQuestionFinishedEventSchema(), simpleQuestionExpiredEventSchema(), projectCreatedEventSchema()]));

/** @see docs/service.md, Events */
export const simpleQuestionCreatedEventSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  ...eventBaseSchema().shape,
  type: needed(z.literal('simple_question.created')),
  question: typed(createdSimpleQuestionSchema()),
}));

/** @see docs/service.md, Events */
export const simpleQuestionSubmittedTranslationEventSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  ...eventBaseSchema().shape,
  type: needed(z.literal('simple_question.submitted_translation')),
  question: typed(simpleQuestionSnapshotSchema()),
  translation: typed(submittedTranslationSchema()),
}));

/** @see docs/service.md, Events */
export const simpleQuestionFinishedEventSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  ...eventBaseSchema().shape,
  type: needed(z.literal('simple_question.finished')),
  question: typed(closedSimpleQuestionSchema()),
}));

/** @see docs/service.md, Events */
export const simpleQuestionExpiredEventSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  ...eventBaseSchema().shape,
  type: needed(z.literal('simple_question.expired')),
  question: typed(closedSimpleQuestionSchema()),
}));

/** @see docs/service.md, Events */
export const projectCreatedEventSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  ...eventBaseSchema().shape,
  type: needed(z.literal('project.created')),
  project: unpinned<types.ProjectCreatedEvent['project']>(),
}));

/** @see docs/service.md, Events */
export const otherEventSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  ...eventBaseSchema().shape,
  type: needed(otherEventTypeSchema()),
}));

/** @see docs/service.md, Events */
export const eventBaseSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  id: needed(integer()),
  action_user_id: integer(),
  application_id: integer(),
  organization_id: integer(),
  action_organization_id: integer(),
  created_at: timestampSchema(),
  retry_count: along(integer()),
}));

/** @see docs/service.md, Resources and fields */
export const answerSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  success: along(z.boolean()),
  message: along(z.string()),
}));

/** @see docs/service.md, Limits */
export const pagingSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  page: integer(),
  per_page: integer(),
  total_pages: integer(),
  total_count: integer(),
}));

/** @see docs/service.md, Account and organizations */
export const organizationAnswerSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  ...answerSchema().shape,
  organization: needed(organizationSchema()),
}));

/** @see docs/service.md, Account and organizations */
export const organizationPageSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  ...answerSchema().shape,
  ...pagingSchema().shape,
  organizations: needed(z.array(organizationSchema())),
}));

/** @see docs/service.md, Account and organizations */
export const languagePairsAnswerSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  language_pairs: needed(z.array(languagePairSchema())),
}));

/** @see docs/service.md, Files */
export const questionSourceAnswerSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  ...answerSchema().shape,
  question_source: needed(questionSourceSchema()),
}));

/** @see docs/service.md, Projects */
export const projectAnswerSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  ...answerSchema().shape,
  project: needed(projectSchema()),
}));

/** @see docs/service.md, Projects */
export const projectQuoteAnswerSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  ...answerSchema().shape,
  project: needed(projectQuoteSchema()),
}));

/** @see docs/service.md, Questions */
export const questionAnswerSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  ...answerSchema().shape,
  question: needed(questionDetailSchema()),
}));

/** @see docs/service.md, Questions */
export const cancelledQuestionAnswerSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  ...answerSchema().shape,
  question: needed(questionSchema()),
}));

/** @see docs/service.md, Account and organizations */
export const questionPageSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  ...answerSchema().shape,
  ...pagingSchema().shape,
  questions: needed(z.array(questionListItemSchema())),
}));

/** @see docs/service.md, Comments on a question */
export const commentAnswerSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  ...answerSchema().shape,
  organization: organizationSchema(),
  question: questionSchema(),
  comment: needed(commentSchema()),
}));

/** @see docs/service.md, Comments on a question */
export const commentPageSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  ...answerSchema().shape,
  ...pagingSchema().shape,
  organization: organizationSchema(),
  question: questionSchema(),
  comments: needed(z.array(commentSchema())),
}));

/** @see docs/service.md, Revisions */
export const revisionPageSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  ...answerSchema().shape,
  ...pagingSchema().shape,
  organization: organizationSchema(),
  question: questionSchema(),
  translation_revisions: needed(z.array(revisionSummarySchema())),
}));

/** @see docs/service.md, Revisions */
export const revisionAnswerSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  ...answerSchema().shape,
  page: along(integer()),
  per_page: along(integer()),
  total_pages: along(integer()),
  total_count: along(integer()),
  organization: organizationSchema(),
  question: questionSchema(),
  translation: needed(revisionSchema()),
}));

/** @see docs/service.md, Simple questions */
export const simpleQuestionAnswerSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  ...answerSchema().shape,
  question: needed(simpleQuestionSchema()),
}));

/** @see docs/service.md, Simple questions */
export const simpleQuestionDetailAnswerSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  ...answerSchema().shape,
  question: needed(simpleQuestionDetailSchema()),
}));

/** @see docs/service.md, Simple questions */
export const simpleQuestionQuoteAnswerSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  ...answerSchema().shape,
  question: needed(simpleQuestionQuoteSchema()),
}));

/** @see docs/service.md, Simple questions */
export const simpleQuestionDraftAnswerSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  ...answerSchema().shape,
  question: needed(simpleQuestionDraftSchema()),
}));

/** @see docs/service.md, Simple translations */
export const simpleTranslationAnswerSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  ...answerSchema().shape,
  translation: needed(simpleTranslationDetailSchema()),
  question: companionSimpleQuestionSchema(),
  question_body: questionBodySchema(),
  organization: organizationSchema(),
}));

/** @see docs/service.md, Simple translations */
export const rejectionAnswerSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  ...answerSchema().shape,
  reason: along(z.string()),
  translation: needed(simpleTranslationSchema()),
  question: companionSimpleQuestionSchema(),
  question_body: questionBodySchema(),
  organization: organizationSchema(),
}));

/** @see docs/service.md, Simple translations */
export const simpleTranslationCommentsSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  ...answerSchema().shape,
  translation: simpleTranslationSchema(),
  question: companionSimpleQuestionSchema(),
  question_body: questionBodySchema(),
  comments: along(z.looseObject({})),
}));

/** @see docs/service.md, Application events */
export const eventAnswerSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  ...answerSchema().shape,
  event: needed(applicationEventSchema()),
}));

/** @see docs/service.md, Application events */
export const eventPageSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  ...answerSchema().shape,
  ...pagingSchema().shape,
  events: needed(z.array(applicationEventSchema())),
}));

/** @see docs/service.md, Authentication */
export const tokenAnswerSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  access_token: needed(z.string().check(z.minLength(1))),
  token_type: needed(z.string()),
  expires_in: z.exactOptional(nullableInteger()),
  refresh_token: z.exactOptional(z.nullable(z.string())),
  scope: z.exactOptional(z.nullable(z.string())),
}));

/** @see docs/service.md, Authentication */
export const tokenFailureSchema = /* @__PURE__ */ onFirstUse(() => z.looseObject({
  error: z.string(),
  error_description: z.exactOptional(z.string()),
}));
