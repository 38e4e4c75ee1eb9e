import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { describe, expect, test } from 'vitest';
import { type LocaleFormatName, readLocaleFile } from '../../../src/locale-files.js';

/** What FormatJS shows of a message, with the names of its arguments in brackets. */
const show = (message: string): string => {
  const showAll = (elements: readonly MessageFormatElement[]): string =>
    elements
      .map((element) => {
        if (element.type === TYPE.literal) return element.value;
        if (element.type === TYPE.tag)
          return `<${element.value}>${showAll(element.children)}</${element.value}>`;
        return element.type === TYPE.argument ? `[${element.value}]` : '#';
      })
      .join('');
  return showAll(parse(message));
};

const read = (format: LocaleFormatName, text: string, target?: string) =>
  readLocaleFile(
    { text },
    { format, from: 'en', to: 'fr', ...(target !== undefined && { target: { text: target } }) },
  );

/** The file of FormatJS with one message. */
const extracted = (message: string) => JSON.stringify({ a: { defaultMessage: message } });
const readMessage = (written: string): string => JSON.parse(written).a.defaultMessage;

describe('a message of FormatJS', () => {
  test.each([
    ['Delete the {item}', "Supprimer l'{item}", "Supprimer l'[item]"],
    ['See <b>this</b>', "Voir l'<b>autre</b>", "Voir l'<b>autre</b>"],
    ['{a} and {b}', "l'{a} et d'{b}", "l'[a] et d'[b]"],
    ["Don't delete {item}", "N'effacez pas {item}", "N'effacez pas [item]"],
    ["The ''{item}''", "L'''{item}'''", "L''[item]''"],
    ["Don't delete {item}", "L''{item}", "L'[item]"],
  ])('%s: %s shows its arguments', async (original, translation, shown) => {
    const file = await read('json', extracted(original));
    expect(show(readMessage(file.write({ a: translation })))).toBe(shown);
  });

  test('keeps the quotations of its original, and is refused when one hides an argument', async () => {
    const file = await read('json', extracted("Write '{'name'}' for {name}"));
    const translation = "Écrire '{'nom'}' pour {name}";
    expect(readMessage(file.write({ a: translation }))).toBe(translation);
    expect(() => file.write({ a: "Écrire '{'nom'}' pour l'{name}" })).toThrow(
      'has an apostrophe that hides {name} from the program; write the apostrophe twice',
    );
  });

  test('that is written is read again as people wrote it', async () => {
    const source = extracted('Delete the {item}');
    const written = (await read('json', source)).write({ a: "Supprimer l'{item}" });
    const again = await read('json', source, written);
    expect(again.known).toEqual({ a: "Supprimer l'{item}" });
    expect(again.write({})).toBe(written);
    expect(again.write({ a: "Supprimer l'{item}" })).toBe(written);
  });
});

describe("Java's properties", () => {
  test.each([
    ['a=It is {0}\n', "C'est l'{0}", "a=C''est l''{0}\n"],
    ['a=It is\n', "C'est", "a=C'est\n"],
    // A program that shows such a text has the quotations of ICU.
    ["a=It's {0}\n", "C'est l'{0}", "a=C'est l''{0}\n"],
    ["a=It''s {0}\n", "C''est {0}", "a=C''est {0}\n"],
  ])('%j: %s', async (source, translation, written) => {
    const file = await read('properties', source);
    expect(file.write({ a: translation })).toBe(written);
    const again = await read('properties', source, written);
    expect(again.write({})).toBe(written);
  });
});

describe('other JSON', () => {
  const PLURAL = '{n, plural, one {# file} other {# files}}';

  test.each([
    ['with an ICU plural somewhere', { a: 'Delete {item}', b: PLURAL }, "l''{item}"],
    ['without one', { a: 'Delete {item}', b: 'b' }, "l'{item}"],
    ['of i18next', { a: 'Delete {{item}}', b: 'b' }, "l'{{item}}"],
    ['of Flutter', { '@@locale': 'en', a: 'Delete {item}', b: PLURAL }, "l'{item}"],
    ['of Flutter, with escapes', { '@@locale': 'en', a: 'Delete {item}', b: "It''s" }, "l''{item}"],
    ['of Angular', { locale: 'en', translations: { a: 'Delete {$ITEM}', b: 'b' } }, "l'{$ITEM}"],
  ])('%s', async (_, source, written) => {
    const file = await read('json', JSON.stringify(source));
    const result = JSON.parse(file.write({ a: written.replace("''", "'") }));
    expect((result.translations ?? result).a).toBe(written);
  });
});
