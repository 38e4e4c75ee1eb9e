import { SaxesParser } from 'saxes';
import { atMost, unpack, Yielder } from './office-archive.js';

/** Where the text of a kind of file stands: in which parts, and in which elements of theirs. */
interface Layout {
  readonly parts: RegExp;
  readonly paragraphs: ReadonlySet<string>;
  /** Elements whose text is not the document's, or is a repetition. */
  readonly skipped: ReadonlySet<string>;
}

const LAYOUTS: Readonly<Record<string, Layout>> = {
  docx: {
    parts: /^word\/document\.xml$/,
    paragraphs: new Set(['p']),
    skipped: new Set(['Fallback']),
  },
  // Cells have their texts in a common list or, in files of some programs, in themselves.
  xlsx: {
    parts: /^xl\/(sharedStrings|worksheets\/[^/]+)\.xml$/,
    paragraphs: new Set(['si', 'is']),
    skipped: new Set(['rPh']),
  },
  pptx: {
    parts: /^ppt\/slides\/slide\d+\.xml$/,
    paragraphs: new Set(['p']),
    skipped: new Set(['Fallback']),
  },
};

export const MAX_PARAGRAPHS = 1_000_000;
/** Of all texts of a file together. */
export const MAX_CHARACTERS = 16 * 2 ** 20;
/** Elements around a place, and attributes of an element. */
const MAX_DEPTH = 1_000;
const MAX_ATTRIBUTES = 1_000;
/** Bytes that are read at once. */
const STEP = 2 ** 16;

/** The paragraphs of an office file; null when it is not an office file, or too much of one. */
export async function readOfficeText(kind: string, bytes: Uint8Array): Promise<string[] | null> {
  const layout = LAYOUTS[kind];
  if (layout === undefined) return null;
  try {
    const turns = new Yielder();
    const parts = await unpack(bytes, layout.parts, turns);
    if (parts.length === 0) return null;
    const texts = new ParagraphTexts(layout);
    for (const pieces of parts) await readPart(pieces, texts, turns);
    return texts.paragraphs;
  } catch {
    // Whatever is wrong in the file, the service would not accept it.
    return null;
  }
}

async function readPart(pieces: readonly Uint8Array[], texts: ParagraphTexts, turns: Yielder): Promise<void> {
  const parser = parserInto(texts);
  let decoder: TextDecoder | undefined;
  for (const piece of pieces) {
    for (let at = 0; at < piece.byteLength; at += STEP) {
      decoder ??= new TextDecoder(charsetOf(piece), { fatal: true });
      parser.write(decoder.decode(piece.subarray(at, at + STEP), { stream: true }));
      await turns.next();
    }
  }
  parser.write(decoder?.decode() ?? '').close();
}

/** XML is in UTF-8, or in UTF-16 with its mark, whose bytes begin no text in UTF-8. */
function charsetOf([first]: Uint8Array): string {
  if (first === 0xff) return 'utf-16le';
  return first === 0xfe ? 'utf-16be' : 'utf-8';
}

function parserInto(texts: ParagraphTexts): SaxesParser<{ xmlns: true; position: false }> {
  const parser = new SaxesParser({ xmlns: true, position: false });
  let attributes = 0;
  parser.on('attribute', () => {
    attributes = atMost(MAX_ATTRIBUTES, attributes + 1);
  });
  parser.on('opentag', ({ local }) => {
    attributes = 0;
    texts.open(local);
  });
  parser.on('closetag', ({ local }) => texts.close(local));
  parser.on('text', (text) => texts.add(text));
  parser.on('cdata', (text) => texts.add(text));
  // It could define entities. Office files have none.
  parser.on('doctype', () => {
    throw new RangeError('The file has a document type.');
  });
  return parser;
}

/** Collects the texts of paragraphs. */
class ParagraphTexts {
  /** Those that are not blank. */
  readonly paragraphs: string[] = [];
  readonly #layout: Layout;
  #current: string[] = [];
  #characters = 0;
  /** How many elements around this place there are, and how many of them are paragraphs, texts, or skipped. */
  #depth = 0;
  #inParagraph = 0;
  #inText = 0;
  #inSkipped = 0;

  constructor(layout: Layout) {
    this.#layout = layout;
  }

  open(name: string): void {
    this.#depth = atMost(MAX_DEPTH, this.#depth + 1);
    this.#move(name, 1);
  }

  close(name: string): void {
    this.#depth -= 1;
    this.#move(name, -1);
  }

  add(text: string): void {
    if (this.#inText === 0 || this.#inParagraph === 0 || this.#inSkipped > 0) return;
    this.#current.push(text);
    this.#characters = atMost(MAX_CHARACTERS, this.#characters + text.length);
  }

  #move(name: string, by: 1 | -1): void {
    if (name === 't') this.#inText += by;
    else if (this.#layout.skipped.has(name)) this.#inSkipped += by;
    else if (this.#layout.paragraphs.has(name)) {
      this.#endParagraph();
      this.#inParagraph += by;
    }
  }

  #endParagraph(): void {
    const text = this.#current.join('');
    this.#current = [];
    if (text.trim() === '') return;
    atMost(MAX_PARAGRAPHS, this.paragraphs.push(text));
  }
}
