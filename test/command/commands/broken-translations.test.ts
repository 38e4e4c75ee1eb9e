import { describe, expect, test } from 'vitest';
import { type App, startApp } from '../app.js';

/** How a format spells what a translator must keep, and a file of it. */
interface Sample {
  readonly path: string;
  /** Where the translations are written. */
  readonly target: string;
  /** Two placeholders, and the first as a careless translator writes it. */
  readonly a: string;
  readonly b: string;
  readonly wrong: string;
  readonly open: string;
  readonly close: string;
  readonly write: (texts: Readonly<Record<'named' | 'tags' | 'lines', string>>) => string;
}

const json = (texts: object): string => `${JSON.stringify(texts, null, 2)}\n`;
const lined = (text: string): string => text.replaceAll('\n', '\\n');
const quoted = (text: string): string => JSON.stringify(text);
const entries = (texts: object, write: (name: string, text: string) => string): string =>
  Object.entries(texts)
    .map(([name, text]) => write(name, text))
    .join('');
const TAG = { open: '<b>', close: '</b>' };
const icu = { a: '{name}', b: '{place}', wrong: '{Name}', ...TAG };
const printf = { a: '%1$s', b: '%2$d', wrong: '%1$S', ...TAG };

const samples: Readonly<Record<string, Sample>> = {
  'JSON of i18next': {
    path: 'locales/en.json',
    target: 'locales/de.json',
    ...TAG,
    a: '{{name}}',
    b: '{{place}}',
    wrong: '{{Name}}',
    write: json,
  },
  'JSON of ICU': { path: 'locales/en.json', target: 'locales/de.json', ...icu, write: json },
  ARB: {
    path: 'l10n/app_en.arb',
    target: 'l10n/app_de.arb',
    ...icu,
    write: (texts) => json({ '@@locale': 'en', ...texts }),
  },
  'JSON of Chrome': {
    path: '_locales/en/messages.json',
    target: '_locales/de/messages.json',
    ...TAG,
    a: '$NAME$',
    b: '$PLACE$',
    wrong: '$NOM$',
    write: (texts) =>
      json(Object.fromEntries(Object.entries(texts).map(([key, message]) => [key, { message }]))),
  },
  PO: {
    path: 'po/app.pot',
    target: 'po/de.po',
    ...printf,
    write: (texts) =>
      `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n${entries(
        texts,
        (name, text) => `\nmsgctxt "${name}"\nmsgid ${quoted(text)}\nmsgstr ""\n`,
      )}`,
  },
  XLIFF: {
    path: 'en.xlf',
    target: 'de.xlf',
    a: '<x id="1"/>',
    b: '<x id="2"/>',
    wrong: '<x id="eins"/>',
    open: '<g id="3">',
    close: '</g>',
    write: (texts) =>
      `<xliff version="1.2"><file source-language="en" original="a"><body>\n${entries(
        texts,
        (name, text) =>
          `<trans-unit id="${name}"><source xml:space="preserve">${text}</source></trans-unit>\n`,
      )}</body></file></xliff>\n`,
  },
  Android: {
    path: 'res/values/strings.xml',
    target: 'res/values-de/strings.xml',
    ...printf,
    write: (texts) =>
      `<resources>\n${entries(
        texts,
        (name, text) => `  <string name="${name}">${lined(text)}</string>\n`,
      )}</resources>\n`,
  },
  'YAML of Rails': {
    path: 'config/locales/en.yml',
    target: 'config/locales/de.yml',
    ...TAG,
    a: '%{name}',
    b: '%{place}',
    wrong: '%{Name}',
    write: (texts) => `en:\n${entries(texts, (name, text) => `  ${name}: ${quoted(text)}\n`)}`,
  },
  'Apple strings': {
    path: 'en.lproj/a.strings',
    target: 'de.lproj/a.strings',
    ...TAG,
    a: '%1$@',
    b: '%2$lld',
    wrong: '%1$S',
    write: (texts) => entries(texts, (name, text) => `"${name}" = ${quoted(text)};\n`),
  },
  'Apple catalogs': {
    path: 'a.xcstrings',
    target: 'a.xcstrings',
    ...TAG,
    a: '%1$@',
    b: '%2$lld',
    wrong: '%1$S',
    write: (texts) =>
      json({
        sourceLanguage: 'en',
        strings: Object.fromEntries(
          Object.entries(texts).map(([key, value]) => [
            key,
            { localizations: { en: { stringUnit: { state: 'translated', value } } } },
          ]),
        ),
        version: '1.0',
      }),
  },
  'Java properties': {
    path: 'a_en.properties',
    target: 'a_de.properties',
    ...TAG,
    a: '{0}',
    b: '{1}',
    wrong: '{null}',
    write: (texts) => entries(texts, (name, text) => `${name}=${lined(text)}\n`),
  },
  CSV: {
    path: 'texts.csv',
    target: 'texts.csv',
    ...icu,
    write: (texts) => `key;en\n${entries(texts, (name, text) => `${name};"${text}"\n`)}`,
  },
};

