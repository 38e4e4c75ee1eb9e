import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type ReadLocaleOptions, readLocaleFile } from '../../../src/locale-files.js';

const path = (name: string): string => fileURLToPath(new URL(`./files/${name}`, import.meta.url));
const read = (name: string, options?: ReadLocaleOptions) => readLocaleFile(path(name), options);
const original = (name: string) => readFile(path(name), 'utf8');

/** The lines that a new text has and the old one lacks. */
function newLines(old: string, now: string): string[] {
  const had = new Set(old.split('\n'));
  return now.split('\n').filter((line) => !had.has(line));
}

describe('XLIFF 1.2', () => {
  const link = 'ba0cc104d3d69bf669f97b8d96a4c5d8d9559aa3';
  const open = '<x id="START_LINK" ctype="x-a" equiv-text="&lt;a&gt;"/>';
  const close = '<x id="CLOSE_LINK" ctype="x-a" equiv-text="&lt;/a&gt;"/>';

  test('has texts with their tags, notes and final translations', async () => {
    const { language, to, texts, known } = await read('messages.de.xlf');
    expect([language, to]).toEqual(['en', 'de']);
    expect(texts).toEqual({
      introductionHeader: {
        text: 'Hello i18n & friends!',
        note: 'An introduction header for this sample\nUser welcome',
      },
      [link]: {
        text: `I don't output any element, <x id="START_LINK" ctype="x-a"/>really<x id="CLOSE_LINK" ctype="x-a"/>!`,
        remark: '<x id="START_LINK">: <a>\n<x id="CLOSE_LINK">: </a>',
      },
      updated: { text: 'Updated <x id="INTERPOLATION"/>', remark: '<x id="INTERPOLATION">: {{ when }}' },
    });
    expect(known).toEqual({ introductionHeader: 'Hallo i18n & Freunde!' });
  });

  test('with new translations, only their targets change', async () => {
    const file = await read('messages.de.xlf');
    const old = await original('messages.de.xlf');
    expect(file.write({})).toBe(old);
    const text = file.write({
      introductionHeader: 'Hallo <i18n>!',
      [link]: `Ich gebe nichts aus, ${open}wirklich${close} & wahrhaftig!`,
      updated: 'Neu: <x id="INTERPOLATION" equiv-text="{{ when }}"/>',
    });
    expect(newLines(old, text)).toEqual([
      '        <target state="translated">Hallo &lt;i18n&gt;!</target>',
      `        <target>Ich gebe nichts aus, ${open}wirklich${close} &amp; wahrhaftig!</target>`,
      '        <trans-unit id="updated"><source>Updated <x id="INTERPOLATION" equiv-text="{{ when }}"/></source><target state="translated">Neu: <x id="INTERPOLATION" equiv-text="{{ when }}"/></target></trans-unit>',
    ]);
    const again = await readLocaleFile({ text, name: 'messages.xlf' });
    expect(Object.keys(again.known)).toEqual(Object.keys(file.texts));
    expect(again.texts).toEqual(file.texts);
  });

  test('a file without a target language gets it', async () => {
    const old = (await original('messages.de.xlf')).replace(' target-language="de"', '');
    const file = await readLocaleFile({ text: old, name: 'messages.xlf' }, { to: 'fr' });
    expect(file.write({ updated: 'x' })).toContain(' original="ng2.template" target-language="fr">');
    expect(file.write({})).toBe(old);
  });

  test('units of several files have keys of their own', async () => {
    const unit = '<body><trans-unit id="1"><source>Text</source></trans-unit></body>';
    const text = `<xliff version="1.2"><file original="a">${unit}</file><file original="b">${unit}</file></xliff>`;
    const file = await readLocaleFile({ text, name: 'x.xlf' });
    expect(Object.keys(file.texts)).toEqual(['a/1', 'b/1']);
    expect(file.write({ 'b/1': 'T' })).toBe(
      text.replace(/(<\/source>)(?!.*<\/source>)/, '$1<target>T</target>'),
    );
  });
});

test.each([
  ['1.2', (id: string, no: string) => `<trans-unit id="${id}"${no}><source>Text ${id}</source></trans-unit>`],
  [
    '2.0',
    (id: string, no: string) => `<unit id="${id}"${no}><segment><source>Text ${id}</source></segment></unit>`,
  ],
])(
  'XLIFF %s: a group that is not translated has only the units that say otherwise',
  async (version, unit) => {
    const inner = `${unit('a', '')}${unit('b', ' translate="yes"')}`;
    const text = `<xliff version="${version}"><file id="f">${unit('c', '')}<group id="g" translate="no">${inner}</group></file></xliff>`;
    const { texts } = await readLocaleFile({ text, name: 'a.xlf' });
    expect(texts).toEqual({ c: 'Text c', b: 'Text b' });
  },
);

