import { findNearestName } from '../../base/names.js';
import { withoutSecrets } from '../base/random.js';

/** A known route, such as `GET /api/v1/questions/:question_id`. */
interface KnownRoute {
  readonly method: string;
  readonly path: string;
}

const SERVICE_PATH = '/api/v1';
/** The most warnings. Who sends nonsense on purpose has seen enough by then. */
const MAX_PATH_WARNINGS = 20;
/** How many unknown paths are compared with the known ones, and how long one may be. */
const MAX_COMPARED = 500;
const MAX_SHOWN_PATH = 200;

/** Warns on the console once of each unknown path that resembles a known one. */
export function makePathWarner(): (method: string, path: string, routes: readonly KnownRoute[]) => void {
  const warned = new Set<string>();
  let compared = 0;
  return (method, path, routes) => {
    const request = `${method} ${withoutSecrets(path).replace(/[^ -~]/g, '?')}`;
    if (warned.size >= MAX_PATH_WARNINGS || warned.has(request) || path.length > MAX_SHOWN_PATH) return;
    compared += 1;
    if (compared > MAX_COMPARED) return;
    const nearest = findNearestRoute(method, path, routes);
    if (nearest === undefined) return;
    warned.add(request);
    console.warn(`The sandbox has no ${request}; did you mean ${nearest}?`);
  };
}

function findNearestRoute(method: string, path: string, routes: readonly KnownRoute[]): string | undefined {
  const given = withoutPrefix(path);
  const segments = given.split('/');
  const known = routes.map((route) => {
    const names = withoutPrefix(route.path).split('/');
    // Anything fits in the place of an id.
    return {
      route,
      path: names.map((name, at) => (name.startsWith(':') ? (segments[at] ?? name) : name)).join('/'),
    };
  });
  const nearest = known.some((route) => route.path === given)
    ? given
    : findNearestName(
        given,
        known.map((route) => route.path),
      );
  const found = known.filter((route) => route.path === nearest);
  const best = found.find(({ route }) => route.method === method) ?? found[0];
  return best && `${best.route.method} ${best.route.path}`;
}

function withoutPrefix(path: string): string {
  return path.startsWith(`${SERVICE_PATH}/`) ? path.slice(SERVICE_PATH.length) : path;
}
