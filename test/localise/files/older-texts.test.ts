import { describe, expect, test } from 'vitest';
import { readLocaleFile } from '../../../src/locale-files.js';

const read = (format: 'xliff' | 'po', source: string, target: string) =>
  readLocaleFile({ text: source }, { format, from: 'en', to: 'de', target: { text: target } });

describe('a unit of XLIFF with another source than its translation was made for', () => {
  const older = (source: string, target = '') =>
    `<xliff version="1.2"><file source-language="en" target-language="de" original="a"><body>\n<trans-unit id="a"><source>${source}</source>${target}</trans-unit>\n<trans-unit id="b"><source>Close</source><target>Zu</target></trans-unit>\n</body></file></xliff>`;
  const newer = (source: string, target = '', state = '') =>
    `<xliff version="2.0" srcLang="en" trgLang="de"><file id="f"><unit id="a"><segment${state}><source>${source}</source>${target}</segment></unit></file></xliff>`;

  test.each([
    ['1.2', older],
    ['2.0', newer],
  ])('%s: is not translated, and a new translation stands beside the new source', async (_, unit) => {
    const target = unit('Open', '<target>Auf</target>');
    const file = await read('xliff', unit('Open now'), target);
    expect(file.known).not.toHaveProperty('a');
    expect(file.write({})).toBe(target);
    const written = file.write({ a: 'Jetzt auf' });
    expect(written).toBe(unit('Open now', '<target>Jetzt auf</target>'));
    expect((await read('xliff', unit('Open now'), written)).known).toMatchObject({ a: 'Jetzt auf' });
  });

  test('gets the new source even if the translation is the same', async () => {
    const file = await read('xliff', older('Open!'), older('Open', '<target>Auf</target>'));
    expect(file.write({ a: 'Auf' })).toBe(older('Open!', '<target>Auf</target>'));
  });

  test('keeps its translation if only white space or the code of a tag differs', async () => {
    const tag = (code: string) => `<x id="A" equiv-text="${code}"/>`;
    const target = older(`Open\n    it ${tag('{{a}}')}`, '<target>Auf</target>');
    expect((await read('xliff', older(`Open it ${tag('{{b}}')}`), target)).known).toMatchObject({ a: 'Auf' });
  });

  test.each(['needs-translation', 'initial'])('is not translated in the state %s', async (state) => {
    const target =
      state === 'initial'
        ? newer('Open now', '<target>Auf</target>', ' state="initial"')
        : older('Open now', '<target state="needs-translation">Auf</target>');
    expect((await readLocaleFile({ text: target }, { format: 'xliff' })).known).not.toHaveProperty('a');
  });
});

describe('a unit of XLIFF whose text is its translation into the language of the texts', () => {
  const file = (language: string, units: readonly string[]) =>
    `<xliff version="1.2"><file source-language="en" target-language="${language}" original="a"><body>\n${units.join('\n')}\n</body></file></xliff>`;
  const unit = (id: string, source: string, target: string) =>
    `<trans-unit id="${id}"><source>${source}</source><target>${target}</target></trans-unit>`;

  test('is not translated if its source has changed, and gets the new one', async () => {
    const source = file('en', [unit('a', 'Yes, please', 'Yes, please'), unit('b', 'No', 'No')]);
    const target = file('de', [unit('a', 'Yes', 'Ja'), unit('b', 'No', 'Nein')]);
    const found = await read('xliff', source, target);
    expect(found.known).toEqual({ b: 'Nein' });
    expect(found.write({})).toBe(target);
    const written = found.write({ a: 'Ja, bitte' });
    expect(written).toBe(file('de', [unit('a', 'Yes, please', 'Ja, bitte'), unit('b', 'No', 'Nein')]));
    expect((await read('xliff', source, written)).known).toEqual({ a: 'Ja, bitte', b: 'Nein' });
  });

  test('keeps its translation where the source, or the text, is the one that was translated', async () => {
    const source = file('en', [unit('a', 'Yes', 'Yes, please'), unit('b', 'No', 'No, thanks')]);
    const target = file('de', [unit('a', 'Yes', 'Ja, bitte'), unit('b', 'No, thanks', 'Nein, danke')]);
    expect((await read('xliff', source, target)).known).toEqual({ a: 'Ja, bitte', b: 'Nein, danke' });
  });

  test('keeps its translation where the sources are keys', async () => {
    const source = file('en', [unit('a', 'form.yes', 'Yes'), unit('b', 'form.no', 'No')]);
    const target = file('de', [unit('a', 'Yes', 'Ja'), unit('b', 'No way', 'Nein')]);
    expect((await read('xliff', source, target)).known).toEqual({ a: 'Ja', b: 'Nein' });
  });
});

