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
      'mixed[one]': { text: 'You have a file here', note: 'The plural form for 1.' },
      'mixed[other]': { text: 'You have files here', note: 'The plural form for 0, 2, 3, 4, 5, ….' },
      spaces: ' x',
    });
    expect(warnings).toEqual([]);
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

  const SENTENCE = `# Above
left = You have { $n ->
    [0] no files
    [one] one file
   *[other] { $n } files
} left, of { NUMBER($n) }.
    .title = T
last = L
`;
  const readSentence = (to: string, target?: string, text = SENTENCE) =>
    readLocaleFile({ text, name: 'a.ftl' }, { from: 'en', to, ...(target && { target: { text: target } }) });

  test('each form of a select within a sentence is the whole sentence', async () => {
    const { texts } = await readSentence('pl');
    expect(
      Object.entries(texts).map(([key, each]) => [key, typeof each === 'string' ? each : each.text]),
    ).toEqual([
      ['left[0]', 'You have no files left, of { NUMBER($n) }.'],
      ['left[one]', 'You have one file left, of { NUMBER($n) }.'],
      ['left[other]', 'You have { $n } files left, of { NUMBER($n) }.'],
      ['left[few]', 'You have { $n } files left, of { NUMBER($n) }.'],
      ['left[many]', 'You have { $n } files left, of { NUMBER($n) }.'],
      ['left.title', 'T'],
      ['last', 'L'],
    ]);
  });

  test('a translation of a sentence with a select is one select, once it is complete', async () => {
    const file = await readSentence('ja');
    const given = { 'left[0]': 'なし', 'left[other]': '{ $n }\n残り', 'left.title': 'T', last: 'L' };
    const written = `# Above
left = { $n ->
    [0] なし
   *[other]${' '}
    { $n }
    残り
}
    .title = T
last = L
`.replace('[other] \n', '[other] \n');
    expect(file.write(given)).toBe(written);
    expect((await readSentence('ja', written)).known).toEqual(given);
    expect(file.write({ 'left[0]': 'なし', last: 'L' })).toBe('last = L\n');
    expect(file.findHeldBack({ 'left[0]': 'なし', last: 'L' })).toEqual(['left[0]']);
  });

  test('a file with such a sentence keeps it, until one of its forms changes', async () => {
    const german = SENTENCE.replace('You have', 'Noch')
      .replace('no files', 'nichts')
      .replace('left', 'übrig');
    const file = await readSentence('de', german.replace('übrig =', 'left ='));
    expect(file.write({})).toContain('Noch { $n ->');
    expect(file.write({ last: 'Letzter' })).toBe(
      german.replace('übrig =', 'left =').replace('= L', '= Letzter'),
    );
    expect(file.write({ 'left[one]': 'Noch eine Datei.' })).toBe(`# Above
left = { $n ->
    [0] Noch nichts left, of { NUMBER($n) }.
    [one] Noch eine Datei.
   *[other] Noch { $n } files left, of { NUMBER($n) }.
}
    .title = T
last = L
`);
  });

  test('ordinals have their own forms', async () => {
    const text =
      'a = The { NUMBER($n, type: "ordinal") ->\n [one] { $n }st\n [two] { $n }nd\n [few] { $n }rd\n *[other] { $n }th\n} one\n';
    expect(Object.keys((await readSentence('de', undefined, text)).texts)).toEqual(['a[other]']);
    expect(Object.keys((await readSentence('it', undefined, text)).texts)).toEqual(['a[other]', 'a[many]']);
  });

  test.each([
    ['two selectors', 'a = { $n ->\n *[other] x\n} y { $m ->\n *[other] z\n}\n'],
    ['two variants for all else', 'a = { $n ->\n [one] w\n *[other] x\n} y { $n ->\n *[one] z\n}\n'],
    ['a select in a select', 'a = b { $n ->\n *[other] x { $m ->\n *[other] z\n}\n}\n'],
    ['a select in a placeable', 'a = b { { $n ->\n *[other] x\n} }\n'],
    [
      'many variants',
      `a = b { $n ->\n${Array.from({ length: 20 }, (_, at) => ` [${at}] x\n`).join('')} *[other] x\n}\n`,
    ],
  ])('a text with %s is left out', async (_, text) => {
    const file = await readSentence('pl', text, text);
    expect(file.texts).toEqual({});
    expect(file.warnings[0]?.message).toBe(
      'has several choices in one text in a, left out; put the whole sentence into each variant',
    );
  });

  test('of two selects by one number, both are chosen at once', async () => {
    const text = 'a = { $n ->\n [one] File\n *[other] Files\n} { $n ->\n [one] is\n *[other] are\n} here\n';
    expect(
      Object.values((await readSentence('de', undefined, text)).texts).map((each) =>
        typeof each === 'string' ? each : each.text,
      ),
    ).toEqual(['File is here', 'Files are here']);
  });

  test('a message whose value is left out is left out as a whole', async () => {
    const text = 'm = x {$n ->\n  [one] a\n *[other] b\n} {$m ->\n *[other] c\n} y\n    .t = T\nk = K\n';
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
