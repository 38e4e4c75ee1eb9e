import type { Requester, Store } from '../../../../src/index.js';
import type { Sandbox } from '../../../../src/sandbox.js';
import type { TextsJob } from '../../../../src/texts.js';

/** How a translator renders a text. What is in triple braces stays as it is. */
const rendered = (language: string, text: string): string => `${language}: ${text}`;

/** One text that somebody pays for. */
export interface OrderedText {
  readonly language: string;
  readonly text: string;
  /** The order's key. */
  readonly key: string | null;
}

/** All texts of all orders at the service, whoever placed them. */
export async function orderedTexts(sandbox: Sandbox, requester: Requester): Promise<OrderedText[]> {
  const texts: OrderedText[] = [];
  for (const { kind, id, key } of sandbox.orders()) {
    if (kind === 'simple') {
      const { translated_language_id: language, question_bodies } = await requester.simple.questions.get(id);
      texts.push(...question_bodies.map(({ body }) => ({ language, text: body, key })));
      continue;
    }
    const { translated_language_id: language, questions } = await requester.projects.get(id);
    for (const question of questions) {
      // Only a revision shows the text of a question.
      sandbox.translators.translateQuestion(question.id, []);
      const { paragraphs } = await requester.revisions.get(question.id, 1);
      texts.push({ language, text: paragraphs.map((each) => each.original_text).join('\n'), key });
    }
  }
  return texts;
}

/** Translates the orders of a job; a text without a translation is left open. */
export async function translate(
  sandbox: Sandbox,
  requester: Requester,
  { orders }: Pick<TextsJob, 'orders'>,
  translation: (text: string, language: string) => string | undefined = (text, language) =>
    rendered(language, text),
): Promise<void> {
  for (const { id, kind, language } of orders) {
    if (kind === 'simple') {
      const { question_bodies } = await requester.simple.questions.get(id);
      for (const { id: bodyId, body } of question_bodies) {
        const text = translation(body, language);
        if (text !== undefined) sandbox.translators.translateBody(bodyId, text);
      }
      continue;
    }
    const { questions } = await requester.projects.get(id);
    for (const question of questions) {
      sandbox.translators.translateQuestion(question.id, []);
      const { paragraphs } = await requester.revisions.get(question.id, 1);
      const lines = paragraphs.map((each) => translation(each.original_text, language) ?? '');
      sandbox.translators.translateQuestion(question.id, lines);
    }
  }
}

/** A service that says which orders were placed. */
interface Placing {
  orders(): readonly { readonly key: string | null }[];
}

/** Frees the keys of orders that were sent and never placed, as a person would. */
export async function freeUnplaced(store: Store, sandbox: Placing): Promise<void> {
  const placed = new Set(sandbox.orders().map(({ key }) => key));
  for (const key of await store.keys('order ')) {
    const text = await store.get(key);
    const isSent = text !== undefined && JSON.parse(text).state === 'sent';
    if (!isSent || placed.has(key.split(':').slice(2).join(':'))) continue;
    await store.swap(key, text, undefined);
  }
}
