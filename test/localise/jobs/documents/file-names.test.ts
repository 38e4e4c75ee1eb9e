import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nameFiles } from '../../../../src/localise/jobs/documents/file-names.js';
import { runs } from '../../../runs.js';

test.each<readonly [string, readonly string[], readonly string[]]>([
  ['menu.docx', ['ja', 'de'], ['menu.ja.docx', 'menu.de.docx']],
  ['My Menu.v2.xlsx', ['pt-BR'], ['My Menu.v2.pt-BR.xlsx']],
  ['メニュー.txt', ['en'], ['メニュー.en.txt']],
  ['../../etc/passwd.txt', ['ja'], ['passwd.ja.txt']],
  ['C:\\Users\\me\\menu.docx', ['ja'], ['menu.ja.docx']],
  ['.bashrc.txt', ['ja'], ['bashrc.ja.txt']],
  ['CON.txt', ['ja'], ['_CON.ja.txt']],
  ['a\0b\n.txt', ['ja'], ['a_b_.ja.txt']],
  ['.txt', ['ja'], ['document.ja.txt']],
  ['', ['ja'], ['document.ja']],
  ['console.txt', ['ja'], ['console.ja.txt']],
  // By bytes, and between characters.
  [`${'é'.repeat(200)}.txt`, ['ja'], [`${'é'.repeat(90)}.ja.txt`]],
  [`a${'😀'.repeat(50)}.txt`, ['ja'], [`a${'😀'.repeat(44)}.ja.txt`]],
  ['menu.docx', ['zh-TW', 'zh-tw', 'zh_TW'], ['menu.zh-TW.docx', 'menu.zh-tw-2.docx', 'menu.zh_TW.docx']],
  ['menu.docx', ['../x', '.._x', ''], ['menu.___x.docx', 'menu.___x-2.docx', 'menu._.docx']],
])('the files of %j in %j', (filename, languages, names) => {
  expect(nameFiles(filename, languages)).toEqual(names);
});

test('are names that differ and that every system takes, whatever the document is called', () => {
  // Halves of surrogate pairs too. Of its own 'binary', fast-check makes a table that takes a second.
  const unit = fc.nat(0x10ffff).map((code) => String.fromCodePoint(code));
  const text = fc.string({ unit, maxLength: 400 });
  fc.assert(
    fc.property(text, fc.array(text, { maxLength: 4 }), (filename, languages) => {
      const names = nameFiles(filename, languages);
      for (const name of names) {
        expect(name).not.toMatch(/[\\/<>:"|?*\p{Cc}]|^\.|[. ]$/u);
        expect(new TextEncoder().encode(name).length).toBeLessThan(240);
      }
      expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(languages.length);
    }),
    runs(),
  );
});
