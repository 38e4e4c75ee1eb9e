import { describe, expect, test } from 'vitest';
import {
  type LocaleFile,
  type LocaleFormatName,
  type ReadLocaleOptions,
  readLocaleFile,
} from '../../../src/locale-files.js';
import { collectTexts, orderTexts } from '../../../src/texts.js';
import { openWorld } from '../../client/ordering/world.js';

type Forms = Readonly<Record<string, string>>;

/**
 * The forms of whole numbers, by Unicode's data, of a language with few forms, of one where whole numbers have no `other`, of one
 * with all forms, and of one without any.
 */
const CATEGORIES: Readonly<Record<string, readonly string[]>> = {
  en: ['one', 'other'],
  ru: ['one', 'few', 'many'],
  ar: ['zero', 'one', 'two', 'few', 'many', 'other'],
  ja: ['other'],
};
const LANGUAGES = Object.keys(CATEGORIES).filter((language) => language !== 'en');

const RULES: Readonly<Record<string, string>> = {
  en: 'nplurals=2; plural=(n != 1);',
  ru: 'nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);',
  ar: 'nplurals=6; plural=(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5);',
  ja: 'nplurals=1; plural=0;',
};

/** How files of a kind hold the forms of one text. */
interface Kind {
  readonly format: LocaleFormatName;
  /** How the number is written. */
  readonly number: string;
  /** Whether there is always `other`, for fractions. */
  readonly isComplete?: boolean;
  /** Whether a file is for two languages. */
  readonly isBilingual?: boolean;
  /** Whether forms that the source lacks are written after the others. */
  readonly addsBehind?: boolean;
  readonly write: (
    language: string,
    forms: Forms,
    source?: { readonly from: string; readonly forms: Forms },
  ) => string;
}

const entries = (forms: Forms, line: (name: string, text: string) => string, separator = '\n'): string =>
  Object.entries(forms)
    .map(([name, text]) => line(name, text))
    .join(separator);

const icu = (forms: Forms): string =>
  `{n, plural, ${entries(forms, (name, text) => `${name} {${text}}`, ' ')}}`;

/** Messages of ICU in a file. */
const withIcu = (format: LocaleFormatName, write: (message: string, language: string) => string): Kind => ({
  format,
  number: '#',
  isComplete: true,
  write: (language, forms) => write(icu(forms), language),
});

const member = (forms: Forms, begin: string, indentation: string): string =>
  entries(forms, (name, text) => `${indentation}"${begin}${name}": ${JSON.stringify(text)}`, ',\n');

