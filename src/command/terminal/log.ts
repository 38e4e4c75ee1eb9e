import type { Logger } from '../../index.js';
import { type CommandIo, say } from './io.js';

/** Prints what the library logs, on stderr: `12:34:56.789 warn  trying again GET /api/v1/my attempt=1`. */
export function loggerOf(io: CommandIo): Logger {
  const log =
    (level: keyof Logger): Logger[typeof level] =>
    (message, fields) => {
      const { method = '', path = '', ...rest }: Record<string, unknown> = { ...fields };
      const shown = Object.entries(rest)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => `${name}=${typeof value === 'number' ? value : shownAs(value)}`);
      const words = [message, method, path, ...shown].filter((word) => word !== '').join(' ');
      io.err(say`${new Date().toISOString().slice(11, 23)} ${level.padEnd(5)} ${words}\n`);
    };
  return { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') };
}

const shownAs = (value: unknown): string =>
  typeof value === 'string' && /^[\w./:-]+$/.test(value) ? value : JSON.stringify(value);
