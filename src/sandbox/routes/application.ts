import { Hono } from 'hono';
import { type Env, type Routes, requireToken } from '../http/call.js';
import { notFound, Refusal, replyJson } from '../http/reply.js';
import { accountRoutes } from './account.js';
import { commentRoutes } from './comments.js';
import { makeEventRoutes } from './events.js';
import { fileRoutes } from './files.js';
import { languageRoutes } from './languages.js';
import { addOAuthRoutes } from './oauth.js';
import { organizationRoutes } from './organizations.js';
import { projectRoutes } from './projects.js';
import { questionRoutes } from './questions.js';
import { revisionRoutes } from './revisions.js';
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

type RouterRoute = Hono['routes'][number];

const findPath = (env: unknown): string => (env as Env['Bindings']).request.url.pathname; // as the service calls it

/** Every route of the service. `onUnknown` is called for any other path. */
export function createApplication(
  eventOrderParameter: string | null,
  onUnknown: (method: string, path: string, routes: readonly RouterRoute[]) => void,
): Hono<Env> {
  // The path without that of `publicUrl`.
  const app = new Hono<Env>({ getPath: (_, options) => findPath(options?.env) });
  const routes = { ...ROUTES, ...makeEventRoutes(eventOrderParameter) };
  for (const [route, handler] of Object.entries(routes)) {
    const [method = '', path = ''] = route.split(' ');
    app.on(method, path, requireToken(handler));
  }
  addOAuthRoutes(app);
  app.notFound(({ req }) => {
    onUnknown(req.method, req.path, app.routes);
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
