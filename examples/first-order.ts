// A first order: its price, the order, its progress, and the translations.
// Run it: node first-order.ts (in a clone: npm run example first-order)
import { Requester } from 'translation-requester';
import { createSandbox } from 'translation-requester/sandbox';

const sandbox = createSandbox(); // plays the service; nothing is really ordered
const { baseUrl, accessToken, fetch } = sandbox;
const requester = new Requester({ baseUrl, accessToken, fetch });

const order = {
  language_id: 'en',
  translated_language_id: 'de',
  question_bodies: [{ body: 'Add to cart' }, { body: 'Check out' }],
};

const quote = await requester.simple.questions.check(order);
console.log(`${quote.letter_count} letters cost ${quote.total_point} points.`);

const question = await requester.simple.questions.create(order, { maxPoints: 500 });
console.log(`Question ${question.id}: ${question.status_text}.`);

// People translate, which takes minutes to days. The sandbox's translators do it when you say so.
const german = ['In den Warenkorb', 'Zur Kasse'];
for (const [index, { id }] of question.question_bodies.entries()) {
  sandbox.translators.translateBody(id, german[index] ?? '');
}

const done = await requester.simple.questions.wait(question.id);
for (const { body, translations } of done.question_bodies ?? []) {
  console.log(`${body} → ${translations?.[0]?.body}`);
}
