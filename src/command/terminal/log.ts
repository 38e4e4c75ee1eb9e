import type { Logger } from '../../index.js';
import type { CommandIo } from './io.js';
import { say } from './safe-text.js';

/** Makes a logger that prints what the library logs, on stderr: `12:34:56.789 warn  trying again GET /api/v1/my attempt=1`. */
export function createLogger(io: CommandIo): Logger {
  const log =
    (level: keyof Logger): Logger[typeof level] =>
    (message, fields) => {
      const { method = '', path = '', ...rest }: Record<string, unknown> = { ...fields };
      const values = Object.entries(rest)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => {
          const isPlain = typeof value === 'string' && /^[\w./:-]+$/.test(value);
          return `${name}=${isPlain ? value : JSON.stringify(value)}`;
        });
      const words = [message, method, path, ...values].filter((word) => word !== '').join(' ');
      io.err(say`${new Date().toISOString().slice(11, 23)} ${level.padEnd(5)} ${words}\n`);
    };
  return { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') };
}
