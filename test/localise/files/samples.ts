import type { LocaleFormatName } from '../../../src/locale-files.js';
import { androidSample } from './samples/android.js';
import { csvSample } from './samples/csv.js';
import { fluentSample } from './samples/fluent.js';
import { jsonSample } from './samples/json.js';
import { json5Sample } from './samples/json5.js';
import { phpSample } from './samples/php.js';
import { poSample } from './samples/po.js';
import { propertiesSample } from './samples/properties.js';
import { qtSample } from './samples/qt.js';
import { resxSample } from './samples/resx.js';
import type { Sample } from './samples/sample.js';
import { stringsSample } from './samples/strings.js';
import { stringsdictSample } from './samples/stringsdict.js';
import { subtitlesSample } from './samples/subtitles.js';
import { tomlSample } from './samples/toml.js';
import { xcstringsSample } from './samples/xcstrings.js';
import { xliffSample } from './samples/xliff.js';
import { yamlSample } from './samples/yaml.js';

/** What the tests of all formats need of each. A test that is for every format takes its table from here. */
export const SAMPLES: Readonly<Record<LocaleFormatName, Sample>> = {
  json: jsonSample,
  po: poSample,
  xliff: xliffSample,
  android: androidSample,
  yaml: yamlSample,
  strings: stringsSample,
  properties: propertiesSample,
  xcstrings: xcstringsSample,
  csv: csvSample,
  qt: qtSample,
  resx: resxSample,
  stringsdict: stringsdictSample,
  fluent: fluentSample,
  json5: json5Sample,
  subtitles: subtitlesSample,
  toml: tomlSample,
  php: phpSample,
};

/** Reads a file with each library of its format that is not ours. @throws Error when one can't */
export function readElsewhere(format: LocaleFormatName, text: string): void {
  for (const { command, read } of SAMPLES[format].judges) if (command === undefined) read(text);
}
