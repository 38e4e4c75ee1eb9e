import type { Logger } from 'translation-requester';
import { settings } from './settings.ts';

/** Writes one line of JSON. The fields are few and chosen: no token, no address with a query, no text of a customer. */
function write(level: string, message: string, fields: object): void {
  console.log(JSON.stringify({ at: new Date(), process: settings.name, level, message, ...fields }));
}

/** The log of the process. The library writes to it too; what it writes has no secrets. */
export const log: Logger = {
  debug: () => undefined,
  info: (message, fields) => write('info', message, fields),
  warn: (message, fields) => write('warn', message, fields),
  error: (message, fields) => write('error', message, fields),
};

/** What may be said of an error: its name and its message. */
export function told(error: unknown): { readonly error: string; readonly reason: string } {
  return error instanceof Error
    ? { error: error.name, reason: error.message }
    : { error: typeof error, reason: '' };
}
