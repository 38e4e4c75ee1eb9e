import type { Command } from 'commander';
import { describeIssues, type Issue } from '../base/checked.js';
import { IncompleteDocumentError } from '../documents.js';
import { BudgetError, InputError, isRequesterError, StoreError } from '../index.js';
import { IncompleteJobError } from '../texts.js';
import { describeAdvice } from './advice.js';
import { listServiceWords } from './plan/service.js';
import {
  CommandError,
  ExitCode,
  FileError,
  NotOrderedError,
  readMessage,
  StoppedError,
  UsageError,
} from './terminal/failures.js';
import { formatCommandLine } from './terminal/format.js';
import { type SafeText, say } from './terminal/safe-text.js';

/** What the library calls a place of its input, and what the command calls it. */
const PLACES: readonly (readonly [place: RegExp, name: string])[] = [
  [/^options\.to\[\d+\]$/, 'this language (--to)'],
  [/^options\.from$/, 'the language of the texts (--from)'],
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
  [/^key$/, '--resolve'],
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

/** Errors about an order whose outcome may be unknown. */
const UNKNOWN: ReadonlySet<string> = new Set([
  'OutcomeUnknownError',
  'IncompleteJobError',
  'IncompleteDocumentError',
]);

/** Describes what to do next, as a line; empty when the message says it. */
export function describeNextStep(error: unknown, code: number, command: Command | undefined): SafeText {
  const topic = command === undefined ? [] : [command.name()];
  if (code === ExitCode.Usage) return say`Try: ${formatCommandLine(...topic, '--help')}\n`;
  const cause = unwrapFile(error);
  const isUnknown = isRequesterError(cause) && cause.outcome === 'unknown' && UNKNOWN.has(cause.name);
  const next = formatCommandLine('unknown', ...listServiceWords(command?.opts() ?? {}));
  return isUnknown ? say`To see such orders, and to resolve them: ${next}\n` : say``;
}

const unwrapFile = (error: unknown): unknown => (error instanceof FileError ? error.cause : error);

/** Finds the exit code for an error; undefined for an unexpected one. */
export function findExitCode(thrown: unknown): number | undefined {
  const error = unwrapFile(thrown);
  if (error instanceof UsageError) return ExitCode.Usage;
  if (error instanceof StoppedError) return ExitCode.Stopped;
  if (error instanceof NotOrderedError || error instanceof BudgetError) return ExitCode.NotOrdered;
  return error instanceof CommandError || isRequesterError(error) ? ExitCode.Failed : undefined;
}
