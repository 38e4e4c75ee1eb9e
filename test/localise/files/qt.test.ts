import { describe, expect, test } from 'vitest';
import { readLocaleFile } from '../../../src/locale-files.js';
import { listQtForms } from '../../../src/localise/files/formats/qt-plurals.js';

const SOURCE = `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="pl_PL" sourcelanguage="en_US">
<context>
    <name>Window</name>
    <message>
        <location filename="../window.cpp" line="12"/>
        <source>&amp;Open &lt;b&gt;%1&lt;/b&gt;</source>
        <comment>menu</comment>
        <extracomment>%1 is a file</extracomment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Zakończ</translation>
    </message>
    <message>
        <source>Guessed</source>
        <translation type="unfinished">Chyba</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Gone</source>
        <translation type="vanished">Nie ma</translation>
    </message>
    <message>
        <source>Old</source>
        <translation type="obsolete">Stare</translation>
    </message>
</context>
<context>
    <name></name>
    <message id="app-title">
        <source>Title</source>
        <translation type="unfinished"/>
    </message>
</context>
</TS>
`;
const read = (text = SOURCE, to?: string) =>
  readLocaleFile({ text, name: 'app_pl.ts' }, { ...(to !== undefined && { to }) });

describe('files of Qt Linguist', () => {
  test('protect placeholders and the tags of rich text, and no words in angle brackets', async () => {
    const { protect } = await read();
    const text =
      'Open <file name> as <b>%1</b>%0<br/><BR /><a href="x" class=\'y\'>%n</a> <h1> <forward secrecy> <bold> <a file>';
    const found = [
      '<b>',
      '%1',
      '</b>',
      '%0',
      '<br/>',
      '<BR />',
      '<a href="x" class=\'y\'>',
      '%n',
      '</a>',
      '<h1>',
    ];
    // a regular expression, for files of Qt
    expect(text.match(protect as RegExp)).toEqual(found);
  });

  test('have what is not finished as texts, and name their languages', async () => {
    const file = await read();
    expect(file).toMatchObject({ language: 'en-US', to: 'pl-PL', known: { 'Window/Quit': 'Zakończ' } });
    expect(Object.keys(file.texts)).toEqual([
      'Window/&Open <b>%1</b>\u0004menu',
      'Window/Quit',
      'Window/Guessed',
      'Window/%n file(s)[0]',
      'Window/%n file(s)[1]',
      'Window/%n file(s)[2]',
      'app-title',
    ]);
    expect(file.texts['Window/&Open <b>%1</b>\u0004menu']).toEqual({
      text: '&Open <b>%1</b>',
      note: '%1 is a file\nmenu',
    });
    expect(file.texts['Window/%n file(s)[1]']).toEqual({
      text: '%n file(s)',
      note: 'The plural form for 2, 3, 4, 22, 23, ….',
    });
    expect(file.mayLack).toEqual({ 'Window/%n file(s)[0]': ['%n'] });
    expect(file.write({})).toBe(SOURCE);
  });

  test('get translations without the mark, and keep all else', async () => {
    const file = await read();
    const written = file.write({
      'Window/&Open <b>%1</b>\u0004menu': '&Otwórz <b>%1</b>',
      'Window/Guessed': 'Na pewno',
      'Window/%n file(s)[0]': 'plik',
      'Window/%n file(s)[1]': '%n pliki',
      'Window/%n file(s)[2]': '%n plików',
      'app-title': 'Tytuł',
    });
    expect(written).toBe(
      SOURCE.replace(
        '<translation type="unfinished"></translation>',
        '<translation>&amp;Otwórz &lt;b&gt;%1&lt;/b&gt;</translation>',
      )
        .replace('<translation type="unfinished">Chyba', '<translation>Na pewno')
        .replace('<translation type="unfinished">\n', '<translation>\n')
        .replace('<numerusform></numerusform>', '<numerusform>plik</numerusform>')
        .replace('<numerusform></numerusform>', '<numerusform>%n pliki</numerusform>')
        .replace('<numerusform></numerusform>', '<numerusform>%n plików</numerusform>')
        .replace('<translation type="unfinished"/>', '<translation>Tytuł</translation>'),
    );
    expect(Object.keys((await read(written)).known)).toHaveLength(7);
  });

  test('without a language become a file for one, with the forms of Qt', async () => {
    const template = SOURCE.replace(' language="pl_PL"', '');
    const file = await read(template, 'pt-BR');
    expect(Object.keys(file.texts).filter((key) => key.includes('%n'))).toHaveLength(2);
    const written = file.write({ 'Window/%n file(s)[0]': 'arquivo', 'Window/%n file(s)[1]': '%n arquivos' });
    expect(written).toContain('language="pt_BR"');
    expect(written).toContain('<name>Window</name>');
    expect(written).not.toContain('Nie ma');
  });

  test('get forms that they lack', async () => {
    const text = SOURCE.replaceAll(/\n *<numerusform><\/numerusform>(?!\n *<\/translation)/g, '');
    const file = await read(text);
    const forms = { 'Window/%n file(s)[0]': 'a', 'Window/%n file(s)[1]': 'b', 'Window/%n file(s)[2]': 'c' };
    expect((await read(file.write(forms))).known).toMatchObject(forms);
  });

  test.each([
    ['hu', 1],
    ['he', 2],
    ['fr', 2],
    ['de-AT', 2],
    ['pt-PT', 2],
    ['lv', 3],
    ['ar', 6],
  ])('have as many forms as Qt has for %s', (language, count) => {
    expect(listQtForms(language)).toHaveLength(count);
  });

  test('have the forms of Qt in its order', () => {
    const select = (language: string, number: number) =>
      listQtForms(language).findIndex((numbers) => numbers.includes(number));
    expect([0, 1, 11, 21].map((number) => select('lv', number))).toEqual([2, 0, 1, 0]);
    expect([0, 1, 2].map((number) => select('pt_BR', number))).toEqual([0, 0, 1]);
    expect([0, 1, 2].map((number) => select('pt', number))).toEqual([1, 0, 1]);
  });

  test('are told from TypeScript by what is in them', async () => {
    await expect(readLocaleFile({ text: 'export const a = "A";', name: 'en.ts' })).rejects.toThrow(
      'en.ts:1:1 is not a file of Qt Linguist: it has no <TS>. If it is TypeScript that exports one literal, give the format json5; else move its texts to a JSON file',
    );
  });
});
