/** Stands for a tag, by its number. Both letters are of private use. */
const SIGN = /\ue000(\d+)\ue001/g;

/** Tags of one text and its translations. Their attributes can hold braces, and even whole messages, which are not of the text. */
export class HiddenTags {
  readonly #placeholders: RegExp | undefined;
  readonly #tags: string[] = [];

  /** @param placeholders those of a format, tags among them */
  constructor(placeholders: RegExp | undefined) {
    this.#placeholders = placeholders;
  }

  /** Whether a tag was hidden. */
  get hasTags(): boolean {
    return this.#tags.length > 0;
  }

  /** Puts a sign in the place of each tag. */
  hide(text: string): string {
    if (this.#placeholders === undefined || !text.includes('<')) return text;
    return text.replace(this.#placeholders, (found: string) => {
      if (!found.startsWith('<')) return found;
      this.#tags.push(found);
      return `\ue000${this.#tags.length - 1}\ue001`;
    });
  }

  show(text: string): string {
    return text.replace(SIGN, (sign, at) => this.#tags[Number(at)] ?? sign);
  }
}