describe('XLIFF 2.0', () => {
  test('has the texts of segments and final translations', async () => {
    const { language, to, texts, known } = await read('app.ja.xliff');
    expect([language, to]).toEqual(['en-US', 'ja-JP']);
    expect(texts).toEqual({
      1: { text: 'Settings', note: 'The title of the page' },
      '2/1': 'Dark <pc id="1" type="fmt">mode</pc> is on.',
      '2/2': 'Turn it off?',
    });
    expect(known).toEqual({ '2/2': 'オフにしますか？' });
  });

  test('with new translations, only their segments change', async () => {
    const file = await read('app.ja.xliff');
    const old = await original('app.ja.xliff');
    expect(file.write({})).toBe(old);
    const text = file.write({ 1: 'Settings', '2/1': '<pc id="1" type="fmt">ダーク</pc>です。' });
    expect(newLines(old, text)).toEqual([
      '   <segment id="s1" state="translated">',
      '     <target><pc id="1" type="fmt">ダーク</pc>です。</target>',
    ]);
    expect((await readLocaleFile({ text, name: 'a.xliff' })).known).toMatchObject({ 1: 'Settings' });
  });
});

describe('XLIFF in the language of its texts', () => {
  const file = (language: string) =>
    `<xliff version="1.2"><file source-language="en"${language} original="a"><body><trans-unit id="a"><source>Yes</source><target>Yes, please</target></trans-unit></body></file></xliff>`;
  const own = { text: file(' target-language="en"'), name: 'messages.en.xlf' };

  test('is refused for another language, with the option that makes its targets the texts', async () => {
    const options = { to: 'pl', target: { text: '' } };
    await expect(readLocaleFile(own, options)).rejects.toThrow(
      "messages.en.xlf is for the language en, not pl; if its translations are the texts, pass from: 'en', and the file for pl as the target.",
    );
    const { texts, known } = await readLocaleFile(own, { ...options, from: 'en' });
    expect([texts, known]).toEqual([{ a: 'Yes, please' }, {}]);
  });

  test('is refused without that option where its targets are in a third language', async () => {
    const { name } = own;
    const german = { name, text: file(' target-language="de"') };
    for (const from of [undefined, 'en'])
      await expect(readLocaleFile(german, { to: 'pl', from })).rejects.toThrow(
        /is for the language de, not pl\. /,
      );
  });
});

describe('XLIFF that does not say the language of its targets', () => {
  const file = (target: string, language = '') =>
    `<xliff version="1.2"><file source-language="en" original="a"${language}><body><trans-unit id="a"><source>form.save</source><target>${target}</target></trans-unit></body></file></xliff>`;
  const readPolish = (name: string, options: ReadLocaleOptions = {}) =>
    readLocaleFile(
      { name, text: file('Save') },
      { from: 'en', to: 'pl', target: { name: 'target.xlf', text: '' }, ...options },
    );

  test.each([
    'messages.en.xlf',
    '/app/translations/messages.en.xlf',
    'C:\\app\\en\\messages.xlf',
    'en_US.xlf',
  ])('has the texts in them where its name is of the language of the texts: %s', async (name) => {
    const { texts, known, warnings, write } = await readPolish(name);
    expect([texts, known, warnings]).toEqual([{ a: 'Save' }, {}, []]);
    expect(write({})).toBe(file('', ' target-language="pl"'));
    expect(write({ a: 'Zapisz' })).toBe(file('Zapisz', ' target-language="pl"'));
  });

  test.each([
    ['messages.xlf', {}],
    ['en/app/messages.xlf', {}],
    ['messages.de.xlf', {}],
    ['messages.en.xlf', { from: 'fr' }],
  ])('never writes them as translations into another language: %s %j', async (name, options) => {
    const { texts, known, warnings, write } = await readPolish(name, options);
    expect([texts, known]).toEqual([{ a: 'form.save' }, {}]);
    expect(warnings).toEqual([
      {
        in: 'source',
        message:
          'has translations, but nothing shows that they are in the language of the target, so they are left out',
      },
    ]);
    expect(write({})).toBe(file('', ' target-language="pl"'));
  });

  test('has the translations in them where its name is of their language, or it is its own target', async () => {
    const known = { a: 'Save' };
    expect(await readPolish('messages.pl.xlf')).toMatchObject({ known, warnings: [] });
    const target = { name: 'messages.xlf', text: file('Save') };
    expect(await readPolish('messages.xlf', { target })).toMatchObject({ known, warnings: [] });
    expect(await readPolish('messages.xlf', { target: undefined })).toMatchObject({ known, warnings: [] });
  });

  test('counts the translations of the target alone', async () => {
    const target = { text: file('Zapisz'), name: 'messages.pl.xlf' };
    expect((await readPolish('messages.en.xlf', { target })).known).toEqual({ a: 'Zapisz' });
    const empty = { text: file(''), name: 'messages.pl.xlf' };
    const { known, write } = await readPolish('messages.en.xlf', { target: empty });
    expect([known, write({})]).toEqual([{}, file('')]);
  });
});

