import { cutText } from '../../base/texts.js';
import { InputError } from '../../index.js';

/** A text to translate. */
export interface SourceText {
  readonly text: string;
  /** What the translators should know about it. Equal texts with different notes are ordered separately. */
  readonly note?: string | undefined;
  /** Words or signs that stay as they are in this text, besides the job's `protectTerms`. @default none */
  readonly protectTerms?: readonly string[] | undefined;
}

/** Texts by key. Any string can be a key: keys are never sent to the service. */
export type SourceTexts = Readonly<Record<string, string | SourceText>>;

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
