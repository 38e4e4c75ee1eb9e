/** A file with some texts. */
export interface Shape {
  readonly what: string;
  readonly format: string;
  /** The most that it may cost over `JSON.parse` and `JSON.stringify`. @default no limit */
  readonly most?: number;
  make(texts: ReadonlyMap<string, string>): string;
}

/** Texts as a program has them, some of them with a plural. */
export const makeTexts = (count: number): ReadonlyMap<string, string> =>
  new Map(
    Array.from({ length: count }, (_, at) => [
      `page${at}`,
      `Please confirm the change ${at} of your address`,
    ]),
  );

const entries = (texts: ReadonlyMap<string, string>, value: (text: string) => unknown): string =>
  `${JSON.stringify(Object.fromEntries([...texts].map(([key, text]) => [key, value(text)])), null, 2)}\n`;
const lines = (texts: ReadonlyMap<string, string>, line: (key: string, text: string) => string): string =>
  [...texts].map(([key, text]) => line(key, text)).join('\n');

function nested(texts: ReadonlyMap<string, string>): string {
  const screens = Map.groupBy(texts, ([key]) => `screen${key.at(-1)}`);
  const objects = [...screens].map(([screen, of]) => [screen, Object.fromEntries(of)]);
  return `${JSON.stringify(Object.fromEntries(objects), null, 2)}\n`;
}

const json = (what: string, make: Shape['make'], most = 3): Shape => ({
  what,
  format: 'json',
  most,
  make,
});
const another = (format: string, make: Shape['make']): Shape => ({
  what: format,
  format,
  make,
});

/** One file of each kind. */
export const SHAPES: Readonly<Record<string, Shape>> = {
  flat: json('JSON, flat', (texts) => entries(texts, (text) => text)),
  nested: json('JSON, nested', nested),
  plurals: json(
    'JSON with ICU plurals in a tenth of the texts',
    (texts) =>
      entries(texts, (text) =>
        text.includes('0 of') ? `{n, plural, one {# time} other {# times}}: ${text}` : text,
      ),
    4,
  ),
  chrome: json("Chrome's messages", (texts) =>
    entries(texts, (message) => ({ message, description: 'A page' })),
  ),
  formatjs: json('an extract of FormatJS', (texts) =>
    entries(texts, (defaultMessage) => ({ defaultMessage, description: 'A page' })),
  ),
  arb: json('ARB', (texts) => entries(new Map([['@@locale', 'en'], ...texts]), (text) => text)),
  po: another('po', (texts) => lines(texts, (_, text) => `msgid "${text}"\nmsgstr ""\n`)),
  xliff: another(
    'xliff',
    (texts) =>
      `<xliff version="1.2"><file target-language="de"><body>\n${lines(texts, (key, text) => `<trans-unit id="${key}"><source>${text}</source></trans-unit>`)}\n</body></file></xliff>\n`,
  ),
  android: another(
    'android',
    (texts) =>
      `<resources>\n${lines(texts, (key, text) => `<string name="${key}">${text}</string>`)}\n</resources>\n`,
  ),
  yaml: another('yaml', (texts) => `en:\n${lines(texts, (key, text) => `  ${key}: ${text}`)}\n`),
  strings: another('strings', (texts) => `${lines(texts, (key, text) => `"${key}" = "${text}";`)}\n`),
  properties: another('properties', (texts) => `${lines(texts, (key, text) => `${key}=${text}`)}\n`),
  xcstrings: another('xcstrings', (texts) => {
    const strings = Object.fromEntries([...texts].map(([, text]) => [text, { comment: 'A page' }]));
    return `${JSON.stringify({ sourceLanguage: 'en', strings, version: '1.0' }, null, 2)}\n`;
  }),
  csv: another(
    'csv',
    (texts) => `key;text;note\n${lines(texts, (key, text) => `${key};"${text}";A page`)}\n`,
  ),
};
