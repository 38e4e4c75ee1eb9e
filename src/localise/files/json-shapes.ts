/** How a JSON file holds its texts. */
export type JsonShape =
  | 'plain'
  | 'language-key'
  | 'vscode'
  | 'chrome'
  | 'formatjs'
  | 'transifex'
  | 'lokalise'
  | 'angular'
  | 'go-i18n'
  | 'arb';

/** What each shape of JSON is, and what of it is translated: for whoever has to decide whether a file was taken for the right one. */
const SHAPES: Readonly<Record<JsonShape, string>> = {
  plain: 'plain texts: each string is translated',
  'language-key':
    'texts under their language: each string is translated, and the key at the top becomes the language of the translations',
  vscode: 'messages of VS Code: "message" is translated, "comment" is a note',
  chrome: 'messages of Chrome: "message" is translated, "description" is a note, and "placeholders" stay',
  formatjs:
    'messages of FormatJS: "defaultMessage" is translated, "description" is a note, and the rest is left out',
  transifex:
    'structured JSON of Transifex: "string" is translated, "developer_comment" and "context" are notes',
  lokalise: 'JSON of Lokalise: "translation" is translated, "notes" and "context" are notes',
  angular: 'translations of Angular: each string in "translations" is translated',
  'go-i18n': 'messages of go-i18n: the plural forms are translated, "description" is a note',
  arb: 'resources of Flutter: each string is translated, members that begin with @ describe it',
};

/** The shapes of JSON, in the order in which a file is compared with them. */
// Their names are the keys.
export const JSON_SHAPES = Object.keys(SHAPES) as [JsonShape, ...JsonShape[]];

/** What no other file has: nobody needs to be told. */
const CERTAIN: ReadonlySet<JsonShape> = new Set(['plain', 'formatjs', 'angular', 'arb']);

/** Whether a file that looks like this could be another: people should know for what it was taken. */
export const isGuess = (shape: JsonShape): boolean => !CERTAIN.has(shape);

/** What a shape is, and what of it is translated. */
export const describeShape = (shape: JsonShape): string => SHAPES[shape];
