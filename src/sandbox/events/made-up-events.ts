import { defaultPairs } from '../base/languages.js';
import type { AccountRecord, EventRecord, SimpleQuestionRecord, SimpleText } from '../base/records.js';

/** Added to the id of an event, it is the id of its question. Higher than the id of any order. */
const OFFSET = 1_000_000_000_000;

const PLAIN_TERMS = {
  description: null,
  customField: null,
  escapeText: false,
  textFormat: 0,
  native: false,
  totalPoint: 0,
} as const;

/** Computes the id of the event that such a question was made up for. */
export function computeMadeUpEventId(questionId: number): number {
  return questionId - OFFSET;
}

/** An event for load tests: the creation of a small question that costs nothing. */
export function makeUpEvent(id: number, at: number, account: AccountRecord): EventRecord {
  const question = makeUpQuestion(id, at, account);
  return {
    at,
    actor: account.user,
    account,
    organization: question.organization,
    subject: { type: 'simple_question.created', question },
  };
}

/** The question of a made-up event. It never expires: a million expiries would slow down the clock. */
export function makeUpQuestion(eventId: number, at: number, account: AccountRecord): SimpleQuestionRecord {
  const [organization] = account.organizations;
  const [pair] = defaultPairs;
  if (organization === undefined || pair === undefined)
    throw new Error('The sandbox has nothing to make up events from.');
  const id = OFFSET + eventId;
  const text: SimpleText = { body: `Load ${eventId}`, letterCount: 4 + String(eventId).length, point: 0 };
  const body = {
    id: id + 1,
    questionId: id,
    order: 1,
    text,
    createdAt: at,
    updatedAt: at,
    translatedAt: null,
    translations: [],
  };
  return {
    id,
    account,
    organization,
    terms: { ...PLAIN_TERMS, pair, texts: [text], letterCount: text.letterCount },
    parentId: null,
    publishedScope: 0,
    createdAt: at,
    expiresAt: null,
    publishedAt: at,
    updatedAt: at,
    translatedAt: null,
    status: 0,
    listing: false,
    draftId: null,
    translationsCount: 0,
    progressRate: 0,
    bodies: [body],
  };
}
