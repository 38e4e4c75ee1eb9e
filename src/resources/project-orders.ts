import type { CheckedProjectOrder } from '../contract/schemas/inputs.js';
import type { Project, ProjectAnswer, ProjectQuote, QuestionListItem } from '../contract/types.js';
import { isRequesterError } from '../core/errors/errors.js';
import { fieldsOf } from '../core/errors/from-answer.js';
import type { Http } from '../core/http/http.js';
import type { CallOptions } from '../core/http/settings.js';
import type { Verdict } from '../core/paging/read-page.js';
import type { OrderKind } from '../ordering/order-kind.js';
import { type LogEntry, OrderLog } from '../ordering/searching/order-log.js';
import { isSameProject } from '../ordering/searching/same-order.js';
import { cancelOperation, questionPages } from './questions.js';

type ProjectKind = OrderKind<CheckedProjectOrder, Project, ProjectAnswer, ProjectQuote>;

/** What ordering needs to know of projects: they are looked for among the account's questions. */
export function projectKind(http: Http, calls: Pick<ProjectKind, 'place' | 'quote' | 'read'>): ProjectKind {
  const quoteIfPossible = (
    order: CheckedProjectOrder,
    options: CallOptions,
  ): Promise<ProjectQuote | undefined> =>
    // The order may be refused now, its points spent; it is then compared by what it says itself.
    calls.quote(order, options).catch((error: unknown) => {
      if (isRequesterError(error) && error.outcome === 'rejected') return undefined;
      throw error;
    });
  return {
    ...calls,
    name: 'project',
    request: { method: 'POST', path: '/api/v1/projects' },
    keyPath: 'order.questions[0].custom_field',
    log: new OrderLog(
      (signal) => entries(http, signal),
      () => http.clock.now,
    ),
    keyOf: (order) => order.questions[0]?.custom_field,
    idOf: (project) => project.id,
    priceOf: (priced) => priced.point,
    createdAt: ({ created_at }) => Date.parse(created_at),
    cancel: (project, options) =>
      Promise.all(project.questions.map(({ id }) => http.request(cancelOperation(id), options))),
    hasKey: (project, key) => project.questions.some((question) => question.custom_field === key),
    isSame: async (order, project, options) =>
      isSameProject(order, project, undefined) &&
      isSameProject(order, project, await quoteIfPossible(order, options)),
  };
}

async function* entries(http: Http, signal: AbortSignal): AsyncGenerator<LogEntry[]> {
  for await (const { items } of questionPages(http, { signal, judge })) yield items.map(entryOf);
}

/** A question that does not show which order it belongs to could be the one looked for: the search fails then. */
function judge(item: unknown): Verdict {
  const { id, project_id, created_at, custom_field } = fieldsOf(item);
  const showsOrder = [id, project_id].every(Number.isInteger) && typeof created_at === 'string';
  return showsOrder && (custom_field === null || typeof custom_field === 'string') ? 'pass on' : 'fail';
}

function entryOf({ id, created_at, custom_field, project_id }: QuestionListItem): LogEntry {
  return { id, at: Date.parse(created_at), key: custom_field, order: project_id };
}
