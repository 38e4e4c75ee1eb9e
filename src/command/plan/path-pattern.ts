import { StarPattern } from '../../command-internals.js';
import { UsageError } from '../terminal/failures.js';
import { PROJECT_FILE } from './project-file-name.js';

/** Any folders, also none, where a part of a pattern is this. */
const ANY_FOLDERS = '**';

/** Whether a path of the project file is a pattern. */
export const isPattern = (path: string): boolean => path.includes('*');

/**
 * A path with stars: `*` stands for any letters of one name, `**` for any folders, also none. Nothing else has a meaning: the
 * folders `[lang]` and `(shop)` of a program are called so.
 */
export class PathPattern {
  readonly #pattern: string;
  readonly #parts: readonly string[];

  /** @throws UsageError when `**` is only a part of a name */
  constructor(pattern: string) {
    this.#pattern = pattern;
    this.#parts = pattern.split('/');
    const mixed = this.#parts.find((part) => part.includes(ANY_FOLDERS) && part !== ANY_FOLDERS);
    if (mixed !== undefined || this.#parts.at(-1) === ANY_FOLDERS)
      throw new UsageError(
        `${PROJECT_FILE}: in ${pattern}, ** must stand for whole folders before a name, as in src/**/en.json.`,
      );
  }

  /** The folder that has all files of the pattern. Empty for that of the project. */
  get folder(): string {
    return this.#parts.slice(0, this.#parts.findIndex(isPattern)).join('/');
  }

  /** Whether a file of this name can fit. */
  matchesName(name: string): boolean {
    return new StarPattern(this.#parts.at(-1) ?? '').matches(name);
  }

  /** Finds what the stars stand for in a path, in their order; undefined if the path does not fit. */
  match(path: string): readonly string[] | undefined {
    const names = path.split('/');
    /** What the stars before a part stand for. */
    let stars: readonly string[] = [];
    /** The last `**` that was passed, with the first name after its folders: when no name fits, it takes one more. */
    let folders:
      | { readonly part: number; readonly begin: number; end: number; stars: readonly string[] }
      | undefined;
    let part = 0;
    let at = 0;
    while (at < names.length || part < this.#parts.length) {
      const wanted = this.#parts[part];
      if (wanted === ANY_FOLDERS) {
        folders = { part, begin: at, end: at, stars };
        stars = [...stars, ''];
        part += 1;
        continue;
      }
      const name = names[at];
      const found =
        wanted === undefined || name === undefined ? undefined : new StarPattern(wanted).match(name);
      if (found !== undefined) {
        stars = [...stars, ...found];
        part += 1;
        at += 1;
        continue;
      }
      if (folders === undefined || folders.end >= names.length) return undefined;
      folders.end += 1;
      at = folders.end;
      part = folders.part + 1;
      stars = [...folders.stars, names.slice(folders.begin, folders.end).join('/')];
    }
    return stars;
  }

  /**
   * Makes the path that belongs to one that fits another pattern: what the stars stand for there is put in the place of the stars here.
   *
   * @throws UsageError when the two have other stars
   */
  fill(source: PathPattern, path: string): string {
    if (this.#stars.join(' ') !== source.#stars.join(' '))
      throw new UsageError(
        `${PROJECT_FILE}: the target ${this.#pattern} must have the stars of its source, ${source.#pattern}, in the same order.`,
      );
    const stars = [...(source.match(path) ?? [])];
    const takeNext = (): string => stars.shift() ?? '';
    return this.#parts
      .map((part) => (part === ANY_FOLDERS ? takeNext() : part.replaceAll('*', takeNext)))
      .filter((part) => part !== '')
      .join('/');
  }

  get #stars(): readonly string[] {
    return this.#parts.flatMap((part) =>
      part === ANY_FOLDERS ? part : Array.from(part).filter((letter) => letter === '*'),
    );
  }
}
