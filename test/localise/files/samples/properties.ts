import { parse as parseProperties } from 'dot-properties';
import fc from 'fast-check';
import { makeParser } from './judges.js';
import { many, pairs, type Sample } from './sample.js';

const property = (text: string): string =>
  text
    .replace(/[\\:=#! \t]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
    .replaceAll('\f', '\\f')
    .replace(/\p{Cs}|\0/gu, '\\ud800');
const properties = fc
  .tuple(pairs, fc.constantFrom('=', ' = ', ': ', ' ', '\t=\\\n  '))
  .map(([entries, separator]) =>
    entries
      .map(
        ({ key, text, note }) =>
          `${note.replace(/^(?=.)/gm, '# ')}\n${property(key)}${separator}${property(text)}`,
      )
      .join('\n'),
  );

/** A sample of the format `properties`. */
export const propertiesSample: Sample = {
  source: 'src/messages.properties',
  target: (language) => `src/messages_${language}.properties`,
  write: (texts) => texts.map(([key, text]) => `${key} = ${text}\n`).join(''),
  judges: [makeParser('dot-properties', (text) => parseProperties(text))],
  random: [{ files: properties }],
  growing: {
    texts: (size) => many(size / 16, (at) => `k${at}=x\n`),
    comments: (size) => `${'# a\n'.repeat(size / 4)}a=b`,
    'comments between': (size) => many(size / 32, (at) => `# a\n! b\n\n# c\nk${at}=x\n`),
    'one long text': (size) => `a=${'b'.repeat(size)}`,
    'continued lines': (size) => `a=${'b\\\n  '.repeat(size / 8)}`,
    backslashes: (size) => `a=${'\\'.repeat(size)}`,
    escapes: (size) => `a=${'\\u00e9'.repeat(size / 8)}`,
    'a long key': (size) => `${'a\\ '.repeat(size / 4)}=b`,
    'spaces around': (size) => `a${' '.repeat(size)}=${' '.repeat(size)}b${' '.repeat(size)}`,
    'blank lines': (size) => `a=b${'\n'.repeat(size)}c=d`,
    'what is no text': (size) => '=\n'.repeat(size),
    'carriage returns': (size) => `${'\r\n'.repeat(size / 2)}a=b\r`,
  },
  places: [(text) => text, (text) => `a=${text}`],
};
