import type { Hono } from 'hono';
import { authenticated, type Call, type Env } from '../http/call.js';
import { findable } from '../http/lag.js';
import { created, ok } from '../http/reply.js';
import { placeProject, totalPoint } from '../orders/project-lifecycle.js';
import { showProject, showProjectQuote } from '../views/project-views.js';
import { ensurePayable } from './order-terms.js';
import { readProjectOrder } from './project-order.js';

export function addProjectRoutes(app: Hono<Env>): void {
  app.post('/api/v1/projects', authenticated(order));
  // A check names the price, whether or not it can be paid.
  app.post(
    '/api/v1/projects/check',
    authenticated((call) =>
      ok('The project is valid.', { project: showProjectQuote(readProjectOrder(call), call.view) }),
    ),
  );
  app.get(
    '/api/v1/projects/:id',
    authenticated(({ state, account, view, id }) => {
      const project = state.projects.get(id('id'));
      const own = findable(state, project?.account === account ? project : undefined);
      return ok('The project is found.', { project: showProject(own, view) });
    }),
  );
}

function order(call: Call): Response {
  const read = readProjectOrder(call);
  ensurePayable(read.organization, totalPoint(read.terms));
  const shown = showProject(placeProject(call.state, read), { ...call.view, exact: true });
  return created('The project is found.', shown.url, { project: shown });
}
