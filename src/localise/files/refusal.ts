import { cutText } from '../../base/texts.js';
import { InputError } from '../../index.js';

/** Letters of a key in a message. */
const MAX_SHOWN = 200;

/** Refuses the input. @throws InputError */
export function refuse(path: string, message: string): never {
  throw new InputError([{ path, message }]);
}

/** The path of a translation, for messages. */
export const describePath = (key: string): string => `translations[${shortenKey(key)}]`;

/** A key for a message. In PO, a key is a whole text. */
export const shortenKey = (key: unknown): string => cutText(JSON.stringify(key) ?? String(key), MAX_SHOWN);
