import type { LocaleFormat } from './document.js';
import { android } from './formats/android.js';
import { csv } from './formats/csv/csv.js';
import { json } from './formats/json/json.js';
import { po } from './formats/po.js';
import { properties } from './formats/properties.js';
import { strings } from './formats/strings.js';
import { xcstrings } from './formats/xcstrings.js';
import { xliff } from './formats/xliff.js';
import { yaml } from './formats/yaml.js';

/**
 * The built-in formats, each with all that is known of it. They are recognized by the ending of the file name. The command
 * line follows from this list; the schema of the project file names them too.
 */
export const localeFormats = {
  json,
  po,
  xliff,
  android,
  yaml,
  strings,
  xcstrings,
  properties,
  csv,
} as const satisfies Readonly<Record<string, LocaleFormat>>;

/** The name of a built-in format. */
export type LocaleFormatName = keyof typeof localeFormats;
