import { expect, test } from 'vitest';
import { Requester } from '../../../src/index.js';
import { startApp } from '../app.js';

const WORDS = ['locales/en.json', '--from', 'en', '--to', 'de'];
const TEXTS = '{"add": "Add to cart", "put": "Add to cart", "bye": "Good bye"}';

async function orderTexts(...more: readonly string[]) {
  const app = await startApp({ now: '2026-01-05T10:00:00Z' });
  await app.put('locales/en.json', TEXTS);
  await app.run('order', ...WORDS, ...more, '--yes');
  const requester = app.sandbox.requester(Requester);
  const [order] = app.sandbox.orders();
  return { app, requester, id: order?.id ?? 0 };
}

/** Translates a simple question, and lets the translator of a text write something. */
async function commentOnSimple(
  { app, requester, id }: Awaited<ReturnType<typeof orderTexts>>,
  text: string,
  comment: string,
): Promise<void> {
  await app.translate();
  const { question_bodies } = await requester.simple.questions.get(id);
  const translation = question_bodies.find(({ body }) => body === text)?.translations?.[0];
  app.sandbox.translators.commentOnTranslation(translation?.id ?? 0, comment);
}

test('status and pull name texts with comments, and show them when they are asked to', async () => {
  const shop = await orderTexts();
  await using app = shop.app;
  await commentOnSimple(shop, 'Add to cart', 'Is this a button?\u001b[2J');
  const hint =
    'locales/de.json: comments on add, put. To read them: translation-requester status locales/en.json --from en --to de';
  expect((await app.run('status', ...WORDS)).err).toContain(hint);
  // With --json, a field says it.
  const viewed = await app.run('status', ...WORDS, '--json');
  expect(viewed.err).toBe('');
  expect(JSON.parse(viewed.out).units[0].commented).toEqual(['add', 'put']);
  const pulled = await app.run('pull', ...WORDS, '--comments');
  const line = /^locales\/de\.json: add, put: translator-\w+, 2026-01-05 10:00 UTC: Is this a button\?.*$/m;
  expect(pulled.out).toMatch(line);
  expect(pulled.out).not.toContain('\u001b');
  expect(pulled.err).not.toContain('To read them');
  // They are there as long as the order is, also once the translation is in the file.
  const { out, err } = await app.run('status', ...WORDS, '--comments');
  expect(out).toMatch(line);
  expect(err).not.toContain('To read them');
  expect((await app.json('status', ...WORDS, '--comments')).comments).toEqual([
    {
      target: 'locales/de.json',
      keys: ['add', 'put'],
      comments: [
        {
          body: expect.stringContaining('Is this a button?'),
          author: expect.stringMatching(/^translator/),
          createdAt: expect.stringMatching(/^2026-01-05T/),
        },
      ],
    },
  ]);
});

test('texts in projects: what the translator asks, and the answer', async () => {
  const shop = await orderTexts('--using', 'project');
  await using app = shop.app;
  const [question] = await shop.requester.questions.list().toArray({ max: 10 });
  app.sandbox.translators.commentOnQuestion(question?.id ?? 0, 'Which cart?');
  const key = question?.title === 'Good bye' ? 'bye' : 'add';
  const answer = ['--key', key, '--text', 'That of the shop.'];
  expect(await app.run('comment', ...WORDS, ...answer)).toMatchObject({ code: 0 });
  const { out, err } = await app.run('status', ...WORDS, '--comments');
  expect(err).toBe('');
  expect(out).toMatch(
    /: translator-\w+, 2026-01-05 10:00 UTC: Which cart\?\n.*: first-requester, .*: That of the shop\.\n$/,
  );
});

test('a document: what its translator asks', async () => {
  await using app = await startApp();
  await app.put('menu.txt', 'Soup of the day');
  const words = ['menu.txt', '--from', 'en', '--to', 'de', '--target', 'menu.{language}.txt'];
  await app.run('order', ...words, '--yes');
  const requester = app.sandbox.requester(Requester);
  const [question] = await requester.questions.list().toArray({ max: 1 });
  app.sandbox.translators.commentOnQuestion(question?.id ?? 0, 'Which soup?');
  expect((await app.run('status', ...words, '--comments')).out).toMatch(
    /^menu\.de\.txt: menu\.txt: translator-\w+, .* UTC: Which soup\?$/m,
  );
});

test('without a comment, nothing is shown; a file that was never ordered has none', async () => {
  const shop = await orderTexts();
  await using app = shop.app;
  await app.translate();
  await app.put('locales/en/more.json', '{"more": "More"}');
  expect((await app.json('status', ...WORDS, '--comments')).comments).toEqual([]);
  const more = ['locales/en/more.json', '--from', 'en', '--to', 'de'];
  expect((await app.json('status', ...more, '--comments')).comments).toEqual([]);
  expect(await app.run('pull', ...WORDS, '--pseudo', '--comments')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--accept-issues and --comments.'),
  });
});
