import type {
  Account,
  ApplicationEvent,
  Comment,
  CommentAnswer,
  LanguagePair,
  Organization,
  Project,
  ProjectQuote,
  Question,
  QuestionBody,
  QuestionDetail,
  QuestionListItem,
  QuestionSource,
  Revision,
  RevisionSummary,
  SimpleQuestion,
  SimpleQuestionDraft,
  SimpleQuestionQuote,
  SimpleQuestionSnapshot,
  SimpleTranslation,
  SimpleTranslator,
  User,
} from '../src/client/contract/types.js';

const at = '2026-03-01T09:30:00.000+09:00';

export const ok = { success: true, message: 'OK' };

const user: User = {
  id: 11,
  login: 'buyer',
  created_at: at,
  updated_at: at,
  locale: 'en',
  picture_url: 'https://service.example/pictures/11.png',
  translator: false,
};

const translator: SimpleTranslator = {
  ...user,
  id: 12,
  login: 'hon-yaku',
  translator: true,
  native_language: null,
  last_accessed_at: at,
  online_status: 1,
  online_status_text: 'Online',
  grade_text: 'Gold',
  rate: 4,
};

export const organization: Organization = {
  id: 21,
  name: 'Example Ltd.',
  plan_id: 1,
  user_id: user.id,
  default: 1,
  description: null,
  created_at: at,
  updated_at: at,
  url: 'https://service.example/api/v1/organizations/21',
  html_url: 'https://service.example/organizations/21',
  point: 10_000,
  available_point: 9_000,
};

export const account: Account = {
  ...ok,
  ...user,
  email: 'buyer@example.com',
  default_organization_id: organization.id,
  default_organization: organization,
};

const english = { id: 'en', localized_name: 'English' };
const japanese = { id: 'ja', localized_name: 'Japanese' };
const languages = {
  language_id: 'ja',
  translated_language_id: 'en',
  language: japanese,
  translated_language: english,
};

export const languagePair: LanguagePair = { ...languages, point: 4, extra_point: 1, extra_letter: 10 };

export const source: QuestionSource = {
  id: 31,
  status: 1,
  user_id: user.id,
  file_type: null,
  letter_count: null,
  charset: null,
  created_at: at,
  updated_at: at,
};

export const question: Question = {
  id: 41,
  project_id: 51,
  question_source_id: source.id,
  user_id: user.id,
  title: 'Greeting',
  letter_count: 8,
  language_id: 'ja',
  translated_language_id: 'en',
  status: 0,
  status_text: 'pending',
  total_point: 32,
  created_at: at,
  updated_at: at,
  custom_field: null,
  description: '',
  ended_at: null,
  grab_expires_at: null,
  translated_at: null,
  individual: false,
  double_check: false,
  escape_text: false,
  url: 'https://service.example/api/v1/questions/41',
  html_url: 'https://service.example/questions/41',
  cancelable: true,
  organization_id: organization.id,
  file_type: 'string',
};

export const revisionSummary: RevisionSummary = {
  revision_number: 1,
  submitted: true,
  download_url: 'https://service.example/api/v1/questions/41/revisions/1/file',
  downloadable: true,
  submitted_at: at,
  user_id: translator.id,
  url: 'https://service.example/api/v1/questions/41/revisions/1',
  html_url: 'https://service.example/questions/41/revisions/1',
};

export const revision: Revision = {
  ...revisionSummary,
  paragraphs: [
    {
      id: 71,
      paragraph_id: 1,
      section_id: 1,
      display_order: 1,
      original_text: 'こんにちは',
      translated_text: 'Hello',
      updated_by: translator.id,
      updated_at: at,
      revision_number: 1,
    },
  ],
};

const { language, translated_language } = languages;

export const questionDetail: QuestionDetail = {
  ...question,
  user,
  language,
  translated_language,
  translation: revisionSummary,
};

export const questionListItem: QuestionListItem = {
  ...question,
  organization,
  language,
  translated_language,
};

