import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type App, startApp } from '../app.js';

let app: App;

beforeEach(async () => {
  app = await startApp();
});
afterEach(() => app[Symbol.asyncDispose]());

const TO_GERMAN = ['--from', 'en', '--to', 'de'] as const;

/** Orders the texts of a file, and says how many of its next version are new: before and after their translations came. */
async function countNew(name: string, before: string, after: string): Promise<readonly number[]> {
  await app.put(name, before);
  expect((await app.run('order', name, ...TO_GERMAN, '--yes')).code).toBe(0);
  await app.put(name, after);
  const quote = async () => (await app.json('quote', name, ...TO_GERMAN)).units[0].texts;
  const first = await quote();
  await app.put(name, before);
  await app.translate();
  await app.run('pull', name, ...TO_GERMAN);
  await app.put(name, after);
  return [first, await quote()];
}

const older = (source: string, more = '') =>
  `<xliff version="1.2"><file source-language="en" original="a"><body><trans-unit id="a"><source>${source}</source>${more}</trans-unit></body></file></xliff>`;
const newer = (source: string, notes = '') =>
  `<xliff version="2.0" srcLang="en"><file id="f"><unit id="a"><notes>${notes}</notes><segment><source>${source}</source></segment></unit></file></xliff>`;
const strings = (comment: string) => `${comment}\n"open" = "Open the door";\n`;
const pot = (comments: string, more = '') =>
  `msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n${comments}\n${more}msgid "Open the door"\nmsgstr ""\n`;

describe('what tools rewrite orders nothing anew', () => {
  test.each([
    [
      'the place of a text in the code',
      'messages.xlf',
      newer('Save', '<note category="location">src/a.ts:1</note><note category="meaning">A verb</note>'),
      newer('Save', '<note category="location">src/b.ts:9</note><note category="meaning">A verb</note>'),
    ],
    [
      'what a tag stands for, in XLIFF 1.2',
      'messages.xlf',
      older('Hello <x id="INTERPOLATION" equiv-text="{{ user }}"/>, come in'),
      older('Hello <x id="INTERPOLATION" equiv-text="{{ account.name }}"/>, come in'),
    ],
    [
      'what a tag stands for, in XLIFF 2.0',
      'messages.xlf',
      newer('Hello <ph id="0" equiv="INTERPOLATION" disp="{{ user }}"/>, come in'),
      newer('Hello <ph id="0" equiv="NAME" disp="{{ account.name }}"/>, come in'),
    ],
    [
      'what Xcode writes in place of a comment, in XLIFF',
      'app.xliff',
      older('Open the door', '<note>No comment provided by engineer.</note>'),
      older('Open the door'),
    ],
    [
      'what Xcode writes in place of a comment',
      'en.lproj/Localizable.strings',
      strings('/* No comment provided by engineer. */'),
      strings(''),
    ],
    [
      'what Interface Builder writes',
      'en.lproj/Main.strings',
      strings('/* Class = "UIButton"; normalTitle = "Open the door"; ObjectID = "a1-b2-c3"; */'),
      strings('/* Class = "UILabel"; text = "Open the door"; ObjectID = "d4-e5-f6"; */'),
    ],
    [
      'the heading of a section of strings',
      'en.lproj/Localizable.strings',
      strings('/* MARK: - Doors */'),
      strings('/* ---- Windows ---- */'),
    ],
    [
      'the heading of a section of properties',
      'messages.properties',
      '# ------\n# Doors\n# ------\nopen=Open the door\n',
      '#### Windows\nopen=Open the door\n',
    ],
    [
      'comments that are extracted, references and flags',
      'messages.pot',
      pot('#. placeholder {0}: name\n#: a.c:1'),
      pot('#. placeholder {0}: user.name\n#: b.c:7\n#, c-format'),
    ],
  ])('%s', async (_, name, before, after) => {
    expect(await countNew(name, before, after)).toEqual([0, 0]);
  });
});

describe('what a person says of a text is a part of it', () => {
  test.each([
    [
      'a description in XLIFF',
      'messages.xlf',
      newer('Open the door', '<note category="description">A command</note>'),
      newer('Open the door', '<note category="description">The state of the shop</note>'),
    ],
    [
      'a comment of a developer',
      'en.lproj/Localizable.strings',
      strings('/* A command */'),
      strings('/* The state of the shop */'),
    ],
    [
      'a note in Interface Builder',
      'en.lproj/Main.strings',
      strings('/* Class = "UILabel"; text = "Open"; ObjectID = "a1"; Note = "A command"; */'),
      strings('/* Class = "UILabel"; text = "Open"; ObjectID = "a1"; Note = "The state"; */'),
    ],
    ['a context of gettext', 'messages.pot', pot('', 'msgctxt "verb"\n'), pot('', 'msgctxt "state"\n')],
  ])('%s', async (_, name, before, after) => {
    expect(await countNew(name, before, after)).toEqual([1, 1]);
  });
});

test('a translation gets the tags that the file has now', async () => {
  const withTag = (code: string) => older(`Hello <x id="INTERPOLATION" equiv-text="${code}"/>, come in`);
  await app.put('messages.xlf', withTag('{{ user }}'));
  await app.run('order', 'messages.xlf', ...TO_GERMAN, '--yes');
  await app.translate();
  await app.put('messages.xlf', withTag('{{ name }}'));
  await app.run('pull', 'messages.xlf', ...TO_GERMAN);
  expect(await app.read('messages.de.xlf')).toMatch(
    /<target>.*<x id="INTERPOLATION" equiv-text="\{\{ name \}\}"\/>.*<\/target>/,
  );
});

test('a message of PO that comes back is not ordered: pull writes it with its translation', async () => {
  await app.put('messages.pot', pot('#: a.c:1'));
  await app.put(
    'de.po',
    'msgid ""\nmsgstr "Language: de\\n"\n\n#~ msgid "Open the door"\n#~ msgstr "Öffne die Tür"\n',
  );
  const { points, units } = await app.json('quote', 'messages.pot', ...TO_GERMAN);
  expect([points, units[0].texts]).toEqual([0, 0]);
  expect((await app.run('pull', 'messages.pot', ...TO_GERMAN)).code).toBe(0);
  expect(await app.read('de.po')).toBe(
    'msgid ""\nmsgstr "Language: de\\n"\n\n#: a.c:1\nmsgid "Open the door"\nmsgstr "Öffne die Tür"\n',
  );
});

test('a text of XLIFF that changed after somebody has translated it is ordered, and written with its translation', async () => {
  await app.put('messages.xlf', older('Open the door now'));
  await app.put(
    'messages.de.xlf',
    older('Open the door', '<target>Öffne die Tür</target>').replace(
      'original',
      'target-language="de" original',
    ),
  );
  await app.run('order', 'messages.xlf', ...TO_GERMAN, '--yes');
  expect(app.ordered()).toBe(1);
  await app.translate();
  await app.run('pull', 'messages.xlf', ...TO_GERMAN);
  expect(await app.read('messages.de.xlf')).toMatch(
    /<source>Open the door now<\/source><target>[^<]*now[^<]*<\/target>/,
  );
});
