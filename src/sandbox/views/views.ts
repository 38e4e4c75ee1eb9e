import type {
  Comment,
  GradedTranslator,
  Language,
  LanguagePair,
  Organization,
  QuestionSource,
  TranslatorUser,
  User,
} from '../../client/contract/types.js';
import type {
  CommentRecord,
  FileRecord,
  LanguagePairRecord,
  LanguageRecord,
  OrganizationRecord,
  UserRecord,
} from '../base/records.js';

const OFFSET_MS = 9 * 60 * 60 * 1000;

/** How records are shown in an answer: the origin of addresses, and whether times have milliseconds. */
export interface View {
  readonly origin: string;
  /** Whether times have their milliseconds, as in answers to creations. In reads they are 000. @see docs/service.md, Timestamps */
  readonly exact: boolean;
}

/** What is shown with its address. */
export interface Addressed {
  readonly url: string;
}

/** A cache of shown times: answers repeat a few times again and again. */
const shownTimes = new Map<number, string>();
const MAX_SHOWN_TIMES = 10_000;

export function formatAnswerTime(ms: number, { exact }: View): string {
  const moment = exact ? ms : ms - (ms % 1000);
  const known = shownTimes.get(moment);
  if (known !== undefined) return known;
  const text = `${new Date(moment + OFFSET_MS).toISOString().slice(0, -1)}+09:00`;
  if (shownTimes.size >= MAX_SHOWN_TIMES) shownTimes.clear();
  shownTimes.set(moment, text);
  return text;
}

export function formatTimeOrNull(ms: number | null, view: View): string | null {
  return ms === null ? null : formatAnswerTime(ms, view);
}

export function showUser(user: UserRecord, view: View): User {
  const createdAt = formatAnswerTime(user.createdAt, view);
  return {
    id: user.id,
    login: user.login,
    created_at: createdAt,
    updated_at: createdAt,
    locale: user.locale,
    picture_url: `${view.origin}/images/${user.login}.png`,
    translator: user.translator,
  };
}

/** A translator with grade and rate. Only simple translations show them. */
export function showSimpleTranslator(user: UserRecord, view: View): GradedTranslator {
  return { ...showTranslator(user, view), grade_text: 'Standard', rate: 5 };
}

function showTranslator(user: UserRecord, view: View): TranslatorUser {
  return {
    ...showUser(user, view),
    native_language: null,
    last_accessed_at: formatAnswerTime(user.createdAt, view),
    online_status: 1,
    online_status_text: 'online',
  };
}

export function showOrganization(organization: OrganizationRecord, view: View): Organization & Addressed {
  return {
    id: organization.id,
    name: organization.name,
    plan_id: 1,
    user_id: organization.owner.id,
    default: organization.isDefault ? 1 : 0,
    description: organization.description,
    created_at: formatAnswerTime(organization.createdAt, view),
    updated_at: formatAnswerTime(organization.updatedAt, view),
    url: `${view.origin}/api/v1/organizations/${organization.id}`,
    html_url: `${view.origin}/organizations/${organization.id}`,
    point: organization.point,
    available_point: organization.availablePoint,
  };
}

export function showLanguage({ id, name }: LanguageRecord): Language {
  return { id, localized_name: name };
}

export function showPair({
  source,
  target,
  point,
  extraPoint,
  extraLetter,
}: LanguagePairRecord): LanguagePair {
  return {
    language_id: source.id,
    translated_language_id: target.id,
    language: showLanguage(source),
    translated_language: showLanguage(target),
    point,
    extra_point: extraPoint,
    extra_letter: extraLetter,
  };
}

export function showFile(file: FileRecord, view: View): QuestionSource {
  return {
    id: file.id,
    status: file.status,
    user_id: file.user.id,
    file_type: file.content === null ? null : file.fileType,
    letter_count: file.content?.letterCount ?? null,
    charset: file.content?.charset ?? null,
    created_at: formatAnswerTime(file.createdAt, view),
    updated_at: formatAnswerTime(file.updatedAt, view),
  };
}

export function showComment(comment: CommentRecord, questionId: number, view: View): Comment {
  const { user } = comment;
  return {
    id: comment.id,
    question_id: questionId,
    type_id: comment.typeId,
    body: comment.body,
    user_id: user.id,
    created_at: formatAnswerTime(comment.createdAt, view),
    updated_at: formatAnswerTime(comment.updatedAt, view),
    user: user.translator ? showTranslator(user, view) : showUser(user, view),
  };
}
