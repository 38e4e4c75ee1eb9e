import { toBase64 } from '../base/base64.js';
import type { QuestionRecord } from '../base/records.js';
import { makeTranslatedFile } from '../orders/translated-file.js';
import type { State } from '../world/state.js';

/** What the desk shows of a question's document; null when its text stands in the order. */
export function viewDocument({ terms: { file, originals }, revisions }: QuestionRecord) {
  if (file === null) return null;
  const { name, fileType, content } = file;
  const { pages = null, letterCount = 0 } = content ?? {};
  const hasTranslation = revisions.length > 0;
  return { name, fileType, pages, letters: letterCount, paragraphs: originals.length, hasTranslation };
}

/** The newest translation of a question, as a file whose content is in base64. @throws Error when there is none */
export async function viewTranslatedFile(state: State, questionId: number) {
  const question = state.questions.get(questionId);
  if (question === undefined) throw new Error(`There is no question ${questionId}.`);
  const revision = question.revisions.at(-1);
  if (revision === undefined) throw new Error(`Question ${questionId} has no translation yet.`);
  const { content, ...file } = await makeTranslatedFile(question, revision);
  return { ...file, content: toBase64(content) };
}
