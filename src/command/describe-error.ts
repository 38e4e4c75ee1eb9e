import { describeIssues, type Issue } from '../base/checked.js';
import { IncompleteDocumentError } from '../documents.js';
import { InputError, isRequesterError, StoreError } from '../index.js';
import { IncompleteJobError } from '../texts.js';
import { describeAdvice } from './advice.js';
import { FileError, readMessage } from './terminal/failures.js';

/** What the library calls a place of its input, and what the command calls it. */
const PLACES: readonly (readonly [place: RegExp, name: string])[] = [
  [/^options\.to\[\d+\]$/, 'this language (--to)'],
  [/^(?:options\.)?texts\[(".*)\]$/s, 'the text $1'],
  [/^options\.protectTerms$/, '--terms, or "terms" in translation-requester.json,'],
  [/^(ignore|notes)$/, '--$1, or "$1" in translation-requester.json,'],
  [/^options\.(?:name|key)$/, 'the name of the project, with the path of the file,'],
  [/^options\.description$/, 'the description'],
  [/^baseUrl$/, 'the address of the service'],
  [/^accessToken$/, 'the token'],
  [/^redirectUri$/, '--redirect-uri'],
  [/^translations\[(".*)\]$/s, 'the translation of $1'],
  [/^(?:path|store)$/, 'the folder .translation-requester'],
  [/^format$/, '--format'],
  [/^rejection\.reason$/, '--reason'],
  [/^input\.body$/, '--text'],
  [/^key$/, '--settle'],
  [/^id$/, '--id'],
];

/** What happened, and what to do about it, in the words of the command line. */
export function describeError(error: unknown): string {
  if (error instanceof FileError) return `${error.message}: ${describeError(error.cause)}`;
  if (error instanceof StoreError)
    return `The folder .translation-requester can't be used. Nothing was sent. ${describeError(error.cause)}`;
  if (error instanceof IncompleteJobError || error instanceof IncompleteDocumentError)
    return joinSentences(describeJob(error), describeAdvice(error.advice));
  if (error instanceof InputError)
    return joinSentences(`${describeIssues(error.issues.map(renamePlace))}.`, describeAdvice(error.advice));
  if (isRequesterError(error)) return joinSentences(`${error.summary}.`, describeAdvice(error.advice));
  return readMessage(error);
}

const joinSentences = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join(' ');

function describeJob({ job, failures }: IncompleteJobError | IncompleteDocumentError): string {
  const placed = `${job.orders.length} of ${job.orders.length + failures.length} orders are placed`;
  return `${placed}. ${describeError(failures[0]?.error)}`;
}

function renamePlace({ path, message }: Issue): Issue {
  const [place, name] = PLACES.find(([pattern]) => pattern.test(path)) ?? [path, path];
  return { path: path.replace(place, name), message };
}
