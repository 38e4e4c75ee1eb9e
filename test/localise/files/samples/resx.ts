import fc from 'fast-check';
import { XML_JUDGES } from './judges.js';
import { escapeXml, filled, many, type Sample, space, xmlWord } from './sample.js';

const HEAD = '  <resheader name="resmimetype">\n    <value>text/microsoft-resx</value>\n  </resheader>\n';

const data = (name: string, text: string, more = ''): string =>
  `<data name="${name}" xml:space="preserve">${more}<value>${text}</value></data>`;
const root = (inner: string): string => `<root>${inner}</root>`;

const files = fc
  .array(
    fc.record({
      text: filled(xmlWord),
      note: xmlWord,
      gap: space,
      isCData: fc.boolean(),
      isText: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((texts) => {
    const body = texts.map(({ text, note, gap, isCData, isText }, at) => {
      const own = isCData ? `<![CDATA[${text.replaceAll(']]>', '')}]]>` : escapeXml(text);
      const comment = `<comment>${escapeXml(note.replaceAll('{', ''))}</comment>`;
      return `${gap}<!-- ${at} -->${isText ? data(`s${at}`, own, comment) : `<data name="i${at}" type="System.Int32"><value>1</value></data>`}`;
    });
    return `<?xml version="1.0" encoding="utf-8"?>\n${root(`\n${HEAD}${body.join('')}\n`)}\n`;
  });

/** A sample of the format `resx`. */
export const resxSample: Sample = {
  source: 'Properties/Resources.resx',
  target: (language) => `Properties/Resources.${language}.resx`,
  write: (texts) =>
    [
      `<?xml version="1.0" encoding="utf-8"?>\n<root>\n${HEAD.trimEnd()}`,
      ...texts.map(
        ([key, text]) =>
          `  <data name="${key}" xml:space="preserve">\n    <value>${text}</value>\n    <comment>On a page</comment>\n  </data>`,
      ),
      '</root>\n',
    ].join('\n'),
  judges: XML_JUDGES,
  random: [{ files, words: xmlWord }],
  growing: {
    texts: (size) => root(many(size / 32, (at) => data(`k${at}`, 'x'))),
    'what is no text': (size) => root(many(size / 32, (at) => `<data name="k${at}" type="x"/>`)),
    'spaces in a text': (size) => root(data('a', `a${' '.repeat(size)}b`)),
    'braces in a text': (size) => root(data('a', '{0:'.repeat(size / 4))),
    'a long CDATA': (size) => root(data('a', `<![CDATA[${'a]]'.repeat(size / 4)}]]>`)),
    'a long note': (size) => root(data('a', 'x', `<comment>${' {'.repeat(size / 2)}</comment>`)),
    comments: (size) => root(`${'<!---->'.repeat(size / 8)}${data('a', 'x')}`),
  },
  places: [
    (text) => text,
    (text) => root(data('a', text)),
    (text) => root(data('a', escapeXml(text), `<comment>${escapeXml(text)}</comment>`)),
  ],
};
