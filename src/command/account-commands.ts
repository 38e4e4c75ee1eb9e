import type { Command } from 'commander';
import { connect, type ServiceSettings } from './connect.js';
import { grouped } from './greeting.js';
import { type CommandIo, ExitCode } from './io.js';
import { type LoginSettings, login } from './login.js';
import { readProject } from './texts/project-file.js';
import { stopSignal, table } from './texts/session.js';
import { addService } from './texts-commands.js';
import { filled } from './values.js';

interface LanguagesSettings extends ServiceSettings {
  readonly json?: boolean | undefined;
  readonly from?: string | undefined;
}

/** Adds the commands `languages` and `login`. */
export function addAccount(program: Command, io: CommandIo, done: (code: number) => void): void {
  addService(program.command('languages'))
    .summary('what can be translated into what')
    .description('Lists the language pairs of the service, with the points that a letter costs.')
    .optionsGroup('Which pairs:')
    .option('--from <language>', 'only those from this language', filled('--from'))
    .action(async (given: LanguagesSettings) => done(await languages(given, io)));
  addService(program.command('login'))
    .summary('sign in, and keep the token on this machine')
    .description(
      'Signs you in with OAuth in the browser, and keeps the token in a file that only you can read.\nThe secret comes from TRANSLATION_REQUESTER_CLIENT_SECRET, or you are asked for it.',
    )
    .optionsGroup('The application:')
    .option('--client-id <id>', 'its id (default: TRANSLATION_REQUESTER_CLIENT_ID)', filled('--client-id'))
    .option(
      '--redirect-uri <url>',
      'its redirect address, on this machine (default: TRANSLATION_REQUESTER_REDIRECT_URI, or http://localhost:3000/callback)',
      filled('--redirect-uri'),
    )
    .option('--no-open', 'print the address, and open no browser')
    .action(async (given: LoginSettings) => done(await login(given, io)));
}

async function languages(settings: LanguagesSettings, io: CommandIo): Promise<number> {
  const { requester } = await connect(settings, await readProject(io.folder), io);
  const pairs = await requester.languages.list({ signal: stopSignal(io) });
  const { from } = settings;
  const found = pairs
    .filter(({ language_id: language }) => from === undefined || language === from)
    .map((pair) => ({ from: pair.language_id, to: pair.translated_language_id, point: pair.point }));
  if (settings.json) io.out(`${JSON.stringify({ pairs: found })}\n`);
  else
    io.out(
      table([['from', 'to', 'points'], ...found.map((pair) => [pair.from, pair.to, grouped(pair.point)])]),
    );
  return ExitCode.Done;
}
