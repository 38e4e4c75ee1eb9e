import type { Block, LocaleDocument, LocaleFormat, Part, ReadContext, Slot } from '../../document.js';
import { joinNotes } from '../../plurals.js';
import { shortenKey } from '../../refusal.js';
import { encodeWithoutLanguage } from '../entries.js';
import { type Columns, findColumns } from './columns.js';
import { type Cell, type Row, RowReader } from './rows.js';

/** Tables of texts, with a column for each language. A text's key is in its row. */
export const csv: LocaleFormat = {
  name: 'csv',
  extensions: ['.csv', '.tsv'],
  isBilingual: false,
  isMultilingual: true,
  read(text, context) {
    return new TableReader(text, context).read();
  },
};

class TableReader {
  readonly #text: string;
  readonly #context: ReadContext;
  readonly #reader: RowReader;
  readonly #columns: Columns;
  /** Whether the language gets a column of its own, behind the others. */
  readonly #isNewColumn: boolean;

  constructor(text: string, context: ReadContext) {
    this.#text = text;
    this.#context = context;
    this.#reader = new RowReader(text, context);
    this.#columns = findColumns(this.#reader, context);
    this.#isNewColumn = this.#columns.target === this.#columns.names.length;
  }

  read(): LocaleDocument {
    const { header } = this.#reader;
    const { names, language } = this.#columns;
    const { to, isTarget } = this.#context;
    const added = this.#isNewColumn && to !== undefined ? [to] : [];
    const all = [...names, ...added].join(this.#reader.delimiter);
    const parts = [
      this.#text.slice(0, header.end),
      ...added.flatMap((name) => [this.#reader.delimiter, this.#reader.encode(name, header.cells[0])]),
      header.ending,
      ...this.#readRows(header.ending),
    ];
    return {
      ...(!isTarget && { language }),
      ...(to !== undefined && { toInFile: this.#columns.names[this.#columns.target ?? 0] ?? to }),
      layout: `a table with the ${names.length + added.length} columns ${shortenKey(all)}`,
      root: { id: '', parts },
    };
  }

  /** The rows, and the line ending of the last one. */
  #readRows(headerEnding: string): readonly Part[] {
    const rows: (Block & { readonly ending: string })[] = [];
    for (const row of this.#reader.readRows()) rows.push({ ...this.#readBlock(row), ending: row.ending });
    const endings = new Set([headerEnding, ...rows.map(({ ending }) => ending)]);
    const separator = endings.has('\n') ? '\n' : '\r\n';
    const blocks = rows.map(({ id, parts, ending }, at): Block => {
      // What is left of an ending that differs from the others, in front of the separator.
      const rest = at === rows.length - 1 ? '' : ending.slice(0, -separator.length);
      return { id, parts: rest === '' ? parts : [...parts, rest] };
    });
    return [{ separator, blocks }, rows.at(-1)?.ending ?? ''];
  }

  #readBlock(row: Row): Block {
    const { key, source } = this.#columns;
    const id = this.#reader.readValue(row.cells[key]);
    if (id !== '') return { id, parts: this.#readParts(row, id) };
    if (this.#reader.readValue(row.cells[source]) !== '')
      this.#context.fail(row.cells[source]?.start ?? row.start, 'has a text without a key');
    const isBlank = row.start === row.end;
    const text = this.#text.slice(row.start, row.end);
    return { id: undefined, parts: [text, isBlank ? '' : this.#fill(row)] };
  }

  #readParts(row: Row, key: string): readonly Part[] {
    const { source, notes, target } = this.#columns;
    const own = row.cells[source];
    const slot = {
      key,
      text: this.#reader.readValue(own),
      note: joinNotes(notes.map((at) => this.#reader.readValue(row.cells[at]))),
    };
    const text = this.#text.slice(row.start, row.end);
    if (target === undefined)
      return [text, { ...slot, value: undefined, raw: '', encode: encodeWithoutLanguage }];
    const cell = row.cells[target];
    if (cell !== undefined)
      return [
        this.#text.slice(row.start, cell.start),
        { ...slot, ...this.#readPlace(cell, own) },
        this.#text.slice(cell.end, row.end),
      ];
    const fill = this.#fill(row);
    const missing = fill === '' ? this.#reader.delimiter.repeat(target - row.cells.length + 1) : '';
    return [text, fill, { ...slot, ...this.#makePlace(missing, own) }];
  }

  /** A translation that the row has no cell for. On its own, so that it doesn't keep all cells of the row in memory. */
  #makePlace(missing: string, own: Cell | undefined): Pick<Slot, 'value' | 'raw' | 'encode'> {
    return { raw: '', value: undefined, encode: (wanted) => missing + this.#reader.encode(wanted, own) };
  }

  /** The place of a translation that the row has, written like it, or like its text. */
  #readPlace(cell: Cell, own: Cell | undefined): Pick<Slot, 'value' | 'raw' | 'encode'> {
    const raw = this.#text.slice(cell.start, cell.end);
    return {
      raw,
      value: this.#reader.readValue(cell) || undefined,
      encode: (wanted) => this.#reader.encode(wanted, raw === '' ? own : cell),
    };
  }

  /** The separators that a row lacks before a new column: the rows of a table are equally long. */
  #fill = ({ cells }: Row): string =>
    this.#isNewColumn ? this.#reader.delimiter.repeat(this.#columns.names.length - cells.length + 1) : '';
}
