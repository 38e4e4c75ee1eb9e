import fc from 'fast-check';
import { makeProgram, XML_JUDGES } from './judges.js';
import { escapeXml, filled, many, type Sample, space, xmlWord } from './sample.js';

const android = fc
  .array(fc.record({ text: filled(xmlWord), gap: space, isCData: fc.boolean() }), {
    minLength: 1,
    maxLength: 6,
  })
  .map((strings) => {
    const body = strings.map(({ text, gap, isCData }, at) => {
      const own = isCData ? `<![CDATA[${text.replaceAll(']]>', '')}]]>` : escapeXml(text);
      return `${gap}<string name="s${at}">${own}</string>`;
    });
    return `<resources>${body.join('')}\n</resources>\n`;
  });

const string = (text: string): string => `<resources><string name="a">${text}</string></resources>`;

/** A sample of the format `android`. */
export const androidSample: Sample = {
  source: 'app/res/values/strings.xml',
  target: (language) => `app/res/values-${language}/strings.xml`,
  write: (texts) =>
    [
      '<?xml version="1.0" encoding="utf-8"?>\n<resources>',
      ...texts.map(([key, text]) => `    <string name="${key.replace('.', '_')}">${text}</string>`),
      '</resources>\n',
    ].join('\n'),
  judges: [...XML_JUDGES, makeProgram('aapt2', ['aapt2', 'compile', '-o', '.'], 'values/strings.xml')],
  random: [{ files: android, words: xmlWord }],
  growing: {
    strings: (size) =>
      `<resources>${many(size / 32, (at) => `<string name="s${at}">x</string>`)}</resources>`,
    'spaces in a text': (size) => string(`a${' '.repeat(size / 4)}b`),
    'spaces after words': (size) => string(' b'.repeat(size / 8)),
    quotes: (size) => string('"'.repeat(size / 8)),
    backslashes: (size) => string('\\'.repeat(size / 8)),
    'what looks like CDATA': (size) => string(`<![CDATA[${']'.repeat(size)}]]>x`),
    'a long CDATA': (size) => string(`<![CDATA[${'a]]'.repeat(size / 4)}]]>`),
    comments: (size) => `<resources>${'<!---->'.repeat(size / 8)}<string name="a">x</string></resources>`,
    'comments that never end': (size) =>
      `<resources><![CDATA[${'<!--'.repeat(size)}]]><string name="a">x</string></resources>`,
    'different tags': (size) => string(many(size / 16, (at) => `<b${at}/>`)),
    'a long comment before many forms': (size) =>
      `<resources><!--${'a'.repeat(size)}--><plurals name="a">${'<item quantity="one">x</item>'.repeat(size / 32)}</plurals></resources>`,
    arrays: (size) =>
      `<resources><string-array name="a">${'<item>x</item>'.repeat(size / 32)}</string-array></resources>`,
  },
  places: [
    (text) => text,
    (text) => `<resources><!-- ${text} --><string name="a">${text}</string></resources>`,
    (text) => `<resources><string name="a">${escapeXml(text)}</string></resources>`,
  ],
};
