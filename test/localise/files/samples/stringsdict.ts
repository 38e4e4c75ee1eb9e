import fc from 'fast-check';
import { makeProgram, XML_JUDGES } from './judges.js';
import { escapeXml, filled, many, type Sample, space, xmlWord } from './sample.js';

const plist = (entries: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n<plist version="1.0">\n<dict>${entries}</dict>\n</plist>\n`;
const pair = (key: string, text: string): string => `<key>${key}</key><string>${text}</string>`;
const variable = (forms: string): string =>
  `<dict>${pair('NSStringFormatSpecTypeKey', 'NSStringPluralRuleType')}${pair('NSStringFormatValueTypeKey', 'd')}${forms}</dict>`;
const entry = (key: string, format: string, forms: string): string =>
  `<key>${key}</key><dict>${pair('NSStringLocalizedFormatKey', format)}<key>n</key>${variable(forms)}</dict>`;

const files = fc
  .array(
    fc.record({
      text: filled(xmlWord),
      note: fc.constantFrom('', '<!-- a note -->'),
      gap: space,
      hasOne: fc.boolean(),
      hasFormat: fc.boolean(),
      isByWidth: fc.boolean(),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((entries) => {
    const body = entries.map(({ text, note, gap, hasOne, hasFormat, isByWidth }, at) => {
      const own = escapeXml(text);
      if (isByWidth)
        return `${gap}<key>w${at}</key><dict><key>NSStringVariableWidthRuleType</key><dict>${pair('20', own)}</dict></dict>`;
      const forms = `${hasOne ? `${gap}${pair('one', own)}` : ''}${gap}${pair('other', `${own}s`)}${gap}`;
      return `${gap}${note}${entry(`k${at}`, hasFormat ? `%#@n@ ${own}` : '%#@n@', forms)}`;
    });
    return plist(`${body.join('')}\n`);
  });

/** A sample of the format `stringsdict`. */
export const stringsdictSample: Sample = {
  source: 'en.lproj/Localizable.stringsdict',
  target: (language) => `${language}.lproj/Localizable.stringsdict`,
  write: (texts) =>
    plist(
      texts
        .map(
          ([key, text]) => `
\t<key>${key}</key>
\t<dict>
\t\t<key>NSStringLocalizedFormatKey</key>
\t\t<string>${text}</string>
\t\t<key>n</key>
\t\t<dict>
\t\t\t<key>NSStringFormatSpecTypeKey</key>
\t\t\t<string>NSStringPluralRuleType</string>
\t\t</dict>
\t</dict>
`,
        )
        .join(''),
    ),
  judges: [
    ...XML_JUDGES,
    makeProgram(
      "Python's plistlib",
      ['python3', '-c', 'import plistlib, sys; plistlib.load(open(sys.argv[1], "rb"))'],
      'app.stringsdict',
    ),
  ],
  random: [{ files, words: xmlWord }],
  isTakenWhole: () => true,
  growing: {
    texts: (size) => plist(many(size / 256, (at) => entry(`k${at}`, '%#@n@', pair('other', 'x')))),
    'many forms': (size) =>
      plist(
        entry(
          'a',
          'b',
          many(size / 64, (at) => pair(`f${at}`, 'x')),
        ),
      ),
    'many variables': (size) =>
      plist(
        `<key>a</key><dict>${many(size / 256, (at) => `<key>v${at}</key>${variable(pair('other', 'x'))}`)}</dict>`,
      ),
    'spaces in a text': (size) => plist(entry('a', '%#@n@', pair('other', `a${' '.repeat(size)}b`))),
    'a variable without an end': (size) => plist(entry('a', `%#@${'a'.repeat(size)}`, pair('other', 'x'))),
    comments: (size) => plist(`${'<!---->'.repeat(size / 8)}${entry('a', '%#@n@', pair('other', 'x'))}`),
    'a document type without an end': (size) => `<!DOCTYPE plist${' '.repeat(size)}`,
  },
  places: [
    (text) => text,
    (text) => `<!DOCTYPE ${text}`,
    (text) => plist(entry('a', text, pair('other', text))),
    (text) => plist(entry(escapeXml(text), escapeXml(text), pair('other', escapeXml(text)))),
  ],
};
