import type { Checked, Validate } from '../../../src/base/checked.js';
import { makeInspector } from '../../../src/client/contract/inspector.js';
import type { LazySchema } from '../../../src/client/contract/values.js';

/** Checks against everything that the contract promises; an answer is used although some of it is missing or wrong. */
export function validator<T>(schema: LazySchema<T>): Validate<T> {
  const inspect = makeInspector(schema);
  return (answer): Checked<T> => {
    const { value, mismatches } = inspect(answer);
    return mismatches.length === 0
      ? { value }
      : { issues: mismatches.map(({ path, message }) => ({ path, message })) };
  };
}
