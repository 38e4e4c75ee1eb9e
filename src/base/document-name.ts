import { readFields } from './kinds.js';

/** The name of a file that the service translates. @see docs/service.md, Limits */
const ACCEPTED_NAME = /.\.(txt|docx|xlsx|pptx)$/i;

/** Whether the service takes a file of this name. */
export function isDocumentName(name: unknown): name is string {
  return typeof name === 'string' && ACCEPTED_NAME.test(name);
}

/** What is wrong with the name of a file that the service does not take. */
export function explainDocumentName(name: unknown): string {
  return `must be a name that ends in .txt, .docx, .xlsx or .pptx; got ${name === undefined ? 'none' : 'another'}`;
}

/** The name that a file is sent with: the one that was given, or its own. */
export function chooseDocumentName(file: unknown, given: unknown): unknown {
  return given === undefined ? readFields(file).name : given;
}