type Breakage = (sample: Sample) => Partial<Record<'named' | 'tags' | 'lines', string>>;

const right = ({ a, b, open, close }: Sample) => ({
  named: `Alfa ${b}: ${a}`,
  tags: `Beta ${open}fett${close} Ende`,
  lines: 'Gamma eins\nGamma zwei',
});

const breakages: Readonly<Record<string, Breakage>> = {
  'a lost placeholder': ({ b }) => ({ named: `Alfa ${b}` }),
  'a doubled placeholder': ({ a, b }) => ({ named: `Alfa ${a} ${a} ${b}` }),
  'a translated placeholder': ({ b, wrong }) => ({ named: `Alfa ${wrong} ${b}` }),
  'a lost tag': ({ open }) => ({ tags: `Beta ${open}fett Ende` }),
  'lost tags': () => ({ tags: 'Beta fett Ende' }),
  'doubled tags': ({ open, close }) => ({ tags: `Beta ${open}fett${close} ${open}Ende${close}` }),
  'tags in another order': ({ open, close }) => ({ tags: `Beta ${close}fett${open} Ende` }),
  'a translated tag': ({ close }) => ({ tags: `Beta <fett>fett${close} Ende` }),
  'a lost line break': () => ({ lines: 'Gamma eins Gamma zwei' }),
  'a doubled line break': () => ({ lines: 'Gamma eins\n\nGamma zwei' }),
};

/** One of each kind: what is checked of a translation is the same in every format. */
const KINDS = ['a translated placeholder', 'a lost tag', 'a lost line break'];
/** The format in which everything is tried. */
const WHOLE = 'JSON of i18next';

const listBreakages = (format: string) =>
  Object.entries(breakages).filter(([name]) => format === WHOLE || KINDS.includes(name));

/** Gives each text the translation that begins with its word. */
async function translate(app: App, translations: readonly string[]): Promise<void> {
  for (const { id } of app.sandbox.orders()) {
    const address = `${app.server.url}/api/v1/simple/questions/${id}?access_token=${app.sandbox.accessToken}`;
    const { question } = await (await fetch(address)).json();
    for (const body of question.question_bodies) {
      const word = body.body.slice(0, 2);
      const text = translations.find((translation) => translation.startsWith(word));
      if (body.translations.length === 0 || text !== undefined)
        app.sandbox.translators.translateBody(body.id, text);
    }
  }
}

describe.each(Object.entries(samples))('%s', (format, sample) => {
  const args = [sample.path, '--from', 'en', '--to', 'de'];
  const { a, b, open, close } = sample;
  const source = sample.write({
    named: `Alpha ${a} of ${b}`,
    tags: `Beta ${open}bold${close} end`,
    lines: 'Gamma one\nGamma two',
  });
  async function order(translations: object): Promise<App> {
    const app = await startApp();
    await app.put(sample.path, source);
    expect(await app.run('order', ...args, '--yes')).toMatchObject({ code: 0 });
    await translate(app, Object.values(translations));
    return app;
  }

  test('right translations are written', async () => {
    await using app = await order(right(sample));
    expect(await app.run('pull', ...args)).toMatchObject({ code: 0, err: '' });
    expect(await app.read(sample.target)).toContain('fett');
  });

  test.each(listBreakages(format))(
    '%s is named, and not written unless that is accepted',
    async (_name, breakage) => {
      const broken = breakage(sample);
      await using app = await order({ ...right(sample), ...broken });
      const [name = ''] = Object.keys(broken);
      const { units } = await app.json('pull', ...args);
      expect(units).toMatchObject([{ written: 2, issues: [{ key: expect.stringContaining(name) }] }]);
      const [{ message }] = units[0].issues[0].issues;
      const { code, err } = await app.run('pull', ...args);
      expect(code).toBe(4);
      expect(err).toMatch(new RegExp(`^${sample.target}: ${name}.*: `));
      expect(err).toContain(message);
      expect((await app.json('pull', ...args, '--accept-issues')).units).toMatchObject([
        { written: 1, issues: [] },
      ]);
    },
  );
});

