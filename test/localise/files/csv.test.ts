import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type ReadLocaleOptions, readLocaleFile } from '../../../src/locale-files.js';

const path = fileURLToPath(new URL('./files/products.csv', import.meta.url));
const original = () => readFile(path, 'utf8');
const read = (text: string, options: ReadLocaleOptions = { to: 'de' }) =>
  readLocaleFile({ text, name: 'a.csv' }, options);

describe('a table of texts', () => {
  test('has keys, texts and notes by the names of its columns', async () => {
    const file = await readLocaleFile(path, { to: 'de' });
    expect([file.format, file.language, file.protect, file.encoding]).toEqual([
      'csv',
      undefined,
      undefined,
      'utf8',
    ]);
    expect(file.texts).toEqual({
      1001: { text: 'Tea pot, 1 l', note: 'colour: "teal"' },
      1002: 'Box\nfor four cups',
      1004: { text: 'Spoon', note: 'from 2" on, it is a ladle' },
    });
    expect([file.known, file.orphans, file.doubtful]).toEqual([{}, [], {}]);
    expect(file.write({})).toBe(await original());
  });

  test('gets a column for a new language, and stays as it is otherwise', async () => {
    const file = await readLocaleFile(path, { to: 'de' });
    const text = file.write({ 1001: 'Kanne', 1002: 'Box\nfür "vier"', 1004: 'Löffel; klein' });
    expect(text).toBe(
      [
        '\ufeffarticle;text;note;remark;de',
        '1001;"Tea pot, 1 l";"colour: ""teal""";;"Kanne"',
        '1002;"Box',
        'for four cups";;;"Box',
        'für ""vier"""',
        '',
        ';;"the following is not sold";;',
        '1003;;not sold;;',
        '1004;Spoon;from 2" on, it is a ladle;;"Löffel; klein"',
        '',
      ].join('\n'),
    );
    const again = await read(text);
    expect(again.known).toEqual({ 1001: 'Kanne', 1002: 'Box\nfür "vier"', 1004: 'Löffel; klein' });
    expect(again.write({})).toBe(text);
    expect(again.write({ 1004: 'Löffel' })).toBe(text.replace('"Löffel; klein"', '"Löffel"'));
  });

  test('gets a translation in the column of its language, where the row lacks cells too', async () => {
    const text = 'key;en;de;ja\na;One;;いち\nb;Two\nc;Three;Drei';
    const file = await read(text);
    expect([file.language, file.known]).toEqual(['en', { c: 'Drei' }]);
    expect(file.write({ a: 'Eins', b: 'Zwei' })).toBe(
      'key;en;de;ja\na;One;Eins;いち\nb;Two;Zwei\nc;Three;Drei',
    );
    const another = await read(text, { to: 'ja' });
    expect(another.known).toEqual({ a: 'いち' });
    expect(another.write({ b: 'に' })).toBe('key;en;de;ja\na;One;;いち\nb;Two;;に\nc;Three;Drei');
  });

  test('gets languages one after another', async () => {
    let text = 'key,text\r\na,"One\r\nTwo"\r\nb,Three\r\n';
    for (const to of ['de', 'ja', 'pt-BR'])
      text = (await read(text, { to })).write({ a: `${to}\n1`, b: `${to} 3` });
    expect(text).toBe(
      'key,text,de,ja,pt-BR\r\na,"One\r\nTwo","de\r\n1","ja\r\n1","pt-BR\r\n1"\r\nb,Three,de 3,ja 3,pt-BR 3\r\n',
    );
    expect((await read(text, { to: 'pt_BR' })).known).toEqual({ a: 'pt-BR\n1', b: 'pt-BR 3' });
  });

  test.each([
    ['tabs', 'key\ttext\na\tOne; two, three'],
    ['commas', 'key,text\na,One; two'],
    ['semicolons', 'key;text\na;One, two, three'],
    ['separators in quoted names', '"a,b,c,d";text\na;One'],
  ])('may have %s between its cells', async (_, text) => {
    const [delimiter = ''] = /[\t;,](?=text)/.exec(text) ?? [];
    const file = await read(text);
    expect(file.texts).toEqual({ a: text.split(delimiter).slice(2).join(delimiter) });
    expect(file.write({ a: 'Eins' })).toContain(`${delimiter}Eins`);
  });

  test('with line endings of both kinds keeps them', async () => {
    const text = 'key;text\r\na;One\nb;Two\r\nc;Three\r\n';
    const file = await read(text);
    expect(file.texts).toEqual({ a: 'One', b: 'Two', c: 'Three' });
    expect(file.write({ a: '1', b: '2' })).toBe('key;text;de\r\na;One;1\nb;Two;2\r\nc;Three;\r\n');
  });

  test('may end without a line ending, and have no row', async () => {
    expect((await read('key;text\na;One')).write({ a: 'Eins' })).toBe('key;text;de\na;One;Eins');
    const file = await read('key;text');
    expect([file.texts, file.write({})]).toEqual([{}, 'key;text']);
  });

  test('can have keys with names of prototypes', async () => {
    const file = await read('key;text\n__proto__;One\nconstructor;Two');
    expect(Object.entries(file.texts)).toEqual([
      ['__proto__', 'One'],
      ['constructor', 'Two'],
    ]);
    expect(file.write(new Map([['__proto__', 'Eins']]))).toBe(
      'key;text;de\n__proto__;One;Eins\nconstructor;Two;',
    );
  });

  test('gets a translation with white space at its ends between quotes', async () => {
    const file = await read('key;text\na;One\nb;Two');
    expect(file.write({ a: ' Eins', b: 'Zwei\t' })).toBe('key;text;de\na;One;" Eins"\nb;Two;"Zwei\t"');
  });

  test('gets a translation that looks like a formula as it is', async () => {
    const file = await read('key;text\na;One\nb;Two');
    const text = file.write({ a: '=1+1', b: '@SUM(A1)' });
    expect(text).toBe('key;text;de\na;One;=1+1\nb;Two;@SUM(A1)');
  });

  test('may be read without a language, and not be written', async () => {
    const file = await read('key;en\na;One', {});
    expect(file.texts).toEqual({ a: 'One' });
    expect(() => file.write({ a: 'x' })).toThrow('has no language to be written for');
  });
});

