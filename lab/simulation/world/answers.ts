// The service's answers, written from the specification: the fields of each object, as it shows them.
import { BEGINNING } from '../virtual-time.ts';
import type {
  BodyState,
  CommentState,
  EventState,
  FileState,
  ProjectState,
  QuestionState,
  SimpleState,
  TranslationState,
} from './records.ts';

export type Fields = Record<string, unknown>;

const HOST = 'https://service.example';
const EPOCH = '2026-01-05T09:00:00.000+09:00';

let [shownAt, shown] = [Number.NaN, ''];

/** The same time is shown many times in a row. */
function timestamp(at: number): string {
  if (at !== shownAt) [shownAt, shown] = [at, new Date(BEGINNING + at).toISOString().replace('Z', '+00:00')];
  return shown;
}

const user = {
  id: 11,
  login: 'buyer',
  created_at: EPOCH,
  updated_at: EPOCH,
  locale: 'en',
  picture_url: `${HOST}/11.png`,
  translator: false,
};

const translator = {
  ...user,
  id: 12,
  login: 'translator',
  translator: true,
  native_language: null,
  last_accessed_at: EPOCH,
  online_status: 1,
  online_status_text: 'Online',
  grade_text: 'Gold',
  rate: 4,
};

const organization = {
  id: 21,
  name: 'Example',
  plan_id: 1,
  user_id: user.id,
  default: 1,
  description: null,
  created_at: EPOCH,
  updated_at: EPOCH,
  url: `${HOST}/api/v1/organizations/21`,
  html_url: `${HOST}/organizations/21`,
  point: 1_000_000,
  available_point: 900_000,
};

const languages = (source: string, target: string): Fields => ({
  language_id: source,
  translated_language_id: target,
  language: { id: source, localized_name: source },
  translated_language: { id: target, localized_name: target },
});

export const languagePairs = (): Fields => ({
  language_pairs: ['ja', 'de'].map((target) => ({
    ...languages('en', target),
    point: 4,
    extra_point: 1,
    extra_letter: 10,
  })),
});

export const accountAnswer = (): Fields => ({
  ...user,
  email: 'buyer@example.com',
  default_organization_id: organization.id,
  default_organization: organization,
});

const translationAnswer = (found: TranslationState, bodyId: number, questionId: number): Fields => ({
  id: found.id,
  question_id: questionId,
  question_body_id: bodyId,
  body: found.body,
  created_at: timestamp(found.at),
  updated_at: timestamp(found.at),
  posted_at: timestamp(found.at),
  user_id: translator.id,
  trainee: false,
  comments_count: 0,
  user: translator,
});

const shownTranslations = ({ translations }: BodyState) =>
  translations.filter(({ isRejected }) => !isRejected);

const bodyAnswer = (found: BodyState, index: number, question: SimpleState, isFull: boolean): Fields => {
  const at = timestamp(question.createdAt);
  const translations = shownTranslations(found);
  const [first] = translations;
  return {
    id: found.id,
    question_id: question.id,
    display_order: index + 1,
    body: found.body,
    translated_at: first ? timestamp(first.at) : null,
    letter_count: found.body.length,
    translations_count: translations.length,
    created_at: at,
    updated_at: at,
    ...(isFull && {
      translations: translations.map((each) => translationAnswer(each, found.id, question.id)),
    }),
  };
};

const SIMPLE_TEXTS = { 0: 'Pending', 1: 'In Progress', 4: 'Completed', 8: 'Translated', 9: 'Some Expired' };

