import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { hintFor } from '../sandbox/base/options.js';
import { createSandbox } from '../sandbox/index.js';

/** What the command needs of the process that it runs in. */
export interface CommandIo {
  out(text: string): void;
  err(text: string): void;
  /** Resolves when the command is asked to stop. */
  stopped(): Promise<void>;
}

const HELP = `translation-requester sandbox: the Translation Requester API in memory, at an address on this machine.

Usage: translation-requester sandbox [options]

  --port <number>    where to listen; 0 takes any free port (default 4010)
  --seed <number>    the same seed gives the same tokens and ids (default 1)
  --autopilot        simulated translators work on every order
  --latency <ms>     what each answer takes (default 0)
  --json             print what to connect with as one line of JSON
  --help             print this
  --version          print the version
`;

const OPTIONS = {
  port: { type: 'string', default: '4010' },
  seed: { type: 'string', default: '1' },
  latency: { type: 'string', default: '0' },
  autopilot: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
  version: { type: 'boolean', default: false },
} as const;

interface Settings {
  readonly port: number;
  readonly seed: number;
  readonly latency: number;
  readonly autopilot: boolean;
  readonly json: boolean;
}

/** A mistake in the command line. */
class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Runs the command until it is stopped. @returns the exit code */
export async function main(args: readonly string[], io: CommandIo): Promise<number> {
  try {
    const settings = readArguments(args);
    if (typeof settings !== 'string') return await serve(settings, io);
    io.out(settings);
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    io.err(`${error.message}\nTry: translation-requester --help\n`);
    return 2;
  }
}

/** The settings, or what is to be printed instead. */
function readArguments(args: readonly string[]): Settings | string {
  const { values, positionals } = parse(args);
  if (values.help) return HELP;
  if (values.version) return `${readVersion()}\n`;
  const [command, ...rest] = positionals;
  if (command !== 'sandbox')
    throw new UsageError(
      command === undefined ? 'Say what to run: sandbox.' : `There is no command "${command}".`,
    );
  if (rest[0] !== undefined) throw new UsageError(`Unexpected argument "${rest[0]}".`);
  return {
    port: wholeNumber('--port', values.port, 65_535),
    seed: wholeNumber('--seed', values.seed, Number.MAX_SAFE_INTEGER),
    latency: wholeNumber('--latency', values.latency, 3_600_000),
    autopilot: values.autopilot,
    json: values.json,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, strict: true });
  } catch (error) {
    const unknown = unknownOption(args);
    if (unknown !== undefined) throw new UsageError(`There is no option ${unknown}`);
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** The first option that does not exist, with the nearest one that does. */
function unknownOption(args: readonly string[]): string | undefined {
  const { tokens } = parseArgs({
    args: [...args],
    options: OPTIONS,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const known = Object.keys(OPTIONS);
  for (const token of tokens) {
    if (token.kind !== 'option' || known.includes(token.name)) continue;
    const names = known.map((name) => `--${name}`);
    return `"${token.rawName}"${hintFor(token.rawName, names)}`;
  }
  return undefined;
}

function wholeNumber(option: string, text: string, max: number): number {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number <= max) return number;
  throw new UsageError(`${option} takes a whole number from 0 to ${max}, not "${text}".`);
}

async function serve({ port, json, ...options }: Settings, io: CommandIo): Promise<number> {
  const sandbox = createSandbox(options);
  try {
    const { url, close } = await sandbox.listen({ port });
    const { clientId, clientSecret, redirectUri } = sandbox.application;
    const connection: Connection = {
      url,
      accessToken: sandbox.accessToken,
      clientId,
      clientSecret,
      redirectUri,
    };
    io.out(json ? `${JSON.stringify(connection)}\n` : describe(connection, options.autopilot));
    await io.stopped();
    await close();
    return 0;
  } catch (error) {
    io.err(explain(error, port));
    return 1;
  }
}

interface Connection {
  readonly url: string;
  readonly accessToken: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
}

function describe(connection: Connection, autopilot: boolean): string {
  const lines = Object.entries(connection).map(([name, value]) => `  ${name.padEnd(13)} ${value}`);
  return `The sandbox listens until it is stopped (Ctrl+C). Nothing is kept, and nothing is real.

${lines.join('\n')}

  The account has 10,000,000 points. ${autopilot ? 'Simulated translators are at work.' : 'Nobody translates: --autopilot changes that.'}

  curl '${connection.url}/api/v1/my?access_token=${connection.accessToken}'
`;
}

function explain(error: unknown, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Choose another with --port, or any free one with --port 0.\n`;
  if (code === 'EACCES')
    return `Port ${port} needs more rights than this process has. Choose one above 1023 with --port.\n`;
  return `The sandbox can not listen on port ${port}: ${error instanceof Error ? error.message : String(error)}\n`;
}

/** From the nearest package.json above: it lies as deep below it when built as when not. */
function readVersion(): string {
  for (const above of ['../', '../../']) {
    const manifest = new URL(`${above}package.json`, import.meta.url);
    if (!existsSync(manifest)) continue;
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }; // our own package's
    return version;
  }
  return 'unknown';
}
