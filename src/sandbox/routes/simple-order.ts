import type { LanguagePairRecord, SimpleQuestionTerms, SimpleText } from '../base/records.js';
import type { Call } from '../http/call.js';
import type { Fields } from '../http/fields.js';
import { bodyPoints, countLetters, type TextReading } from '../orders/pricing.js';
import type { SimpleOrder } from '../orders/simple-lifecycle.js';
import { complete, MAX_CUSTOM_FIELD, readOrganization, readPair } from './order-terms.js';

const MAX_BODIES = 1000;
const PUBLISHED_SCOPES = [0, 2] as const;
const TEXT_FORMATS = [0, 1] as const;
const HTML = 1;

/** Reads the order of a simple question or its check. @throws Refusal with 422 when it is not valid. */
export function readSimpleOrder(call: Call): SimpleOrder {
  const { fields, account } = call;
  const organization = readOrganization(fields, account);
  const publishedScope = fields.choice('published_scope', PUBLISHED_SCOPES);
  const pair = readPair(fields);
  const terms = readTerms(fields, pair);
  const isComplete = organization !== undefined && terms !== undefined;
  return complete(call, isComplete ? { account, organization, publishedScope, terms } : undefined);
}

function readTerms(fields: Fields, pair: LanguagePairRecord | undefined): SimpleQuestionTerms | undefined {
  const description = fields.text('description');
  const customField = fields.text('custom_field', MAX_CUSTOM_FIELD);
  const textFormat = fields.choice('text_format', TEXT_FORMATS);
  const escapeText = fields.flag('escape_text');
  const native = fields.flag('native');
  const reading = { html: textFormat === HTML, escape: escapeText };
  const bodies = fields.entries('question_bodies', MAX_BODIES).map((entry) => readBody(entry, reading));
  if (pair === undefined) return undefined;
  const texts: SimpleText[] = bodies.map((body) => ({
    ...body,
    point: bodyPoints(body.letterCount, pair, native),
  }));
  const sum = (count: (text: SimpleText) => number) => texts.reduce((total, text) => total + count(text), 0);
  return {
    pair,
    description,
    customField,
    escapeText,
    textFormat,
    native,
    texts,
    letterCount: sum((text) => text.letterCount),
    totalPoint: sum((text) => text.point),
  };
}

function readBody(entry: Fields, reading: TextReading): Omit<SimpleText, 'point'> {
  const body = entry.requiredText('body');
  const letterCount = countLetters(body, reading);
  if (body !== '' && letterCount === 0) entry.fail('body', "can't be blank");
  return { body, letterCount };
}
