import { createHash } from 'node:crypto';
import { unzipSync } from 'fflate';
import { SaxesParser } from 'saxes';

/** Bytes of a document, and of its parts when they are unpacked. A larger one is compared byte by byte. */
export const MAX_COMPARED_SIZE = 64 * 2 ** 20;
const MAX_DOCUMENT_PARTS = 10_000;

/** The parts of docx, xlsx and pptx, but for what has no texts: the look of the document, and how programs show it. */
const TEXT_PARTS =
  /^(?:word|xl|ppt)\/(?!.*(?:theme|style|settings|fonttable|numbering|websettings|calcchain|metadata|presprops|viewprops|slidelayout|slidemaster|notesmaster|handoutmaster|commentauthors|persons?\/|people|_rels\/|customxml\/)).*\.xml$/i;

/** Fields that programs fill in anew each time: dates, and what depends on the pages. */
const FILLED_IN =
  /^\s*(?:DATE|TIME|SAVEDATE|PRINTDATE|CREATEDATE|EDITTIME|PAGE|PAGEREF|NUMPAGES|SECTIONPAGES|FILENAME|FILESIZE|LASTSAVEDBY|REVNUM)\b/i;

/** What ends a line of text. Word cuts a paragraph into runs anew whenever it is saved, so runs are joined. */
const LINE_ENDS = new Set(['p', 'si', 'row', 'tr', 'br', 'cr', 'sheet']);

/**
 * A digest of the texts that a document of Office shows: the same when it is saved again without a changed text, whatever its
 * dates, ids of revisions and look are. Undefined for what is no such document, or too large: it has no digest but that of
 * its bytes.
 */
export function digestVisibleTexts(document: Uint8Array): string | undefined {
  try {
    const parts = unpackTextParts(document);
    const strings = Object.entries(parts).find(([name]) => /^xl\/sharedstrings\.xml$/i.test(name));
    const shared = strings === undefined ? [] : readTexts(strings[1], []);
    const texts = Object.entries(parts).flatMap(([name, content]): string[] => {
      if (name === strings?.[0]) return [];
      const found = readTexts(content, shared).filter((line) => line.trim() !== '');
      // Programs number the parts of a kind anew.
      return found.length === 0
        ? []
        : [JSON.stringify([name.replace(/(?<!\d)\d+(?=\.xml$)/i, ''), ...found])];
    });
    if (texts.length === 0) return undefined;
    return createHash('sha256').update(JSON.stringify(texts.toSorted())).digest('hex');
  } catch {
    // It is no archive, or has a part that is no XML. The service says what is wrong with it.
    return undefined;
  }
}

/** @throws RangeError when they are too large, or too many */
function unpackTextParts(document: Uint8Array): Readonly<Record<string, Uint8Array>> {
  let size = 0;
  let count = 0;
  return unzipSync(document, {
    filter: ({ name, originalSize }) => {
      if (!TEXT_PARTS.test(name)) return false;
      // fflate unpacks no more of a part than its size, as the archive says it.
      size += originalSize;
      count += 1;
      if (size > MAX_COMPARED_SIZE || count > MAX_DOCUMENT_PARTS)
        throw new RangeError('the parts are too large');
      return true;
    },
  });
}

/** A cell of a table, while it is read. */
interface Cell {
  readonly type: string;
  formula: string;
}

/** A field of Word, while it is read. */
interface Field {
  instruction: string;
  isResult: boolean;
}

/** Reads the lines of text in a part. @param shared the strings that the cells of a table name by their numbers */
function readTexts(content: Uint8Array, shared: readonly string[]): readonly string[] {
  const lines: string[] = [''];
  const fields: Field[] = [];
  const open: { readonly isSkipped: boolean }[] = [];
  let cell: Cell | undefined;
  let text = '';
  const isSkipped = (): boolean =>
    (open.at(-1)?.isSkipped ?? false) ||
    fields.some(({ isResult, instruction }) => isResult && FILLED_IN.test(instruction));
  const add = (found: string): void => {
    if (!isSkipped()) lines.push(`${lines.pop()}${found}`);
  };
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name: prefixed, attributes }) => {
    const name = removeNamespace(prefixed);
    const read = (wanted: string): string =>
      Object.entries(attributes).find(([key]) => removeNamespace(key) === wanted)?.[1] ?? '';
    const isFilledIn =
      (name === 'fldSimple' && FILLED_IN.test(read('instr'))) ||
      (name === 'fld' && /^(?:datetime|slidenum)/.test(read('type'))) ||
      // How a word is read, beside the word.
      name === 'rPh';
    open.push({ isSkipped: (open.at(-1)?.isSkipped ?? false) || isFilledIn });
    text = '';
    if (name === 'c') cell = { type: read('t'), formula: '' };
    if (name === 'f' && cell !== undefined && read('si') !== '') cell.formula = `shared ${read('si')}`;
    if (name === 'sheet') add(read('name'));
    if (name === 'tab') add('\t');
    if (name !== 'fldChar') return;
    const kind = read('fldCharType');
    const field = fields.at(-1);
    if (kind === 'begin') fields.push({ instruction: '', isResult: false });
    else if (kind === 'end') fields.pop();
    else if (field !== undefined) field.isResult = true;
  });
  parser.on('text', (found) => {
    text += found;
  });
  parser.on('cdata', (found) => {
    text += found;
  });
  parser.on('closetag', ({ name: prefixed }) => {
    const name = removeNamespace(prefixed);
    const field = fields.at(-1);
    if (name === 't') add(text);
    if (name === 'instrText' && field !== undefined) field.instruction += text;
    // The value of a formula can change by itself, such as that of today's date.
    if (name === 'f' && cell !== undefined) cell.formula = `=${cell.formula}${text}`;
    if (name === 'v') add(cell === undefined ? text : readCell(text, cell, shared));
    if (name === 'c') cell = undefined;
    if (LINE_ENDS.has(name) || name === 'c') lines.push('');
    text = '';
    open.pop();
  });
  parser.write(new TextDecoder('utf-8', { fatal: true }).decode(content)).close();
  return lines;
}

/** The value of a cell as it is shown, or the formula that makes it. */
function readCell(value: string, { type, formula }: Cell, shared: readonly string[]): string {
  if (formula !== '') return formula;
  if (type === 's') return shared[Number(value)] ?? value;
  // Programs write a number with more digits or fewer.
  return (type === '' || type === 'n') && value.trim() !== '' ? String(Number(value)) : value;
}

const removeNamespace = (name: string): string => name.slice(name.indexOf(':') + 1);
