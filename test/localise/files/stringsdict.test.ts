import { describe, expect, test } from 'vitest';
import { readLocaleFile } from '../../../src/locale-files.js';

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
`;
const END = '</dict>\n</plist>\n';
const FILES = (format: string, forms: Readonly<Record<string, string>>): string => `\t<!-- Below a folder -->
\t<key>files</key>
\t<dict>
\t\t<key>NSStringLocalizedFormatKey</key>
\t\t<string>${format}</string>
\t\t<key>count</key>
\t\t<dict>
\t\t\t<key>NSStringFormatSpecTypeKey</key>
\t\t\t<string>NSStringPluralRuleType</string>
\t\t\t<key>NSStringFormatValueTypeKey</key>
\t\t\t<string>d</string>
${Object.entries(forms)
  .map(([category, text]) => `\t\t\t<key>${category}</key>\n\t\t\t<string>${text}</string>\n`)
  .join('')}\t\t</dict>
\t</dict>
`;
const WIDTH = `\t<key>ok</key>
\t<dict>
\t\t<key>NSStringVariableWidthRuleType</key>
\t\t<dict>
\t\t\t<key>20</key>
\t\t\t<string>OK</string>
\t\t</dict>
\t</dict>
`;
const SOURCE = `${HEAD}${FILES('%#@count@', { one: '%d file', other: '%d files &amp; more' })}${WIDTH}${END}`;

const read = (text: string, target?: string, to = 'pl') =>
  readLocaleFile(
    { text, name: 'Localizable.stringsdict' },
    { from: 'en', to, ...(target !== undefined && { target: { text: target } }) },
  );
const getTexts = async (text: string, to?: string) =>
  Object.fromEntries(
    Object.entries((await read(text, undefined, to)).texts).map(([key, entry]) => [
      key,
      typeof entry === 'string' ? entry : entry.text,
    ]),
  );

const POLISH = { one: '%d plik', other: '%d pliku', few: '%d pliki', many: '%d plików' };
const translations = Object.fromEntries(
  Object.entries(POLISH).map(([category, text]) => [`files.count[${category}]`, text]),
);

describe("Apple's plurals", () => {
  test('have the forms of the language as texts, with the comment as their note', async () => {
    expect(await getTexts(SOURCE)).toEqual({
      'files.count[one]': '%d file',
      'files.count[other]': '%d files & more',
      'files.count[few]': '%d files & more',
      'files.count[many]': '%d files & more',
    });
    expect((await read(SOURCE)).texts['files.count[few]']).toMatchObject({
      note: expect.stringMatching(/^Below a folder\nThe plural form for 2, 3, 4/),
    });
    expect(Object.keys(await getTexts(SOURCE, 'ja'))).toEqual(['files.count[other]']);
  });

  test('have a format with words of its own as a text', async () => {
    expect(await getTexts(`${HEAD}${FILES('%#@count@ here', { other: '%d files' })}${END}`, 'ja')).toEqual({
      files: '%#@count@ here',
      'files.count[other]': '%d files',
    });
  });

  test('have a new file with what is translated, and all that says how it is used', async () => {
    const written = (await read(SOURCE)).write(translations);
    expect(written).toBe(`${HEAD}${FILES('%#@count@', POLISH)}${END}`);
    const again = await read(SOURCE, written);
    expect(again.known).toEqual(translations);
    expect(again.write({})).toBe(written);
    expect(again.orphans).toEqual([]);
  });

  test('keep a file, and get the forms that it lacks', async () => {
    const target = `${HEAD}${FILES('%#@count@', { other: '%d pliku', zero: 'nic' })}${END}`;
    const file = await read(SOURCE, target);
    expect(file.known).toEqual({ 'files.count[other]': '%d pliku' });
    expect(file.orphans).toEqual([]);
    expect(file.write({})).toBe(target);
    const written = file.write(translations);
    expect(written).toContain('<key>zero</key>\n\t\t\t<string>nic</string>');
    expect((await read(SOURCE, written)).known).toEqual(translations);
  });

  test('order a form for 0 in every language, once the texts have it', async () => {
    const text = `${HEAD}${FILES('%#@count@', { zero: 'No files', other: '%d files' })}${END}`;
    expect(Object.keys(await getTexts(text, 'ja'))).toEqual(['files.count[zero]', 'files.count[other]']);
  });

  test.each([
    ['<plist><array/></plist>', "is not a file of Apple's plurals"],
    ['<plist><dict><key>a</key><key>b</key></dict></plist>', 'has a dictionary that is not keys with values'],
    ['<!DOCTYPE plist [<!ENTITY a "b">]><plist><dict/></plist>', 'has a document type'],
    ['<!DOCTYPE plist SYSTEM "a>" [<!ENTITY a "b">]><plist><dict/></plist>', 'has a document type'],
  ])('are refused where they are broken: %s', async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });
});

test('a plural comes into a file once it is complete, and into one that has it a form at a time', async () => {
  const file = await read(SOURCE);
  const [key = '', text = ''] = Object.entries(translations)[0] ?? [];
  expect(file.write({ [key]: text })).toBe(`${HEAD}${END}`);
  const existing = `${HEAD}${FILES('%#@count@', { other: 'alt' })}${END}`;
  expect((await read(SOURCE, existing)).write({ [key]: text })).toContain('%d plik<');
});
