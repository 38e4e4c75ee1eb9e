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
export type { LocaleFile, LocaleText } from './locale-files/file.js';
export type { LocaleFormatName, LocaleSource, ReadLocaleOptions } from './locale-files/read-locale-file.js';
export { localeFormats, readLocaleFile } from './locale-files/read-locale-file.js';
