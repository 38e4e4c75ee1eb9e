export type {
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
export type { LocaleFile, LocaleTranslations, WriteLocaleOptions } from './localise/files/file.js';
export type { LocaleFormatName } from './localise/files/formats.js';
export { localeFormats } from './localise/files/formats.js';
export { readLocaleFile } from './localise/files/read-locale-file.js';
export type { LocaleSource, ReadLocaleOptions } from './localise/files/read-options.js';
export type { SelectionOptions } from './localise/files/selection.js';
export type { LocaleText } from './localise/files/slot-texts.js';
