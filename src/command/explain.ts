import { describeIssues, type Issue } from '../base/checked.js';
import { IncompleteDocumentError } from '../documents.js';
import { InputError, StoreError } from '../index.js';
import { IncompleteJobError } from '../texts.js';
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

/** What the library advises to programs, and what it means for whoever runs the command. */
export const ADVICE: readonly (readonly [library: string, command: string])[] = [
  [
    "this client's store does not know them. Give the client the store of earlier runs, one that outlives the process; or use a new name, and pass the translations that you have as known",
    'the folder .translation-requester does not know them. Bring back that folder, for example from your repository or the cache of your CI. Or change "name" in translation-requester.json: then each text without a translation is ordered anew',
  ],
  [' of the store. Remove it', ' of this command. Remove it'],
  ['The store is damaged: ', 'It is damaged: '],
  ['The store has a record that this package', 'It has a record that this command'],
  ['the store has no order', 'the project has no order'],
  ['must be the key of an order in the store;', 'must be the key of an order of the project;'],
  [
    'must be null: under this key nothing was sent. Call again when its claim is over',
    'is not possible yet: under this key nothing was sent. Use --not-placed, or wait for the process that is about to send it',
  ],
  [' (allowInsecureHttp: true opts out)', ''],
  ['for options.limits.bytes', 'for one order'],
  [' (the option maxAnswerSize)', ''],
  ['Sign the account in again, or check accessToken.', 'Sign in again, or correct the token.'],
  ['check baseUrl and the network.', 'check the address and the network.'],
  ['Check baseUrl.', 'Check the address of the service.'],
  ['Check the id and the account.', 'Check the address of the service, and the account.'],
  ['Correct it and call again; nothing was done.', 'Nothing was done.'],
  ['Call again after', 'Run the command again after'],
  ['Try again, or allow more time.', 'Run the command again.'],
  [
    'Call again with the same order: it is searched for first.',
    'Run the same command again: it is searched for first.',
  ],
  [
    ' If it was not placed, requester.orders.settle(key, { id: null }) frees its key. See docs/paid-orders.md.',
    '',
  ],
  [
    'Nothing was ordered; allow more, or order less.',
    'Nothing was ordered. The price has changed: run the command again.',
  ],
  ['Upload another, or its text as a question.', 'Correct it, and run the command again.'],
  ['Offer to try again.', 'Run the command again to ask once more.'],
  ['Begin the sign-in again.', 'Run the command again.'],
];

/** A limit of the library in milliseconds, by the name of its option. */
const LIMIT = /within (?:timeout|attemptTimeout) \((\d+) ms\)/;

/** The message of an error, in the words of the command line. */
export function explained(error: unknown): string {
  if (error instanceof FileError) return `${error.message}: ${explained(error.cause)}`;
  if (error instanceof InputError)
    return `${describeIssues(error.issues.map(renamed))}. Correct it, and run the command again.`;
  if (error instanceof StoreError)
    return `The folder .translation-requester can't be used. Nothing was sent. ${explained(error.cause)}`;
  if (error instanceof IncompleteJobError || error instanceof IncompleteDocumentError)
    return explainedJob(error);
  return advised(readMessage(error)).replace(
    LIMIT,
    (_, limit: string) => `within ${Number(limit) / 1_000} s`,
  );
}

function explainedJob({ job, failures }: IncompleteJobError | IncompleteDocumentError): string {
  const placed = `${job.orders.length} of ${job.orders.length + failures.length} orders are placed`;
  return `${placed}. ${explained(failures[0]?.error)} To order the rest, run the same command again; nothing is ordered twice.`;
}

function renamed({ path, message }: Issue): Issue {
  const [place, name] = PLACES.find(([one]) => one.test(path)) ?? [path, path];
  return { path: path.replace(place, name), message: advised(message) };
}

const advised = (message: string): string =>
  ADVICE.reduce((text, [library, command]) => text.replace(library, () => command), message);