describe('a message of PO that was put out of use', () => {
  const header = 'msgid ""\nmsgstr "Language: de\\n"\n';
  const template = `msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n#: a.c:1\nmsgid "Open"\nmsgstr ""\n\nmsgctxt "door"\nmsgid "Close"\nmsgstr ""\n`;

  test('comes back with its translation', async () => {
    const target = `${header}\n#, c-format\n#~ msgid "Old"\n#~ msgstr "Alt"\n\n#~ msgid "Open"\n#~ msgstr ""\n#~ "Auf"\n\nmsgid "Last"\nmsgstr "Zuletzt"\n\n#~ msgctxt "door"\n#~ msgid "Close"\n#~ msgstr "Zu"\n`;
    const file = await read('po', template, target);
    expect(file.known).toEqual({ Open: 'Auf', 'door\u0004Close': 'Zu' });
    expect(file.revived).toEqual(['Open', 'door\u0004Close']);
    const written = file.write({});
    expect(written).toContain('#~ msgid "Old"\n#~ msgstr "Alt"\n\nmsgid "Last"\nmsgstr "Zuletzt"');
    expect(written).toContain('#: a.c:1\nmsgid "Open"\nmsgstr "Auf"\n');
    expect(written).not.toMatch(/#~ (?:msgid "Open|msgid "Close|msgctxt|"Auf")/);
    const again = await read('po', template, written);
    expect(again.known).toEqual(file.known);
    expect(again.revived).toEqual([]);
    expect(again.write({})).toBe(written);
  });

  test('comes back with the forms of its plural', async () => {
    const forms = 'msgid "%d door"\nmsgid_plural "%d doors"\nmsgstr[0] ""\nmsgstr[1] ""\n';
    const obsolete =
      '#~ msgid "%d door"\n#~ msgid_plural "%d doors"\n#~ msgstr[0] "%d Tür"\n#~ msgstr[1] "%d Türen"\n';
    const file = await read('po', `${header}\n${forms}`, `${header}\n${obsolete}`);
    expect(file.known).toEqual({ '%d door[0]': '%d Tür', '%d door[1]': '%d Türen' });
    expect(file.write({})).toBe(
      `${header}\n${forms.replace('[0] ""', '[0] "%d Tür"').replace('[1] ""', '[1] "%d Türen"')}`,
    );
  });

  test.each([
    ['is fuzzy', '#, fuzzy\n#~ msgid "Open"\n#~ msgstr "Auf"\n'],
    ['has no translation', '#~ msgid "Open"\n#~ msgstr ""\n'],
    ['is broken', '#~ msgid "Open\n#~ msgstr "Auf"\n'],
    ['is of another context', '#~ msgctxt "door"\n#~ msgid "Open"\n#~ msgstr "Auf"\n'],
  ])('stays where it is if it %s', async (_, obsolete) => {
    const file = await read('po', template, `${header}\n${obsolete}`);
    expect(file.known).toEqual({});
    expect(file.write({ Open: 'Neu' })).toContain(obsolete.trim());
  });

  test('gives way to a translation in use', async () => {
    const target = `${header}\nmsgid "Open"\nmsgstr "Offen"\n\n#~ msgid "Open"\n#~ msgstr "Auf"\n`;
    const file = await read('po', template, target);
    expect([file.known, file.revived]).toEqual([{ Open: 'Offen' }, []]);
    expect(file.write({})).toBe(target);
  });
});
