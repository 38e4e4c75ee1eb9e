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
      [link]: `I don't output any element, ${open}really${close}!`,
      updated: 'Updated <x id="INTERPOLATION" equiv-text="{{ when }}"/>',
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
