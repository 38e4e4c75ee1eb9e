import { findIssues } from '../../../checks/check-translation.js';
import { type PlainText, plainText } from '../../../checks/placeholders/protect.js';
import type { JobText, TextsJob } from '../job.js';
import type { PieceResult } from './read-order.js';

/** Compares the newest translation of a whole text with it. */
export function compareResult(job: TextsJob, text: JobText, result: PieceResult): PieceResult {
  const { texts, issues: known } = result;
  const [newest] = texts;
  if (newest === undefined) return result;
  const found = findIssues(joinOriginal(job, text), newest);
  if (found.length === 0) return result;
  const lacksParagraphs = known.some(({ kind }) => kind === 'paragraphs');
  // In HTML, line breaks mean nothing; without some paragraphs, theirs are missing too.
  const news = found.filter(
    ({ kind }) =>
      !(kind === 'lines' && (lacksParagraphs || job.html === true)) && !(kind === 'empty' && lacksParagraphs),
  );
  return { ...result, issues: [...known, ...news] };
}

/** A text as it was ordered, without our triple braces. */
function joinOriginal({ pieces }: TextsJob, { parts }: JobText): PlainText {
  let text = '';
  const found: { token: string; from: number }[] = [];
  for (const part of parts) {
    if (typeof part === 'string') {
      text += part;
      continue;
    }
    const { body = '', wrapped = [] } = pieces[part] ?? {};
    const plain = plainText(body, wrapped);
    for (const { token, from } of plain.protected) found.push({ token, from: text.length + from });
    text += plain.text;
  }
  return { text, protected: found };
}
