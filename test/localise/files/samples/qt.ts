import fc from 'fast-check';
import { makeProgram, XML_JUDGES } from './judges.js';
import { escapeXml, filled, many, type Sample, space, xmlWord } from './sample.js';

const wrap = (contexts: string, language = 'de_DE'): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS version="2.1" language="${language}" sourcelanguage="en">\n${contexts}</TS>\n`;
const context = (messages: string): string => `<context>\n    <name>Window</name>\n${messages}</context>\n`;
const message = (source: string, translation: string, more = ''): string =>
  `    <message${more}>\n        <source>${source}</source>\n        ${translation}\n    </message>\n`;
const UNFINISHED = '<translation type="unfinished"></translation>';

const files = fc
  .array(
    fc.record({
      text: filled(xmlWord),
      translation: xmlWord,
      type: fc.constantFrom('', ' type="unfinished"', ' type="vanished"'),
      gap: space,
      kind: fc.constantFrom('plain', 'single', 'plural'),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((messages) => {
    const body = messages.map(({ text, translation, type, gap, kind }, at) => {
      const own = escapeXml(translation);
      const whole =
        kind === 'plain'
          ? `<translation${type}>${own}</translation>`
          : kind === 'single'
            ? `<translation${type}/>`
            : `<translation${type}>${gap}<numerusform>${own}</numerusform>${gap}<numerusform/>${gap}</translation>`;
      return `${gap}${message(`${at} ${escapeXml(text)}`, whole, kind === 'plural' ? ' numerus="yes"' : '')}`;
    });
    return wrap(context(body.join('')), 'de');
  });

/** A sample of the format `qt`. */
export const qtSample: Sample = {
  source: 'i18n/app_de.ts',
  target: () => 'i18n/app_de.ts',
  write: (texts) => wrap(context(texts.map(([, text]) => message(text, UNFINISHED)).join(''))),
  add: (file, _, text) => file.replace('</context>', `${message(text, UNFINISHED)}$&`),
  judges: [...XML_JUDGES, makeProgram('lrelease', ['lrelease', '-qm', 'app.qm'], 'app.ts')],
  random: [{ files, words: xmlWord }],
  growing: {
    messages: (size) => wrap(context(many(size / 64, (at) => message(`${at}`, UNFINISHED))), 'pl'),
    contexts: (size) => wrap(context(message('a', UNFINISHED)).repeat(size / 128), 'pl'),
    'many forms': (size) =>
      wrap(
        context(
          message('a', `<translation>${'<numerusform/>'.repeat(size / 16)}</translation>`, ' numerus="yes"'),
        ),
        'pl',
      ),
    'spaces in a tag': (size) => wrap(context(message('a', `<translation${' '.repeat(size)}/>`)), 'pl'),
    'tags in a text': (size) => wrap(context(message('&lt;a'.repeat(size / 8), UNFINISHED)), 'pl'),
    'what is gone': (size) =>
      wrap(context(message('a', '<translation type="vanished">b</translation>').repeat(size / 64)), 'pl'),
    'a document type without an end': (size) => `<!DOCTYPE TS${' "'.repeat(size)}`,
    'white space before the root': (size) => `${' \n'.repeat(size)}<TS`,
  },
  places: [
    (text) => text,
    (text) => wrap(context(message(text, UNFINISHED)), 'pl'),
    (text) => wrap(context(message(escapeXml(text), `<translation>${escapeXml(text)}</translation>`)), 'pl'),
  ],
};
