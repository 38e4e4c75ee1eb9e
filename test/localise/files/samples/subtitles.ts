import fc from 'fast-check';
import { makeProgram } from './judges.js';
import { byName, many, type Sample, word } from './sample.js';

const inLines = (text: string): string =>
  text
    .replace(/\r/g, ' ')
    .replace(/-->/g, '->')
    .split('\n')
    .filter((line) => line !== '')
    .join('\n');
const words = word.map(inLines).filter((text) => text !== '');
const time = (at: number): string =>
  `${String(Math.floor(at / 3600)).padStart(2, '0')}:${String(Math.floor(at / 60) % 60).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;
const cue = (at: number, text: string): string => `${time(at)},000 --> ${time(at + 1)},500\n${text}\n\n`;
const vtt = (at: number, text: string): string => cue(at, text).replaceAll(/,(?=\d{3})/g, '.');

const files = fc
  .array(
    fc.record({
      text: words,
      gap: fc.constantFrom('', '\n', '\n\n'),
      kind: fc.constantFrom('text', 'no text', 'same time', 'earlier time', 'lines', 'empty line'),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((cues) => {
    let begins = 0;
    return cues
      .map(({ text, gap, kind }, at) => {
        if (kind !== 'same time') begins = kind === 'earlier time' ? 0 : at;
        const own = {
          text,
          'no text': '',
          'same time': text,
          'earlier time': text,
          lines: `- ${text}\n- <i>b</i>`,
          'empty line': `${text}\n\nb`,
        }[kind];
        return `${gap}${at + 1}\n${cue(begins, own)}`;
      })
      .join('');
  });
const webFiles = fc
  .array(
    fc.record({
      text: words,
      before: fc.constantFrom('', 'NOTE a note\n\n', 'NOTE\ntwo\nlines\n\n', 'intro\n'),
    }),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map(
    (cues) =>
      `WEBVTT - a film\nKind: captions\n\nSTYLE\n::cue { color: red }\n\n${cues.map(({ text, before }, at) => before + vtt(at, text)).join('')}`,
  );

/** A sample of the format `subtitles`. */
export const subtitlesSample: Sample = {
  source: 'films/trailer.en.vtt',
  target: byName('films/trailer.en.vtt'),
  // Each text has its own time, whatever is put in before it.
  write: (texts) => {
    const hours = (key: string): number =>
      [...key].reduce((sum, letter) => (31 * sum + letter.charCodeAt(0)) % 1e13, 7);
    const cues = texts.map(
      ([key, text]) => `NOTE On a page\n\n${hours(key)}:00:00.000 --> ${hours(key)}:00:01.000\n${text}\n`,
    );
    return `WEBVTT\n\n${cues.join('\n')}`;
  },
  isTakenWhole: (file) => /^(\d\d:\d\d:\d\d)[\s\S]*^\1,.*-->/m.test(file),
  judges: [makeProgram('ffprobe', ['ffprobe', '-v', 'error', '-show_packets'], 'film.vtt', /PACKET/)],
  random: [
    { kind: 'SubRip', files, words },
    { kind: 'WebVTT', files: webFiles, words },
  ],
  growing: {
    texts: (size) => many(size / 32, (at) => cue(at, 'x')),
    'texts of one time': (size) => cue(0, 'x').repeat(size / 32),
    'lines of a text': (size) => cue(0, 'x\n'.repeat(size / 2)),
    'empty lines in a text': (size) => cue(0, 'x\n\n'.repeat(size / 3)),
    'numbers without times': (size) => cue(0, '1\n\n'.repeat(size / 3)),
    'texts of two times': (size) => many(size / 32, (at) => cue(at % 2, 'x')),
    'lines without times': (size) => `WEBVTT\n\n${'x\n\n'.repeat(size / 3)}${cue(0, 'x')}`,
    'empty lines': (size) => `${cue(0, 'x')}${'\n'.repeat(size)}${cue(1, 'x')}`,
    notes: (size) => `WEBVTT\n\n${'NOTE a\n\n'.repeat(size / 8)}${cue(0, 'x')}`,
    'digits of a time': (size) => `${'0'.repeat(size)}:00:01,000 --> 00:00:02,500\nx\n`,
    'spaces of a time': (size) => `00:00:01,000${' '.repeat(size)}--> 00:00:02,500\nx\n`,
    'tags in a text': (size) => cue(0, '<i '.repeat(size / 3)),
    'positions in a text': (size) => cue(0, '{\\a'.repeat(size / 3)),
  },
  places: [
    (text) => text,
    (text) => cue(0, inLines(text) || 'x'),
    (text) => `WEBVTT\n\nNOTE ${inLines(text)}\n\n${vtt(0, inLines(text) || 'x')}`,
  ],
};
