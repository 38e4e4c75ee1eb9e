// Written here, since the parsers of subtitles give no places in the file.
import type { Block, LocaleFormat, Part, ReadContext, Slot } from '../document.js';
import { MAX_ENTRIES, MAX_TEXT } from '../limits.js';
import { detectLineEnding } from '../line-ending.js';
import { joinNotes } from '../plurals.js';

/**
 * Subtitles, SubRip and WebVTT. A text's key is the time at which it begins, `00:01:02,500`, so that one which is put in renames no
 * other; `#2` behind a time that comes again. WebVTT's `NOTE` before a text is its note. A translation can have line breaks, and no
 * empty line. Tags such as `<i>`, and positions such as `{\an8}`, are protected.
 */
export const subtitles: LocaleFormat = {
  name: 'subtitles',
  extensions: ['.srt', '.vtt'],
  isBilingual: false,
  protect: /<[^<>]*>|\{\\[^{}]*\}/g,
  read: (text, context) => ({ root: readCues(text, context) }),
};

/** Lines up to an empty one, with where they are. */
interface Paragraph {
  readonly start: number;
  readonly lines: readonly string[];
}

const TIMING = /^(\d+:\d\d:\d\d[,.]\d{3}|\d\d:\d\d\.\d{3})[ \t]+-->[ \t]+\d/;
/** What WebVTT has beside subtitles. */
const KEYWORD = /^(?:WEBVTT|NOTE|STYLE|REGION)(?![^\s:])/;

function readCues(text: string, context: ReadContext): Block {
  const lineEnding = detectLineEnding(text);
  if (lineEnding === '\n' && text.includes('\r'))
    context.fail(text.indexOf('\r'), 'has lines that end in CRLF and others; save it with one of them');
  const cues = new CueReader(text, lineEnding, context);
  for (const paragraph of listParagraphs(text, lineEnding)) cues.read(paragraph);
  return cues.finish();
}

class CueReader {
  readonly #text: string;
  readonly #lineEnding: string;
  readonly #context: ReadContext;
  readonly #blocks: Block[] = [];
  readonly #counts = new Map<string, number>();
  #count = 0;
  /** The parts of the last block. */
  #parts: Part[] = [];
  /** Where the first block begins. */
  #header: number | undefined;
  /** Where the last block ends. */
  #end = 0;
  /** Notes that were read since the last subtitle, and where they begin. */
  #notes: string[] = [];
  #notesStart: number | undefined;

  constructor(text: string, lineEnding: string, context: ReadContext) {
    this.#text = text;
    this.#lineEnding = lineEnding;
    this.#context = context;
  }

  read({ start, lines }: Paragraph): void {
    const at = lines.findIndex((line) => TIMING.test(line));
    const [first = ''] = lines;
    if (at === -1 && !KEYWORD.test(first))
      this.#context.fail(start, 'has lines without times: an empty line ends a subtitle');
    if (at > 1) this.#context.fail(start, 'has more than one line above the times of a subtitle');
    if (at === -1) {
      if (!first.startsWith('NOTE')) return;
      this.#notes.push(lines.join('\n').replace(/^NOTE\s*/, ''));
      this.#notesStart ??= start;
      return;
    }
    if (lines.slice(at + 1).some((line) => TIMING.test(line)))
      this.#context.fail(start, 'has times within a subtitle; put an empty line before them');
    this.#count += 1;
    if (this.#count > MAX_ENTRIES) this.#context.fail(start, `has more than ${MAX_ENTRIES} texts`);
    this.#header ??= this.#notesStart ?? start;
    const time = TIMING.exec(lines[at] ?? '')?.[1] ?? '';
    const count = (this.#counts.get(time) ?? 0) + 1;
    this.#counts.set(time, count);
    // What begins at one time is one block, so that a part of it is not taken for the whole.
    const isSame = count > 1;
    if (isSame && this.#blocks.at(-1)?.id !== time)
      this.#context.fail(start, `has subtitles at ${time} that are not beside each other`);
    const space = isSame ? 0 : 2 * this.#lineEnding.length;
    const begin = this.#blocks.length === 0 ? this.#header : this.#end + space;
    this.#end = start + lines.join(this.#lineEnding).length;
    const parts = this.#readCue(lines.slice(at + 1), isSame ? `${time}#${count}` : time, begin);
    if (isSame) this.#parts.push(...parts);
    else {
      this.#parts = [...parts];
      this.#blocks.push({ id: time, parts: this.#parts, taken: 'when complete' });
    }
    this.#notes = [];
    this.#notesStart = undefined;
  }

  #readCue(lines: readonly string[], key: string, begin: number): readonly Part[] {
    const raw = lines.join(this.#lineEnding);
    const start = this.#end - raw.length;
    if (raw === '') return [this.#text.slice(begin, this.#end)];
    if (raw.length > MAX_TEXT) this.#context.fail(start, `has a text of more than ${MAX_TEXT} letters`);
    const note = joinNotes(this.#notes);
    const slot: Slot = { key, value: lines.join('\n'), note, raw, encode: this.#encode };
    return [this.#text.slice(begin, start), slot];
  }

  #encode: Slot['encode'] = (value, fail) => {
    if (/^\n|\n\n|\n$|^$/.test(value)) fail('has an empty line, which would end the subtitle');
    if (value.includes('-->') || value.includes('\r'))
      fail('has an arrow, or a carriage return, which subtitles can not hold');
    return value.replaceAll('\n', this.#lineEnding);
  };

  finish(): Block {
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
