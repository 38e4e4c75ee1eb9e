import type {
  Project,
  ProjectQuote,
  Question,
  QuestionDetail,
  QuestionListItem,
  QuestionQuote,
  Revision,
  RevisionSummary,
} from '../../client/contract/types.js';
import type { ProjectRecord, QuestionRecord, QuestionTerms, RevisionRecord } from '../base/records.js';
import { describeStatus } from '../base/statuses.js';
import { isQuestionCancelable, type ProjectOrder, sumPoints } from '../orders/project-lifecycle.js';
import {
  type Addressed,
  formatAnswerTime,
  formatTimeOrNull,
  showLanguage,
  showOrganization,
  showUser,
  type View,
} from './views.js';

export function showProject(project: ProjectRecord, view: View): Project & Addressed {
  const terms = project.questions.map((question) => question.terms);
  return {
    id: project.id,
    ...showOrder({ ...project, terms }, view),
    created_at: formatAnswerTime(project.createdAt, view),
    updated_at: formatAnswerTime(project.updatedAt, view),
    url: `${view.origin}/api/v1/projects/${project.id}`,
    html_url: `${view.origin}/projects/${project.id}`,
    questions: project.questions.map((question) => showQuestion(question, view)),
  };
}

export function showProjectQuote(order: ProjectOrder, view: View): ProjectQuote {
  return {
    ...showOrder(order, view),
    questions: order.terms.map((terms) => showQuestionTerms(terms, order)),
  };
}

function showOrder(order: ProjectOrder, view: View): Omit<ProjectQuote, 'questions'> {
  const { source, target } = order.pair;
  return {
    organization_id: order.organization.id,
    user_id: order.account.user.id,
    point: sumPoints(order.terms),
    language_id: source.id,
    translated_language_id: target.id,
    individual: order.individual,
    question_count: order.terms.length,
    organization: showOrganization(order.organization, view),
    language: showLanguage(source),
    translated_language: showLanguage(target),
  };
}

function showQuestionTerms(terms: QuestionTerms, order: Omit<ProjectOrder, 'terms'>): QuestionQuote {
  return {
    user_id: order.account.user.id,
    title: terms.title,
    letter_count: terms.letterCount,
    language_id: order.pair.source.id,
    translated_language_id: order.pair.target.id,
    total_point: terms.totalPoint,
    custom_field: terms.customField,
    description: terms.description,
    individual: terms.individual,
    escape_text: terms.escapeText,
    organization_id: order.organization.id,
  };
}

export function showQuestion(question: QuestionRecord, view: View): Question {
  const { id, project, terms } = question;
  return {
    ...showQuestionTerms(terms, project),
    id,
    project_id: project.id,
    question_source_id: question.sourceId,
    status: question.status,
    status_text: describeStatus(question.status),
    created_at: formatAnswerTime(question.createdAt, view),
    updated_at: formatAnswerTime(question.updatedAt, view),
    ended_at: formatTimeOrNull(question.endedAt, view),
    grab_expires_at: formatTimeOrNull(question.grabExpiresAt, view),
    translated_at: formatTimeOrNull(question.translatedAt, view),
    double_check: terms.doubleCheck,
    url: `${view.origin}/api/v1/questions/${id}`,
    html_url: `${view.origin}/questions/${id}`,
    cancelable: isQuestionCancelable(question),
    file_type: terms.fileType,
  };
}

/** What comes along with a comment or revision of a question. */
export function showCompanions(question: QuestionRecord, view: View) {
  return {
    organization: showOrganization(question.project.organization, view),
    question: showQuestion(question, view),
  };
}

export function showQuestionDetail(question: QuestionRecord, view: View): QuestionDetail {
  const { account, pair } = question.project;
  return {
    ...showQuestion(question, view),
    user: showUser(account.user, view),
    language: showLanguage(pair.source),
    translated_language: showLanguage(pair.target),
    translation: showRevisionSummary(question.revisions.at(-1), question, view),
  };
}

export function showQuestionListItem(question: QuestionRecord, view: View): QuestionListItem {
  const { organization, pair } = question.project;
  return {
    ...showQuestion(question, view),
    organization: showOrganization(organization, view),
    language: showLanguage(pair.source),
    translated_language: showLanguage(pair.target),
  };
}

export function showRevisionSummary(
  revision: RevisionRecord | undefined,
  question: QuestionRecord,
  view: View,
): RevisionSummary {
  if (revision === undefined) return noRevision;
  const path = `questions/${question.id}/revisions/${revision.number}`;
  return {
    revision_number: revision.number,
    submitted: true,
    download_url: `${view.origin}/api/v1/${path}/file`,
    downloadable: true,
    submitted_at: formatAnswerTime(revision.submittedAt, view),
    user_id: revision.translator.id,
    url: `${view.origin}/api/v1/${path}`,
    html_url: `${view.origin}/${path}`,
  };
}

const noRevision: RevisionSummary = {
  revision_number: 0,
  submitted: false,
  download_url: null,
  downloadable: false,
  submitted_at: null,
  user_id: null,
  url: null,
  html_url: null,
};

export function showRevision(revision: RevisionRecord, question: QuestionRecord, view: View): Revision {
  return {
    ...showRevisionSummary(revision, question, view),
    paragraphs: revision.paragraphs.map((paragraph, index) => ({
      id: paragraph.id,
      paragraph_id: paragraph.paragraphId,
      section_id: 1,
      display_order: index + 1,
      original_text: paragraph.original,
      translated_text: paragraph.translated,
      updated_by: revision.translator.id,
      updated_at: formatAnswerTime(revision.submittedAt, view),
      revision_number: revision.number,
    })),
  };
}
