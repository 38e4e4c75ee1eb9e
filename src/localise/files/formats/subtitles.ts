// Written here, since the parsers of subtitles give no places in the file.
import type { Block, LocaleDocument, LocaleFormat, ReadContext, Slot } from '../document.js';
import { MAX_ENTRIES, MAX_TEXT } from '../limits.js';
import { detectLineEnding } from '../line-ending.js';
import { joinNotes } from '../plurals.js';
import { warnAbout } from './warn-about.js';

/**
 * Subtitles, SubRip and WebVTT. A text's key is the time at which it begins, `00:01:02.500` in both, so that one which is put in
 * renames no other; `#2` behind a time that comes again, which a file gets behind the first one. WebVTT's `NOTE` before a text is its note. Lines
 * behind an empty one belong to the text above in SubRip, and to none in WebVTT, with a warning. A translation can have line breaks,
 * and no empty line. Tags such as `<i>`, and positions such as `{\an8}`, are protected.
 */
export const subtitles: LocaleFormat = {
  name: 'subtitles',
  extensions: ['.srt', '.vtt'],
  isBilingual: false,
  protect: /<[^<>]*>|\{\\[^{}]*\}/g,
  read: readCues,
};

/** Lines up to an empty one, with where they are. */
interface Paragraph {
  readonly start: number;
  readonly lines: readonly string[];
}

/** SubRip has a comma, and WebVTT may leave out the hours. */
const TIMING = /^(?:(\d+:\d\d:\d\d)[,.]|(\d\d:\d\d)\.)(\d{3})[ \t]+-->[ \t]+\d/;
/** What WebVTT has beside subtitles. */
const KEYWORD = /^(?:WEBVTT|NOTE|STYLE|REGION)(?![^\s:])/;

function readCues(text: string, context: ReadContext): LocaleDocument {
  const lineEnding = detectLineEnding(text);
  if (lineEnding === '\n' && text.includes('\r'))
    context.fail(text.indexOf('\r'), 'has lines that end in CRLF and others; save it with one of them');
  const reader = new CueReader(text, lineEnding, context);
  for (const paragraph of listParagraphs(text, lineEnding)) reader.read(paragraph);
  return { root: reader.finish(), warnings: reader.warnings };
}

/** A subtitle. */
interface Cue {
  /** Where the notes above it begin. */
  readonly begin: number;
  readonly time: string;
  /** The end of the line with its times. */
  readonly timingEnd: number;
  /** Its lines with text. */
  readonly lines: string[];
  readonly note: string | undefined;
  end: number;
  /** Whether there is an empty line in its text. */
  isBroken: boolean;
}

class CueReader {
  readonly #text: string;
  readonly #lineEnding: string;
  readonly #context: ReadContext;
  readonly #isWeb: boolean;
  readonly #blocks: Block[] = [];
  /** How many subtitles begin at a time, and the key of the last one with a text. */
  readonly #times = new Map<string, { readonly count: number; readonly key: string | undefined }>();
  /** The times of subtitles with an empty line. */
  readonly #broken: string[] = [];
  /** What is before lines that belong to no subtitle. */
  readonly #strayAfter: string[] = [];
  #count = 0;
  #cue: Cue | undefined;
  /** A number that is the text of the last subtitle, or that of the next one, with an empty line behind it. */
  #number: Paragraph | undefined;
  /** Where the first block begins. */
  #header: number | undefined;
  /** Where the last block ends. */
  #end = 0;
  /** The last subtitle, if it has no text. */
  #silent: Pick<Cue, 'begin' | 'time'> | undefined;
  /** Notes that were read since the last subtitle, and where they begin. */
  #notes: string[] = [];
  #notesStart: number | undefined;

  constructor(text: string, lineEnding: string, context: ReadContext) {
    this.#text = text;
    this.#lineEnding = lineEnding;
    this.#context = context;
    this.#isWeb = text.startsWith('WEBVTT');
  }

  get warnings(): readonly string[] {
    return [
      ...warnAbout('has an empty line in the subtitle at', this.#broken, 'where many players end it'),
      ...warnAbout(
        'has lines without times behind',
        this.#strayAfter,
        'which no player shows; they stay as they are',
      ),
    ];
  }

  read(paragraph: Paragraph): void {
    const { start, lines } = paragraph;
    const at = lines.findIndex((line) => TIMING.test(line));
    const [first = ''] = lines;
    if (at === -1 && KEYWORD.test(first)) this.#readSpecial(paragraph, first);
    else if (at === -1) this.#readMore(paragraph);
    else {
      if (at > 1) this.#context.fail(start, 'has more than one line above the times of a subtitle');
      this.#readCue(paragraph, at);
    }
  }

  /** What WebVTT has beside subtitles. What describes more than one subtitle has no note. */
  #readSpecial({ start, lines }: Paragraph, first: string): void {
    this.#takeNumber();
    const isNote = first.startsWith('NOTE');
    if (isNote) this.#notes.push(lines.join('\n').replace(/^NOTE\s*/, ''));
    else this.#notes = [];
    this.#notesStart = isNote ? (this.#notesStart ?? start) : undefined;
  }

