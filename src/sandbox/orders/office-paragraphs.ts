import { SaxesParser, type SaxesTagNS } from 'saxes';
import { limitCount, type Yielder } from './office-archive.js';

export const MAX_PARAGRAPHS = 1_000_000;
/** The most characters of all texts of a file together. */
export const MAX_CHARACTERS = 16 * 2 ** 20;
/** The deepest nesting of elements and of fields, and the most attributes of one element. */
const MAX_XML_DEPTH = 1_000;
const MAX_ATTRIBUTES = 1_000;
/** Characters that are read at once. */
const CHUNK_LENGTH = 2 ** 16;

/** What holds a text: paragraphs, and the texts of cells. */
const PARAGRAPHS: ReadonlySet<string> = new Set(['p', 'si', 'is']);
/** Elements without a text for a translator: properties, what was moved away, formulas, and numbers of slides and dates. */
const IGNORED: ReadonlySet<string> = new Set(['pPr', 'moveFrom', 'oMath', 'oMathPara', 'fld']);
/** How characters are read, above them. */
const READINGS: ReadonlySet<string> = new Set(['rPh', 'rt']);
/** Fields of Word whose result the program writes itself. */
const AUTOMATIC_FIELD =
  /^\s*(?:PAGE|NUMPAGES|SECTION|SECTIONPAGES|PAGEREF|DATE|TIME|CREATEDATE|SAVEDATE|PRINTDATE)\b/i;
/** A table of contents repeats the headings. */
const CONTENTS_FIELD = /^\s*TOC\b/i;

/** A piece of text between two tags, as offsets in the XML. */
interface TextNode {
  /** After the opening tag, and after the closing one. */
  readonly from: number;
  readonly to: number;
  /** Whether white space at its edges is lost, unless the tag says otherwise. */
  readonly trims: boolean;
}

/** A paragraph, with the places of its text. */
export interface Paragraph {
  /** With a tab for each tab and field, and a line break for each line break. */
  readonly text: string;
  /** The pieces of text before, between and after tabs, fields and line breaks. */
  readonly segments: readonly (readonly TextNode[])[];
  /** How characters of it are read. */
  readonly readings: readonly TextNode[];
  /** Whether it shows again what another paragraph says, such as a text box for earlier programs. */
  readonly isCopy: boolean;
  /** Whether it is a text that the cells of a workbook share. */
  readonly isShared: boolean;
}

/** A paragraph that is being read. */
interface OpenParagraph {
  readonly pieces: string[];
  readonly segments: TextNode[][];
  readonly readings: TextNode[];
  isCopy: boolean;
  readonly isShared: boolean;
}

/** A field of Word: its instruction, then its result. */
interface Field {
  instruction: string;
  kind: 'unknown' | 'automatic' | 'contents';
}

/** Reads the parts of one file, in their order, and remembers what one says of a later one. */
export class ParagraphReader {
  /** The ends of pages that the program noted. */
  pageBreaks = 0;
  /** The names of columns of tables. Formulas name them. */
  readonly columnNames = new Set<string>();
  /** The numbers of the shared texts that cells use. */
  readonly usedTexts = new Set<number>();
  #characters = 0;
  readonly #onParagraph: (paragraph: Paragraph) => void;

  /** @param onParagraph gets each paragraph that is not blank */
  constructor(onParagraph: (paragraph: Paragraph) => void) {
    this.#onParagraph = onParagraph;
  }

  /**
   * Reads a part of XML.
   * @param isCopy whether all of it shows again what another part says
   * @throws Error when it is not XML, or holds too much
   */
  async read(xml: string, isCopy: boolean, yielder: Yielder): Promise<void> {
    const parser = this.#makeParser(isCopy);
    for (let at = 0; at < xml.length; at += CHUNK_LENGTH) {
      parser.write(xml.slice(at, at + CHUNK_LENGTH));
      await yielder.yieldIfBusy();
    }
    parser.close();
  }