export const project: Project = {
  ...languages,
  id: 51,
  organization_id: organization.id,
  user_id: user.id,
  point: 32,
  created_at: at,
  updated_at: at,
  individual: false,
  url: 'https://service.example/api/v1/projects/51',
  html_url: 'https://service.example/projects/51',
  question_count: 1,
  organization,
  questions: [question],
};

export const projectQuote: ProjectQuote = {
  ...languages,
  organization_id: organization.id,
  user_id: user.id,
  point: 32,
  individual: false,
  question_count: 1,
  organization,
  questions: [
    {
      user_id: user.id,
      title: 'Greeting',
      letter_count: 8,
      language_id: 'ja',
      translated_language_id: 'en',
      total_point: 32,
      custom_field: null,
      description: '',
      individual: false,
      escape_text: false,
      organization_id: organization.id,
    },
  ],
};

export const comment: Comment = {
  id: 61,
  question_id: question.id,
  type_id: 1,
  body: 'Please keep the tone friendly.',
  user_id: user.id,
  created_at: at,
  updated_at: at,
  user,
};

export const commentAnswer: CommentAnswer = { ...ok, organization, question, comment };

export const simpleTranslation: SimpleTranslation = {
  id: 91,
  question_id: 81,
  question_body_id: 82,
  body: 'Hello',
  created_at: at,
  updated_at: at,
  user_id: translator.id,
  trainee: false,
  posted_at: at,
  comments_count: 0,
  user: translator,
};

export const questionBody: QuestionBody = {
  id: 82,
  question_id: 81,
  display_order: 1,
  body: 'こんにちは',
  translated_at: null,
  letter_count: 5,
  translations_count: 0,
  created_at: at,
  updated_at: at,
  translations: [],
};

const simpleCommon = {
  ...languages,
  description: null,
  user_id: user.id,
  parent_id: null,
  type_id: 1,
  translated_at: null,
  views_count: 0,
  letter_count: 5,
  status_text: 'Pending',
  tag_text: null,
  first_body: 'こんにちは',
  native: false,
  translations_count: 0,
  working_translations_count: 0,
  individual: false,
  progress_rate: 0,
  organization_id: organization.id,
  escape_text: false,
  text_format: 0,
  custom_field: null,
  cancelable: true,
  'listing?': true,
  total_point: 20,
  url: 'https://service.example/api/v1/simple/questions/81',
  html_url: 'https://service.example/simple/questions/81',
  user,
};

const simpleSnapshot: SimpleQuestionSnapshot = {
  ...simpleCommon,
  id: 81,
  published_scope: 0,
  expires_at: at,
  published_at: at,
  status: 0,
  draft_question_id: null,
  created_at: at,
  updated_at: at,
};

export const simpleQuestion: SimpleQuestion = {
  ...simpleSnapshot,
  question_bodies: [questionBody],
  organization,
};

export const simpleQuote: SimpleQuestionQuote = {
  ...simpleCommon,
  id: null,
  published_scope: 0,
  expires_at: null,
  published_at: null,
  status: 0,
  draft_question_id: null,
  created_at: null,
  updated_at: null,
  organization,
};

export const simpleDraft: SimpleQuestionDraft = {
  ...simpleCommon,
  id: null,
  published_scope: 0,
  expires_at: null,
  published_at: null,
  status: 0,
  draft_question_id: 83,
  created_at: at,
  updated_at: at,
  question_bodies: [questionBody],
  organization,
};

export const event: ApplicationEvent = {
  id: 101,
  action_user_id: user.id,
  application_id: 1,
  organization_id: organization.id,
  action_organization_id: organization.id,
  type: 'simple_question.created',
  created_at: at,
  retry_count: 0,
  question: { ...simpleSnapshot, question_bodies: [questionBody] },
};

/** Paging values of a listing with one page. */
export function paging(count: number, page = 1, per_page = 30) {
  return { page, per_page, total_pages: Math.ceil(count / per_page), total_count: count };
}
