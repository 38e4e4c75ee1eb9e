import type { Command } from 'commander';
import type { CommandIo } from './io.js';
import { address, nonEmpty, wholeNumber } from './options.js';
import { type SandboxSettings, serveSandbox } from './sandbox.js';

type Given = Omit<SandboxSettings, 'redirectUris'> & { readonly redirectUri: readonly string[] };

const EXAMPLES = `
Examples
  translation-requester sandbox --autopilot --open
  translation-requester sandbox --port 0 --json
  translation-requester sandbox --state sandbox.json --callback-url http://localhost:3000/events

Ctrl+C stops it. The exit code is 0 after that, 1 when it can't start or can't keep its state,
and 2 after a mistake in the command line.
`;

/** Adds the command `sandbox`. */
export function addSandbox(program: Command, io: CommandIo, done: (code: number) => void): void {
  const command = program
    .command('sandbox')
    .summary('the API in memory, at an address on this machine')
    .description(
      'The Translation Requester API in memory, at an address on this machine.\nNothing is real: orders cost no money, and nobody translates unless you say so.',
    )
    .addHelpText('after', EXAMPLES);
  command
    .optionsGroup('Where it listens:')
    .option('--port <number>', 'the port; 0 takes any free one', wholeNumber('--port', 65_535), 4010)
    .option(
      '--host <address>',
      'the address to listen on; 0.0.0.0 in a container',
      nonEmpty('--host'),
      '127.0.0.1',
    )
    .option('--open', 'open the desk in the browser: a page with the orders, events and requests', false);
  addBehaviourOptions(command);
  command
    .optionsGroup('What it prints:')
    .option('--json', 'lines of JSON: first what to connect with, then one for each request', false)
    .option('--quiet', 'only what to connect with, and no line for a request', false)
    .action(async ({ redirectUri, ...given }: Given) => {
      done(await serveSandbox({ ...given, redirectUris: redirectUri }, io));
    });
}

function addBehaviourOptions(command: Command): void {
  const redirect = address('--redirect-uri', /^[a-z][a-z0-9+.-]*:/, 'http://localhost:3000/callback');
  const callback = address('--callback-url', /^https?:/, 'http://localhost:3000/events');
  command
    .optionsGroup('What it is like:')
    .option(
      '--seed <number>',
      'the same seed gives the same credentials and ids (default 1)',
      wholeNumber('--seed'),
    )
    .option('--points <number>', 'points of the account (default 10000000)', wholeNumber('--points'))
    .option('--autopilot', 'simulated translators work on the orders, one text each 5 s', false)
    .option('--latency <ms>', 'milliseconds that each answer takes', wholeNumber('--latency', 3_600_000), 0)
    .option(
      '--redirect-uri <url>',
      'where a sign-in may lead back to; can be given several times (default http://localhost:3000/callback)',
      (text, before: readonly string[]) => [...before, redirect(text)],
      [],
    )
    .option('--callback-url <url>', 'deliver events to this address (default: deliver nothing)', callback)
    .option(
      '--state <file>',
      'keep everything in this file, and go on from it at the next start',
      nonEmpty('--state'),
    );
}
