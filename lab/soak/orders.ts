import type { Requester } from 'translation-requester';
import { createSandbox } from 'translation-requester/sandbox';
import { orderTexts } from 'translation-requester/texts';

/** A thing to order. A table has so many of its texts. */
export type Task =
  | { readonly kind: 'project' | 'simple'; readonly key: string }
  | { readonly kind: 'table'; readonly key: string; readonly size: number };

export const BUDGET_NAME = 'soak';
const LANGUAGES = ['ja', 'de'] as const;
const TABLE = 'soak/table';
const PAIR = { language_id: 'en', translated_language_id: 'ja' } as const;

/** Texts of one length, so that all orders of a kind cost the same. */
const makeText = (number: number): string => `Sentence ${String(number).padStart(5, '0')}`;

/** The text of a key: the number in it says which. */
const makeBody = (key: string): string => makeText(Number(key.replace(/\D/g, '')));

function makeProject(key: string) {
  return {
    ...PAIR,
    questions: [{ type: 'string' as const, body: `Project: ${makeBody(key)}`, custom_field: key }],
  };
}

function makeSimple(key: string) {
  return { ...PAIR, custom_field: key, question_bodies: [{ body: `Question: ${makeBody(key)}` }] };
}

/** The first texts of the table, in orders of a few texts. */
function makeTable(size: number) {
  const texts = Array.from({ length: size }, (_, number) => [`text/${number}`, makeText(number)] as const);
  return { name: TABLE, from: 'en', to: LANGUAGES, texts: Object.fromEntries(texts), limits: { bodies: 7 } };
}

/** The texts of the table as the service counts them. */
export function tableTexts(size: number): readonly string[] {
  return LANGUAGES.flatMap((language) =>
    Array.from({ length: size }, (_, number) => `${language}: ${makeText(number)}`),
  );
}

export interface Ordered {
  readonly key: string;
  readonly id: number;
}

/** Orders a task. Resolves to the orders that it then has. */
export async function order(requester: Requester, task: Task, settle: number): Promise<readonly Ordered[]> {
  const { key } = task;
  const options = { once: true, settle };
  if (task.kind === 'project')
    return [{ key, id: (await requester.projects.create(makeProject(key), options)).id }];
  if (task.kind === 'table') return (await orderTexts(requester, { ...makeTable(task.size), settle })).orders;
  return [{ key, id: (await requester.simple.questions.create(makeSimple(key), options)).id ?? 0 }];
}

/** What the projects, the simple questions and the table cost together. */
export async function askPrice(count: number, size: number, Client: typeof Requester): Promise<number> {
  const sandbox = createSandbox();
  const requester = sandbox.requester(Client);
  const project = (await requester.projects.check(makeProject('0'))).point;
  const simple = (await requester.simple.questions.check(makeSimple('0'))).total_point;
  const table = await orderTexts(requester, makeTable(size));
  return count * (project + simple) + table.quote.points;
}
