import type { QuestionRecord, RevisionRecord } from '../base/records.js';

const mediaTypes = new Map([
  ['html_text', 'text/html; charset=utf-8'],
  ['string', 'text/plain; charset=utf-8'],
  ['txt', 'text/plain; charset=utf-8'],
]);

/** A revision as a file, under the name of the file that was ordered. */
export function makeTranslatedFile(
  { terms: { fileType, file, title } }: QuestionRecord,
  { paragraphs }: RevisionRecord,
): { readonly name: string; readonly type: string; readonly text: string } {
  const extension = { string: 'txt', html_text: 'html' }[fileType] ?? fileType;
  return {
    name: file === null ? `${title}.${extension}` : file.name,
    type: mediaTypes.get(fileType) ?? 'application/octet-stream',
    text: paragraphs.map((paragraph) => paragraph.translated).join('\n'),
  };
}
