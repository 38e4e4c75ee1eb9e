import { findNearestName } from '../../base/names.js';

const SERVICE_PATH = '/api/v1';

/**
 * Why no request could match a rule such as `POST /api/v1/projects`: no operation has its method and its path. Undefined when
 * there is one. In place of the id of an operation, a rule can have a number.
 */
export function explainNoMatch(
  method: string,
  pattern: string,
  operations: readonly string[],
): string | undefined {
  const parts = pattern.split('/');
  const isMet = operations.some((operation) => {
    const [knownMethod, knownPath = ''] = operation.split(' ');
    if (method !== '*' && method !== knownMethod) return false;
    const names = knownPath.split('/');
    if (pattern === '*') return true;
    return (
      names.length === parts.length &&
      names.every((name, at) => {
        const part = parts[at] ?? '';
        return isWildcard(part) || part === name || (name.startsWith(':') && /^\d{1,15}$/.test(part));
      })
    );
  });
  if (isMet) return undefined;
  const nearest =
    pattern === '*'
      ? findNearestMethod(method, operations)
      : findNearestOperation(method, pattern.split(/[?#]/, 1)[0] ?? '', operations);
  const said = `no operation of the service is "${method} ${pattern}", so this would match no request`;
  return nearest === undefined ? `${said}.` : `${said}; did you mean ${nearest}?`;
}

function findNearestMethod(method: string, operations: readonly string[]): string | undefined {
  const methods = operations.map((operation) => operation.slice(0, operation.indexOf(' ')));
  const nearest = findNearestName(method, methods);
  return nearest && `${nearest} *`;
}

/** Whether a segment of a rule matches any segment of a path. */
export const isWildcard = (part: string): boolean => part === '*' || part.startsWith(':');

/** The known operation, such as `GET /api/v1/questions/:question_id`, that is nearest to a wrong one; undefined when none is near. */
export function findNearestOperation(
  method: string,
  path: string,
  operations: readonly string[],
): string | undefined {
  const given = withoutPrefix(path);
  const segments = given.split('/');
  const known = operations.map((operation) => {
    const [knownMethod = '', knownPath = ''] = operation.split(' ');
    const names = withoutPrefix(knownPath).split('/');
    const filled = names.map((name, at) => fillIn(name, segments[at] ?? '')).join('/');
    return { operation, path: filled, text: `${method === '*' ? method : knownMethod} ${filled}` };
  });
  // A right path counts for more than a right method.
  const withPath = known.filter((entry) => entry.path === given);
  const candidates = withPath.length > 0 ? withPath : known;
  const nearest = findNearestName(
    `${method} ${given}`,
    candidates.map(({ text }) => text),
  );
  const best = candidates.find(({ text }) => text === nearest) ?? withPath[0];
  // The method alone makes no path near.
  if (best === undefined || findNearestName(given, [best.path]) === undefined) return undefined;
  return method === '*' ? best.operation.replace(/^\S+/, '*') : best.operation;
}

/** A segment of a known path as that of the given one, where any id fits, or where a rule has a wildcard. */
function fillIn(name: string, segment: string): string {
  const isFilled = isWildcard(segment) || (name.startsWith(':') && /[\d{<$]/.test(segment));
  return isFilled ? segment : name;
}

function withoutPrefix(path: string): string {
  return path.startsWith(`${SERVICE_PATH}/`) ? path.slice(SERVICE_PATH.length) : path;
}
