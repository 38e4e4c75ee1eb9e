import { Hono } from 'hono';
import type { Env } from './call.js';
import { json, notFound, Refusal } from './reply.js';
import { addAccountRoutes } from './routes/account.js';
import { addCommentRoutes } from './routes/comments.js';
import { addEventRoutes } from './routes/events.js';
import { addFileRoutes } from './routes/files.js';
import { addLanguageRoutes } from './routes/languages.js';
import { addOAuthRoutes } from './routes/oauth.js';
import { addOrganizationRoutes } from './routes/organizations.js';
import { addProjectRoutes } from './routes/projects.js';
import { addQuestionRoutes } from './routes/questions.js';
import { addRevisionRoutes } from './routes/revisions.js';
import { addSimpleQuestionRoutes } from './routes/simple-questions.js';
import { addSimpleTranslationRoutes } from './routes/simple-translations.js';

/** Every path of the service. */
export function createApplication(eventOrderParameter: string | null): Hono<Env> {
  const app = new Hono<Env>();
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
  app.notFound(() => notFound().toResponse());
  app.onError((error) => {
    if (error instanceof Refusal) return error.toResponse();
    return json(500, { success: false, message: `The sandbox failed: ${error.message}`, error_code: 500 });
  });
  return app;
}