const KINDS: Readonly<Record<string, Kind>> = {
  i18next: {
    format: 'json',
    number: '{{count}}',
    addsBehind: true,
    isComplete: true,
    write: (_, forms) => `{\n${member(forms, 'items_', '  ')}\n}\n`,
  },
  'i18n-js': {
    format: 'json',
    number: '%{count}',
    addsBehind: true,
    isComplete: true,
    write: (_, forms) => `{\n  "items": {\n${member(forms, '', '    ')}\n  }\n}\n`,
  },
  Rails: {
    format: 'yaml',
    number: '%{count}',
    addsBehind: true,
    isComplete: true,
    write: (language, forms) =>
      `${language}:\n  items:\n${entries(forms, (name, text) => `    ${name}: "${text}"`)}\n`,
  },
  Android: {
    format: 'android',
    number: '%d',
    addsBehind: true,
    write: (_, forms) =>
      `<resources>\n  <plurals name="items">\n${entries(forms, (name, text) => `    <item quantity="${name}">${text}</item>`)}\n  </plurals>\n</resources>\n`,
  },
  'vue-i18n': {
    format: 'json',
    number: '{n}',
    write: (_, forms) => `{\n  "items": "${Object.values(forms).join(' | ')}"\n}\n`,
  },
  'next-intl': withIcu('json', (message) => `{\n  "items": "${message}"\n}\n`),
  ARB: withIcu(
    'json',
    (message, language) => `{\n  "@@locale": "${language}",\n  "items": "${message}"\n}\n`,
  ),
  Java: withIcu('properties', (message) => `items=${message}\n`),
  'Apple strings': withIcu('strings', (message) => `"items" = "${message}";\n`),
  YAML: withIcu('yaml', (message) => `texts:\n  items: "${message}"\n`),
  PO: {
    format: 'po',
    number: '%d',
    isBilingual: true,
    write(language, forms, source) {
      const { one, other = '' } = source?.forms ?? forms;
      const general = other === '' ? (source?.forms ?? forms).many : other;
      const [named, rule] =
        source === undefined ? ['', 'nplurals=INTEGER; plural=EXPRESSION;'] : [language, RULES[language]];
      const strings = source === undefined ? ['', ''] : Object.values(forms);
      return `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: ${named}\\n"\n"Plural-Forms: ${rule}\\n"\n\nmsgid "${one ?? general}"\nmsgid_plural "${general}"\n${strings.map((text, at) => `msgstr[${at}] "${text}"`).join('\n')}\n`;
    },
  },
  XLIFF: {
    format: 'xliff',
    number: '#',
    isComplete: true,
    isBilingual: true,
    write(language, forms, source) {
      const [from, own] = source === undefined ? [language, forms] : [source.from, source.forms];
      const to = source === undefined ? '' : ` target-language="${language}"`;
      const target = source === undefined ? '' : `\n  <target>${icu(forms)}</target>`;
      return `<xliff version="1.2"><file source-language="${from}"${to}><body><trans-unit id="items">\n  <source>${icu(own)}</source>${target}\n</trans-unit></body></file></xliff>\n`;
    },
  },
  CSV: {
    format: 'csv',
    number: '#',
    isComplete: true,
    isBilingual: true,
    write: (language, forms, source) =>
      source === undefined
        ? `key,${language}\nitems,"${icu(forms)}"\n`
        : `key,${source.from},${language}\nitems,"${icu(source.forms)}","${icu(forms)}"\n`,
  },
  'a string catalog': {
    format: 'xcstrings',
    number: '%lld',
    isComplete: true,
    isBilingual: true,
    write(language, forms, source) {
      const localize = (own: Forms) => ({
        variations: {
          plural: Object.fromEntries(
            // In the order of Xcode.
            Object.entries(own)
              .toSorted()
              .map(([name, value]) => [name, { stringUnit: { state: 'translated', value } }]),
          ),
        },
      });
      const localizations =
        source === undefined
          ? { [language]: localize(forms) }
          : Object.fromEntries(
              [[source.from, localize(source.forms)] as const, [language, localize(forms)] as const].toSorted(
                ([a], [b]) => (a < b ? -1 : 1),
              ),
            );
      const sourceLanguage = source?.from ?? language;
      return `${JSON.stringify({ sourceLanguage, strings: { items: { localizations } }, version: '1.0' }, null, 2)}\n`;
    },
  },
};

/** The forms of a language, each with a text that ends with its name. */
function makeForms(language: string, { number, isComplete = false }: Kind): Forms {
  const own = CATEGORIES[language] ?? [];
  const all = isComplete && !own.includes('other') ? [...own, 'other'] : own;
  return Object.fromEntries(all.map((name) => [name, `${number} ${name}`]));
}

/** The forms of a translation in the order in which they are written. */
function sortForms(forms: Forms, source: Forms, { addsBehind = false }: Kind): Forms {
  if (!addsBehind) return forms;
  const names = Object.keys(source).filter((name) => name in forms);
  return Object.fromEntries(
    [...new Set([...names, ...Object.keys(forms)])].map((name) => [name, forms[name] ?? '']),
  );
}

/** The form that a note asks for. Without a note, the language has one. */
function readForm(note: string | undefined, language: string): string {
  const number = /\d+/.exec(note?.replace(' 1.5', '') ?? '')?.[0];
  return number === undefined ? 'other' : new Intl.PluralRules(language).select(Number(number));
}

