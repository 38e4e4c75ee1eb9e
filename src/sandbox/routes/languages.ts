import type { Hono } from 'hono';
import { authenticated, type Env } from '../call.js';
import { languagePairs } from '../language-pairs.js';
import { json } from '../reply.js';
import { showPair } from '../views.js';

/** The only answer without `success` and `message`. */
export function addLanguageRoutes(app: Hono<Env>): void {
  app.get(
    '/api/v1/languages',
    authenticated(() => json(200, { language_pairs: languagePairs.map(showPair) })),
  );
}
