import type { Hono } from 'hono';
import { type Env, requireToken } from '../http/call.js';
import { json } from '../http/reply.js';
import { showPair } from '../views/views.js';

/** Its answer is the only one without `success` and `message`. */
export function addLanguageRoutes(app: Hono<Env>): void {
  app.get(
    '/api/v1/languages',
    requireToken(({ state }) => json(200, { language_pairs: state.languages.pairs.map(showPair) })),
  );
}
