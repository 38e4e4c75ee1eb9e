import { fromBase64 } from '../base/base64.js';
import type { QuestionRecord, RevisionRecord } from '../base/records.js';
import { translateOffice } from './office-translation.js';

const TEXT_TYPE = 'text/plain; charset=utf-8';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  html_text: 'text/html; charset=utf-8',
  string: TEXT_TYPE,
  txt: TEXT_TYPE,
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
};

/** A translation to download. */
interface TranslatedFile {
  readonly name: string;
  readonly type: string;
  readonly content: Uint8Array<ArrayBuffer>;
}

/**
 * A revision as a file, under the name of the file that was ordered. An office file has the layout of the original, or else a name
 * that says that it is plain text.
 */
export async function makeTranslatedFile(
  { terms: { fileType, file, title } }: QuestionRecord,
  { paragraphs }: RevisionRecord,
): Promise<TranslatedFile> {
  const translations = paragraphs.map(({ translated }) => translated);
  const text = new TextEncoder().encode(translations.join('\n'));
  const type = MEDIA_TYPES[fileType] ?? 'application/octet-stream';
  if (file === null) {
    const extension = { string: 'txt', html_text: 'html' }[fileType] ?? fileType;
    return { name: `${title}.${extension}`, type, content: text };
  }
  if (fileType === 'txt') return { name: file.name, type, content: text };
  // Snapshots of earlier versions have no office files.
  const original = file.content?.original;
  const content =
    original === undefined ? null : await translateOffice(fileType, fromBase64(original), translations);
  return content === null
    ? { name: `${file.name}.txt`, type: TEXT_TYPE, content: text }
    : { name: file.name, type, content };
}
