import { describe, expect, test } from 'vitest';
import { readLocaleFile } from '../../../src/locale-files.js';

const SUBRIP = `1
00:00:01,000 --> 00:00:02,500
Good morning!

2
00:00:03,000 --> 00:00:04,000
- <i>Who</i> are you?
- {\\an8}Nobody.


3
00:01:00,250 --> 00:01:02,000

4
00:01:00,250 --> 00:01:02,000
Good bye!
`;
const WEB = `WEBVTT - Trailer

STYLE
::cue { color: red }

NOTE The hero
speaks

intro
00:01.000 --> 00:02.500 align:start
Hello

1:00:00.000 --> 1:00:01.000
World
`;

const read = (text: string, name: string, target?: { text: string }) =>
  readLocaleFile({ text, name }, { to: 'de', ...(target && { target }) });

describe('subtitles', () => {
  test('are texts by their times', async () => {
    expect((await read(SUBRIP, 'film.en.srt')).texts).toEqual({
      '00:00:01,000': 'Good morning!',
      '00:00:03,000': '- <i>Who</i> are you?\n- {\\an8}Nobody.',
      '00:01:00,250#2': 'Good bye!',
    });
    const { texts, protect } = await read(WEB, 'film.en.vtt');
    expect(texts).toEqual({
      '00:01.000': { text: 'Hello', note: 'The hero\nspeaks' },
      '1:00:00.000': 'World',
    });
    expect('<c.red>Hi</c> {\\an8} {x} a < b'.match(protect as RegExp)).toEqual([
      '<c.red>',
      '</c>',
      '{\\an8}',
    ]);
  });

  test.each([
    ['\n', SUBRIP],
    ['\r\n', SUBRIP.replaceAll('\n', '\r\n')],
  ])(
    'keep everything else where a translation is written, with lines that end in %j',
    async (ending, text) => {
      const file = await read(text, 'film.srt', { text });
      expect(file.write({ '00:00:03,000': '- Wer?\n- Niemand.', '00:01:00,250#2': 'Auf bald!' })).toBe(
        text
          .replace(`- <i>Who</i> are you?${ending}- {\\an8}Nobody.`, `- Wer?${ending}- Niemand.`)
          .replace('Good bye!', 'Auf bald!'),
      );
    },
  );

  test('that are added come at their time, and notes stay with theirs', async () => {
    const target = { text: 'WEBVTT\n\n1:00:00.000 --> 1:00:01.000\nWelt\n' };
    const file = await read(WEB, 'film.vtt', target);
    expect(file.known).toEqual({ '1:00:00.000': 'Welt' });
    expect(file.write({ '00:01.000': 'Hallo' })).toBe(
      'WEBVTT\n\nNOTE The hero\nspeaks\n\nintro\n00:01.000 --> 00:02.500 align:start\nHallo\n\n1:00:00.000 --> 1:00:01.000\nWelt\n',
    );
  });

  test('of one time are written together', async () => {
    const text = '00:01.000 --> 00:02.000\nA\n\n00:01.000 --> 00:03.000\nB\n\n00:04.000 --> 00:05.000\nC\n';
    const file = await read(`WEBVTT\n\n${text}`, 'film.vtt');
    expect(file.write({ '00:01.000#2': 'Be', '00:04.000': 'Ce' })).toBe(
      'WEBVTT\n\n00:04.000 --> 00:05.000\nCe\n',
    );
  });

  test('make a file anew that has none yet', async () => {
    const file = await read(WEB, 'film.vtt', { text: 'WEBVTT\n' });
    expect(file.write({})).toBe('WEBVTT\n');
    expect(file.write({ '1:00:00.000': 'Welt' })).toBe(
      'WEBVTT - Trailer\n\nSTYLE\n::cue { color: red }\n\n1:00:00.000 --> 1:00:01.000\nWelt\n',
    );
  });

  test('one that is put in renames no other', async () => {
    const target = { text: SUBRIP.replace('Good bye!', 'Auf bald!') };
    const more = SUBRIP.replace('2\n00:00:03', '2\n00:00:02,600 --> 00:00:02,900\nNew\n\n3\n00:00:03');
    expect((await read(more, 'film.srt', target)).known['00:01:00,250#2']).toBe('Auf bald!');
  });

  test.each(['', 'a\n\nb', '\na', 'a\n', 'a --> b', 'a\rb'])(
    'a translation as %j is refused',
    async (text) => {
      const file = await read(SUBRIP, 'film.srt');
      expect(() => file.write({ '00:00:01,000': text })).toThrow(/translations\["00:00:01,000"\]/);
    },
  );

  test.each([
    [
      '00:00:01,000 --> 00:00:02,500\nA\n\n00:00:02,000 --> 00:00:02,500\nB\n\n00:00:01,000 --> 00:00:02,500\nC\n',
      'film.srt:7:1 has subtitles at 00:00:01,000 that are not beside each other',
    ],
    ['00:00:01,000 --> 00:00:02,500\nA\n00:00:03,000 --> 00:00:04,000\nB\n', 'has times within a subtitle'],
    ['Hello', 'film.srt:1:1 has lines without times'],
    ['\n\nNOTE a\n', 'has no subtitles'],
    [
      '1\n00:00:01,000 --> 00:00:02,500\nA\n\nB\n',
      'film.srt:5:1 has lines without times: an empty line ends a subtitle',
    ],
    ['x\n1\n00:00:01,000 --> 00:00:02,500\nA\n', 'has more than one line above the times'],
    ['1\r\n00:00:01,000 --> 00:00:02,500\nA\n', 'has lines that end in CRLF and others'],
  ])('%j is refused with its place', async (text, message) => {
    await expect(read(text, 'film.srt')).rejects.toThrow(message);
  });
});
