import { signal } from '@preact/signals';
import {
  type ApplicationEvent,
  isFinished,
  type Project,
  type Question,
  type SimpleQuestionSnapshot,
} from 'translation-requester';
import { refreshAccount } from './account.ts';
import { news, RHYTHM, requester } from './client.ts';
import { questionStatus, type Shown, simpleStatus } from './words.ts';

/** An order of this dashboard: a text is a simple question, a file a project with one question. */
export interface Order {
  readonly kind: 'text' | 'file';
  /** Of the simple question, or of the project's question. */
  readonly id: number;
  readonly key: string | null;
  readonly title: string;
  readonly languages: string;
  readonly points: number;
  readonly at: string | null;
  readonly status: Shown;
  readonly isOver: boolean;
}

/** The keys of this dashboard's orders begin like this. */
export const KEY = 'dashboard/';

/** By their ids, which are unique within the account. */
export const orders = signal<ReadonlyMap<number, Order>>(new Map());

/** Shows what has happened, and then what happens: one look at the log for all orders, however many there are. */
export async function followOrders(): Promise<void> {
  const { items: newest } = await requester.events.list({ per_page: 100 });
  for (const event of newest.toReversed()) take(event);
  const from = newest[0] === undefined ? 'beginning' : { lastId: newest[0].id };
  for await (const event of requester.events.follow({ from, ...RHYTHM })) {
    take(event);
    refreshAccount();
  }
}

function take(event: ApplicationEvent): void {
  switch (event.type) {
    case 'simple_question.created':
    case 'simple_question.submitted_translation':
    case 'simple_question.finished':
    case 'simple_question.expired':
      showText(event.question);
      break;
    case 'project.created':
      if (event.project !== undefined) watchFile(event.project);
  }
}

/** Shows a text as it is now. */
export function showText(question: SimpleQuestionSnapshot): void {
  if (question.custom_field?.startsWith(KEY) !== true) return;
  show({
    kind: 'text',
    title: question.first_body,
    at: question.created_at,
    status: simpleStatus(question),
    ...common(question),
  });
}

/** The questions of files that are waited for. */
const watched = new Set<number>();

/** Shows a file, and watches it until it is translated: the log has no events about that. All waits share their polls. */
export function watchFile({ questions: [question] }: Project): void {
  if (question?.custom_field?.startsWith(KEY) !== true || watched.has(question.id)) return;
  const { id } = question;
  watched.add(id);
  showFile(question);
  requester.questions
    .wait(id, { ...RHYTHM, onProgress: showFile })
    .then(showFile)
    // It can't be read now, so the last known state stays.
    .catch(() => watched.delete(id));
}

function showFile(question: Question): void {
  show({
    kind: 'file',
    title: question.title,
    at: question.created_at,
    status: questionStatus(question),
    ...common(question),
  });
  if (isFinished(question)) refreshAccount();
}

function common(question: Question | SimpleQuestionSnapshot) {
  const {
    id,
    custom_field: key,
    language_id: from,
    translated_language_id: to,
    total_point: points,
  } = question;
  return { id, key, languages: `${from} → ${to}`, points, isOver: isFinished(question) };
}

function show(order: Order): void {
  orders.value = new Map(orders.value).set(order.id, order);
}

/** Looks for news at once. */
export function lookNow(): void {
  news.ring();
  refreshAccount();
}
