/** Something that is wrong with a translation. */
export interface TextIssue {
  /**
   * - `placeholder`: the translation lacks a placeholder, a tag or a part of an ICU message, or has one that the original
   *   does not have as often.
   * - `order`: tags, or placeholders that get their values in order (`%s`), are in another order.
   * - `lines`: the translation has more or fewer line breaks.
   * - `space`: it has other white space at its ends. `collectTexts` itself keeps that as in the original.
   * - `empty`: the translation is empty.
   * - `paragraphs`: the translator returned fewer paragraphs than the original has.
   * - `form`: the service keeps the original in another form, such as with entities or other quotes. Its place in the order
   *   shows which text it is.
   * - `untranslated`: nobody translated the text: its order expired or was cancelled. `text` is null.
   * - `missing`: the service does not show the order, or the text in it. `text` is null.
   * - `other-order`: the record of its order does not fit, for example since it names an order of something else. `text` is null.
   */
  readonly kind:
    | 'placeholder'
    | 'order'
    | 'lines'
    | 'space'
    | 'empty'
    | 'paragraphs'
    | 'form'
    | 'untranslated'
    | 'missing'
    | 'other-order';
  /** The issue in words. */
  readonly message: string;
  /** The placeholder that is missing, new or in another place. */
  readonly placeholder?: string;
  /** The text that `offset` belongs to: the original for what is missing. */
  readonly in?: 'original' | 'translation';
  /** Where it is in that text: UTF-16 code units from its beginning, as in `String.prototype.slice`. */
  readonly offset?: number;
}
