import { joinTexts } from '../../../base/checked.js';
import { cutText } from '../../../base/texts.js';
import { compareIdentity } from '../../../internals.js';

/** Characters of a key that are shown: at the service it has at most 255. */
const SHOWN_RECORD_KEY = 300;

/** What a job would have ordered. What is not given is not compared: a job can come from any JSON. */
export interface AskedOrder {
  readonly from: string | undefined;
  readonly language: string | undefined;
  readonly key?: string | undefined;
  /** Of a question, the project that it must be in. */
  readonly project?: number | undefined;
}

/** What the service shows of an order, or of a question. An answer may lack some of it. */
interface ShownOrder {
  readonly language_id?: string | undefined;
  readonly translated_language_id?: string | undefined;
  readonly custom_field?: string | null | undefined;
  readonly project_id?: number | undefined;
}

/**
 * The fields by which an order of the service is not the one that was asked for; undefined when it fits. A store, or a job that
 * is kept, may come from somebody else, and name any order of the account.
 *
 * @param hasContent whether it holds what was asked for. That decides about an order that has lost its key, or was placed by hand
 */
export function findMismatch(
  { from, language, key, project }: AskedOrder,
  shown: ShownOrder,
  hasContent: () => boolean,
): string | undefined {
  const asked = { language_id: from, translated_language_id: language, custom_field: key };
  const differences = [
    ...compareIdentity(asked, shown),
    { path: 'project_id', asked: project, existing: shown.project_id },
  ].filter(({ asked, existing }) => asked !== undefined && existing !== undefined && asked !== existing);
  const isOther = differences.some(({ existing }) => existing !== null && existing !== '');
  if (!isOther && (differences.length === 0 || hasContent())) return undefined;
  return joinTexts(differences.map(({ path }) => path));
}

/** Says which record names an order that does not fit, and what to do. */
export const describeMismatch = (key: string | undefined, order: string, fields: string): string =>
  describeBadRecord(key, `it names ${order}, which is another order by its ${fields}`);

/** Says which record does not fit. @param why a part of a sentence */
export const describeBadRecord = (key: string | undefined, why: string): string =>
  `The record of the order ${cutText(String(JSON.stringify(key)), SHOWN_RECORD_KEY)} does not fit: ${why}. Nothing of it is used. Restore the record as it was, or remove it if you know that nobody ordered this.`;

/** Says why a question is not of the project that was asked for, for all its questions alike; undefined when it is. */
export function explainMismatch(
  { key, id }: { readonly key: string | undefined; readonly id: number },
  asked: AskedOrder,
  shown: ShownOrder,
  hasContent: () => boolean,
): string | undefined {
  const fields = findMismatch({ ...asked, project: id }, shown, hasContent);
  return fields && describeMismatch(key, `the project ${id}`, fields);
}

/** A question is of another order than the record says. */
export class MismatchError extends Error {
  override readonly name = 'MismatchError';
}
