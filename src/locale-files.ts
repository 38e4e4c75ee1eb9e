export type {
  Apostrophes,
  Block,
  List,
  LocaleDocument,
  LocaleFormat,
  Part,
  ReadContext,
  Slot,
  Target,
} from './localise/files/document.js';
export type { LocaleEncoding } from './localise/files/encoding.js';
export type { LocaleFile, LocaleWarning } from './localise/files/file.js';
export type { LocaleFormatName } from './localise/files/format-names.js';
export { localeFormats } from './localise/files/formats.js';
export type { JsonShape } from './localise/files/json-shapes.js';
export { readLocaleFile } from './localise/files/read-locale-file.js';
export type { LocaleSource, ReadLocaleOptions, SelectionOptions } from './localise/files/read-options.js';
export type { LocaleText } from './localise/files/slot-texts.js';
export type { LocaleTranslations, WriteLocaleOptions } from './localise/files/write-file.js';