const simpleFields = (found: SimpleState): Fields => {
  const at = timestamp(found.createdAt);
  const isOpen = found.status !== 4 && found.status !== 9 && found.draftId === null;
  const done = found.bodies.filter((body) => shownTranslations(body).length > 0).length;
  return {
    id: found.id,
    description: found.description || null,
    user_id: user.id,
    parent_id: null,
    type_id: 1,
    published_scope: 0,
    expires_at: found.draftId === null ? timestamp(found.createdAt + 86_400_000) : null,
    published_at: found.draftId === null ? at : null,
    created_at: at,
    updated_at: at,
    translated_at: found.status === 4 ? at : null,
    views_count: 0,
    letter_count: found.bodies.reduce((sum, { body }) => sum + body.length, 0),
    ...languages(found.source, found.target),
    status: found.status,
    status_text: SIMPLE_TEXTS[found.status],
    tag_text: null,
    draft_question_id: found.draftId,
    first_body: found.bodies[0]?.body ?? '',
    native: false,
    translations_count: done,
    working_translations_count: 0,
    individual: false,
    progress_rate: Math.floor((100 * done) / Math.max(1, found.bodies.length)),
    organization_id: organization.id,
    escape_text: false,
    text_format: 0,
    custom_field: found.key,
    ...found.flags,
    cancelable: isOpen && found.status === 0,
    'listing?': isOpen,
    total_point: found.points,
    url: `${HOST}/api/v1/simple/questions/${found.id}`,
    html_url: `${HOST}/simple/${found.id}`,
    user,
  };
};

const getBodies = (found: SimpleState, isFull: boolean): Fields => ({
  question_bodies: found.bodies.map((body, index) => bodyAnswer(body, index, found, isFull)),
});

export const simpleAnswer = (found: SimpleState): Fields => ({
  question: { ...simpleFields(found), ...getBodies(found, true), organization },
});

export const draftAnswer = (found: SimpleState): Fields => ({
  question: {
    ...simpleFields(found),
    ...getBodies(found, false),
    organization,
    id: null,
    status: 0,
    status_text: 'Pending',
    published_scope: 0,
    expires_at: null,
    published_at: null,
  },
});

export const simpleQuote = (found: SimpleState): Fields => ({
  question: { ...simpleFields(found), id: null, created_at: null, updated_at: null, organization },
});

/** The answer about one translation, with what it belongs to. */
export function aboutTranslation(question: SimpleState, body: BodyState, found: TranslationState): Fields {
  return {
    translation: translationAnswer(found, body.id, question.id),
    ...simpleAnswer(question),
    question_body: bodyAnswer(body, question.bodies.indexOf(body), question, false),
    organization,
  };
}

const QUESTION_TEXTS = { 0: 'pending', 3: 'cancelled', 4: 'completed', 6: 'feedback' };

export const questionFields = (found: QuestionState): Fields => {
  const at = timestamp(found.createdAt);
  const ended = found.status === 0 ? null : at;
  return {
    id: found.id,
    project_id: found.projectId,
    question_source_id: found.sourceId,
    user_id: user.id,
    title: found.title,
    letter_count: found.letters,
    language_id: found.source,
    translated_language_id: found.target,
    status: found.status,
    status_text: QUESTION_TEXTS[found.status],
    total_point: found.points,
    created_at: at,
    updated_at: at,
    custom_field: found.key,
    description: found.description,
    ended_at: ended,
    grab_expires_at: null,
    translated_at: found.revisions.length > 0 ? ended : null,
    individual: false,
    double_check: false,
    escape_text: false,
    url: `${HOST}/api/v1/questions/${found.id}`,
    html_url: `${HOST}/q/${found.id}`,
    cancelable: found.status === 0,
    organization_id: organization.id,
    file_type: found.fileType,
    ...found.flags,
  };
};

const revisionSummary = (found: QuestionState, number: number): Fields => {
  const revision = found.revisions[number - 1];
  const at = `/api/v1/questions/${found.id}/revisions/${number}`;
  return {
    revision_number: number,
    submitted: revision !== undefined,
    download_url: revision ? `${HOST}${at}/file` : null,
    downloadable: revision !== undefined,
    submitted_at: revision ? timestamp(revision.at) : null,
    user_id: revision ? translator.id : null,
    url: revision ? `${HOST}${at}` : null,
    html_url: revision ? `${HOST}${at}` : null,
  };
};