/** A service whose translators end each text with the name of the form that its note asks for. */
function openService() {
  const { sandbox, requester } = openWorld();
  const translateAll = async (language: string): Promise<void> => {
    for (const { id } of sandbox.orders()) {
      const { question_bodies, description } = await requester.simple.questions.get(id);
      question_bodies.forEach((body, at) => {
        const note = (description ?? '').split('\n').find((line) => line.startsWith(`${at + 1}: `));
        const form = readForm(note?.slice(`${at + 1}: `.length), language);
        sandbox.translators.translateBody(body.id, body.body.replace(/\w+$/, form));
      });
    }
  };
  return { sandbox, requester, translateAll };
}

/** Reads a source file, with the file for the language as it was written, if it was. */
const readPair = (
  { format, isBilingual = false }: Kind,
  text: string,
  from: string,
  to: string,
  written?: string,
) =>
  readLocaleFile(
    { text: (isBilingual ? written : undefined) ?? text },
    { format, from, to, ...(!isBilingual && { target: { text: written ?? '' } }) },
  );

describe.each(Object.entries(KINDS))('%s', (name, kind) => {
  const { write } = kind;
  const pairs = LANGUAGES.flatMap((language) => [
    ['en', language],
    [language, 'en'],
  ]);
  // In vue-i18n, a text of one form is like any other.
  const withForms = pairs.filter(([from]) => name !== 'vue-i18n' || from !== 'ja');

  test.each(withForms)(
    'from %s to %s, all forms of the language are ordered once and written',
    async (from = '', to = '') => {
      const { sandbox, requester, translateAll } = openService();
      const text = write(from, makeForms(from, kind));
      const read = (written?: string) => readPair(kind, text, from, to, written);
      const order = async (file: LocaleFile) =>
        orderTexts(requester, {
          name: 'app',
          from,
          to: [to],
          texts: file.texts,
          known: { [to]: file.known },
          ...(file.protect !== undefined && { protect: file.protect }),
        });

      const file = await read();
      const job = await order(file);
      await translateAll(to);
      const translations = new Map<string, string>();
      for await (const { key, text: translation } of collectTexts(requester, job, { wait: false }))
        if (translation !== null) translations.set(key, translation);
      const source = makeForms(from, kind);
      const forms = sortForms(makeForms(to, kind), source, kind);
      expect(translations.size).toBe(Object.keys(forms).length);
      const written = file.write(translations);
      expect(written).toBe(write(to, forms, { from, forms: source }));

      const again = await read(written);
      expect(Object.keys(again.known)).toEqual(Object.keys(again.texts));
      expect(again.orphans).toEqual([]);
      expect(again.write({})).toBe(written);
      const placed = sandbox.orders().length;
      await order(again);
      expect(sandbox.orders()).toHaveLength(placed);
    },
  );

  test.each(LANGUAGES)(
    'forms in %s that a person has written stay, and the others are ordered',
    async (to) => {
      const text = write('en', makeForms('en', kind));
      const forms = makeForms(to, kind);
      const own = Object.fromEntries(Object.keys(forms).map((form) => [form, `by hand ${form}`]));
      const written = write(to, own, { from: 'en', forms: makeForms('en', kind) });
      const file = await readPair(kind, text, 'en', to, written);
      expect(file.texts).toMatchObject(Object.fromEntries(Object.keys(file.known).map((key) => [key, {}])));
      expect(Object.values(file.known).toSorted()).toEqual(Object.values(own).toSorted());
      const [first = ''] = Object.keys(file.texts);
      const changed = file.write({ [first]: 'new' });
      expect(changed).toBe(written.replace(file.known[first] ?? '', 'new'));
    },
  );
});

const getTexts = async (format: LocaleFormatName, text: string, options: ReadLocaleOptions) =>
  (await readLocaleFile({ text }, { format, ...options })).texts;

