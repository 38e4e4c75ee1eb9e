import { SaxesParser } from 'saxes';
import { limitBytes, unpack, Yielder } from './office-archive.js';

/** Where files of one kind keep their text: the parts of the archive, and the XML elements in them. */
interface OfficeLayout {
  readonly parts: RegExp;
  readonly paragraphs: ReadonlySet<string>;
  /** Elements whose text does not belong to the document, or repeats it. */
  readonly skipped: ReadonlySet<string>;
}

const OFFICE_LAYOUTS: Readonly<Record<string, OfficeLayout>> = {
  docx: {
    parts: /^word\/document\.xml$/,
    paragraphs: new Set(['p']),
    skipped: new Set(['Fallback']),
  },
  // Cells keep their texts in a shared list. Some programs put them into the cells themselves.
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
/** The most characters of all texts of a file together. */
export const MAX_CHARACTERS = 16 * 2 ** 20;
/** The deepest nesting of elements, and the most attributes of one. */
const MAX_XML_DEPTH = 1_000;
const MAX_ATTRIBUTES = 1_000;
/** Bytes that are read at once. */
const CHUNK_BYTES = 2 ** 16;

/** What is read in an office file. */
export interface OfficeText {
  readonly paragraphs: readonly string[];
  /** The slides of a presentation, and the pages of a text document that says where they end. */
  readonly pages?: number;
}

/** The text of an office file; null when it is of another kind, or too large. */
export async function readOfficeText(kind: string, bytes: Uint8Array): Promise<OfficeText | null> {
  const layout = OFFICE_LAYOUTS[kind];
  if (layout === undefined) return null;
  try {
    const yielder = new Yielder();
    const parts = await unpack(bytes, layout.parts, yielder);
    if (parts.length === 0) return null;
    const texts = new ParagraphTexts(layout);
    for (const pieces of parts) await readPart(pieces, texts, yielder);
    const pages = kind === 'pptx' ? parts.length : texts.pages;
    return { paragraphs: texts.paragraphs, ...(pages === undefined ? {} : { pages }) };
  } catch {
    // Any mistake in the file means that the service would not accept it.
    return null;
  }
}

async function readPart(
  pieces: readonly Uint8Array[],
  texts: ParagraphTexts,
  yielder: Yielder,
): Promise<void> {
  const parser = makeParser(texts);
  let decoder: TextDecoder | undefined;
  for (const piece of pieces) {
    for (let at = 0; at < piece.byteLength; at += CHUNK_BYTES) {
      decoder ??= new TextDecoder(detectCharset(piece), { fatal: true });
      parser.write(decoder.decode(piece.subarray(at, at + CHUNK_BYTES), { stream: true }));
      await yielder.yieldIfBusy();
    }
  }
  parser.write(decoder?.decode() ?? '').close();
}

/** XML is in UTF-8, or in UTF-16 with a byte order mark. No text in UTF-8 begins with the bytes of that mark. */
function detectCharset([first]: Uint8Array): string {
  if (first === 0xff) return 'utf-16le';
  return first === 0xfe ? 'utf-16be' : 'utf-8';
}

function makeParser(texts: ParagraphTexts): SaxesParser<{ xmlns: true; position: false }> {
  const parser = new SaxesParser({ xmlns: true, position: false });
  let attributes = 0;
  parser.on('attribute', () => {
    attributes = limitBytes(MAX_ATTRIBUTES, attributes + 1);
  });
  parser.on('opentag', ({ local }) => {
    attributes = 0;
    texts.startElement(local);
  });
  parser.on('closetag', ({ local }) => texts.endElement(local));
  parser.on('text', (text) => texts.addText(text));
  parser.on('cdata', (text) => texts.addText(text));
  // A document type could define entities. Office files have none.
  parser.on('doctype', () => {
    throw new RangeError('The file has a document type.');
  });
  return parser;
}

/** Collects the texts of paragraphs from the events of the XML parser. */
class ParagraphTexts {
  /** The paragraphs that are not blank. */
  readonly paragraphs: string[] = [];
  readonly #layout: OfficeLayout;
  #pageBreaks = 0;
  #current: string[] = [];
  #characters = 0;
  /** How many elements are open, and how many of them are paragraphs, texts, or skipped ones. */
  #depth = 0;
  #inParagraph = 0;
  #inText = 0;
  #inSkipped = 0;

  constructor(layout: OfficeLayout) {
    this.#layout = layout;
  }

  /** Undefined when the program that wrote the file did not note where its pages end. */
  get pages(): number | undefined {
    return this.#pageBreaks === 0 ? undefined : this.#pageBreaks + 1;
  }

  startElement(name: string): void {
    if (name === 'lastRenderedPageBreak') this.#pageBreaks += 1;
    this.#depth = limitBytes(MAX_XML_DEPTH, this.#depth + 1);
    this.#count(name, 1);
  }

  endElement(name: string): void {
    this.#depth -= 1;
    this.#count(name, -1);
  }

  addText(text: string): void {
    if (this.#inText === 0 || this.#inParagraph === 0 || this.#inSkipped > 0) return;
    this.#current.push(text);
    this.#characters = limitBytes(MAX_CHARACTERS, this.#characters + text.length);
  }

  #count(name: string, by: 1 | -1): void {
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
    limitBytes(MAX_PARAGRAPHS, this.paragraphs.push(text));
  }
}