test('a broken translation is sent back by one command, and the next one is written', async () => {
  const sample = samples[WHOLE];
  if (sample === undefined) throw new Error('It is a sample.');
  const args = [sample.path, '--from', 'en', '--to', 'de'];
  await using app = await startApp();
  await app.put(sample.path, sample.write({ named: `Alpha ${sample.a}`, tags: 'Beta', lines: 'Gamma' }));
  await app.run('order', ...args, '--yes');
  await translate(app, ['Alfa', 'Beta', 'Gamma']);
  const { units } = await app.json('pull', ...args);
  const [{ key }] = units[0].issues;
  const { err } = await app.run('pull', ...args);
  expect(err).toContain(`To send one back: translation-requester reject ${sample.path} --from en --to de`);
  const back = ['--key', key, '--reason', 'The placeholder is missing.'];
  expect(await app.run('reject', ...args, ...back)).toMatchObject({ code: 0 });
  await translate(app, [`Alfa ${sample.a}`]);
  expect((await app.json('pull', ...args)).units).toMatchObject([{ written: 1, issues: [], open: 0 }]);
});

const SELECT = 'Delta {who, select, her {her bag} other {their bag}} of {n}';

describe.each([
  'locales/en.json',
  'l10n/app_en.arb',
  'a_en.properties',
  'config/locales/en.yml',
  'texts.csv',
])('a branch in %s', (path) => {
  const write = (text: string): string => {
    if (path.endsWith('.csv')) return `key;en\nbag;${text}\n`;
    if (path.endsWith('.yml')) return `bag: "${text}"\n`;
    return path.endsWith('.properties') ? `bag=${text}\n` : json({ bag: text });
  };

  const translations = [
    ['is right', 'Delta {n}: {who, select, her {ihre Tasche} other {die Tasche}}', 0],
    ['is lost', 'Delta {who, select, other {die Tasche}} {n}', 4],
    ['is doubled', 'Delta {who, select, her {ihre} her {ihre} other {die}} Tasche {n}', 4],
    ['is translated', 'Delta {who, select, sie {ihre Tasche} other {die Tasche}} {n}', 4],
    ['is not closed', 'Delta {who, select, her {ihre Tasche} other {die Tasche} {n}', 4],
    ['has its keyword translated', 'Delta {who, Auswahl, her {ihre Tasche} other {die Tasche}} {n}', 4],
    ['has its argument translated', 'Delta {wer, select, her {ihre Tasche} other {die Tasche}} {n}', 4],
  ] as const;

  // What is checked of a branch is the same in every format.
  test.each(path.endsWith('.json') ? translations : translations.slice(0, 2))(
    '%s',
    async (_, translation, code) => {
      await using app = await startApp();
      await app.put(path, write(SELECT));
      const args = [path, '--from', 'en', '--to', 'de'];
      expect(await app.run('order', ...args, '--yes')).toMatchObject({ code: 0 });
      await translate(app, [translation]);
      const pulled = await app.run('pull', ...args);
      expect(pulled.code).toBe(code);
      expect(pulled.err).toMatch(code === 0 ? /^$/ : /^\S+: bag: The translation /);
      expect(await app.run('pull', ...args, '--accept-issues')).toMatchObject({ code: 0 });
    },
  );
});

describe('the number of a plural', () => {
  const forms = { one: '%d item', other: '%d items' };
  const count = { one: '{{count}} item', other: '{{count}} items' };
  test.each([
    ['locales/en.json', json({ items_one: count.one, items_other: count.other }), '{{count}} Dinge'],
    [
      'config/locales/en.yml',
      'en:\n  items:\n    one: "%{count} item"\n    other: "%{count} items"\n',
      '%{count} Dinge',
    ],
    [
      'res/values/strings.xml',
      `<resources><plurals name="items"><item quantity="one">${forms.one}</item><item quantity="other">${forms.other}</item></plurals></resources>`,
      '%d Dinge',
    ],
    [
      'po/app.pot',
      `msgid ""\nmsgstr ""\n"X: y\\n"\n\nmsgid "${forms.one}"\nmsgid_plural "${forms.other}"\nmsgstr[0] ""\nmsgstr[1] ""\n`,
      '%d Dinge',
    ],
    ['locales/en.vue.json', json({ items: 'none | {n} item | {n} items' }), '{n} Dinge'],
  ])('in %s may be lacking where it is one number, and nowhere else', async (path, source, another) => {
    for (const [to, code] of [
      ['de', 0],
      ['ru', 4],
    ] as const) {
      await using app = await startApp();
      await app.put(path, source);
      const args = [path, '--from', 'en', '--to', to];
      expect(await app.run('order', ...args, '--yes')).toMatchObject({ code: 0 });
      const { id } = app.sandbox.orders()[0] ?? {};
      const address = `${app.server.url}/api/v1/simple/questions/${id}?access_token=${app.sandbox.accessToken}`;
      const { question } = await (await fetch(address)).json();
      for (const body of question.question_bodies)
        app.sandbox.translators.translateBody(
          body.id,
          body.body.endsWith('item') ? 'ein Ding' : body.body.endsWith('none') ? 'nichts' : another,
        );
      expect(await app.run('pull', ...args)).toMatchObject({ code });
    }
  });
});
