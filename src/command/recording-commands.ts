import type { Command } from 'commander';
import { isLoopback } from '../base/loopback.js';
import { nonEmpty, wholeNumber } from './options.js';
import { record, replay, type ServeSettings } from './recording/serve.js';
import { type CommandIo, UsageError } from './terminal/io.js';

/** Adds the commands `record` and `replay`. */
export function addRecording(program: Command, io: CommandIo, done: (code: number) => void): void {
  addServing(program.command('record'))
    .summary('keep answers of the service for tests, without secrets')
    .description(
      'Passes requests on to a service, and keeps each with its answer in a file, without tokens, client secrets and codes.\nTexts and names stay as they are. Orders are real, and cost points.',
    )
    .requiredOption('--to <address>', 'the service', serviceAddress)
    .action(async (given: ServeSettings & { readonly to: string }) => done(await record(given, io)));
  addServing(program.command('replay'))
    .summary('answer from what `record` has kept')
    .description(
      'Answers requests as they were recorded. What was not recorded is an error, and exit code 1 at the end.',
    )
    .action(async (given: ServeSettings) => done(await replay(given, io)));
}

function addServing(command: Command): Command {
  return command
    .requiredOption('--fixtures <folder>', 'the folder of the recordings', nonEmpty('--fixtures'))
    .option('--port <number>', 'the port; 0 for any free port', wholeNumber('--port', 65_535), 4011)
    .option('--json', 'print one line of JSON with the `url` when it is ready', false);
}

function serviceAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url));
  const address = url === undefined ? '' : (url.origin + url.pathname).replace(/\/+$/, '');
  const isWhole = url !== undefined && url.href === url.origin + url.pathname;
  if (isSafe && isWhole && !/\/api\/v1$/i.test(address)) return address;
  throw new UsageError(
    `--to takes an address such as https://service.example, without /api/v1 at its end, not "${text}".`,
  );
}
