import fc from 'fast-check';
import { XML_JUDGES } from './judges.js';
import { escapeXml, filled, many, type Sample, space, xmlWord } from './sample.js';

const xliff = fc
  .array(fc.record({ source: filled(xmlWord), target: fc.option(xmlWord), gap: space, tag: fc.boolean() }), {
    minLength: 1,
    maxLength: 6,
  })
  .map((units) => {
    const body = units.map(
      ({ source, target, gap, tag }, at) =>
        `${gap}<trans-unit id="${at}"><source>${escapeXml(source)}${tag ? '<x id="1"/>' : ''}</source>${gap}${target === null ? '' : `<target>${escapeXml(target)}</target>`}</trans-unit><!-- ${at} -->`,
    );
    return `<xliff version="1.2"><file source-language="en" target-language="de"><body>${body.join('')}</body></file></xliff>`;
  });

const unit = (text: string): string =>
  `<xliff version="1.2"><file target-language="pl"><body><trans-unit id="1"><source>${text}</source></trans-unit></body></file></xliff>`;
const makeUnit = (inner: string): string =>
  `<xliff version="1.2"><file target-language="pl"><body><trans-unit id="1">${inner}</trans-unit></body></file></xliff>`;
const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** A sample of the format `xliff`. */
export const xliffSample: Sample = {
  source: 'src/app.xlf',
  target: (language) => `src/app.${language}.xlf`,
  write: (texts) =>
    [
      '<xliff version="1.2">\n  <file source-language="en">\n    <body>',
      ...texts.map(
        ([key, text]) =>
          `      <trans-unit id="${key}">\n        <source>${text}</source>\n      </trans-unit>`,
      ),
      '    </body>\n  </file>\n</xliff>\n',
    ].join('\n'),
  judges: XML_JUDGES,
  random: [{ files: xliff, words: xmlWord }],
  growing: {
    units: (size) =>
      `<xliff version="1.2"><file target-language="pl"><body>${many(size / 64, (at) => `<trans-unit id="${at}"><source>x</source></trans-unit>`)}</body></file></xliff>`,
    'spaces in a text': (size) => unit(`a${' '.repeat(size)}b`),
    'spaces in a tag': (size) => unit(`a</source><target${' '.repeat(size)}/><source>`),
    'spaces before a text': (size) => unit(`a</source>${' '.repeat(size)}<source>`),
    attributes: (size) =>
      unit(`a</source><target ${many(size / 16, (at) => `a${at}="" `)} state="new"></target><source>`),
    'quotes in an attribute': (size) =>
      unit(`a</source><target a='${' state="'.repeat(size / 8)}' state="new"></target><source>`),
    'different tags': (size) => unit(many(size / 16, (at) => `<x id="${at}"/>`)),
    entities: (size) => unit('&amp;'.repeat(size / 4)),
    'an entity that never ends': (size) => unit(`&${'a'.repeat(size)}`),
    'tags that never end': (size) => unit('<x '.repeat(size / 4)),
    notes: (size) => unit(`a</source>${'<note>n</note>'.repeat(size / 16)}<source>`),
    comments: (size) => unit('<!-- -->'.repeat(size / 8)),
    'comments that never end': (size) => unit('<!--'.repeat(size)),
    'processing instructions': (size) => `${'<?a?>'.repeat(size / 4)}${unit('a')}`,
    'a document type': (size) => `<!DOCTYPE a [${'<!ENTITY a "&b;&b;">'.repeat(size / 16)}]>${unit('a')}`,
  },
  places: [
    (text) => text,
    (text) => makeUnit(`<source>${text}</source>`),
    (text) => makeUnit(`<source>${escapeAttribute(text)}</source><target>${escapeAttribute(text)}</target>`),
    (text) => makeUnit(`<source>a<x id="1" equiv-text="${escapeAttribute(text)}"/></source>`),
  ],
};
