import { expect, test } from 'vitest';
import { type App, startApp } from '../app.js';

/** Orders what is new and pulls it. Returns how many texts were new. */
async function release(app: App, args: readonly string[]): Promise<number> {
  const { units } = await app.json('quote', ...args);
  // What was ordered before costs nothing.
  const texts: number = units[0].points === 0 ? 0 : units[0].texts;
  expect(await app.run('order', ...args, '--yes')).toMatchObject({ code: 0 });
  await app.translate();
  expect(await app.run('pull', ...args)).toMatchObject({ code: 0 });
  expect(await app.run('status', ...args, '--check')).toMatchObject({ code: 0 });
  const placed = app.ordered();
  expect(await app.run('order', ...args, '--yes')).toMatchObject({ out: 'There is nothing new to order.\n' });
  expect(app.ordered()).toBe(placed);
  return texts;
}

const I18NEXT = '{\n  "items_one": "{{count}} item",\n  "items_other": "{{count}} items"\n}\n';
const ARB = '{\n  "@@locale": "en",\n  "items": "{n, plural, =0{None} =1{One item} other{# items}}"\n}\n';
const HEAD = 'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\\n"\n';
const POT = `${HEAD}\nmsgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] ""\nmsgstr[1] ""\n`;

test.each([
  ['locales/en.json', I18NEXT, 'ru', 4],
  ['locales/en.json', I18NEXT, 'ja', 1],
  ['l10n/app_en.arb', ARB, 'pl', 5],
  ['l10n/app_en.arb', ARB, 'ar', 6],
  ['l10n/app_en.arb', ARB, 'de', 3],
  ['po/app.pot', POT, 'sl', 4],
  ['po/app.pot', POT, 'cy', 6],
])('%s has each form once: %s', async (path, text, to, forms) => {
  await using app = await startApp();
  await app.put(path, text);
  expect(await release(app, [path, '--from', 'en', '--to', to])).toBe(forms);
});

test.each(['simple', 'project'])('a plural with a broken form is not ready to pull: %s', async (using) => {
  await using app = await startApp();
  await app.put(
    'l10n/app_en.arb',
    '{"@@locale": "en", "x": "Text", "n": "{n, plural, =1{One of {a}} other{# of {a}}}"}',
  );
  const args = ['l10n/app_en.arb', '--from', 'en', '--to', 'de', '--using', using];
  const files = args.slice(0, 5);
  await app.run('order', ...args, '--yes');
  const [{ id = 0 } = {}] = app.sandbox.orders();
  const kind = using === 'simple' ? 'simple/questions' : 'projects';
  const address = `${app.server.url}/api/v1/${kind}/${id}?access_token=${app.sandbox.accessToken}`;
  const { question, project } = await (await fetch(address)).json();
  const translations = ['Text', 'Eines', '# von {a}'];
  translations.forEach((text, at) => {
    const { translators } = app.sandbox;
    if (question) translators.translateBody(question.question_bodies[at].id, text);
    else translators.translateQuestion(project.questions[at].id, [text]);
  });
  for (const [name, written] of [
    ['status', 0],
    ['pull', 1],
    ['pull', 0],
  ] as const) {
    const { out, err } = await app.run(name, ...files);
    expect(out).toContain('held back');
    expect(err).toContain('l10n/app_de.arb: n[=1]: The translation lacks the placeholder {a}.');
    expect(err).toContain(
      'l10n/app_de.arb: n[other]: Written only together with the other forms of the plural',
    );
    expect(err).toMatch(/translation-requester (reject|order) .*n\[=1\]/);
    if (name === 'pull') expect(out).toMatch(new RegExp(`app_de\\.arb +${written} `));
  }
  expect((await app.json('status', ...files)).units).toMatchObject([
    { written: 1, ready: 0, heldBack: ['n[other]'], issues: [{ key: 'n[=1]' }], open: 0 },
  ]);
  await app.run('pull', ...files, '--accept-issues');
  expect((await app.json('status', ...files)).units).toMatchObject([
    { written: 3, heldBack: [], issues: [] },
  ]);
});

test('a form for 0 that is added later is the only new text', async () => {
  await using app = await startApp();
  const args = ['locales/en.json', '--from', 'en', '--to', 'de'];
  await app.put('locales/en.json', '{\n  "items_other": "{{count}} items"\n}\n');
  expect(await release(app, args)).toBe(2);
  await app.put('locales/en.json', '{\n  "items_zero": "No items",\n  "items_other": "{{count}} items"\n}\n');
  expect(await release(app, args)).toBe(1);
  expect(Object.keys(JSON.parse(await app.read('locales/de.json')))).toEqual([
    'items_zero',
    'items_other',
    'items_one',
  ]);
});

test('a Spanish PO file that gets a form for millions has nothing new to order', async () => {
  await using app = await startApp();
  const args = ['po/app.pot', '--from', 'en', '--to', 'es'];
  await app.put('po/app.pot', POT);
  expect(await release(app, args)).toBe(2);
  const two = await app.read('po/es.po');
  const rule = 'nplurals=3; plural=n == 1 ? 0 : n != 0 && n % 1000000 == 0 ? 1 : 2;';
  const three = two
    .replace('nplurals=2; plural=(n != 1);', rule)
    .replace(/msgstr\[1\] (.*)/, 'msgstr[1] ""\nmsgstr[2] $1');
  await app.put('po/es.po', three);
  expect(await release(app, args)).toBe(0);
  const [, last] = /msgstr\[2\] (.*)/.exec(three) ?? [];
  expect(await app.read('po/es.po')).toBe(three.replace('msgstr[1] ""', `msgstr[1] ${last}`));
});

test('a translation with a form that is never shown is complete', async () => {
  await using app = await startApp();
  const args = ['l10n/app_en.arb', '--from', 'en', '--to', 'de'];
  await app.put('l10n/app_en.arb', ARB);
  const own =
    '{\n  "@@locale": "de",\n  "items": "{n, plural, =0{Nichts} =1{Ein Ding} one{# Ding} other{# Dinge}}"\n}\n';
  await app.put('l10n/app_de.arb', own);
  expect(await release(app, args)).toBe(0);
  expect(await app.read('l10n/app_de.arb')).toBe(own);
  expect(app.ordered()).toBe(0);
});
