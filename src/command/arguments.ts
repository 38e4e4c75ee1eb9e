import { parseArgs } from 'node:util';
import { nearestName } from '../nearest-name.js';
import { GENERAL_HELP, SANDBOX_HELP } from './help.js';
import { messageOf, UsageError } from './io.js';

const OPTIONS = {
  port: { type: 'string' },
  host: { type: 'string' },
  open: { type: 'boolean', default: false },
  seed: { type: 'string' },
  points: { type: 'string' },
  autopilot: { type: 'boolean', default: false },
  latency: { type: 'string' },
  'redirect-uri': { type: 'string', multiple: true, default: [] as string[] }, // so that the values have a type
  'callback-url': { type: 'string' },
  state: { type: 'string' },
  json: { type: 'boolean', default: false },
  quiet: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', short: 'v', default: false },
} as const;

const COMMANDS = ['sandbox', 'help'] as const;

/** What the sandbox was asked for. Undefined where nothing was said. */
export interface SandboxSettings {
  readonly port: number;
  readonly host: string;
  readonly open: boolean;
  readonly seed: number | undefined;
  readonly points: number | undefined;
  readonly autopilot: boolean;
  /** Milliseconds. */
  readonly latency: number;
  readonly redirectUris: readonly string[];
  readonly callbackUrl: string | undefined;
  /** The path of the state file. */
  readonly state: string | undefined;
  readonly json: boolean;
  readonly quiet: boolean;
}

/** What a command line asks for. */
export type Order =
  | { readonly kind: 'sandbox'; readonly settings: SandboxSettings }
  | { readonly kind: 'print'; readonly text: string }
  | { readonly kind: 'version' };

/** @throws UsageError when the command line has a mistake */
export function readArguments(args: readonly string[]): Order {
  const { values, positionals } = parse(args);
  const [command, ...rest] = positionals;
  if (values.version) return { kind: 'version' };
  if (command === 'help' || values.help) return { kind: 'print', text: helpFor(command, rest) };
  if (command === undefined) throw new UsageError('Say what to run: sandbox.');
  if (command !== 'sandbox') throw new UsageError(unknown('command', command, COMMANDS));
  if (rest[0] !== undefined) throw new UsageError(`Unexpected argument "${rest[0]}".`);
  return { kind: 'sandbox', settings: readSettings(values) };
}

function helpFor(command: string | undefined, rest: readonly string[]): string {
  const topic = command === 'help' ? rest[0] : command;
  if (topic === undefined || topic === 'help') return GENERAL_HELP;
  if (topic === 'sandbox') return SANDBOX_HELP;
  throw new UsageError(unknown('command', topic, COMMANDS));
}

type Values = ReturnType<typeof parse>['values'];

function readSettings(values: Values): SandboxSettings {
  const { port = '4010', latency = '0', seed, points, host = '127.0.0.1' } = values;
  const max = Number.MAX_SAFE_INTEGER;
  for (const name of ['host', 'state'] as const)
    if (values[name] === '') throw new UsageError(`--${name} takes a text that is not empty.`);
  return {
    port: wholeNumber('--port', port, 65_535),
    host,
    open: values.open,
    seed: seed === undefined ? undefined : wholeNumber('--seed', seed, max),
    points: points === undefined ? undefined : wholeNumber('--points', points, max),
    autopilot: values.autopilot,
    latency: wholeNumber('--latency', latency, 3_600_000),
    redirectUris: values['redirect-uri'].map((text) =>
      address('--redirect-uri', text, /^[a-z][a-z0-9+.-]*:/),
    ),
    callbackUrl:
      values['callback-url'] === undefined
        ? undefined
        : address('--callback-url', values['callback-url'], /^https?:/),
    state: values.state,
    json: values.json,
    quiet: values.quiet,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(unknownOption(args) ?? messageOf(error));
  }
}

/** Says which option does not exist, and which one is near it. */
function unknownOption(args: readonly string[]): string | undefined {
  const { tokens } = parseArgs({
    args: [...args],
    options: OPTIONS,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const known = Object.keys(OPTIONS);
  const token = tokens.find((one) => one.kind === 'option' && !known.includes(one.name));
  return token?.kind === 'option' ? unknown('option', token.rawName, known, '--') : undefined;
}

/** @param mark what the known names begin with on the command line */
function unknown(what: string, given: string, known: readonly string[], mark = ''): string {
  const nearest = nearestName(given.replace(/^-+/, ''), known);
  const hint =
    nearest === undefined
      ? `. The ${what}s are ${known.map((name) => mark + name).join(', ')}.`
      : `; did you mean "${mark}${nearest}"?`;
  return `There is no ${what} "${given}"${hint}`;
}

function wholeNumber(option: string, text: string, max: number): number {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number <= max) return number;
  throw new UsageError(`${option} takes a whole number from 0 to ${max}, not "${text}".`);
}

/** An address as it was given: registered ones are compared letter by letter. */
function address(option: string, text: string, scheme: RegExp): string {
  if (URL.canParse(text) && scheme.test(text)) return text;
  throw new UsageError(
    `${option} takes an address such as http://localhost:3000/${option === '--callback-url' ? 'events' : 'callback'}, not "${text}".`,
  );
}
