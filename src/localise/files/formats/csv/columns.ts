import { isKnownLanguage } from '../../../../base/texts.js';
import type { ReadContext } from '../../document.js';
import { shortenKey } from '../../refusal.js';
import type { Row, RowReader } from './rows.js';

/** What the columns of a table are. */
export interface Columns {
  readonly key: number;
  /** The column of the texts. */
  readonly source: number;
  readonly notes: readonly number[];
  /** The column of the translations, which may lack; undefined when nobody named the language. */
  readonly target: number | undefined;
  /** The language of the texts, if their column is named by it. */
  readonly language: string | undefined;
  readonly names: readonly string[];
}

const KEYS = ['key', 'sku', 'identifier', 'id'];
const TEXTS: ReadonlySet<string> = new Set(['text', 'source', 'value']);
const NOTES: ReadonlySet<string> = new Set([
  'note',
  'notes',
  'comment',
  'comments',
  'description',
  'context',
]);
/** Languages whose codes are names of other columns as well. They are to the right of the texts. */
const DOUBTFUL: ReadonlySet<string> = new Set(['id', 'no', 'nr']);

const HELP = 'name it text, or by its language, such as en';

/** Finds out what the columns are, by their names in the first row. */
export function findColumns(reader: RowReader, context: ReadContext): Columns {
  return new ColumnFinder(reader, context).find();
}

class ColumnFinder {
  readonly #header: Row;
  readonly #context: ReadContext;
  readonly #names: readonly string[];
  readonly #folded: readonly string[];

  constructor(reader: RowReader, context: ReadContext) {
    this.#header = reader.header;
    this.#context = context;
    this.#names = reader.header.cells.map((cell) => reader.readValue(cell).trim());
    this.#folded = this.#names.map(foldName);
  }

  find(): Columns {
    const key = this.#findKey();
    const source = this.#findSource(key);
    const { to } = this.#context;
    if (to !== undefined && this.#folded[source] === foldName(to))
      this.#fail(
        source,
        `has the texts in the column ${to}, and ${to} is also to be translated into; name the language of the texts (from) or another one (to)`,
      );
    const name = this.#names[source];
    return {
      key,
      source,
      names: this.#names,
      notes: this.#findAll((name) => NOTES.has(name)).filter((at) => at !== key),
      target: to === undefined ? undefined : (this.#findTarget(to, key, source) ?? this.#names.length),
      language: TEXTS.has(foldName(name)) ? undefined : readLanguage(name),
    };
  }

  #findKey(): number {
    const named = KEYS.map((name) => this.#folded.indexOf(name)).find((at) => at !== -1);
    const [first = ''] = this.#folded;
    const isOther = TEXTS.has(first) || NOTES.has(first) || isLanguage(first) || first === '';
    if (named === undefined && isOther) this.#fail(0, 'has no column with keys; name it key, id or sku');
    return named ?? 0;
  }

  #findSource(key: number): number {
    const { from } = this.#context;
    const texts = this.#findAll((name) => TEXTS.has(name)).filter((at) => at !== key);
    const named = from === undefined ? [] : this.#findLanguage(from, key);
    const [found, second] = [...texts, ...named];
    if (second !== undefined)
      return this.#fail(
        second,
        `could have its texts in ${this.#describeColumn(found)} or ${this.#describeColumn(second)}; rename one`,
      );
    if (found !== undefined) return found;
    const isFirst = (name: string, at: number): boolean =>
      at !== key && isLanguage(name) && !DOUBTFUL.has(name);
    const first = from === undefined ? this.#folded.findIndex(isFirst) : -1;
    if (first !== -1) return first;
    const wanted = from === undefined ? 'column with texts' : `column with texts in ${from}`;
    return this.#fail(0, `has no ${wanted}; ${HELP}`);
  }

  /** The columns of a language; without any, the one of its regions. */
  #findLanguage(language: string, key: number): readonly number[] {
    const wanted = foldName(language);
    const isOther = (at: number): boolean => at !== key && !NOTES.has(this.#folded[at] ?? '');
    const same = this.#findAll((name) => name === wanted).filter(isOther);
    const primary = wanted.split('-')[0];
    return same.length > 0
      ? same
      : this.#findAll((name) => isLanguage(name) && name.split('-')[0] === primary).filter(isOther);
  }

  #findTarget(to: string, key: number, source: number): number | undefined {
    const wanted = foldName(to);
    const first = DOUBTFUL.has(wanted) ? source + 1 : 0;
    const [found, second] = this.#findAll((name) => name === wanted).filter(
      (at) => at !== key && at >= first,
    );
    return second === undefined ? found : this.#fail(second, `has ${this.#describeColumn(second)} twice`);
  }

  #findAll = (matches: (name: string) => boolean): readonly number[] =>
    this.#folded.flatMap((name, at) => (matches(name) ? [at] : []));

  #describeColumn = (at = 0): string => `the column ${shortenKey(this.#names[at])}`;

  #fail(at: number, message: string): never {
    return this.#context.fail(this.#header.cells[at]?.start ?? 0, message);
  }
}

const foldName = (name = ''): string => name.toLowerCase().replaceAll('_', '-');

/** Whether it is the code of a language of two letters. Others, such as `min`, are rather names of other columns. */
function isLanguage(name: string): boolean {
  return /^[a-z]{2}(-[a-z\d]{2,8}){0,3}$/.test(name) && isKnownLanguage(name.slice(0, 2));
}

/** The code as it is usually written: `EN` is `en`. */
function readLanguage(name = ''): string | undefined {
  try {
    return Intl.getCanonicalLocales(name.replaceAll('_', '-'))[0];
  } catch {
    return undefined;
  }
}
