import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { digestVisibleTexts } from '../../../src/command/files/visible-texts.js';

type Parts = Readonly<Record<string, string>>;

/** The digest of a document with these parts. @param changes the parts that differ from it */
const digest = (parts: Parts, changes: Parts = {}, mtime = '2024-01-01'): string | undefined =>
  digestVisibleTexts(
    zipSync(
      Object.fromEntries(
        Object.entries({ ...parts, ...changes }).map(([name, text]) => [name, strToU8(text)]),
      ),
      { mtime },
    ),
  );

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const docx = (body: string): Parts => ({
  'word/document.xml': `<w:document ${W}><w:body>${body}</w:body></w:document>`,
  'docProps/core.xml': '<a>2024</a>',
});
const field = (name: string, result: string): string =>
  `<w:p><w:r><w:fldChar w:fldCharType="begin"/><w:instrText> ${name} </w:instrText><w:fldChar w:fldCharType="separate"/><w:t>${result}</w:t><w:fldChar w:fldCharType="end"/></w:r></w:p>`;

const MENU = '<w:p><w:r><w:t>Soup of the day</w:t></w:r></w:p>';
const sheet = (cells: string): Parts => ({
  'xl/workbook.xml': '<workbook><sheets><sheet name="Prices" sheetId="1"/></sheets></workbook>',
  'xl/sharedStrings.xml': '<sst><si><t>Soup</t></si><si><t>Fish</t></si></sst>',
  'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row>${cells}</row></sheetData></worksheet>`,
});
const CELLS = '<c r="A1" t="s"><v>0</v></c><c r="B1"><v>1.5</v></c><c r="C1"><f>TODAY()</f><v>45000</v></c>';
const slide = (text: string, more = ''): Parts => ({
  'ppt/slides/slide1.xml': `<p:sld xmlns:a="a" xmlns:p="p"><a:p><a:r><a:t>${text}</a:t></a:r>${more}</a:p></p:sld>`,
});

describe('a document with the same texts', () => {
  test.each([
    ['saved at another time', docx(MENU), { 'docProps/core.xml': '<a>2026</a>' }],
    [
      'with other runs and ids of revisions',
      docx(MENU),
      docx(
        '<w:p w:rsidR="00AB"><w:r w:rsidRPr="00CD"><w:t>Soup of</w:t></w:r><w:r><w:t xml:space="preserve"> the day</w:t></w:r></w:p>',
      ),
    ],
    ['with another look', docx(MENU), { 'word/styles.xml': '<w>bold</w>' }],
    ['on another day', docx(MENU + field('DATE', 'Monday')), docx(MENU + field('DATE', 'Tuesday'))],
    [
      'whose shared strings are in another order',
      sheet(CELLS),
      {
        ...sheet(CELLS.replace('<v>0</v>', '<v>1</v>').replace('45000', '45001').replace('1.5', '1.50')),
        'xl/sharedStrings.xml': '<sst><si><t>Fish</t></si><si><t>Soup</t></si></sst>',
      },
    ],
    [
      'with the date of another day on a slide',
      slide('Soup', '<a:fld type="datetime1"><a:t>1 May</a:t></a:fld>'),
      slide('Soup', '<a:fld type="datetime1"><a:t>2 May</a:t></a:fld>'),
    ],
  ])('%s is the same', (_, parts, changes) => {
    expect(digest(parts)).toMatch(/^[\da-f]{64}$/);
    expect(digest(parts, changes, '2026-02-02')).toBe(digest(parts));
  });
});

describe('a document with another text', () => {
  test.each([
    ['in a paragraph', docx(MENU), docx(MENU.replace('day', 'week'))],
    [
      'in two paragraphs for one',
      docx(MENU),
      docx(MENU.replace(' of', '</w:t></w:r></w:p><w:p><w:r><w:t>of')),
    ],
    [
      'in a header',
      docx(MENU),
      { 'word/header1.xml': `<w:hdr ${W}><w:p><w:r><w:t>Menu</w:t></w:r></w:p></w:hdr>` },
    ],
    ['in the result of a field', docx(field('AUTHOR', 'Ann')), docx(field('AUTHOR', 'Bob'))],
    ['in a cell', sheet(CELLS), sheet(CELLS.replace('<v>0</v>', '<v>1</v>'))],
    ['in a number', sheet(CELLS), sheet(CELLS.replace('1.5', '2.5'))],
    [
      'in the name of a sheet',
      sheet(CELLS),
      { 'xl/workbook.xml': '<workbook><sheets><sheet name="Costs"/></sheets></workbook>' },
    ],
    ['on a slide', slide('Soup'), slide('Fish')],
    [
      'in a chart',
      { 'word/charts/chart1.xml': '<c><f>A1</f><v>Soup</v></c>' },
      { 'word/charts/chart1.xml': '<x><v>Fish</v></x>' },
    ],
  ])('%s is another', (_, parts, changes) => {
    expect(digest(parts, changes)).not.toBe(digest(parts));
  });
});

test.each([
  ['no archive', strToU8('Soup')],
  ['without texts', zipSync({ 'a.txt': strToU8('Soup') })],
  ['that is no XML', zipSync({ 'word/document.xml': strToU8('<w:document>') })],
  ['that unpacks to too much', zipSync({ 'word/document.xml': new Uint8Array(65 * 2 ** 20) })],
])('what is %s has no digest of its texts', (_, bytes) => {
  expect(digestVisibleTexts(bytes)).toBeUndefined();
});