describe('what is ordered of one form is not changed by another', () => {
  test.each([
    ['de', '{"items_other": "{{count}} items"}'],
    ['de', '{"items_one": "{{count}} item", "items_other": "{{count}} items"}'],
    ['ja', '{"items_one": "{{count}} item", "items_other": "{{count}} items"}'],
  ])('a form for 0 that is added in %s: %s', async (to, text) => {
    const before = await getTexts('json', text, { to });
    const after = await getTexts('json', text.replace('{', '{"items_zero": "No items", '), { to });
    expect(after).toEqual({ ...before, items_zero: { text: 'No items', note: 'The text for exactly 0.' } });
  });

  const template =
    'msgid ""\nmsgstr ""\n\nmsgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] ""\nmsgstr[1] ""\n';
  const withRule = (language: string, rule: string) =>
    `msgid ""\nmsgstr ""\n"Language: ${language}\\n"\n"Plural-Forms: ${rule}\\n"\n`;
  const MILLIONS = 'nplurals=3; plural=n == 1 ? 0 : n != 0 && n % 1000000 == 0 ? 1 : 2;';
  const MILLIONS_FROM_0 = 'nplurals=3; plural=(n == 0 || n == 1) ? 0 : n != 0 && n % 1000000 == 0 ? 1 : 2;';

  test.each([
    ['es', MILLIONS],
    ['it', MILLIONS],
    ['fr', MILLIONS_FROM_0],
    ['pt-BR', MILLIONS_FROM_0],
  ])('a form for millions that a PO file of %s counts has the translation of the last', async (to, rule) => {
    const two = await getTexts('po', template, { to });
    const three = await getTexts('po', template, {
      to,
      target: { text: withRule(to, rule), name: `${to}.po` },
    });
    expect(three).toEqual({ ...two, '%d file[1]': two['%d file[1]'], '%d file[2]': two['%d file[1]'] });
  });

  test.each([
    [
      'ru',
      'nplurals=4; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : n%10==0 || (n%10>=5 && n%10<=9) || (n%100>=11 && n%100<=14) ? 2 : 3);',
      ['1, 21, 31, 41, 51', '2, 3, 4, 22, 23', '0, 5, 6, 7, 8', '0, 5, 6, 7, 8'],
    ],
    [
      'lv',
      'nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n != 0 ? 1 : 2);',
      ['1, 21, 31, 41, 51', '2, 3, 4, 5, 6', '0'],
    ],
    [
      'sl',
      'nplurals=4; plural=(n%100==1 ? 1 : n%100==2 ? 2 : n%100==3 || n%100==4 ? 3 : 0);',
      ['0, 5, 6, 7, 8', '1, 101', '2, 102', '3, 4, 103, 104'],
    ],
    [
      'cy',
      'nplurals=4; plural=(n==1) ? 0 : (n==2) ? 1 : (n != 8 && n != 11) ? 2 : 3;',
      ['1', '2', '0, 3, 4, 5, 6', '8, 11'],
    ],
  ])('the forms of a PO file are those of its own rule: %s', async (to, rule, numbers) => {
    const texts = await getTexts('po', template, {
      to,
      target: { text: withRule(to, rule), name: `${to}.po` },
    });
    const notes = numbers.map(
      (own) => `The plural form for ${own}${own.split(',').length === 5 ? ', …' : ''}.`,
    );
    expect(Object.values(texts)).toEqual(
      notes.map((note, at) => ({ text: numbers[at]?.startsWith('1') ? '%d file' : '%d files', note })),
    );
  });

  test.each(
    'ar be bg bs cs cy da de el es et fa fi fil fr ga gd he hi hr hu id is it ja ko lt lv mk mt nb nl pl pt ro ru sk sl sr sv th tr uk vi zh'.split(
      ' ',
    ),
  )('a new PO file of %s has its rule', async (to) => {
    const open = '"Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\\n"\n';
    const text = template.replace('msgstr ""\n', `msgstr ""\n${open}`);
    const file = await readLocaleFile({ text }, { format: 'po', to });
    const keys = Object.keys(file.texts);
    const written = file.write(Object.fromEntries(keys.map((key) => [key, 'x'])));
    expect(written).not.toContain('INTEGER');
    const alone = await readLocaleFile({ text: written }, { format: 'po', to });
    expect(alone.texts).toEqual(file.texts);
  });

  test('a template with the rule of English becomes a file with that of the language', async () => {
    const text = template.replace(
      'msgstr ""\n',
      'msgstr ""\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n',
    );
    const file = await readLocaleFile({ text }, { format: 'po', to: 'ru' });
    expect(Object.keys(file.texts)).toHaveLength(3);
    const written = file.write(Object.fromEntries(Object.keys(file.texts).map((key) => [key, 'x'])));
    expect(written).toContain(`"Plural-Forms: ${RULES.ru}\\n"`);
    expect(written).toContain('msgstr[2] "x"');
  });

  test('a rule that is not understood gives no notes', async () => {
    for (const plural of ['n>1 ? n>5 ? 2 : 1 : 0', 'n', 'f(n)', '', `${'('.repeat(2_000)}n`]) {
      const text =
        withRule('ru', `nplurals=4; plural=${plural};`) + template.slice('msgid ""\nmsgstr ""\n'.length);
      expect(Object.values(await getTexts('po', text, { to: 'ru' }))).toEqual([
        '%d file',
        '%d files',
        '%d files',
        '%d files',
      ]);
    }
  });
});

