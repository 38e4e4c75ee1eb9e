import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ReadLocaleOptions, readLocaleFile } from '../../../src/locale-files.js';
import { StarPattern } from '../../../src/localise/files/star-pattern.js';
import { runs } from '../../runs.js';

const json = (value: unknown, options: ReadLocaleOptions = {}) =>
  readLocaleFile({ text: JSON.stringify(value), name: 'en.json' }, { to: 'de', ...options });

describe('texts without letters', () => {
  const value = {
    price: '{{sum}}',
    dash: '–',
    count: '100 %',
    empty: '',
    list: ['–', 'Open', ''],
    signs: ['+', '-'],
  };

  test('are not translated', async () => {
    const { texts, known } = await json(value, { target: { text: '{"dash": "-"}' } });
    expect(texts).toEqual({ price: '{{sum}}', 'list.1': 'Open' });
    expect(known).toEqual({});
  });

  test('come into a file as they are, once a translation does', async () => {
    const file = await json(value);
    expect(JSON.parse(file.write({}))).toEqual({});
    expect(JSON.parse(file.write({ 'list.1': 'Offen' }))).toEqual({
      dash: '–',
      count: '100 %',
      list: ['–', 'Offen', ''],
      signs: ['+', '-'],
    });
  });

  test('in an existing file stay', async () => {
    const target = { text: '{"dash": "-", "count": ""}' };
    const file = await json(value, { target });
    expect(file.write({})).toBe(target.text);
    expect(JSON.parse(file.write({ price: '{{sum}} €' }))).toMatchObject({ dash: '-', count: '100 %' });
  });

  test('are not translated in other formats either', async () => {
    const android = '<resources><string name="a">%</string><string name="b">Open</string></resources>';
    const strings = await readLocaleFile({ text: android }, { format: 'android', to: 'de' });
    expect(strings.texts).toEqual({ b: 'Open' });
    expect(strings.write({ b: 'Offen' })).toBe(android.replace('Open', 'Offen'));
    const po = await readLocaleFile(
      { text: 'msgid "–"\nmsgstr ""\n\nmsgid "a"\nmsgstr ""\n' },
      { format: 'po' },
    );
    expect(po.texts).toEqual({ a: 'a' });
    expect(po.write({ a: 'b' })).toBe('msgid "–"\nmsgstr "–"\n\nmsgid "a"\nmsgstr "b"\n');
    expect(po.write({})).toContain('msgid "–"\nmsgstr ""');
  });
});

describe('ignored keys', () => {
  const value = {
    legal: { a: 'A', b: 'B' },
    menu: ['Open', 'https://a.example'],
    open: 'Open',
    url: 'https://b.example',
  };

  test('have no texts, and come into a file only in an array', async () => {
    const file = await json(value, { ignore: ['legal.*', 'menu.1', '*url'] });
    expect(file.texts).toEqual({ 'menu.0': 'Open', open: 'Open' });
    expect(JSON.parse(file.write({ open: 'Offen', 'menu.0': 'Offen' }))).toEqual({
      menu: ['Offen', 'https://a.example'],
      open: 'Offen',
    });
    expect(() => file.write({ url: 'x' })).toThrow('have the key "url", which the file does not have');
  });

  test('without a star can be many', async () => {
    const keys = Array.from({ length: 100_000 }, (_, at) => `k${at}`);
    const file = await json(Object.fromEntries(keys.map((key) => [key, 'Text'])), { ignore: keys.slice(1) });
    expect(file.texts).toEqual({ k0: 'Text' });
    await expect(json(value, { ignore: [...keys, 'a'] })).rejects.toThrow('such as legal.*, and 100000 keys');
  });

  test('have room for both ends of a pattern', () => {
    expect(new StarPattern('ab*ba').matches('aba')).toBe(false);
    expect(new StarPattern('ab*ba').matches('abba')).toBe(true);
  });

  test('in an existing file stay', async () => {
    const target = '{"url":"https://de.example","open":"Offen"}';
    const file = await json(value, { ignore: ['url'], target: { text: target } });
    expect(file.write({})).toBe(target);
    expect(file.orphans).toEqual([]);
    expect(JSON.parse(file.write({ 'legal.a': 'x' })).url).toBe('https://de.example');
  });

  test.each([[['a', 'a*b', '*', 'a*', '*a', '**']], [['a.*', '*.b', 'a*c*d', '', '__proto__', '*__*']]])(
    'match as an expression would: %j',
    (patterns) => {
      fc.assert(
        fc.property(fc.constantFrom(...patterns), fc.stringMatching(/^[abcd._*]{0,8}$/), (pattern, key) => {
          const parts = pattern.split('*').map((part) => part.replace(/[.\\]/g, '\\$&'));
          expect(new StarPattern(pattern).matches(key)).toBe(
            new RegExp(`^${parts.join('.*')}$`, 's').test(key),
          );
        }),
        runs(500),
      );
    },
  );
});