  /** Lines behind an empty one. In SubRip they are text of the subtitle above, as in ffmpeg; WebVTT leaves them out. */
  #readMore(paragraph: Paragraph): void {
    const { start, lines } = paragraph;
    const cue = this.#cue;
    if (this.#isWeb) {
      this.#strayAfter.push(cue?.time ?? 'WEBVTT');
      return;
    }
    if (cue === undefined || this.#notesStart !== undefined) {
      this.#context.fail(start, 'has lines without times: an empty line ends a subtitle');
      return;
    }
    this.#takeNumber();
    if (lines.length === 1 && /^\d+$/.test(lines[0] ?? '')) this.#number = paragraph;
    else this.#addLines(cue, paragraph);
  }

  /** Takes a number for text, since no times are behind it. */
  #takeNumber(): void {
    if (this.#number !== undefined && this.#cue !== undefined) this.#addLines(this.#cue, this.#number);
    this.#number = undefined;
  }

  #addLines(cue: Cue, { start, lines }: Paragraph): void {
    for (const line of lines) cue.lines.push(line);
    cue.end = start + lines.join(this.#lineEnding).length;
    if (!cue.isBroken) this.#broken.push(cue.time);
    cue.isBroken = true;
  }

  #readCue({ start, lines }: Paragraph, at: number): void {
    if (lines.slice(at + 1).some((line) => TIMING.test(line)))
      this.#context.fail(start, 'has times within a subtitle; put an empty line before them');
    if (at > 0) this.#takeNumber();
    this.#finishCue();
    this.#count += 1;
    if (this.#count > MAX_ENTRIES) this.#context.fail(start, `has more than ${MAX_ENTRIES} texts`);
    this.#header ??= this.#notesStart ?? start;
    this.#cue = {
      begin: this.#blocks.length === 0 ? this.#header : this.#end + 2 * this.#lineEnding.length,
      time: readTime(lines[at] ?? ''),
      timingEnd: start + lines.slice(0, at + 1).join(this.#lineEnding).length,
      lines: lines.slice(at + 1),
      note: joinNotes(this.#notes),
      end: start + lines.join(this.#lineEnding).length,
      isBroken: false,
    };
    this.#number = undefined;
    this.#notes = [];
    this.#notesStart = undefined;
  }

  /** Makes a block of the last subtitle. One without text goes with the next one of its time, whose key counts it. */
  #finishCue(): void {
    const cue = this.#cue;
    if (cue === undefined) return;
    const { time, timingEnd, lines, note, end } = cue;
    const silent = this.#silent?.time === time ? this.#silent : undefined;
    const { begin } = silent ?? cue;
    if (silent !== undefined) this.#blocks.pop();
    this.#end = end;
    const { count, key: earlier } = this.#times.get(time) ?? { count: 0, key: undefined };
    const key = count === 0 ? time : `${time}#${count + 1}`;
    const isText = lines.length > 0;
    this.#times.set(time, { count: count + 1, key: isText ? key : earlier });
    this.#silent = isText ? undefined : { begin, time };
    if (!isText) {
      this.#blocks.push({ id: key, parts: [this.#text.slice(begin, end)] });
      return;
    }
    const start = timingEnd + this.#lineEnding.length;
    const raw = this.#text.slice(start, end);
    if (raw.length > MAX_TEXT) this.#context.fail(start, `has a text of more than ${MAX_TEXT} letters`);
    const slot: Slot = { key, value: lines.join('\n'), note, raw, encode: this.#encode };
    this.#blocks.push({
      id: key,
      parts: [this.#text.slice(begin, start), slot],
      anchors: [key],
      // Alone, it would be taken for the first one of its time.
      needs: earlier === undefined ? [] : [earlier],
    });
  }

  #encode: Slot['encode'] = (value, fail) => {
    if (/^\n|\n\n|\n$|^$/.test(value)) fail('has an empty line, which would end the subtitle');
    if (value.includes('-->') || value.includes('\r'))
      fail('has an arrow, or a carriage return, which subtitles can not hold');
    return value.replaceAll('\n', this.#lineEnding);
  };

  finish(): Block {
    this.#finishCue();
    const separator = this.#lineEnding.repeat(2);
    if (this.#header !== undefined) {
      const list = { separator, blocks: this.#blocks };
      return { id: '', parts: [this.#text.slice(0, this.#header), list, this.#text.slice(this.#end)] };
    }
    if (!this.#text.startsWith('WEBVTT'))
      return this.#context.fail(0, 'has no subtitles: no line has times, as 00:00:01,000 --> 00:00:02,500');
    // A file that has none yet is made anew, once it gets some.
    return { id: '', parts: [this.#text, { separator, blocks: [] }] };
  }
}

/** When a subtitle begins, in one spelling for both formats: tools turn one into the other. */
function readTime(line: string): string {
  const [, whole, minutes, thousandths] = TIMING.exec(line) ?? [];
  const [hours = '', ...rest] = (whole ?? `0:${minutes}`).split(':');
  return `${[hours.replace(/^0+/, '').padStart(2, '0'), ...rest].join(':')}.${thousandths}`;
}

function* listParagraphs(text: string, lineEnding: string): Generator<Paragraph> {
  let lines: string[] = [];
  let start = 0;
  let at = 0;
  for (const line of text.split(lineEnding)) {
    if (line !== '' && lines.length === 0) start = at;
    if (line !== '') lines.push(line);
    else if (lines.length > 0) {
      yield { start, lines };
      lines = [];
    }
    at += line.length + lineEnding.length;
  }
  if (lines.length > 0) yield { start, lines };
}