test.each([
  ['json', '{"size_small": "Small ({{count}})", "size_other": "Other ({{count}})"}'],
  ['json', '{"reason_other": "Other"}'],
  ['json', '{"reason": {"other": "Other"}}'],
  ['json', '{"step_one": "First", "step_two": "Second"}'],
  ['yaml', 'reason:\n  other: Other\n'],
] as const)('names that only look like plural forms are texts of their own: %s %s', async (format, text) => {
  const texts = await getTexts(format, text, { from: 'en', to: 'de' });
  expect(Object.values(texts).every((own) => typeof own === 'string')).toBe(true);
  expect(Object.keys(texts)).toHaveLength(text.match(/"?\w+"?: "?[A-Z]/g)?.length ?? 0);
});

// vue-i18n tells forms by their count, so it can have no other ones.
test.each(Object.entries(KINDS).filter(([name]) => !['vue-i18n', 'PO'].includes(name)))(
  'a Spanish form for millions that a person has added stays: %s',
  async (_, kind) => {
    const source = { from: 'en', forms: makeForms('en', kind) };
    const text = kind.write('en', source.forms);
    const forms = { one: 'by hand one', many: 'by hand many', other: 'by hand other' };
    const written = kind.write('es', forms, source);
    const file = await readPair(kind, text, 'en', 'es', written);
    expect(Object.values(file.known)).toEqual(['by hand one', 'by hand other']);
    expect(file.orphans).toEqual([]);
    const [first = ''] = Object.keys(file.known);
    expect(file.write({ [first]: 'new' }, { prune: true })).toBe(written.replace('by hand one', 'new'));
  },
);

test.each([
  ['%d file', ['%d']],
  ['%1$d file in %2$s', ['%1$d']],
  // The other value would become that of the number.
  ['%d file in %s', []],
])('a form for one number alone may lack it, unless that moves other values: %s', async (one, numbers) => {
  const text = `<resources><plurals name="n"><item quantity="one">${one}</item><item quantity="other">%d files</item></plurals></resources>`;
  const { mayLack } = await readLocaleFile({ text }, { format: 'android', to: 'de' });
  expect(Object.values(mayLack).flat()).toEqual(numbers);
});

test('a form alone of go-i18n is one if it shows the number', async () => {
  const entry = (another: string) => ({ description: 'x', other: another });
  const text = JSON.stringify({ items: entry('{{.PluralCount}} items'), hello: entry('Hello') });
  expect(Object.keys(await getTexts('json', text, { from: 'ja', to: 'en' }))).toEqual([
    'items.other',
    'items.one',
    'hello',
  ]);
});
