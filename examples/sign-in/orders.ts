// Places the orders of every account once, and reads what becomes of them.
import {
  BudgetError,
  isFinished,
  OrderConflictError,
  QuestionStatus,
  type Requester,
  ValidationError,
} from 'translation-requester';
import type { Account, Database, Order } from './database.ts';

/** The most points that one order may cost. */
const MAX_POINTS = 500;

/** Takes the open orders of an account one step on. It can be called at any time, and as often as one likes. */
export async function proceed(database: Database, client: Requester, { id, token }: Account): Promise<void> {
  const requester = client.withAccessToken(token);
  const open = database.orders(id).filter(({ state }) => state === 'open');
  const steps = open.map(async (order) =>
    database.updateOrder({ ...order, ...(await next(requester, order)) }),
  );
  await Promise.allSettled(steps); // one that fails holds up no other
  await Promise.all(steps);
}

/** What is known of an order now. It is placed, unless it was. */
async function next(requester: Requester, order: Order): Promise<Partial<Order>> {
  try {
    const { id } = order.project === null ? await place(requester, order) : { id: order.project };
    const { questions } = await requester.projects.get(id);
    const [question] = questions;
    if (question === undefined || !isFinished(question)) return { project: id };
    if (question.status !== QuestionStatus.Completed)
      return { project: id, state: 'ended without a translation' };
    const { paragraphs } = await requester.revisions.latest(question.id);
    const result = paragraphs.map(({ translated_text }) => translated_text).join('\n');
    return { project: id, state: 'done', result };
  } catch (error) {
    const isRefused = [BudgetError, ValidationError, OrderConflictError].some(
      (kind) => error instanceof kind,
    );
    if (isRefused) return { state: 'refused' };
    throw error; // the next step tries again
  }
}

function place(requester: Requester, { key, account, language, text }: Order) {
  const question = { type: 'string', body: text, custom_field: `${account}/${key}` } as const;
  const order = { language_id: 'en', translated_language_id: language, questions: [question] };
  return requester.projects.create(order, { once: true, maxPoints: MAX_POINTS });
}
