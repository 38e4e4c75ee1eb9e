import { suggestNames } from '../../../base/names.js';
import { readOption } from '../../../base/options.js';
import { makePrintable } from '../../../base/texts.js';
import { InputError } from '../errors/errors.js';
import { refuseEnvironment } from './refuse-environment.js';

/** What the environment says, in options of a client. */
export interface EnvironmentOptions {
  readonly baseUrl?: string;
  readonly accessToken?: string;
  readonly logLevel?: (typeof LOG_LEVELS)[number];
  readonly logger?: typeof STDERR_LOGGER;
}

const VARIABLE_PREFIX = 'TRANSLATION_REQUESTER_';
const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
const COLOURS = { debug: 'dim', info: 'cyan', warn: 'yellow', error: 'red' } as const;

/**
 * Reads the address, the token and the level of the log from the environment.
 *
 * @param given options that are set otherwise, and need not be there
 * @throws InputError when one is missing, or the level is not known; where there is no environment, always
 */
export function readEnvironment(given: object): EnvironmentOptions {
  const env = globalThis.process?.env ?? refuseEnvironment();
  const missing = (['baseUrl', 'accessToken'] as const)
    .filter((name) => readOption(given, name) === undefined && !env[VARIABLES[name]])
    .map((name) => ({
      path: VARIABLES[name],
      message: `must be set in the environment, or given as ${name}`,
    }));
  const level = env[`${VARIABLE_PREFIX}LOG`]?.toLowerCase() ?? '';
  const logLevel = LOG_LEVELS.find((known) => known === level);
  const issues = level === '' || logLevel !== undefined ? missing : [...missing, explainLevel(level)];
  if (issues.length > 0) throw new InputError(issues);
  const { [VARIABLES.baseUrl]: baseUrl, [VARIABLES.accessToken]: accessToken } = env;
  return {
    ...(baseUrl && { baseUrl }),
    ...(accessToken && { accessToken }),
    ...(logLevel !== undefined && { logLevel, logger: STDERR_LOGGER }),
  };
}

const VARIABLES = { baseUrl: `${VARIABLE_PREFIX}URL`, accessToken: `${VARIABLE_PREFIX}TOKEN` } as const;

function explainLevel(level: string) {
  return {
    path: `${VARIABLE_PREFIX}LOG`,
    message: `is not a level; ${suggestNames(level, LOG_LEVELS, 'levels')}`,
  };
}

/** Writes lines such as `12:34:56.789 warn  trying again  GET /api/v1/my attempt=1 error=ServerError delay=250`. */
const STDERR_LOGGER = {
  debug: makeWriter('debug'),
  info: makeWriter('info'),
  warn: makeWriter('warn'),
  error: makeWriter('error'),
};

function makeWriter(level: keyof typeof COLOURS) {
  return (message: string, fields: object): void => writeLogLine(level, message, fields);
}

function writeLogLine(level: keyof typeof COLOURS, message: string, fields: object): void {
  const { method, path, address, ...facts } = { method: '', path: '', address: '', ...fields };
  const rest = Object.entries(facts)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${formatLogValue(value)}`);
  const time = new Date().toISOString().slice(11, 23);
  // Not imported, since every start would wait for what few use.
  const { styleText } = process.getBuiltinModule('node:util');
  // Without colours where nobody can see them, and where NO_COLOR says so.
  const painted = styleText(COLOURS[level], level.padEnd(5), { stream: process.stderr });
  const words = [message, ...[method, address || path].filter((part) => part !== ''), ...rest].map(
    makePrintable,
  );
  process.stderr.write(`${[time, painted, ...words].join(' ')}\n`);
}

function formatLogValue(value: unknown): string {
  if (typeof value === 'number') return String(Math.round(value * 10) / 10);
  return typeof value === 'string' && /^[\w./:-]+$/.test(value) ? value : JSON.stringify(value);
}
