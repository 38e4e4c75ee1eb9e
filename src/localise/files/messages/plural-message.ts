/** What is known of the file of a text. */
export interface MessageContext {
  /** The languages of a text and its translation, if they are known. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Whether some text certainly has forms between pipes as vue-i18n writes them, so that others without spaces around them have, too. */
  readonly splitsAtPipes: boolean;
}

/** A form of a message: a text of its own for translators. */
export interface MessageForm {
  /** What selects it, such as `few` or `=0`. */
  readonly id: string;
  readonly text: string;
  /** The numbers that it is for. */
  readonly note: string | undefined;
  /** Whether it is for one number alone, which words can say. @default false */
  readonly isForOne?: boolean | undefined;
  /** What must be in its translation as it is: the sign of a number that the form can't say by a word. */
  readonly protectTerms: readonly string[] | undefined;
  /** What the translation so far says there. */
  readonly known: string | undefined;
}

/** A text that holds its own plural forms, in the forms of another language. */
export interface PluralMessage {
  readonly forms: readonly MessageForm[];
  /**
   * Puts the message together again.
   *
   * @param readForm the translation of a form, by its id
   * @param fail refuses the translation of a form that would break the message
   */
  join(readForm: (id: string) => string, fail: (id: string, message: string) => never): string;
}
