import { InputError } from '../index.js';

/** Letters of a key in a message. */
const MAX_SHOWN = 200;

/** Refuses the input. @throws InputError */
export function refuse(path: string, message: string): never {
  throw new InputError([{ path, message }]);
}

/** The path of a translation, for messages. */
export const pathOf = (key: string): string => `translations[${shown(key)}]`;

/** A key for a message. In PO, a key is a whole text. */
export function shown(key: unknown): string {
  const text = JSON.stringify(key) ?? String(key);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