  /** Counts the characters of texts. @throws RangeError when the file has too many */
  countCharacters(text: string): void {
    this.#characters = limitCount(MAX_CHARACTERS, this.#characters + text.length);
  }

  report(paragraph: Paragraph): void {
    this.#onParagraph(paragraph);
  }

  #makeParser(isCopy: boolean): SaxesParser<{ xmlns: true; position: false }> {
    const parser = new SaxesParser({ xmlns: true, position: false });
    const part = new Part(this, isCopy);
    let attributes = 0;
    parser.on('attribute', () => {
      attributes = limitCount(MAX_ATTRIBUTES, attributes + 1);
    });
    parser.on('opentag', (tag) => {
      attributes = 0;
      part.startElement(tag, parser.position);
    });
    parser.on('closetag', ({ local }) => part.endElement(local, parser.position));
    parser.on('text', (text) => part.addText(text));
    parser.on('cdata', (text) => part.addText(text));
    // A document type could define entities. Office files have none.
    parser.on('doctype', () => {
      throw new RangeError('The file has a document type.');
    });
    return parser;
  }
}

/** A part that is being read. */
class Part {
  readonly #reader: ParagraphReader;
  readonly #isCopy: boolean;
  /** How many elements are open, and how many of them are of these kinds. */
  #depth = 0;
  #ignored = 0;
  #readings = 0;
  #fallbacks = 0;
  /** The paragraphs that are open, and all that are within the outermost: a text box is within a paragraph. */
  readonly #open: OpenParagraph[] = [];
  #nest: OpenParagraph[] = [];
  readonly #runs: { isHidden: boolean }[] = [];
  readonly #fields: Field[] = [];
  #node: TextNode | undefined;
  #isInstruction = false;
  /** The number of a shared text, while a cell says it. */
  #number: string | undefined;
  #isSharedCell = false;
  #sharedTexts = 0;

  constructor(reader: ParagraphReader, isCopy: boolean) {
    this.#reader = reader;
    this.#isCopy = isCopy;
  }

