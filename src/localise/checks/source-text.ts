import { copyOwn } from '../../base/options.js';
import { cutText } from '../../base/texts.js';
import { InputError } from '../../index.js';

/** A text to translate. */
export interface SourceText {
  readonly text: string;
  /** What the translators should know about it. Equal texts with different notes are ordered separately. */
  readonly note?: string | undefined;
  /**
   * What else the translators are shown, such as comments that tools write: the line of the code that has the text, or the names
   * of its placeholders. Such comments change with the program, so equal texts with different remarks are one text. One that
   * does not fit into an order beside its text is left out. @default none
   */
  readonly remark?: string | undefined;
  /** Words or signs that stay as they are in this text, besides the job's `protectTerms`. @default none */
  readonly protectTerms?: readonly string[] | undefined;
  /**
   * How often it was ordered before: with 1, a text whose translation is of no use is ordered once more, and paid for. As long as the
   * number stays the same, it is one order, however often the call is made. @default 0
   */
  readonly again?: number | undefined;
}

/** Texts by key. Any string can be a key: keys are never sent to the service. */
export type SourceTexts = Readonly<Record<string, string | SourceText>>;

/**
 * What makes a text this one, and no other: all of it but the remark. Digests and fingerprints of texts are made of this, so that
 * a changed remark orders nothing.
 */
export function identifyText(source: string | SourceText): string | SourceText {
  if (typeof source === 'string') return source;
  const { remark: _, again, ...rest } = copyOwn(source);
  const identity = again ? { ...rest, again } : rest;
  return Object.keys(identity).length === 1 ? identity.text : identity;
}

/** Characters of a text's key in a message. */
export const SHOWN_KEY = 60;

/** Where a text stands among the texts, for messages. */
export const describeTextPath = (key: string): string => `texts[${cutText(JSON.stringify(key), SHOWN_KEY)}]`;

/** The text itself. @throws InputError when it is not a string, or an object with a text */
export function readSourceText(key: string, source: unknown): string {
  const text: unknown = typeof source === 'object' && source !== null ? Reflect.get(source, 'text') : source;
  if (typeof text === 'string') return text;
  throw new InputError([
    { path: describeTextPath(key), message: 'must be a string, or an object with text' },
  ]);
}
