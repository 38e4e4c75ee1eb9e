import type { ReadContext } from '../../document.js';
import { MAX_ENTRIES } from '../../limits.js';

/** A cell, and where it is. */
export interface Cell {
  readonly start: number;
  readonly end: number;
}

/** A row of a table. A cell can have line breaks, so it may take several lines. */
export interface Row {
  readonly start: number;
  /** Where its line ending begins. */
  readonly end: number;
  /** Empty at the end of a file without a last line ending. */
  readonly ending: string;
  readonly cells: readonly Cell[];
}

const MAX_COLUMNS = 1_000;

/** The separators that spreadsheets write. */
const DELIMITERS = [';', ',', '\t'];

/**
 * Finds the cells of a table: the first row has the names of the columns. Parsers of CSV tell where a row begins at most, and
 * not where a cell does.
 */
export class RowReader {
  readonly delimiter: string;
  readonly header: Row;
  readonly #text: string;
  readonly #context: ReadContext;
  readonly #cellEnd: RegExp;
  #at = 0;

  constructor(text: string, context: ReadContext) {
    this.#text = text;
    this.#context = context;
    this.delimiter = detectDelimiter(text);
    this.#cellEnd = new RegExp(`[${this.delimiter}\r\n]`, 'g');
    this.header = this.#readRow(MAX_COLUMNS, `has more than ${MAX_COLUMNS} columns`);
  }

  /** The rows below the header, one by one: the cells of all would take much more memory than their text. */
  *readRows(): Iterable<Row> {
    const columns = this.header.cells.length;
    const message = `has a cell beyond the ${columns} columns of the first row; put a text that has ${JSON.stringify(this.delimiter)} in it between quotes`;
    for (let count = 1; this.#at < this.#text.length; count += 1) {
      if (count > MAX_ENTRIES) this.#context.fail(this.#at, `has more than ${MAX_ENTRIES} rows`);
      yield this.#readRow(columns, message);
    }
  }

  /** What is in a cell; empty for one that its row lacks. Line breaks are as a program has them. */
  readValue(cell: Cell | undefined): string {
    if (cell === undefined) return '';
    const raw = this.#text.slice(cell.start, cell.end);
    return raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"').replaceAll('\r\n', '\n') : raw;
  }

  /** Writes a cell beside another one, with its line breaks, and between quotes if that is. */
  encode(value: string, beside: Cell | undefined): string {
    const neighbour = beside === undefined ? '' : this.#text.slice(beside.start, beside.end);
    const isPlain = !/^\s|\s$|["\r\n]/.test(value) && !value.includes(this.delimiter);
    if (isPlain && !neighbour.startsWith('"')) return value;
    const lines = value.replaceAll('\r\n', '\n').replaceAll('"', '""');
    return `"${neighbour.includes('\r\n') ? lines.replaceAll('\n', '\r\n') : lines}"`;
  }

  #readRow(most: number, tooMany: string): Row {
    const start = this.#at;
    const cells: Cell[] = [];
    do {
      if (cells.length > 0) this.#at += 1;
      if (cells.length === most) this.#context.fail(this.#at, tooMany);
      cells.push(this.#readCell());
    } while (this.#text[this.#at] === this.delimiter);
    const end = this.#at;
    if (this.#text[end] === '\r' && this.#text[end + 1] !== '\n')
      this.#context.fail(end, 'has a line that ends in CR alone; save it with LF');
    this.#at = Math.min(end + (this.#text[end] === '\r' ? 2 : 1), this.#text.length);
    return { start, end, ending: this.#text.slice(end, this.#at), cells };
  }

  #readCell(): Cell {
    const start = this.#at;
    this.#at = this.#text[start] === '"' ? this.#findQuotedEnd() : this.#findPlainEnd(start);
    return { start, end: this.#at };
  }

  #findQuotedEnd(): number {
    const start = this.#at;
    let at = this.#text.indexOf('"', start + 1);
    while (at !== -1 && this.#text[at + 1] === '"') at = this.#text.indexOf('"', at + 2);
    if (at === -1) this.#context.fail(start, 'has a cell without its closing quote');
    const end = at + 1;
    if (end < this.#text.length && this.#findPlainEnd(end) !== end)
      this.#context.fail(
        end,
        'has text behind the closing quote of a cell; a quote in a cell is written twice',
      );
    return end;
  }

  #findPlainEnd(start: number): number {
    this.#cellEnd.lastIndex = start;
    const end = this.#cellEnd.exec(this.#text)?.index ?? this.#text.length;
    const quote = this.#text.slice(start, end).search(/^[ \t]+"/);
    if (quote !== -1) this.#context.fail(start, 'has white space before the quote of a cell');
    return end;
  }
}

/** The separator that the first line has most of, beside what is between quotes. */
function detectDelimiter(text: string): string {
  const counts = new Map(DELIMITERS.map((delimiter) => [delimiter, 0]));
  let isQuoted = false;
  for (const letter of text) {
    if (letter === '"') isQuoted = !isQuoted;
    else if (letter === '\n' && !isQuoted) break;
    else if (!isQuoted && counts.has(letter)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  const [[delimiter] = [';']] = [...counts].sort(([, a], [, b]) => b - a);
  return delimiter;
}
