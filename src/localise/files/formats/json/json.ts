import { isFields } from '../../../../base/kinds.js';
import type { LocaleFormat } from '../../document.js';
import { JsonReader } from './reader.js';
import { detectShape } from './shapes.js';
import { parseJson } from './text.js';

/**
 * JSON, flat or nested, and the shapes of JSON that programs have for their texts, such as those of Chrome and Flutter.
 * A text's key is its path, joined by dots; in an array, its index is part of the path. An array is written into a new file
 * when all of its texts are translated. Plural forms are i18next's, `key_one`, or in an object, `key.one`.
 */
export const json: LocaleFormat = {
  name: 'json',
  extensions: ['.json', '.arb'],
  isBilingual: false,
  read(text, context) {
    const value = parseJson(text, context);
    // Asked for once: for a large object that takes as long as half of the parsing.
    const names = isFields(value) ? Object.keys(value) : [];
    const shape = detectShape(value, names, text);
    const { name, language, protect } = shape;
    return { root: new JsonReader(text, context, shape).read(value, names), shape: name, language, protect };
  },
};
