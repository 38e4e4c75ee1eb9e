import {
  AuthenticationError,
  BudgetError,
  FileAnalysisError,
  FileStatus,
  InputError,
  isRequesterError,
  NotFoundError,
  RateLimitError,
  ValidationError,
} from 'translation-requester';

/** What the person should know after a failure of something that they wanted to be done, such as an order. */
export function explain(error: unknown): string {
  if (!isRequesterError(error))
    return 'Something in this page went wrong. Reload it, then look before you try again.';
  if (error instanceof FileAnalysisError)
    return FILE_REASONS.get(error.file.status) ?? 'This file can not be read.';
  switch (error.outcome) {
    case 'not_sent':
      return `Nothing was done. ${reason(error)}`;
    case 'rejected':
      return `The service refused, so nothing was done. ${reason(error)}`;
    case 'done':
      return 'It was done, but the answer could not be read. Reload the page to see it. Do not try again.';
    default:
      return 'It may have been done: the answer did not come. Look before you try again.';
  }
}

/** The same after a failure to read something: that changes nothing at the service. */
export function explainReading(error: unknown): string {
  const isRefused = isRequesterError(error) && error.outcome !== 'unknown' && error.outcome !== 'done';
  return isRefused ? reason(error) : 'The service does not answer properly at the moment. Please try again.';
}

function reason(error: unknown): string {
  if (error instanceof AuthenticationError) return 'You are not signed in any more. Sign in again to go on.';
  if (error instanceof BudgetError) return 'The price has risen since you saw it. Please order again.';
  if (error instanceof NotFoundError) return 'It is not there any more.';
  if (error instanceof RateLimitError)
    return `There were too many requests. Try again ${after(error.retryAfter)}.`;
  if (error instanceof ValidationError) return problems(error.errors);
  if (error instanceof InputError) return `Please check what you entered: ${error.issues[0]?.message ?? ''}.`;
  return 'Please try again.';
}

const FILE_REASONS: ReadonlyMap<number, string> = new Map([
  [FileStatus.Empty, 'There is no text in this file.'],
  [FileStatus.BadEncoding, 'The text of this file is not readable. Save it as UTF-8.'],
  [FileStatus.Unsupported, 'This is not a file of the kind that its name says.'],
]);

function after(retryAfter: number | undefined): string {
  return retryAfter === undefined ? 'in a while' : `in ${Math.ceil(retryAfter / 1_000)} seconds`;
}

const FIELDS: Readonly<Record<string, string>> = {
  point: 'Your points',
  reason: 'The reason',
  body: 'The text',
  question_bodies: 'The text',
  translated_language_id: 'The language',
  translation: 'The translation',
};

function problems(errors: Readonly<Record<string, unknown>>): string {
  const all = Object.entries(errors).map(
    ([field, text]) => `${FIELDS[field] ?? field} ${plain(String(text))}.`,
  );
  return all.join(' ') || 'Please check what you entered.';
}

function plain(text: string): string {
  return text === 'is not enough' ? 'are not enough' : text;
}
