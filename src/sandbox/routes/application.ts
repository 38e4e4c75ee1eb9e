import { Hono } from 'hono';
import { type Env, type OpenHandler, type Routes, requireToken } from '../http/call.js';
import { notFound, Refusal, replyJson } from '../http/reply.js';
import { accountRoutes } from './account.js';
import { commentRoutes } from './comments.js';
import { makeEventRoutes } from './events.js';
import { fileRoutes } from './files.js';
import { languageRoutes } from './languages.js';
import { oauthRoutes } from './oauth.js';
import { organizationRoutes } from './organizations.js';
import { projectRoutes } from './projects.js';
import { questionRoutes } from './questions.js';
import { LATEST_REVISION, revisionRoutes } from './revisions.js';
import { simpleQuestionRoutes } from './simple-questions.js';
import { simpleTranslationRoutes } from './simple-translations.js';

const ROUTES: Routes = {
  ...accountRoutes,
  ...organizationRoutes,
  ...languageRoutes,
  ...fileRoutes,
  ...projectRoutes,
  ...questionRoutes,
  ...commentRoutes,
  ...revisionRoutes,
  ...simpleQuestionRoutes,
  ...simpleTranslationRoutes,
};

/** Every operation of the service, as `GET /api/v1/my`. */
export const OPERATIONS: readonly string[] = [
  ...[ROUTES, makeEventRoutes(null), oauthRoutes].flatMap((routes) => Object.keys(routes)),
  LATEST_REVISION,
];

const findPath = (env: unknown): string => (env as Env['Bindings']).request.url.pathname; // as the service calls it

/** Every route of the service. `onUnknown` is called for any other path. */
export function createApplication(
  eventOrderParameter: string | null,
  onUnknown: (method: string, path: string, operations: readonly string[]) => void,
): Hono<Env> {
  // The path without that of `publicUrl`.
  const app = new Hono<Env>({ getPath: (_, options) => findPath(options?.env) });
  const add = (operation: string, handler: OpenHandler): void => {
    const [method = '', path = ''] = operation.split(' ');
    app.on(method, path, handler);
  };
  const routes = { ...ROUTES, ...makeEventRoutes(eventOrderParameter) };
  for (const [operation, handler] of Object.entries(routes)) add(operation, requireToken(handler));
  for (const [operation, handler] of Object.entries(oauthRoutes)) add(operation, handler);
  app.notFound(({ req }) => {
    onUnknown(req.method, req.path, OPERATIONS);
    return notFound().toResponse();
  });
  app.onError((error) => {
    if (error instanceof Refusal) return error.toResponse();
    return replyJson(500, {
      success: false,
      message: `The sandbox failed: ${error.message}`,
      error_code: 500,
    });
  });
  return app;
}