export const questionAnswer = (found: QuestionState): Fields => ({
  question: {
    ...questionFields(found),
    user,
    ...languages(found.source, found.target),
    translation: revisionSummary(found, found.revisions.length),
  },
});

export const listedQuestion = (found: QuestionState): Fields => ({
  ...questionFields(found),
  organization,
  ...languages(found.source, found.target),
});

export const revisionAnswer = (found: QuestionState, number: number): Fields => ({
  question: questionFields(found),
  organization,
  translation: {
    ...revisionSummary(found, number),
    paragraphs: (found.revisions[number - 1]?.text ?? '').split('\n').map((text, index) => ({
      id: number * 1_000 + index,
      paragraph_id: index + 1,
      section_id: 1,
      display_order: index + 1,
      original_text: found.text.split('\n')[index] ?? '',
      translated_text: text,
      updated_by: 12,
      updated_at: timestamp(found.revisions[number - 1]?.at ?? 0),
      revision_number: number,
    })),
  },
});

export const projectAnswer = (found: ProjectState, questions: readonly QuestionState[]): Fields => ({
  project: {
    id: found.id,
    organization_id: organization.id,
    user_id: user.id,
    point: found.points,
    created_at: timestamp(found.createdAt),
    updated_at: timestamp(found.createdAt),
    ...languages(found.source, found.target),
    individual: false,
    url: `${HOST}/api/v1/projects/${found.id}`,
    html_url: `${HOST}/projects/${found.id}`,
    question_count: questions.length,
    organization,
    questions: questions.map(questionFields),
  },
});

const QUOTED = [
  'user_id',
  'title',
  'letter_count',
  'language_id',
  'translated_language_id',
  'total_point',
  'custom_field',
  'description',
  'individual',
  'escape_text',
  'organization_id',
];

const NOT_QUOTED = ['id', 'created_at', 'updated_at', 'url', 'html_url'];

export function projectQuote(found: ProjectState, questions: readonly QuestionState[]): Fields {
  const { project } = projectAnswer(found, questions);
  const shown = Object.entries(project as Fields).filter(([name]) => !NOT_QUOTED.includes(name));
  const quoted = (question: QuestionState): Fields => {
    const fields = questionFields(question);
    return Object.fromEntries(QUOTED.map((name) => [name, fields[name]]));
  };
  return { project: { ...Object.fromEntries(shown), questions: questions.map(quoted) } };
}

export const commentAnswer = (found: CommentState, question: QuestionState): Fields => ({
  organization,
  question: questionFields(question),
  comment: {
    id: found.id,
    question_id: found.questionId,
    type_id: 1,
    body: found.body,
    user_id: user.id,
    created_at: timestamp(found.at),
    updated_at: timestamp(found.at),
    user,
  },
});

export const fileAnswer = (found: FileState): Fields => ({
  question_source: {
    id: found.id,
    status: found.status,
    user_id: user.id,
    created_at: timestamp(found.at),
    file_type: found.status === 2 ? 'txt' : null,
    letter_count: found.status === 2 ? found.text.length : null,
    charset: found.status === 2 ? 'UTF-8' : null,
    updated_at: timestamp(found.at),
  },
});

const WITH_BODIES = ['simple_question.created', 'simple_question.finished', 'simple_question.expired'];

export function eventFields({ id, at, type, question, translation, projectId }: EventState): Fields {
  return {
    id,
    action_user_id: user.id,
    application_id: 5,
    organization_id: organization.id,
    action_organization_id: organization.id,
    type,
    created_at: timestamp(at),
    retry_count: 0,
    ...(question && {
      question: {
        ...simpleFields(question),
        ...(WITH_BODIES.includes(type) && getBodies(question, type !== 'simple_question.created')),
      },
    }),
    ...(question &&
      translation && { translation: translationAnswer(translation, translation.bodyId, question.id) }),
    ...(projectId !== undefined && { project: { id: projectId } }),
  };
}
