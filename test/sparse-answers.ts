import { env } from 'node:process';
import { withoutSpareFields } from '../src/sandbox/base/spare-fields.js';

/** Set by the project `sparse`: whether what an answer may lack is missing, or null. */
const kind = env.SPARSE_ANSWERS;

export const isSparse = kind !== undefined;

export const sparseOptions = { asNull: kind === 'null' };

/** An answer as the service of the tests gives it: without what it may lack, in the project `sparse`. */
export function served(answer: unknown): unknown {
  return isSparse ? withoutSpareFields(answer, sparseOptions) : answer;
}

/** What was asked for in an answer, as `served` gives it. */
export function servedWithin(part: unknown): unknown {
  return Object(served({ part })).part;
}

const TRANSLATIONS = 'is about the translations of a body, which are null in a sparse answer';
const WARNINGS = 'tells the only warnings of an answer, and a sparse one has its own';

/** The tests that are about a field which a sparse answer lacks, each with its reason. */
export const ABOUT_SPARE_FIELDS: Readonly<Record<string, string>> = {
  'simple.questions.texts > gives the newest translation of each text, in the order of the texts, with one request':
    TRANSLATIONS,
  'simple.questions.texts > keeps both translations of two equal texts, also as JSON': TRANSLATIONS,
  'a simple question > is waited for until it is completed, and comes with its translations': TRANSLATIONS,
  'a simple question > comes with its translations when there are many waits, too': TRANSLATIONS,
  'a finished question is reported with its texts, although its newest event lacks them': TRANSLATIONS,
  'an order that costs more than its quote > causes no warning when it costs what was quoted': WARNINGS,
  'an event of an unexpected shape comes as it is, and its place is logged once a minute': WARNINGS,
};
