import { findNearestOperation } from '../base/operations.js';
import { withoutSecrets } from '../base/random.js';

/** The most warnings. Who sends nonsense on purpose has seen enough by then. */
const MAX_PATH_WARNINGS = 20;
/** How many unknown paths are compared with the known ones, and how long one may be. */
const MAX_COMPARED = 500;
const MAX_SHOWN_PATH = 200;

/**
 * Warns on the console once of each unknown path that resembles a known one.
 *
 * @param token the token of the first account, for the warnings to leave out
 */
export function makePathWarner(
  token: () => string,
): (method: string, path: string, operations: readonly string[]) => void {
  const warned = new Set<string>();
  let compared = 0;
  return (method, path, operations) => {
    const request = `${method} ${withoutSecrets(path, token()).replace(/[^ -~]/g, '?')}`;
    if (warned.size >= MAX_PATH_WARNINGS || warned.has(request) || path.length > MAX_SHOWN_PATH) return;
    compared += 1;
    if (compared > MAX_COMPARED) return;
    const nearest = findNearestOperation(method, path, operations);
    if (nearest === undefined) return;
    warned.add(request);
    console.warn(`The sandbox has no ${request}; did you mean ${nearest}?`);
  };
}
