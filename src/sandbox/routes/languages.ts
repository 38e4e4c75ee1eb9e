import type { Routes } from '../http/call.js';
import { replyJson } from '../http/reply.js';
import { showPair } from '../views/views.js';

/** Its answer is the only one without `success` and `message`. */
export const languageRoutes: Routes = {
  'GET /api/v1/languages': ({ state }) =>
    replyJson(200, { language_pairs: state.languages.pairs.map(showPair) }),
};
