import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readLocaleFile } from '../../../src/locale-files.js';

const path = fileURLToPath(new URL('./files/Localizable.xcstrings', import.meta.url));
const original = () => readFile(path, 'utf8');
const unit = (value: string, state = 'translated') => ({ stringUnit: { state, value } });

describe("Apple's string catalogs", () => {
  test('have texts by their keys, with comments as notes', async () => {
    const file = await readLocaleFile(path, { to: 'de' });
    expect([file.format, file.language, file.protect]).toEqual(['xcstrings', 'en', 'printf']);
    expect(file.texts).toEqual({
      '%lld books[one]': { text: '%lld book', note: 'The plural form for 1.' },
      '%lld books[other]': { text: '%lld books', note: 'The plural form for 0, 2, 3, 4, 5, ….' },
      Cancel: { text: 'Cancel', note: 'Button of every sheet' },
      'Hello %@': 'Hello %@',
    });
    expect(file.known).toEqual({ Cancel: 'Abbrechen' });
    expect(file.orphans).toEqual([]);
    expect(file.write({})).toBe(await original());
  });

  test('get a language beside the others, written as Xcode writes it', async () => {
    const file = await readLocaleFile(path, { to: 'fr' });
    const old = await original();
    const text = file.write({ Cancel: 'Annuler', 'Hello %@': 'Salut "%@"' });
    expect(text).toBe(
      old
        .replace(
          `        "it" : {`,
          `        "fr" : {
          "stringUnit" : {
            "state" : "translated",
            "value" : "Annuler"
          }
        },
        "it" : {`,
        )
        .replace(
          `    "Hello %@" : {

    }`,
          `    "Hello %@" : {
      "localizations" : {
        "fr" : {
          "stringUnit" : {
            "state" : "translated",
            "value" : "Salut \\"%@\\""
          }
        }
      }
    }`,
        ),
    );
    const again = await readLocaleFile({ text, name: 'a.xcstrings' }, { to: 'fr' });
    expect(again.known).toEqual({ Cancel: 'Annuler', 'Hello %@': 'Salut "%@"' });
    expect(again.write({})).toBe(text);
  });

  test('a translation that needs a review counts as none, and a new one sets its state', async () => {
    const file = await readLocaleFile(path, { to: 'it' });
    expect(file.known).toEqual({});
    const text = file.write({ Cancel: 'Annulla' });
    expect(text).toBe(
      (await original()).replace('needs_review', 'translated').replace('Annulare', 'Annulla'),
    );
  });

  test('a new state is written before or behind the value, wherever the old one is', async () => {
    const text = (state: string, value: string) =>
      `{"sourceLanguage": "en", "strings": {"a": {"localizations": {"de": {"stringUnit": {"value": "${value}", "state": "${state}"}}}}}}`;
    const file = await readLocaleFile({ text: text('new', 'alt') }, { format: 'xcstrings', to: 'de' });
    expect(file.known).toEqual({});
    expect(file.write({ a: 'neu' })).toBe(text('translated', 'neu'));
  });

  test('what is new is where Xcode puts it, and nothing else changes its order', async () => {
    const entry = (name: string, members: object) => `"${name}":${JSON.stringify(members)}`;
    const catalog = (...entries: string[]) =>
      `{"version":"1.0","strings":{${entries.join()}},"sourceLanguage":"en"}`;
    const kept = entry('b', { shouldTranslate: false, comment: 'x' });
    const localized = { fr: unit('c'), de: unit('c') };
    const text = catalog(
      entry('c', { localizations: localized }),
      kept,
      entry('a', { comment: 'x', shouldTranslate: true }),
    );
    const file = await readLocaleFile({ text }, { format: 'xcstrings', to: 'it' });
    const written = file.write({ a: 'A', c: 'C' });
    const { strings } = JSON.parse(written);
    expect(Object.keys(JSON.parse(written))).toEqual(['version', 'strings', 'sourceLanguage']);
    expect(Object.keys(strings)).toEqual(['c', 'b', 'a']);
    expect(Object.keys(strings.a)).toEqual(['comment', 'localizations', 'shouldTranslate']);
    expect(Object.keys(strings.c.localizations)).toEqual(['fr', 'de', 'it']);
    expect(written).toContain(kept);
  });

  describe('variations by device', () => {
    const device = (mac: string, other: string) => ({
      variations: { device: { mac: unit(mac), other: unit(other) } },
    });
    const catalog = (localizations: object) =>
      JSON.stringify({ sourceLanguage: 'en', strings: { a: { localizations } } }, null, 2);

    test('are texts of their own, and are written', async () => {
      const text = catalog({ en: device('Click', 'Tap') });
      const file = await readLocaleFile({ text }, { format: 'xcstrings', to: 'de' });
      expect(file.texts).toEqual({
        'a[mac]': { text: 'Click', note: 'For the device mac.' },
        'a[other]': 'Tap',
      });
      const written = file.write({ 'a[mac]': 'Klick', 'a[other]': 'Tipp' });
      expect(JSON.parse(written).strings.a.localizations).toEqual({
        de: device('Klick', 'Tipp'),
        en: device('Click', 'Tap'),
      });
      const again = await readLocaleFile({ text: written }, { format: 'xcstrings', to: 'de' });
      expect([again.known, again.write({})]).toEqual([{ 'a[mac]': 'Klick', 'a[other]': 'Tipp' }, written]);
    });

    test('that a translation lacks are added to it', async () => {
      const text = catalog({
        de: { variations: { device: { other: unit('Tipp') } } },
        en: device('Click', 'Tap'),
      });
      const file = await readLocaleFile({ text }, { format: 'xcstrings', to: 'de' });
      expect(file.known).toEqual({ 'a[other]': 'Tipp' });
      expect(JSON.parse(file.write({ 'a[mac]': 'Klick' })).strings.a.localizations.de).toEqual(
        device('Klick', 'Tipp'),
      );
    });

    test('can have plural forms in them', async () => {
      const forms = (one: string, other: string) => ({
        variations: { plural: { one: unit(one), other: unit(other) } },
      });
      const both = (one: string, other: string, plain: string) => ({
        variations: { device: { mac: forms(one, other), other: unit(plain) } },
      });
      const text = catalog({ en: both('%lld click', '%lld clicks', 'Taps') });
      const file = await readLocaleFile({ text }, { format: 'xcstrings', to: 'pl' });
      expect(Object.keys(file.texts)).toEqual([
        'a[mac][few]',
        'a[mac][many]',
        'a[mac][one]',
        'a[mac][other]',
        'a[other]',
      ]);
      const { localizations } = JSON.parse(
        file.write(Object.fromEntries(Object.keys(file.texts).map((key) => [key, `x ${key}`]))),
      ).strings.a;
      expect(Object.keys(localizations.pl.variations.device.mac.variations.plural)).toEqual([
        'few',
        'many',
        'one',
        'other',
      ]);
      expect(localizations.pl.variations.device.other).toEqual(unit('x a[other]'));
    });
  });

  describe('substitutions', () => {
    const text = JSON.stringify(
      {
        sourceLanguage: 'en',
        strings: {
          found: {
            localizations: {
              en: {
                stringUnit: { state: 'translated', value: '%#@files@ in %#@folders@' },
                substitutions: {
                  files: {
                    argNum: 1,
                    formatSpecifier: 'lld',
                    variations: { plural: { one: unit('%arg file'), other: unit('%arg files') } },
                  },
                  folders: {
                    argNum: 2,
                    formatSpecifier: 'lld',
                    variations: { plural: { one: unit('%arg folder'), other: unit('%arg folders') } },
                  },
                },
              },
            },
          },
        },
        version: '1.0',
      },
      null,
      2,
    );
    const read = (to: string, content = text) =>
      readLocaleFile({ text: content }, { format: 'xcstrings', to });
    const translateAll = (texts: object) =>
      Object.fromEntries(Object.keys(texts).map((key) => [key, `x ${key}`]));

    test('are ordered with the text around them, and say what they stand for', async () => {
      const { texts } = await read('de');
      expect(Object.keys(texts)).toEqual([
        'found',
        'found[files][one]',
        'found[files][other]',
        'found[folders][one]',
        'found[folders][other]',
      ]);
      expect(texts['found[files][one]']).toEqual({
        text: '%arg file',
        note: 'Stands for %#@files@ in "%#@files@ in %#@folders@".\nThe plural form for 1.',
      });
    });

    test('are written whole, with the numbers of their arguments, or not at all', async () => {
      const file = await read('pl');
      const all = translateAll(file.texts);
      const { found, ...some } = all;
      expect(found).toBeDefined();
      expect(file.write(some)).toBe(text);
      const written = file.write(all);
      const { pl } = JSON.parse(written).strings.found.localizations;
      expect(pl.stringUnit).toEqual({ state: 'translated', value: 'x found' });
      expect(pl.substitutions.folders).toEqual({
        argNum: 2,
        formatSpecifier: 'lld',
        variations: {
          plural: Object.fromEntries(
            ['few', 'many', 'one', 'other'].map((form) => [form, unit(`x found[folders][${form}]`)]),
          ),
        },
      });
      const again = await read('pl', written);
      expect([again.known, again.write({})]).toEqual([all, written]);
      expect(again.write({ 'found[files][few]': 'neu' })).toBe(
        written.replace('"x found[files][few]"', '"neu"'),
      );
    });
  });

  test('a form for 0 is ordered for each language, and written', async () => {
    const forms = (zero: string, one: string, other: string) => ({
      variations: { plural: { one: unit(one), other: unit(other), zero: unit(zero) } },
    });
    const catalog = (localizations: object) =>
      JSON.stringify({ sourceLanguage: 'en', strings: { n: { localizations } }, version: '1.0' }, null, 2);
    const text = catalog({ en: forms('None', '%lld day', '%lld days') });
    const file = await readLocaleFile({ text }, { format: 'xcstrings', to: 'de' });
    expect(file.texts).toEqual({
      'n[zero]': { text: 'None', note: 'The text for exactly 0.' },
      'n[one]': { text: '%lld day', note: 'The plural form for 1.' },
      'n[other]': { text: '%lld days', note: 'The plural form for 0, 2, 3, 4, 5, ….' },
    });
    const written = file.write({ 'n[zero]': 'Keiner', 'n[one]': '%lld Tag', 'n[other]': '%lld Tage' });
    expect(JSON.parse(written).strings.n.localizations.de).toEqual(forms('Keiner', '%lld Tag', '%lld Tage'));
    const again = await readLocaleFile({ text: written }, { format: 'xcstrings', to: 'de' });
    expect(again.known).toEqual({ 'n[zero]': 'Keiner', 'n[one]': '%lld Tag', 'n[other]': '%lld Tage' });
  });

  test('plural forms are those of the language, and each can be added later', async () => {
    const file = await readLocaleFile(path, { to: 'ru' });
    const some = file.write({ '%lld books[one]': '%lld книга', '%lld books[many]': '%lld книг' });
    const plural = (text: string) =>
      JSON.parse(text).strings['%lld books'].localizations.ru.variations.plural;
    expect(plural(some)).toEqual({ one: unit('%lld книга'), many: unit('%lld книг') });
    const again = await readLocaleFile({ text: some, name: 'a.xcstrings' }, { to: 'ru' });
    expect(again.known).toEqual({ '%lld books[one]': '%lld книга', '%lld books[many]': '%lld книг' });
    expect(plural(again.write({ '%lld books[few]': '%lld книги' }))).toEqual({
      ...plural(some),
      few: unit('%lld книги'),
    });
  });

  test('languages that are written one after another are all there', async () => {
    let text = await original();
    for (const to of ['fr', 'de', 'pt-BR', 'ja']) {
      const file = await readLocaleFile({ text, name: 'a.xcstrings' }, { to });
      text = file.write({ 'Hello %@': `${to} %@`, '%lld books[other]': `${to} %lld` });
    }
    const { strings } = JSON.parse(text);
    expect(strings['Hello %@'].localizations).toEqual({
      de: unit('de %@'),
      fr: unit('fr %@'),
      ja: unit('ja %@'),
      'pt-BR': unit('pt-BR %@'),
    });
    expect(Object.keys(strings['Hello %@'].localizations)).toEqual(['de', 'fr', 'ja', 'pt-BR']);
    expect(strings['%lld books'].localizations.ja.variations.plural).toEqual({ other: unit('ja %lld') });
  });

  describe('the language of a translation', () => {
    const catalog = (localizations: Readonly<Record<string, unknown>>) =>
      JSON.stringify({ sourceLanguage: 'en', strings: { a: { localizations }, b: {} } });

    test.each([
      ['pt-BR', ['pt-br', 'pt_BR', 'PT-BR', 'pt-rBR', 'pt']],
      ['de-DE', ['de', 'de_de']],
      ['zh-Hans', ['zh-CN', 'zh-Hans', 'zh']],
      ['iw', ['he', 'iw']],
    ])('%s is found for %j, and keeps its spelling', async (name, languages) => {
      for (const to of languages) {
        const file = await readLocaleFile(
          { text: catalog({ [name]: unit('um') }) },
          { format: 'xcstrings', to },
        );
        expect([to, file.known, file.toInFile]).toEqual([to, { a: 'um' }, name]);
        expect(file.write({ a: 'dois' })).toBe(catalog({ [name]: unit('dois') }));
        // So does an entry that lacks it.
        expect(JSON.parse(file.write({ b: 'dois' })).strings.b.localizations).toEqual({
          [name]: unit('dois'),
        });
      }
    });

    test.each([
      ['pt-BR', 'pt-PT', 'pt-PT'],
      ['zh-Hant', 'zh-CN', 'zh-CN'],
      ['es', 'es_MX', 'es-MX'],
      ['en-GB', 'en-US', 'en-US'],
    ])('%s is not taken for %s', async (name, to, added) => {
      const file = await readLocaleFile(
        { text: catalog({ [name]: unit('um') }) },
        { format: 'xcstrings', to },
      );
      expect(file.known).toEqual({});
      expect(Object.keys(JSON.parse(file.write({ a: 'x' })).strings.a.localizations).toSorted()).toEqual(
        [name, added].toSorted(),
      );
    });

    test('that of its texts has nothing to translate, in any spelling', async () => {
      const text = catalog({ de: unit('eins') });
      for (const [own, to] of [
        ['en', 'EN'],
        ['en_US', 'en-us'],
        ['iw', 'he'],
      ] as const) {
        const source = { text: text.replace('"en"', `"${own}"`) };
        expect((await readLocaleFile(source, { format: 'xcstrings', to })).texts).toEqual({});
      }
    });

    test('is doubtful when several fit', async () => {
      const text = catalog({ 'de-AT': unit('eins'), 'de-DE': unit('eins') });
      await expect(readLocaleFile({ text }, { format: 'xcstrings', to: 'de' })).rejects.toThrow(
        'could have de in "de-AT" or "de-DE"; name the one that is meant (to)',
      );
      expect((await readLocaleFile({ text }, { format: 'xcstrings', to: 'de-at' })).toInFile).toBe('de-AT');
    });

    test('can be spelled in another way in a target of its own', async () => {
      const options = {
        format: 'xcstrings',
        to: 'pt',
        target: { text: catalog({ 'pt-BR': unit('um') }) },
      } as const;
      const file = await readLocaleFile({ text: catalog({}) }, options);
      expect(file.known).toEqual({ a: 'um' });
      expect(file.write({ a: 'dois' })).toBe(catalog({ 'pt-BR': unit('dois') }));
    });
  });

  test('without a language, the texts can be read, and not be written', async () => {
    const file = await readLocaleFile(path);
    expect(Object.keys(file.texts)).toEqual(['%lld books[one]', '%lld books[other]', 'Cancel', 'Hello %@']);
    expect(() => file.write({ Cancel: 'x' })).toThrow('has no language to be written for');
  });

  test.each([
    ['{}', 'is not a string catalog: it must have "sourceLanguage" and "strings"'],
    ['{"sourceLanguage": "en", "strings": []}', 'is not a string catalog'],
    ['{"sourceLanguage": "en", "strings": {"a": {}, "a": {}}}', 'has "a" twice in one object'],
    ['{"sourceLanguage": "en", "strings": {"a": {}}', 'is not JSON'],
  ])('%j is refused', async (text, message) => {
    await expect(readLocaleFile({ text }, { format: 'xcstrings', to: 'de' })).rejects.toThrow(message);
  });
});
