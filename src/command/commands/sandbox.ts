import { type Command, Option } from 'commander';
import type { SandboxSettings } from '../sandbox/settings.js';
import type { Cli } from './add-command.js';
import {
  parseAddress,
  parseMoment,
  parsePageOrigin,
  parseSandboxToken,
  parseWholeNumber,
  RepeatableOption,
  textOption,
} from './option-values.js';

const EXAMPLES = `
Examples
  translation-requester sandbox --autopilot --open
  translation-requester sandbox --port 0 --json
  translation-requester sandbox --token token-for-tests --origin https://staging.example
  translation-requester sandbox --seed-file shop.yaml --now 2026-11-01T09:00:00Z
  translation-requester sandbox --state sandbox.json --callback-url http://localhost:3000/events

Ctrl+C stops it, with exit code 0. The exit code is 1 if it can't listen, can't use its seed or
state file, or can't save its state, and 2 after a mistake in the command line.
`;

/** Adds the command `sandbox`. */
export function addSandbox({ program, io, done }: Cli): void {
  const command = program
    .command('sandbox')
    .summary('run the API in memory, on this machine')
    .description(
      'Runs the Translation Requester API in memory, at an address on this machine.\nNothing is real: orders cost no money, and nobody translates unless you say so.',
    )
    .addHelpText('after', EXAMPLES);
  const origin = parsePageOrigin('--origin');
  command
    .optionsGroup('Where it listens, and who may call:')
    .option('--port <number>', 'the port; 0 for any free port', parseWholeNumber('--port', 65_535), 4010)
    .addOption(
      textOption(
        '--host <address>',
        'the address to listen on; one that other machines can call, such as 0.0.0.0 in a container, needs --token',
      ).default('127.0.0.1'),
    )
    .option(
      '--token <text>',
      'the access token, such as for tests (default: a random one, or that of the state file)',
      parseSandboxToken('--token'),
    )
    .addOption(
      new RepeatableOption(
        '--origin <origin>',
        'let pages of this origin call, besides those of this machine; can be repeated',
      )
        .argParser((text, before: readonly string[]) => [...before, origin(text)])
        .default([], 'none'),
    )
    .option('--open', 'open the desk in the browser, a page with the orders, events and requests');
  addBehaviourOptions(command);
  addTranslatorOptions(command);
  command
    .optionsGroup('What it prints:')
    .option(
      '--json',
      'print lines of JSON: first the address and credentials, then one line for each request',
    )
    .option('--quiet', 'print only the address and credentials, no line for each request')
    .action(async (settings: SandboxSettings) => {
      const { serveSandbox } = await import('../sandbox/serve.js');
      done(await serveSandbox(settings, io));
    });
}

function addTranslatorOptions(command: Command): void {
  command
    .optionsGroup('Its translators:')
    .addOption(
      new Option(
        '--autopilot [kind]',
        'simulate translators, who finish one text every 5 s; realistic ones let one in eight orders expire',
      )
        .choices(['realistic'])
        .default(false, 'off'),
    )
    .option(
      '--translations-per-body <number>',
      'translations of each text of a simple question (default: 1)',
      parseWholeNumber('--translations-per-body', 10, 1),
    );
}

function addBehaviourOptions(command: Command): void {
  const redirect = parseAddress('--redirect-uri', /^[a-z][a-z0-9+.-]*:/, 'http://localhost:3000/callback');
  const callback = parseAddress('--callback-url', /^https?:/, 'http://localhost:3000/events');
  command
    .optionsGroup('How it behaves:')
    .option('--seed <number>', 'the same seed gives the same ids (default: 1)', parseWholeNumber('--seed'))
    .option('--points <number>', 'points of the account (default: 10000000)', parseWholeNumber('--points'))
    .addOption(
      textOption(
        '--seed-file <file>',
        'begin with the accounts, languages and orders of this file (JSON or YAML)',
      ),
    )
    .option(
      '--now <time>',
      'let the time stand still at this moment, such as 2026-11-01T09:00:00Z or 2026-11-01',
      parseMoment('--now'),
    )
    .option(
      '--latency <ms>',
      'delay each answer by this many milliseconds',
      parseWholeNumber('--latency', 3_600_000),
      0,
    )
    .addOption(
      new RepeatableOption('--redirect-uri <url>', 'a redirect address for sign-ins; can be repeated')
        .argParser((text, before: readonly string[]) => [...before, redirect(text)])
        .default([], 'http://localhost:3000/callback'),
    )
    .option('--callback-url <url>', 'deliver events to this address (default: none)', callback)
    .addOption(
      textOption('--state <file>', 'save everything in this file, and continue from it at the next start'),
    );
}