describe('notes', () => {
  const commented = {
    title: 'Orders',
    title_comment: 'A heading',
    list: 'All',
    list_comment: 'A link',
    max: 'At most',
  };

  test('belong to the text of their key', async () => {
    const file = await json(commented, { notes: ['*_comment'] });
    expect(file.texts).toEqual({
      title: { text: 'Orders', note: 'A heading' },
      list: { text: 'All', note: 'A link' },
      max: 'At most',
    });
    expect(file.doubtful).toEqual({});
    expect(JSON.parse(file.write({ title: 'Aufträge' }))).toEqual({ title: 'Aufträge' });
  });

  test('in an object belong to its texts', async () => {
    const file = await json(
      {
        save: { text: 'Save', info: 'A verb', short: 'Sv' },
        info: 'About the file',
        page: { save: 'Save', info: 'x' },
      },
      { notes: ['*.info'] },
    );
    expect(file.texts).toEqual({
      'save.text': { text: 'Save', note: 'A verb' },
      'save.short': { text: 'Sv', note: 'A verb' },
      info: 'About the file',
      'page.save': { text: 'Save', note: 'x' },
    });
  });

  test('of a text are none of what is below its key', async () => {
    const file = await json({ page: 'Page', 'page.save': 'Save', page_note: 'N' }, { notes: ['*_note'] });
    expect(file.texts).toEqual({ page: { text: 'Page', note: 'N' }, 'page.save': 'Save' });
  });

  test('are added to what the file says', async () => {
    const file = await json(
      { a_one: 'A', a_other: 'B', '//': 'c', a_other_note: 'N' },
      { to: 'de', notes: ['*_note'] },
    );
    expect(file.texts).toMatchObject({
      a_other: { text: 'B', note: 'The plural form for 0, 2, 3, 4, 5, ….\nN' },
    });
  });

  test('can be said to be texts', async () => {
    const file = await json(commented, { notes: false });
    expect([Object.keys(file.texts).length, file.doubtful]).toEqual([5, {}]);
  });

  test('that are much longer than a file are refused', async () => {
    const texts = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`k${at}`, 'x']));
    const file = { a: { ...texts, info: 'x'.repeat(2 ** 19) } };
    await expect(json(file, { notes: ['*.info'] })).rejects.toThrow(
      'en.json has notes of more than 67108864 letters',
    );
  });
});

