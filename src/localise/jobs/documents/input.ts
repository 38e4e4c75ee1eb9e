import type { Issue } from '../../../base/checked.js';
import {
  chooseDocumentName,
  detectFileKind,
  explainDocumentName,
  explainNoDigest,
  isDocumentName,
  toBlob,
} from '../../../base/given-file.js';
import { copyOwn, type Rules } from '../../../base/options.js';
import * as rules from '../../../base/rules.js';
import { InputError } from '../../../index.js';
import { LONGEST_KEY } from '../../../internals.js';
import { copyJob, countBytes, JOB_RULES, jobName, makeTermsRule } from '../engine/options.js';
import type { OrderDocumentOptions } from './options.js';

const DOCUMENT_RULES: Rules<OrderDocumentOptions> = {
  key: rules.required(jobName),
  ...JOB_RULES,
  file: rules.required(
    rules.custom(
      (value) => ['blob', 'bytes'].includes(String(detectFileKind(value))),
      'must be a File (fileFromPath makes one), Blob or Uint8Array: it is compared before it is sent, and a stream can be read only once',
    ),
  ),
  filename: { check: () => [] },
  terms: makeTermsRule(['organization_id', 'individual', 'double_check', 'translator_list_ids']),
};

export const orderKey = (key: string, language: string): string => `${key}/${language}`;

/** The options of a document, with the file as it is sent. */
export interface CheckedDocument extends OrderDocumentOptions {
  readonly file: Blob;
  readonly filename: string;
}

/** Checks the options of `orderDocument`, and copies them. @throws InputError when one is wrong or unknown */
export function checkDocument(options: OrderDocumentOptions): CheckedDocument {
  const issues: Issue[] = [...rules.object(DOCUMENT_RULES).check(options, 'options', {})];
  const { key, to, file, filename: given } = Object(copyOwn(options)) as Partial<OrderDocumentOptions>; // any of them can be wrong
  const filename = chooseDocumentName(file, given);
  if (!isDocumentName(filename))
    issues.push({ path: 'options.filename', message: explainDocumentName(filename) });
  const noDigest = explainNoDigest();
  if (noDigest !== undefined) issues.push({ path: 'options.file', message: noDigest });
  if (issues.length === 0 && (to ?? []).some((code) => countBytes(orderKey(key ?? '', code)) > LONGEST_KEY)) {
    const message = `must have at most ${LONGEST_KEY} bytes together with a language`;
    issues.push({ path: 'options.key', message });
  }
  if (issues.length > 0 || !isDocumentName(filename) || file === undefined) throw new InputError(issues);
  // Copies the bytes, so that a later change to them has no effect.
  return copyOwn({
    ...copyJob(options),
    file: toBlob(file),
    filename,
  });
}
