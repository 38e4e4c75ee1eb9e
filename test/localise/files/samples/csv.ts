import fc from 'fast-check';
import { makeProgram } from './judges.js';
import { many, type Sample, word } from './sample.js';

const makeCell = fc
  .tuple(word, fc.boolean())
  .map(([text, isQuoted]) =>
    isQuoted || /^\s|["\r\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text,
  );
const csv = fc
  .tuple(
    fc.constantFrom('key;text', 'text;note;key', '"key";en;de;ja', 'id;de-CH;en;id', 'key;note;en;;de'),
    fc.array(fc.oneof(fc.array(makeCell, { maxLength: 5 }), fc.constant([]))),
    fc.constantFrom('', '\n', '\n\n'),
  )
  .map(([header, rows, end]) => {
    const names = header.replaceAll('"', '').split(';');
    const keyAt = names.findIndex((name) => ['key', 'id'].includes(name));
    const lines = rows.map((cells, at) => {
      const row = cells.map((cell, column) => (column === keyAt ? `k${at}` : cell)).slice(0, names.length);
      return row.length <= keyAt ? '' : row.join(';');
    });
    return [header, ...lines].join('\n') + end;
  });

/** A sample of the format `csv`. */
export const csvSample: Sample = {
  source: 'locales/texts.csv',
  target: () => 'locales/texts.csv',
  write: (texts) => `key;text\n${texts.map(([key, text]) => `${key};${text}\n`).join('')}`,
  add: (file, key, text) => `${file}${key};${text}\n`,
  judges: [
    makeProgram("Ruby's csv", ['ruby', '-rcsv', '-e', 'CSV.read(ARGV[0], col_sep: ";")'], 'texts.csv'),
  ],
  random: [{ files: csv }],
  growing: {
    texts: (size) => `key;text\n${many(size / 16, (at) => `k${at};x\n`)}`,
    'many languages': (size) => `key;en;pl\n${many(size / 16, (at) => `k${at};x;y\n`)}`,
    columns: (size) => `key;text;${';'.repeat(900)}\n${`a${';'.repeat(900)}\n`.repeat(size / 900)}`,
    'too many columns': (size) => `key;text${';'.repeat(size)}`,
    'blank rows': (size) => `key;text\n${'\r\n'.repeat(size / 2)}a;b`,
    'one long text': (size) => `key;text\na;"${'x\n'.repeat(size / 2)}"`,
    'quotes in a text': (size) => `key;text\na;"${'""'.repeat(size / 2)}"`,
    'quotes without an end': (size) => `key;text\na;"${'""'.repeat(size / 2)}`,
    'many quotes': (size) => '"'.repeat(size),
    'cells that begin with a quote': (size) => `key;text\n${'";'.repeat(size / 2)}`,
    'a first row without an end': (size) => `key;text;${'a '.repeat(size / 2)}`,
    'white space': (size) => `key;text\na;${' \t'.repeat(size / 2)}`,
    'long notes': (size) => `key;text;note\n${many(size / 100, (at) => `k${at};x;${'n'.repeat(90)}\n`)}`,
  },
  places: [
    (text) => text,
    (text) => `key,text\na,${text}`,
    (text) => `key,text\na,"${text.replaceAll('"', '""')}"`,
  ],
};
