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
      '00:00:01.000': 'Good morning!',
      '00:00:03.000': '- <i>Who</i> are you?\n- {\\an8}Nobody.',
      '00:01:00.250#2': 'Good bye!',
    });
    const { texts, protect } = await read(WEB, 'film.en.vtt');
    expect(texts).toEqual({
      '00:00:01.000': { text: 'Hello', note: 'The hero\nspeaks' },
      '01:00:00.000': 'World',
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
      expect(file.write({ '00:00:03.000': '- Wer?\n- Niemand.', '00:01:00.250#2': 'Auf bald!' })).toBe(
        text
          .replace(`- <i>Who</i> are you?${ending}- {\\an8}Nobody.`, `- Wer?${ending}- Niemand.`)
          .replace('Good bye!', 'Auf bald!'),
      );
    },
  );

  test('that are added come at their time, and notes stay with theirs', async () => {
    const target = { text: 'WEBVTT\n\n1:00:00.000 --> 1:00:01.000\nWelt\n' };
    const file = await read(WEB, 'film.vtt', target);
    expect(file.known).toEqual({ '01:00:00.000': 'Welt' });
    expect(file.write({ '00:00:01.000': 'Hallo' })).toBe(
      'WEBVTT\n\nNOTE The hero\nspeaks\n\nintro\n00:01.000 --> 00:02.500 align:start\nHallo\n\n1:00:00.000 --> 1:00:01.000\nWelt\n',
    );
  });

  test('of one time are written together', async () => {
    const text = '00:01.000 --> 00:02.000\nA\n\n00:01.000 --> 00:03.000\nB\n\n00:04.000 --> 00:05.000\nC\n';
    const file = await read(`WEBVTT\n\n${text}`, 'film.vtt');
    const given = { '00:00:01.000#2': 'Be', '00:00:04.000': 'Ce' };
    expect(file.write(given)).toBe('WEBVTT\n\n00:04.000 --> 00:05.000\nCe\n');
    expect(file.findHeldBack(given)).toEqual(['00:00:01.000#2']);
    const both = { ...given, '00:00:01.000': 'A' };
    expect(file.write(both)).toBe(`WEBVTT\n\n${text.replace('B', 'Be').replace('C', 'Ce')}`);
    expect(file.findHeldBack(both)).toEqual([]);
  });

  const cue = (number: number, time: number, text: string) =>
    `${number}\n00:00:0${time},000 --> 00:00:0${time},500\n${text}\n\n`;

  test.each([
    ['out of the order of their times', cue(1, 3, 'C') + cue(2, 1, 'A') + cue(3, 2, 'B'), ['C', 'A', 'B']],
    ['with one number twice', cue(1, 1, 'A') + cue(1, 2, 'B') + cue(1, 3, 'C'), ['A', 'B', 'C']],
    ['of one time, apart', cue(1, 1, 'A') + cue(2, 2, 'B') + cue(3, 1, 'C'), ['A', 'B', 'C']],
    ['of one time, some empty', cue(1, 1, '') + cue(2, 1, 'A') + cue(3, 1, '') + cue(4, 1, 'B'), ['A', 'B']],
    [
      'with empty lines',
      cue(1, 1, 'A\n\nB') + cue(2, 2, '\nC') + cue(3, 3, 'D\n\n4') + cue(4, 4, 'E'),
      ['A\nB', 'C', 'D\n4', 'E'],
    ],
    ['with lines of spaces', cue(1, 1, 'A\n \nB'), ['A\n \nB']],
    ['with an empty line behind a number', `${cue(1, 1, 'A')}2\n\n${cue(2, 2, 'B').slice(2)}3\n`, ['A', 'B']],
  ])('%s stay as they are, each with its key', async (_, text, texts) => {
    const file = await read(text, 'film.srt', { text });
    expect(Object.values(file.texts)).toEqual(texts);
    expect(file.write({})).toBe(text);
    const all = Object.keys(file.texts).map((key, at): [string, string] => [key, `T:${at}`]);
    const written = file.write(new Map(all));
    expect(written).toBe(texts.reduce((rest, own, at) => rest.replace(spaced(own), `T:${at}`), text));
    expect((await read(text, 'film.srt', { text: written })).known).toEqual(Object.fromEntries(all));
  });

  const spaced = (text: string) => new RegExp(`(?<=,500\n)\n?${text.replace('\n', '\n+')}`);

  test('with an empty line are named, as many players end them there', async () => {
    const { warnings } = await read(cue(1, 1, 'A\n\nB\n\nC') + cue(2, 2, 'D\n\nE'), 'film.srt');
    expect(warnings[0]?.message).toBe(
      'has an empty line in the subtitle at 00:00:01.000 and 1 more, where many players end it',
    );
  });

  test.each([
    ['of SubRip', 'film.srt', '1\n00:00:01,000 --> 00:00:02,000\n'],
    ['of WebVTT', 'film.vtt', 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n'],
    ['of WebVTT without hours', 'film.vtt', 'WEBVTT\n\n00:01.000 --> 00:02.000\n'],
  ])('%s have the times of a file that spells them otherwise', async (_, name, head) => {
    for (const [begin, text] of [
      ['00:01.000', `WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n`],
      ['00:00:01.000', `WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nHello\n`],
      ['0:00:01.000', `WEBVTT\n\n0:00:01.000 --> 0:00:02.000\nHello\n`],
    ] as const) {
      const file = await read(text, 'film.en.vtt', { text: `${head}Hallo\n` });
      expect([name, begin, file.known]).toEqual([name, begin, { '00:00:01.000': 'Hallo' }]);
      expect(file.write({ '00:00:01.000': 'Moin' })).toBe(`${head}Moin\n`);
    }
  });

  test('of WebVTT have no lines behind an empty one, which stay', async () => {
    const text = 'WEBVTT\n\nx\n\n00:01.000 --> 00:02.000\nA\n\nB\n\n00:03.000 --> 00:04.000\nC\n';
    const file = await read(text, 'film.vtt', { text });
    expect(file.texts).toEqual({ '00:00:01.000': 'A', '00:00:03.000': 'C' });
    expect(file.write({ '00:00:01.000': 'Ah' })).toBe(text.replace('A', 'Ah'));
    expect(file.warnings[0]?.message).toBe(
      'has lines without times behind WEBVTT and 1 more, which no player shows; they stay as they are',
    );
  });

  test('have the styles of the file, whichever of them are translated', async () => {
    const styles = 'NOTE The look\n\nSTYLE\n::cue { color: red }\n\nREGION\nid:a\n\n';
    const text = `WEBVTT\n\n${styles}NOTE Who\n\n00:01.000 --> 00:02.000\nA\n\n00:03.000 --> 00:04.000\nB\n\nNOTE end\n`;
    const file = await read(text, 'film.vtt');
    expect(file.texts).toEqual({ '00:00:01.000': { text: 'A', note: 'Who' }, '00:00:03.000': 'B' });
    expect(file.write({ '00:00:03.000': 'Be' })).toBe(
      `WEBVTT\n\n${styles}00:03.000 --> 00:04.000\nBe\n\nNOTE end\n`,
    );
  });

  test('make a file anew that has none yet', async () => {
    const file = await read(WEB, 'film.vtt', { text: 'WEBVTT\n' });
    expect(file.write({})).toBe('WEBVTT\n');
    expect(file.write({ '01:00:00.000': 'Welt' })).toBe(
      'WEBVTT - Trailer\n\nSTYLE\n::cue { color: red }\n\n1:00:00.000 --> 1:00:01.000\nWelt\n',
    );
  });

  test('one that is put in renames no other', async () => {
    const target = { text: SUBRIP.replace('Good bye!', 'Auf bald!') };
    const more = SUBRIP.replace('2\n00:00:03', '2\n00:00:02,600 --> 00:00:02,900\nNew\n\n3\n00:00:03');
    expect((await read(more, 'film.srt', target)).known['00:01:00.250#2']).toBe('Auf bald!');
  });

  test.each(['', 'a\n\nb', '\na', 'a\n', 'a --> b', 'a\rb'])(
    'a translation as %j is refused',
    async (text) => {
      const file = await read(SUBRIP, 'film.srt');
      expect(() => file.write({ '00:00:01.000': text })).toThrow(/translations\["00:00:01.000"\]/);
    },
  );

  test.each([
    ['00:00:01,000 --> 00:00:02,500\nA\n00:00:03,000 --> 00:00:04,000\nB\n', 'has times within a subtitle'],
    ['Hello', 'film.srt:1:1 has lines without times'],
    ['\n\nNOTE a\n', 'has no subtitles'],
    [
      '1\n00:00:01,000 --> 00:00:02,500\nA\n\nNOTE a\n\nB\n',
      'film.srt:7:1 has lines without times: an empty line ends a subtitle',
    ],
    ['x\n1\n00:00:01,000 --> 00:00:02,500\nA\n', 'has more than one line above the times'],
    ['1\r\n00:00:01,000 --> 00:00:02,500\nA\n', 'has lines that end in CRLF and others'],
  ])('%j is refused with its place', async (text, message) => {
    await expect(read(text, 'film.srt')).rejects.toThrow(message);
  });
});
