import type { LocaleDocument, LocaleFormat, ReadContext } from '../../document.js';
import { detectDialect } from './dialects.js';
import { findOlderPlurals } from './older-plurals.js';
import { JsonReader } from './reader.js';
import { type JsonSyntax, strictSyntax, toJsonFile } from './syntax.js';
import { parseTree } from './tree.js';

/**
 * JSON, flat or nested, and the dialects of JSON that programs have for their texts, such as those of Chrome and Flutter.
 * A text's key is its path, joined by dots; in an array, its index is part of the path. An array is written into a new file
 * when all of its texts are translated. Plural forms are i18next's, `key_one` or `key_plural`, or in an object, `key.one`.
 */
export const json: LocaleFormat = {
  name: 'json',
  extensions: ['.json', '.arb'],
  isBilingual: false,
  mayBeVue: true,
  read: (text, context) => readJson(text, strictSyntax, context),
};

/** Reads texts from JSON of any syntax. */
export function readJson(text: string, syntax: JsonSyntax, context: ReadContext): LocaleDocument {
  const file = toJsonFile(text, syntax);
  const node = parseTree(file, context);
  const dialect = detectDialect(node.value, text, context);
  const { shape, name, language, protect, apostrophes } = dialect;
  const older = dialect.hasPlurals ? findOlderPlurals(node.value, text, context) : undefined;
  return {
    root: new JsonReader(file, context, dialect, older?.isCertain).read(node),
    warnings: older?.warnings,
    shape,
    layout: name,
    language,
    protect,
    apostrophes,
  };
}
