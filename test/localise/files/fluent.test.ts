import { describe, expect, test } from 'vitest';
import { readLocaleFile } from '../../../src/locale-files.js';

const SOURCE = `### Texts of the app

## Login

# On a button
login = Log in, { $user }!
    .title = Log in
    .accesskey = L
-brand = Firefly
    .gender = neuter
long =
    First line
      second { -brand }

    last { "{" }

##

files =
    { $count ->
        [0] No files
        [one] One file
       *[other] { $count } files
    }
os = { PLATFORM() ->
    [macos] Settings
   *[other] Options
}
mixed = You have { $n -> 
    [one] a file
   *[other] files
} here
spaces = {" "}x{""}
`;

const read = (to = 'de', target?: { text: string }) =>
  readLocaleFile({ text: SOURCE, name: 'app.ftl' }, { from: 'en', to, ...(target && { target }) });

describe('Fluent', () => {
  test('has the texts of messages, terms, attributes and variants', async () => {
    const { texts, warnings, protect } = await read();
    expect(texts).toEqual({
      login: { text: 'Log in, { $user }!', note: 'On a button', remark: 'Login' },
      'login.title': { text: 'Log in', note: 'On a button', remark: 'Login' },
      'login.accesskey': { text: 'L', note: 'On a button', remark: 'Login' },
      '-brand': { text: 'Firefly', remark: 'Login' },
      long: { text: 'First line\n  second { -brand }\n\nlast { "{" }', remark: 'Login' },
      'files[0]': 'No files',
      'files[one]': { text: 'One file', note: 'The plural form for 1.' },
      'files[other]': { text: '{ $count } files', note: 'The plural form for 0, 2, 3, 4, 5, ….' },
      'os[macos]': 'Settings',
      'os[other]': 'Options',
      spaces: ' x',
    });
    expect(warnings).toEqual([
      {
        in: 'source',
        message:
          'has a choice within a sentence in mixed, left out; put the whole sentence into each variant',
      },
    ]);
    expect('{ $a }{ NUMBER($n, style: "x") } {"{"} {x'.match(protect as RegExp)).toEqual([
      '{ $a }',
      '{ NUMBER($n, style: "x") }',
      '{"{"}',
    ]);
  });

  test('the heading of a group is a remark, and stays when the text below it goes', async () => {
    const text = '## A\n\na = A\n\n## B\n\n# note\nb = B\nc = C\n';
    const source = {
      text: text.replace('# note\nb = B\n', '').replace('c = C', 'c = C\nd = D'),
      name: 'a.ftl',
    };
    const file = await readLocaleFile(source, { to: 'de', target: { text } });
    expect(file.texts).toEqual({
      a: { text: 'A', remark: 'A' },
      c: { text: 'C', remark: 'B' },
      d: { text: 'D', remark: 'B' },
    });
    expect(file.write({ d: 'De' }, { prune: true })).toBe('## A\n\na = A\n\n## B\nc = C\nd = De\n');
  });

  test('a text comes below the heading of its group', async () => {
    const text = '## A\n\na = A\n\n## B\n\nb = B\nc = C\n';
    const target = { text: text.replace('b = B\n', '') };
    const file = await readLocaleFile({ text, name: 'a.ftl' }, { to: 'de', target });
    expect(file.write({ b: 'Be' })).toBe('## A\n\na = A\n\n## B\n\nb = Be\n\nc = C\n');
  });

  test('a long heading is cut, as each text of its group has it', async () => {
    const text = `## ${'x'.repeat(10_000)}\na = A\n`;
    const { texts } = await readLocaleFile({ text, name: 'a.ftl' }, { to: 'de' });
    expect(texts.a).toEqual({ text: 'A', remark: `${'x'.repeat(999)}…` });
  });

  test('keeps everything else, byte for byte', async () => {
    const file = await read('de', { text: SOURCE });
    expect(
      file.write({ login: 'Anmelden, { $user }!', long: '[Erste]\n\nzweite { -brand }', spaces: '  y\nz ' }),
    ).toBe(
      SOURCE.replace('Log in, {', 'Anmelden, {')
        .replace(/ {4}First line[^l]*last \{ "\{" \}/s, '    {"["}Erste]\n\n    zweite { -brand }')
        .replace('{" "}x{""}', '\n    {" "} y\n    z{" "}'),
    );
  });

  test('has the plural forms of the language, before the end', async () => {
    const file = await read('pl', { text: SOURCE });
    const written = file.write({ 'files[few]': '{ $count } pliki', 'files[many]': '{ $count } plików' });
    expect(written).toBe(
      SOURCE.replace(
        '{ $count } files\n',
        '{ $count } files\n        [few] { $count } pliki\n        [many] { $count } plików\n',
      ),
    );
  });

  test('a new file has a choice, and a message with attributes, once all of it is translated', async () => {
    const file = await read();
    expect(
      file.write({ 'files[one]': 'Eine', 'login.title': 'Anmeldung', spaces: 'y' }),
    ).toBe(`### Texts of the app

## Login


##
spaces = y
`);
  });

  test.each(['a { b', 'a } b', '{ $n -> *[other] x }', '{ $ }', '{'])(
    'a translation as %j is refused, and nothing is lost',
    async (text) => {
      const file = await read();
      expect(() => file.write({ '-brand': text })).toThrow('is no text of Fluent');
    },
  );

  test.each([
    ['*[many] plików', '[other] T:b'],
    ['*[few] pliki', '[other] T:b'],
  ])('a select gets one standard variant, where the file for the language has %s', async (own, added) => {
    const text = 'files = { $n ->\n    [one] a\n   *[other] b\n}\n';
    const target = { text: `files = { $n ->\n    [one] plik\n   ${own}\n}\n` };
    const file = await readLocaleFile({ text, name: 'a.ftl' }, { from: 'en', to: 'pl', target });
    const written = file.write({ 'files[other]': 'T:b' });
    expect(written).toContain(own);
    expect(written).toMatch(new RegExp(`^ +${added.replace('[', '\\[').replace(']', '\\]')}$`, 'm'));
    expect(
      (await readLocaleFile({ text, name: 'a.ftl' }, { to: 'pl', target: { text: written } })).known,
    ).toMatchObject({
      'files[other]': 'T:b',
    });
  });

  test('what would be no Fluent any more is refused, and nothing is lost', async () => {
    const target = { text: 'a =\n    .x = Yps\n' };
    const file = await readLocaleFile({ text: 'a = A\n', name: 'a.ftl' }, { to: 'de', target });
    expect(() => file.write({}, { prune: true })).toThrow("can't be written into it");
  });

  test('a message whose value is a choice within a sentence is left out as a whole', async () => {
    const text = 'm = x {$n ->\n  [one] a\n *[other] b\n} y\n    .t = T\nk = K\n';
    const file = await readLocaleFile({ text, name: 'a.ftl' }, { to: 'de' });
    expect(file.texts).toEqual({ k: 'K' });
    expect(file.write({ k: 'Ka' })).toBe('k = Ka\n');
    const target = { text: 'm = Em\n    .t = Te\nk = Ka\n' };
    const known = await readLocaleFile({ text, name: 'a.ftl' }, { to: 'de', target });
    expect(known.orphans).toEqual([]);
    expect(known.write({}, { prune: true })).toBe(target.text);
  });

  test('a placeable of several lines stays on one', async () => {
    const text = 'a = { DATETIME($d, month: "long",\n        year: "numeric") } text\n';
    const file = await readLocaleFile({ text, name: 'a.ftl' }, { to: 'de', target: { text } });
    expect(file.write({})).toBe(text);
    expect(file.texts.a).toBe('{ DATETIME($d, month: "long", year: "numeric") } text');
    expect(file.write({ a: '{ DATETIME($d, month: "long",\n year: "numeric") } Text' })).toBe(
      'a = { DATETIME($d, month: "long", year: "numeric") } Text\n',
    );
  });

  test('what is no Fluent is refused with its place', async () => {
    const refused = (text: string) => expect(readLocaleFile({ text, name: 'app.ftl' })).rejects;
    await refused('a = A\nb = { \nc\n').toThrow('app.ftl:2:1 is not Fluent');
    await refused(`a = ${'{'.repeat(100_000)}`).toThrow('is nested too deep');
    await refused(`a = A\nb = a${' '.repeat(201)}b`).toThrow('app.ftl:2:6 has more than 200 spaces');
  });
});