describe('the columns of a table', () => {
  const texts = async (header: string, options: ReadLocaleOptions = { to: 'ja' }) =>
    (
      await read(
        `${header}\n${header
          .split(';')
          .map((_, at) => `c${at}`)
          .join(';')}`,
        options,
      )
    ).texts;

  test.each([
    ['id;key;en;de', { c1: 'c2' }],
    ['EN;Key;De', { c1: 'c0' }],
    ['sku;id;text', { c0: 'c2' }],
    ['no;en;key', { c2: 'c1' }],
    ['Article;Value;Description', { c0: { text: 'c1', note: 'c2' } }],
    ['key;context;en;comment', { c0: { text: 'c2', note: 'c1\nc3' } }],
    ['key;min;max;pt_BR', { c0: 'c3' }],
  ])('are found by their names: %s', async (header, expected) => {
    expect(await texts(header)).toEqual(expected);
  });

  test('have their texts in the language that is named', async () => {
    expect(await texts('key;en;de', { from: 'de', to: 'en' })).toEqual({ c0: 'c2' });
    expect(await texts('key;de;en-GB', { from: 'en', to: 'ja' })).toEqual({ c0: 'c2' });
    expect(await texts('key;text;id', { from: 'en', to: 'id' })).toEqual({ c0: 'c1' });
    expect((await read('key;PT_br\na;x')).language).toBe('pt-BR');
  });

  test.each([
    ['pt_br', 'key,en,pt-BR', 2],
    ['he', 'key,en,iw', 2],
    ['in', 'key,en,id', 2],
    ['sr-Latn', 'key,en,sr_RS,b+sr+Latn', 3],
    // A region may differ where one column fits.
    ['de', 'key,en,de-DE', 2],
    ['fil', 'key,en,fil-PH', 2],
    ['zh-CN', 'key,en,zh-Hant,zh-Hans', 3],
    ['de', 'key,en,de-DE,de', 3],
    // These have no column yet.
    ['pt-PT', 'key,en,pt-BR', 3],
    ['zh', 'key,en,zh-TW', 3],
    ['es-MX', 'key,en,es', 3],
    ['en-US', 'key,en,de', 3],
  ])('have the language %s in the columns %s', async (to, header, place) => {
    const names = header.split(',');
    const cells = names.map((_, at) => (at === 0 ? 'a' : `x${at}`));
    const file = await read(`${header}\n${cells}`, { to });
    expect(file.known).toEqual(place < names.length ? { a: `x${place}` } : {});
    expect(file.toInFile).toBe(names[place] ?? to);
    const written = file.write({ a: 'new' }).split('\n');
    expect(written).toEqual([
      place < names.length ? header : `${header},${to}`,
      `${place < names.length ? cells.with(place, 'new') : [...cells, 'new']}`,
    ]);
  });

  test('have their texts in the script of the language that is named', async () => {
    expect(await texts('key;zh-Hant;zh-Hans', { from: 'zh-CN', to: 'en' })).toEqual({ c0: 'c2' });
    expect(await texts('key;fr;en-US', { from: 'en-GB', to: 'de' })).toEqual({ c0: 'c2' });
  });

  test('named id to the left of the texts have no Indonesian in them', async () => {
    const file = await read('id;key;en\n7;a;One', { to: 'id' });
    expect(file.known).toEqual({});
    expect(file.write({ a: 'Satu' })).toBe('id;key;en;id\n7;a;One;Satu');
    expect((await read('id;key;en;id\n7;a;One;Satu', { to: 'id' })).known).toEqual({ a: 'Satu' });
  });

  test.each([
    [{ from: 'fr', to: 'ja' }, 'key;en;de', '1:1 has no column with texts in fr; name it text'],
    [
      { from: 'en', to: 'ja' },
      'key;text;en',
      '1:10 could have its texts in the column "text" or the column "en"',
    ],
    [{ from: 'en', to: 'ja' }, 'key;en-GB;en-US', '1:11 could have its texts in the column "en-GB" or'],
    [{ from: 'en', to: 'ja' }, 'key;en;EN', 'could have its texts in the column "en" or the column "EN"'],
    [{ to: 'ja' }, 'key;en;ja;ja', '1:11 has the column "ja" twice'],
    [
      { to: 'de' },
      'key;en;de-AT;de-DE',
      '1:14 could have de in the column "de-AT" or the column "de-DE"; name',
    ],
    [{ to: 'de' }, 'key;en;de;DE', '1:11 could have de in the column "de" or the column "DE"; name'],
    [{ to: 'de' }, 'key;de;en', '1:5 has the texts in the column de, and de is also to be translated into'],
  ])('are refused when they are not clear: %j, %s', async (options, header, message) => {
    await expect(read(`${header}\na;x`, options)).rejects.toThrow(message);
  });

  test('must be those of the source in a target of its own', async () => {
    const source = 'key;text\na;One\nb;Two';
    const target = (text: string) => read(source, { to: 'de', target: { text } });
    expect((await target('key;text;de\nb;Two;Zwei')).write({ a: 'Eins' })).toBe(
      'key;text;de\na;One;Eins\nb;Two;Zwei',
    );
    expect((await target('')).write({ a: 'Eins' })).toBe('key;text;de\na;One;Eins');
    await expect(target('key;de;text\nb;Zwei;Two')).rejects.toThrow('has a table with the 3 columns');
  });
});