  startElement(tag: SaxesTagNS, position: number): void {
    const { local } = tag;
    this.#depth = limitCount(MAX_XML_DEPTH, this.#depth + 1);
    if (local === 'fld') this.#endSegment('\t');
    if (IGNORED.has(local)) this.#ignored += 1;
    else if (READINGS.has(local)) this.#readings += 1;
    else if (local === 'Fallback') this.#fallbacks += 1;
    else if (PARAGRAPHS.has(local)) this.#beginParagraph(local === 'si');
    else if (this.#ignored === 0) this.#startWithin(tag, position);
  }

  endElement(name: string, position: number): void {
    this.#depth -= 1;
    if (IGNORED.has(name)) this.#ignored -= 1;
    else if (READINGS.has(name)) this.#readings -= 1;
    else if (name === 'Fallback') this.#fallbacks -= 1;
    else if (PARAGRAPHS.has(name)) this.#endParagraph();
    else if (this.#ignored === 0) this.#endWithin(name, position);
  }

  addText(text: string): void {
    const field = this.#fields.at(-1);
    if (this.#node !== undefined) {
      if (this.#readings === 0) this.#open.at(-1)?.pieces.push(text);
    } else if (this.#number !== undefined) this.#number += text;
    else if (this.#isInstruction && field !== undefined) field.instruction += text;
    else return;
    this.#reader.countCharacters(text);
  }

  #startWithin(tag: SaxesTagNS, position: number): void {
    switch (tag.local) {
      case 'r':
        this.#runs.push({ isHidden: false });
        break;
      case 'vanish': {
        const run = this.#runs.at(-1);
        if (run !== undefined) run.isHidden = !['0', 'false', 'off'].includes(readAttribute(tag, 'val'));
        break;
      }
      case 't': {
        const isVisible = this.#runs.at(-1)?.isHidden !== true && !this.#isIn('automatic');
        if (this.#open.length > 0 && isVisible && !tag.isSelfClosing)
          this.#node = { from: position, to: position, trims: !tag.uri.includes('drawingml') };
        break;
      }
      case 'tab':
      case 'ptab':
        this.#endSegment('\t');
        break;
      case 'br':
      case 'cr':
        this.#endSegment('\n');
        break;
      case 'lastRenderedPageBreak':
        this.#reader.pageBreaks += 1;
        break;
      case 'instrText':
        this.#isInstruction = true;
        break;
      case 'fldSimple':
        this.#beginField(readAttribute(tag, 'instr'));
        this.#beginResult();
        break;
      case 'fldChar': {
        const type = readAttribute(tag, 'fldCharType');
        if (type === 'begin') this.#beginField('');
        else if (type === 'separate') this.#beginResult();
        else if (type === 'end') this.#fields.pop();
        break;
      }
      case 'c':
        this.#isSharedCell = readAttribute(tag, 't') === 's';
        break;
      case 'v':
        if (this.#isSharedCell) this.#number = '';
        break;
      case 'tableColumn':
        this.#reader.columnNames.add(readAttribute(tag, 'name'));
    }
  }

  #endWithin(name: string, position: number): void {
    if (name === 't' && this.#node !== undefined) {
      const paragraph = this.#open.at(-1);
      const nodes = this.#readings > 0 ? paragraph?.readings : paragraph?.segments.at(-1);
      nodes?.push({ ...this.#node, to: position });
      this.#node = undefined;
    } else if (name === 'r') this.#runs.pop();
    else if (name === 'instrText') this.#isInstruction = false;
    else if (name === 'fldSimple') this.#fields.pop();
    else if (name === 'v' && this.#number !== undefined) {
      this.#reader.usedTexts.add(Number(this.#number));
      this.#number = undefined;
    }
  }

  #beginParagraph(isShared: boolean): void {
    if (isShared) this.#sharedTexts += 1;
    const isUsed = !isShared || this.#reader.usedTexts.has(this.#sharedTexts - 1);
    const isCopy = this.#isCopy || this.#fallbacks > 0 || this.#isIn('contents');
    const paragraph: OpenParagraph = { pieces: [], segments: [[]], readings: [], isCopy, isShared };
    this.#open.push(paragraph);
    if (isUsed) limitCount(MAX_PARAGRAPHS, this.#nest.push(paragraph));
  }

  #endParagraph(): void {
    this.#open.pop();
    if (this.#open.length > 0) return;
    for (const { pieces, ...paragraph } of this.#nest) {
      const text = pieces.join('');
      if (text.trim() !== '') this.#reader.report({ text, ...paragraph });
    }
    this.#nest = [];
  }

  #endSegment(separator: '\t' | '\n'): void {
    const paragraph = this.#open.at(-1);
    if (paragraph === undefined || this.#ignored > 0 || this.#readings > 0) return;
    paragraph.pieces.push(separator);
    paragraph.segments.push([]);
  }

  #beginField(instruction: string): void {
    limitCount(MAX_XML_DEPTH, this.#fields.push({ instruction, kind: 'unknown' }));
  }

  #beginResult(): void {
    const field = this.#fields.at(-1);
    if (field === undefined) return;
    if (AUTOMATIC_FIELD.test(field.instruction)) {
      this.#endSegment('\t');
      field.kind = 'automatic';
    } else if (CONTENTS_FIELD.test(field.instruction)) {
      field.kind = 'contents';
      // The field begins within its first paragraph.
      const paragraph = this.#open.at(-1);
      if (paragraph !== undefined) paragraph.isCopy = true;
    }
  }

  #isIn(kind: Field['kind']): boolean {
    return this.#fields.some((field) => field.kind === kind);
  }
}

/** The value of an attribute, whatever its prefix is; empty when it is missing. */
function readAttribute({ attributes }: SaxesTagNS, name: string): string {
  return Object.values(attributes).find(({ local }) => local === name)?.value ?? '';
}