describe('the states of XLIFF', () => {
  const older = (attributes: string, target: string, unit = '') =>
    `<xliff version="1.2"><file target-language="de"><body><trans-unit id="a"${unit}><source>A</source><target${attributes}>${target}</target></trans-unit></body></file></xliff>`;
  const newer = (attributes: string, target: string) =>
    `<xliff version="2.0" trgLang="de"><file id="f"><unit id="a"><segment${attributes}><source>A</source><target>${target}</target></segment></unit></file></xliff>`;
  const readText = (text: string) => readLocaleFile({ text, name: 'a.xlf' });

  test.each([
    ['1.2', older, 'new'],
    ['1.2', older, 'needs-translation'],
    ['1.2', older, 'needs-adaptation'],
    ['1.2', older, 'needs-l10n'],
    ['1.2', older, 'needs-review-translation'],
    ['1.2', older, 'needs-review-adaptation'],
    ['1.2', older, 'needs-review-l10n'],
    ['2.0', newer, 'initial'],
  ])('%s: a target that is %s is none, and a new one is translated', async (_, write, state) => {
    const file = await readText(write(` state="${state}"`, 'x'));
    expect(file.known).toEqual({});
    expect(file.write({})).toBe(write(` state="${state}"`, 'x'));
    expect(file.write({ a: 'y' })).toBe(write(' state="translated"', 'y'));
  });

  test.each([
    ['1.2', older, ''],
    ['1.2', older, ' state="translated"'],
    ['1.2', older, ' state="signed-off"'],
    ['1.2', older, ' state="final"'],
    ['1.2', older, ' state="x-checked"'],
    ['2.0', newer, ''],
    ['2.0', newer, ' state="translated"'],
    ['2.0', newer, ' state="reviewed"'],
    ['2.0', newer, ' state="final"'],
  ])('%s: any other target counts, and a new one keeps its state: %s', async (_, write, state) => {
    const file = await readText(write(state, 'x'));
    expect(file.known).toEqual({ a: 'x' });
    expect(file.write({ a: 'y' })).toBe(write(state, 'y'));
  });

  test('alone decide: whether somebody has approved a unit says nothing, and neither does a subState', async () => {
    for (const unit of [' approved="no"', ' approved="yes"']) {
      expect((await readText(older('', 'x', unit))).known).toEqual({ a: 'x' });
      expect((await readText(older(' state="new"', 'x', unit))).known).toEqual({});
    }
    expect((await readText(newer(' state="reviewed" subState="my:initial"', 'x'))).known).toEqual({ a: 'x' });
    expect((await readText(newer(' state="initial" subState="my:final"', 'x'))).known).toEqual({});
  });

  test('of a target without text say nothing', async () => {
    const file = await readText(older(' state="final"', ''));
    expect([file.known, file.write({ a: 'y' })]).toEqual([{}, older(' state="final"', 'y')]);
  });
});

describe('a target of XLIFF', () => {
  const wrap = (unit: string) => `<xliff version="1.2"><file target-language="de">${unit}</file></xliff>`;

  test('comes behind the segmented source', async () => {
    const source = '<trans-unit id="a"><source>A</source><seg-source>A</seg-source>';
    const file = await readLocaleFile({ text: wrap(`${source}</trans-unit>`), name: 'a.xlf' });
    expect(file.write({ a: 'B' })).toBe(wrap(`${source}<target>B</target></trans-unit>`));
  });

  test('keeps the prefix of its tag, and gets an end', async () => {
    const unit = (target: string) =>
      wrap(`<x:trans-unit id="a"><x:source>A</x:source>${target}</x:trans-unit>`).replace(
        '<xliff ',
        '<xliff xmlns:x="urn:oasis:names:tc:xliff:document:1.2" ',
      );
    const file = await readLocaleFile({ text: unit('<x:target />'), name: 'a.xlf' });
    expect(file.write({ a: 'B' })).toBe(unit('<x:target>B</x:target>'));
  });

  test('keeps a carriage return and an emoji', async () => {
    const file = await readLocaleFile({
      text: wrap('<trans-unit id="a"><source>A</source></trans-unit>'),
      name: 'a.xlf',
    });
    const text = file.write({ a: '1\r\n2 😀' });
    expect(text).toContain('<target>1&#13;\n2 😀</target>');
    expect((await readLocaleFile({ text, name: 'a.xlf' })).known).toEqual({ a: '1\r\n2 😀' });
  });
});
