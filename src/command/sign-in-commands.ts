import type { Command } from 'commander';
import { type LoginSettings, login } from './commands/login.js';
import { logout } from './commands/logout.js';
import { addServiceOptions, nonEmpty } from './commands/option-values.js';
import { type AccountSettings, whoami } from './commands/whoami.js';
import type { CommandIo } from './terminal/io.js';

/** Adds the commands `login`, `logout` and `whoami`. */
export function addSignIn(program: Command, io: CommandIo, done: (code: number) => void): void {
  addServiceOptions(program.command('login'))
    .summary('sign in, and save the token on this machine')
    .description(
      'Signs you in with OAuth in the browser, and saves the token in a file that only you can read.\nThe secret is read from TRANSLATION_REQUESTER_CLIENT_SECRET; if it is not set, you are asked.',
    )
    .optionsGroup('The application:')
    .option('--client-id <id>', 'its id (default: TRANSLATION_REQUESTER_CLIENT_ID)', nonEmpty('--client-id'))
    .option(
      '--redirect-uri <url>',
      'its redirect address, which must be on this machine (default: TRANSLATION_REQUESTER_REDIRECT_URI, or http://localhost:3000/callback)',
      nonEmpty('--redirect-uri'),
    )
    .option('--no-open', 'print the address instead of opening a browser')
    .action(async (given: LoginSettings) => done(await login(given, io)));
  addServiceOptions(program.command('logout'))
    .summary('forget the token on this machine')
    .description(
      'Removes the token that login has saved for this service on this machine.\nThe service is not asked: there, the token stays valid.',
    )
    .action(async (given: AccountSettings) => done(await logout(given, io)));
  addServiceOptions(program.command('whoami'))
    .summary('show the account, and where the token comes from')
    .description(
      'Shows which service is asked, where the token comes from, and which account it belongs to. The token itself is never shown.',
    )
    .action(async (given: AccountSettings) => done(await whoami(given, io)));
}
