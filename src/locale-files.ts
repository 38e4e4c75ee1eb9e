export type {
  Block,
  List,
  LocaleDocument,
  LocaleFormat,
  Part,
  ReadContext,
  Slot,
  Target,
} from './locale-files/document.js';
export type { LocaleEncoding } from './locale-files/encoding.js';
export type { LocaleFile, WriteLocaleOptions } from './locale-files/file.js';
export type { LocaleFormatName } from './locale-files/formats.js';
export { localeFormats } from './locale-files/formats.js';
export type { LocaleSource, ReadLocaleOptions } from './locale-files/read-locale-file.js';
export { readLocaleFile } from './locale-files/read-locale-file.js';
export type { SelectionOptions } from './locale-files/selection.js';
export type { LocaleText } from './locale-files/slot-texts.js';
