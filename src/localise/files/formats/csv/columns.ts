import {
  isKnownLanguage,
  isSameLanguage,
  matchLanguages,
  readPrimaryLanguage,
} from '../../../../base/language-code.js';
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
    this.#folded = this.#names.map((name) => name.toLowerCase());
  }

  find(): Columns {
    const key = this.#findKey();
    const source = this.#findSource(key);
    const { to } = this.#context;
    const name = this.#names[source] ?? '';
    if (to !== undefined && isSameLanguage(name, to))
      this.#fail(
        source,
        `has the texts in the column ${to}, and ${to} is also to be translated into; name the language of the texts (from) or another one (to)`,
      );
    return {
      key,
      source,
      names: this.#names,
      notes: this.#findAll((name) => NOTES.has(name)).filter((at) => at !== key),
      target: to === undefined ? undefined : (this.#findTarget(to, key, source) ?? this.#names.length),
      language: TEXTS.has(name.toLowerCase()) ? undefined : name,
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

  /** Finds the columns of a language; without any, those of its regions. */
  #findLanguage(language: string, key: number): readonly number[] {
    const isOther = (at: number): boolean => at !== key && !NOTES.has(this.#folded[at] ?? '');
    const meant = this.#matchLanguage(language, isOther);
    if (meant.length > 0) return meant;
    const primary = readPrimaryLanguage(language);
    return this.#findAll((name) => isLanguage(name) && readPrimaryLanguage(name) === primary).filter(isOther);
  }

  #findTarget(to: string, key: number, source: number): number | undefined {
    const [found, second] = this.#matchLanguage(to, (at) => {
      const name = this.#folded[at] ?? '';
      return at !== key && at !== source && (at > source || !DOUBTFUL.has(name));
    });
    if (second === undefined) return found;
    const [first, next] = [this.#describeColumn(found), this.#describeColumn(second)];
    return this.#fail(
      second,
      first === next
        ? `has ${next} twice`
        : `could have ${to} in ${first} or ${next}; name the one that is meant (to), or rename one`,
    );
  }

  /** Finds the columns that a language means, among those that a test lets pass. */
  #matchLanguage(wanted: string, test: (at: number) => boolean): readonly number[] {
    const free = this.#names.filter((_, at) => test(at));
    const meant = new Set(matchLanguages(wanted, free));
    return this.#names.flatMap((name, at) => (test(at) && meant.has(name) ? [at] : []));
  }

  #findAll = (matches: (name: string) => boolean): readonly number[] =>
    this.#folded.flatMap((name, at) => (matches(name) ? [at] : []));

  #describeColumn = (at = 0): string => `the column ${shortenKey(this.#names[at])}`;

  #fail(at: number, message: string): never {
    return this.#context.fail(this.#header.cells[at]?.start ?? 0, message);
  }
}

/** Whether it is the code of a language of two letters. Others, such as `min`, are rather names of other columns. */
const isLanguage = (name: string): boolean => /^[a-z]{2}(?:[-_]|$)/i.test(name) && isKnownLanguage(name);
