import type { Checked } from '../../../base/checked.js';
import { describeKind, isFields } from '../../../base/kinds.js';

/**
 * A copy of an object of the caller's, as JSON has it.
 *
 * @param path the name of the argument, for messages
 */
export function copyJson(path: string, body: unknown): Checked<object> {
  let copy: unknown;
  try {
    copy = isFields(body) ? JSON.parse(JSON.stringify(body)) : body;
  } catch {
    return { issues: [{ path, message: 'must be valid as JSON: no bigints, no circular references' }] };
  }
  if (isFields(copy)) return { value: copy };
  return { issues: [{ path, message: `must be an object; got ${describeKind(copy)}` }] };
}
