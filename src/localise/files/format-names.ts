// Generated from formats.ts by scripts/generate.ts. Do not edit.

/** The names of the built-in formats. On their own, so that who needs only the names loads no parser. */
export const FORMAT_NAMES = [
  'json',
  'po',
  'xliff',
  'android',
  'yaml',
  'strings',
  'xcstrings',
  'properties',
  'csv',
  'stringsdict',
  'qt',
  'resx',
  'php',
  'toml',
  'subtitles',
  'fluent',
  'json5',
] as const;

/** The name of a built-in format. */
export type LocaleFormatName = (typeof FORMAT_NAMES)[number];
