// An application from `init` to its third release: React with i18next, Rails, Django, Android and a Word file, in German, Polish
// and Arabic. Translations break, are rejected and commented on; a file comes, and a key gets another name. Each release pays for its new
// texts alone, which this checks to the point.
// Run it: node main.ts (in a clone: npm run example releases)
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Requester } from 'translation-requester';
import { createSeededSandbox } from 'translation-requester/sandbox';
import { openFolder } from './folder.ts';
import { makeWordFile } from './word-file.ts';

/** The codes of the service have a region. Those of the application's files have none. */
const LANGUAGES = ['de-DE', 'pl-PL', 'ar-EG'];
/** For each letter that is no white space and in no placeholder. A document is a project, at twice the price. */
const POINTS = { text: 2, document: 4 };

const sandbox = await createSeededSandbox({
  languages: LANGUAGES.map((to) => ({ from: 'en', to, point: POINTS.text })),
  accounts: [{ login: 'shop' }, { login: 'press' }],
});
const server = await sandbox.listen();
const requester = sandbox.requester(Requester);
const app = openFolder(await mkdtemp(join(tmpdir(), 'releases-')), server.url);

const countLetters = (texts: readonly string[]): number =>
  texts.join('').replaceAll(/\{\{\w+\}\}|\s/g, '').length;

/** Orders, and makes sure that it costs what these texts cost in each language. */
async function order(
  texts: readonly string[],
  { documents = [], languages = LANGUAGES.length, words = ['order', '--yes'] }: OrderOptions = {},
): Promise<void> {
  const sumPoints = (): number => sandbox.orders().reduce((sum, { points }) => sum + points, 0);
  const before = sumPoints();
  console.log(await app.run(...words));
  const each = countLetters(texts) * POINTS.text + countLetters(documents) * POINTS.document;
  assert.equal(sumPoints() - before, each * languages);
}

interface OrderOptions {
  readonly documents?: readonly string[];
  readonly languages?: number;
  readonly words?: readonly string[];
}

/** Finds a text in the orders of a language. */
async function findBody(text: string, language: string): Promise<number> {
  for (const { kind, id } of sandbox.orders().toReversed()) {
    if (kind !== 'simple') continue;
    const { translated_language_id, question_bodies } = await requester.simple.questions.get(id);
    const found = question_bodies.find(({ body }) => body.includes(text));
    if (found !== undefined && translated_language_id === language) return found.id;
  }
  throw new Error(`Nobody has ordered "${text}" in ${language}.`);
}

console.log('# The first release');
await app.writeJson('public/locales/en/app.json', {
  cart: { add: 'Add to cart', empty: 'Your cart is empty', hello: 'Hello {{name}}' },
});
await app.write('config/locales/en.yml', 'en:\n  orders:\n    paid: Your order is paid\n');
await app.write(
  'locale/django.pot',
  'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Track your parcel"\nmsgstr ""\n',
);
await app.write(
  'app/src/main/res/values/strings.xml',
  '<resources>\n    <string name="scan">Scan the code</string>\n</resources>\n',
);
await app.write('docs/menu.en.docx', makeWordFile(['Menu of the day', 'Soup and bread']));
console.log(await app.run('init', '--yes', '--to', 'de,pl,ar'));
await order(
  [
    'Add to cart',
    'Your cart is empty',
    'Hello {{name}}',
    'Your order is paid',
    'Track your parcel',
    'Scan the code',
  ],
  { documents: ['Menu of the day', 'Soup and bread'] },
);

// A translator loses the placeholder.
sandbox.translators.translateBody(await findBody('Hello', 'de-DE'), 'Hallo');
sandbox.translators.translateAll();
console.log(await app.run('pull'));
assert.equal(await app.readJson('public/locales/de/app.json', 'cart.hello'), undefined);
await app.run(
  'reject',
  'public/locales/en/app.json',
  '--to',
  'de',
  '--key',
  'cart.hello',
  '--reason',
  'The name is missing.',
);
sandbox.translators.translateBody(await findBody('Hello', 'de-DE'), 'Hallo {{name}}');
console.log(await app.run('pull'));
assert.equal(await app.readJson('public/locales/de/app.json', 'cart.hello'), 'Hallo {{name}}');
await app.run('comment', 'docs/menu.en.docx', '--to', 'de', '--text', 'Soup is a starter here.');
console.log(await app.run('status', '--check'));

console.log('# The second release: a file and a changed text');
await app.writeJson('public/locales/en/app.json', {
  cart: { add: 'Add to cart', empty: 'Your cart is empty so far', hello: 'Hello {{name}}' },
});
await app.writeJson('public/locales/en/pay.json', { pay: 'Pay now' });
console.log(await app.run('init', '--yes'));
await order(['Your cart is empty so far', 'Pay now']);

// A translation breaks again, and nobody notices for a day: it can't be rejected any more. Ordered anew, it is paid for once more.
sandbox.translators.translateBody(await findBody('so far', 'pl-PL'), 'Koszyk jest pusty {{name}}');
sandbox.translators.translateAll();
sandbox.clock.advance(25 * 60 * 60 * 1_000);
console.log(await app.run('pull'));
const again = ['order', 'public/locales/en/app.json', '--to', 'pl', '--again', 'cart.empty', '--yes'];
await order(['Your cart is empty so far'], { languages: 1, words: again });
// The same line again is the same order.
await order([], { words: again });
sandbox.translators.translateAll();
console.log(await app.run('pull'));

console.log('# The third release: a key with another name');
await app.writeJson('public/locales/en/app.json', {
  basket: { add: 'Add to cart', empty: 'Your cart is empty so far', hello: 'Hello {{name}}' },
});
await order([]);
console.log(await app.run('pull', '--prune'));
assert.equal(await app.readJson('public/locales/de/app.json', 'basket.hello'), 'Hallo {{name}}');
assert.equal(await app.readJson('public/locales/de/app.json', 'cart'), undefined);
console.log(await app.run('status', '--check'));

await server.close();
await rm(app.path, { recursive: true });
