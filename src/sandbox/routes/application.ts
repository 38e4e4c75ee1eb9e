import { Hono } from 'hono';
import type { Env } from '../http/call.js';
import { json, notFound, Refusal } from '../http/reply.js';
import { addAccountRoutes } from './account.js';
import { addCommentRoutes } from './comments.js';
import { addEventRoutes } from './events.js';
import { addFileRoutes } from './files.js';
import { addLanguageRoutes } from './languages.js';
import { addOAuthRoutes } from './oauth.js';
import { addOrganizationRoutes } from './organizations.js';
import { addProjectRoutes } from './projects.js';
import { addQuestionRoutes } from './questions.js';
import { addRevisionRoutes } from './revisions.js';
import { addSimpleQuestionRoutes } from './simple-questions.js';
import { addSimpleTranslationRoutes } from './simple-translations.js';

type RouterRoute = Hono['routes'][number];

const findPath = (env: unknown): string => (env as Env['Bindings']).request.url.pathname; // as the service calls it

/** Every route of the service. `onUnknown` is called for any other path. */
export function createApplication(
  eventOrderParameter: string | null,
  onUnknown: (method: string, path: string, routes: readonly RouterRoute[]) => void,
): Hono<Env> {
  // The path without that of `publicUrl`.
  const app = new Hono<Env>({ getPath: (_, options) => findPath(options?.env) });
  addAccountRoutes(app);
  addOrganizationRoutes(app);
  addLanguageRoutes(app);
  addFileRoutes(app);
  addProjectRoutes(app);
  addQuestionRoutes(app);
  addCommentRoutes(app);
  addRevisionRoutes(app);
  addEventRoutes(app, eventOrderParameter);
  addSimpleQuestionRoutes(app);
  addSimpleTranslationRoutes(app);
  addOAuthRoutes(app);
  app.notFound(({ req }) => {
    onUnknown(req.method, req.path, app.routes);
    return notFound().toResponse();
  });
  app.onError((error) => {
    if (error instanceof Refusal) return error.toResponse();
    return json(500, { success: false, message: `The sandbox failed: ${error.message}`, error_code: 500 });
  });
  return app;
}