describe('texts that look like notes', () => {
  test.each([
    [
      { title: 'Orders', title_comment: 'Heading', list: 'All', list_comment: 'Link', max: 'At most' },
      ['*_comment'],
    ],
    [
      { hello: 'Hello', 'hello.comment': 'A greeting', bye: 'Bye', 'bye.comment': 'At the end' },
      ['*.comment'],
    ],
    [{ a: 'Save', aNote: 'A verb', b: 'Book', bNote: 'A verb' }, ['*Note']],
    [{ a: { text: 'Save', context: 'A verb' }, b: { text: 'Book', context: 'A verb' } }, ['*.context']],
    [
      {
        a: { value: 'Save', translator_note: 'Verb' },
        b: { value: 'Book', translator_note: 'Verb' },
        c: 'More',
      },
      ['*.translator_note'],
    ],
    [
      {
        a: { message: 'Save', description: 'A verb', example: 'File' },
        b: { message: 'Open', description: 'A verb', example: 'File' },
        c: { message: 'Book', description: 'A verb', example: 'File' },
        d: 'x',
      },
      ['*.description', '*.example'],
    ],
    [
      { a: 'Save', a_description: 'Verb', b: 'Book', b_description: 'Verb', c: 'See', c_description: 'Verb' },
      ['*_description'],
    ],
  ])('are named by a pattern: %j', async (value, patterns) => {
    const file = await json(value);
    expect(Object.keys(file.doubtful)).toEqual(patterns);
    for (const keys of Object.values(file.doubtful))
      for (const key of keys) expect(file.texts).toHaveProperty([key]);
    const decided = await json(value, { notes: patterns });
    const notes = Object.values(file.doubtful).flat().length;
    expect(Object.keys(decided.texts)).toHaveLength(Object.keys(file.texts).length - notes);
    expect(decided.doubtful).toEqual({});
  });

  test.each([
    [
      'buttons of comments',
      {
        add: 'Add',
        add_comment: 'Add comment',
        edit: 'Edit',
        edit_comment: 'Edit comment',
        comment: 'Comment',
      },
    ],
    [
      'what customers said',
      {
        a: { name: 'Ada', role: 'Owner', comment: 'Very good' },
        b: { name: 'Bob', role: 'Clerk', comment: 'Good' },
      },
    ],
    [
      'settings',
      {
        size: { name: 'Size', hint: 'In points' },
        font: { name: 'Font', hint: 'Of the page' },
        x: { name: 'X', hint: 'y' },
      },
    ],
    [
      'skills',
      {
        a: { label: 'Swim', description: 'In water' },
        b: { label: 'Run', description: 'On land' },
        c: { label: 'Fly', description: 'Up' },
      },
    ],
    [
      'a form',
      {
        mail: 'Mail',
        mail_hint: 'Your own',
        name: 'Name',
        word: 'Password',
        word_hint: '8 letters',
        send: 'Send',
        back: 'Back',
      },
    ],
    [
      'features',
      { fast: 'Fast', fast_description: 'It is', safe: 'Safe', safe_description: 'It is', buy: 'Buy' },
    ],
    [
      'an article',
      { title: 'Title', description: 'Description', note: 'Note', context: 'Context', comments: 'Comments' },
    ],
    [
      'a few of many',
      { a: 'A', a_note: 'x', b: 'B', b_note: 'x', c: 'C', d: 'D', e: 'E', f: 'F', g: 'G', h: 'H' },
    ],
    ['one of them', { order: 'Order', order_note: 'What should we know?', pay: 'Pay' }],
  ])('are not seen in %s', async (_, value) => {
    expect((await json(value)).doubtful).toEqual({});
  });

  test('are not looked for where notes have a place', async () => {
    const chrome = {
      a: { message: 'A' },
      a_comment: { message: 'B' },
      b: { message: 'A' },
      b_comment: { message: 'B' },
    };
    expect((await json(chrome)).doubtful).toEqual({});
    const po = ['a', 'a_comment', 'b', 'b_comment'].map((id) => `msgid "${id}"\nmsgstr ""\n`).join('\n');
    expect((await readLocaleFile({ text: po }, { format: 'po' })).doubtful).toEqual({});
  });
});

test('wrong patterns are refused', async () => {
  const read = (options: object) => readLocaleFile({ text: '{}', name: 'a.json' }, options);
  const many = Array.from({ length: 101 }, () => 'a*');
  for (const ignore of ['a', [''], [1], many, ['a'.repeat(1001)], {}])
    await expect(read({ ignore })).rejects.toThrow('ignore must be a list of at most 100 patterns of keys');
  for (const notes of [true, ['a'], ['*a*'], 'x', many.map((each) => `${each}*`)])
    await expect(read({ notes })).rejects.toThrow('each with one *, such as *_comment; or false for none');
  await expect(read({ ignored: ['a'] })).rejects.toThrow('did you mean ignore?');
});

test('an ordinary file has nothing that looks like a note', async () => {
  const path = fileURLToPath(new URL('./files/en.json', import.meta.url));
  expect((await readLocaleFile({ text: await readFile(path, 'utf8'), name: 'en.json' })).doubtful).toEqual(
    {},
  );
});
