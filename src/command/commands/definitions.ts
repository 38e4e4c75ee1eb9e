// What each command is called, takes and prints in its help. What it does is loaded when it runs, so that help is there at once.
import { type Command, Option } from 'commander';
import type { NewProjectOptions } from '../discovery/make-project.js';
import { PROJECT_FILE } from '../plan/project-file-name.js';
import { PROTECT_RULE, parseProtect } from '../plan/protect.js';
import type { ServiceOptions } from '../plan/service.js';
import type { PlanOptions } from '../plan/sources.js';
import { UsageError } from '../terminal/failures.js';
import {
  addFileCommand,
  addServiceCommand,
  addServiceOptions,
  addSessionCommand,
  type Cli,
  withEnvironment,
} from './add-command.js';
import type { LanguagesOptions } from './languages.js';
import type { LoginOptions } from './login.js';
import {
  listOption,
  parseLongText,
  parseTimeSpan,
  parseWholeNumber,
  repeatableOption,
  textOption,
} from './option-values.js';
import type { OrderCommandOptions } from './order.js';
import type { PullOptions } from './pull.js';
import type { CommentOptions, RejectOptions } from './send-back.js';
import type { StatusOptions } from './status.js';
import type { UnknownOptions } from './unknown.js';

/** Adds the command `init`. */
export function addInit({ program, io, done }: Cli): void {
  const command = program
    .command('init')
    .summary('write the project file')
    .description(
      `Finds the locale files and documents of this folder, asks what they don't say, and writes ${PROJECT_FILE}.\nDecides what protects their placeholders. Nothing is sent. Run again, it shows and adds what came since.`,
    )
    .action(async (given: NewProjectOptions) => {
      const { init } = await import('./init.js');
      done(await init(given, await withEnvironment(io, given)));
    });
  addServiceOptions(command)
    .optionsGroup('Files and languages:')
    .addOption(textOption('--from <language>', 'the language of the texts (default: what the files show)'))
    .addOption(
      listOption(
        '--to <languages>',
        'the languages to translate into, separated by commas (default: those that have files)',
      ),
    )
    .option('-y, --yes', 'ask nothing: take what was found');
}

/** Adds the command `quote`. */
export function addQuote(cli: Cli): void {
  const command = addSessionCommand(cli, 'quote', async (session, given: PlanOptions, io) => {
    const { quote } = await import('./quote.js');
    return quote(session, given, io);
  })
    .summary('show the price of the missing translations')
    .description(
      'Shows the price of the missing translations of locale files and documents. Nothing is ordered.\nThe price of a document is known only when the service has it: it is uploaded, which costs nothing.',
    );
  addOrderOptions(command);
}

/** Adds the options that decide how translations are ordered. */
function addOrderOptions(command: Command): Command {
  return command
    .optionsGroup('The order:')
    .option('--max-points <number>', 'the most that this may cost', parseWholeNumber('--max-points'))
    .addOption(textOption('--description <text>', 'instructions to the translators'))
    .addOption(
      new Option('--using <kind>', 'the kind of orders (default: simple)').choices(['simple', 'project']),
    )
    .addOption(
      new Option(
        '--protect <kind>',
        'placeholders that must not be translated: icu, i18next, printf, all, or an expression such as /%\\w+%/',
      ).argParser((text) => {
        if (parseProtect(text) !== undefined) return text;
        throw new UsageError(`--protect ${PROTECT_RULE}, not "${text}".`);
      }),
    )
    .addOption(listOption('--terms <words>', 'words that must not be translated, separated by commas'));
}

/** Adds the command `order`. */
export function addOrder(cli: Cli): void {
  const command = addSessionCommand(cli, 'order', async (session, given: OrderCommandOptions, io) => {
    const { orderMissing } = await import('./order.js');
    return orderMissing(session, given, io);
  })
    .summary('order the missing translations')
    .description(
      'Orders the missing translations of locale files and documents, after you have agreed to the price.\nIf run again, it orders only what is new.',
    );
  addOrderOptions(command)
    .option('-y, --yes', 'agree to the price without being asked')
    .optionsGroup('Only some texts:')
    .addOption(
      repeatableOption(
        '--again <key>',
        'order this text anew, and no other: its translation is broken, rejected or never came',
      ),
    );
}

const COMMENTS = 'show what translators have written about the texts, and the answers';

/** Adds the command `status`. */
export function addStatus(cli: Cli): void {
  addSessionCommand(cli, 'status', async (session, given: StatusOptions, io) => {
    const { showStatus } = await import('./status.js');
    return showStatus(session, given, io);
  })
    .summary('show how far the translations are')
    .description(
      'Shows how many translations are written, ready, not final yet, in progress and not ordered.',
    )
    .optionsGroup('The outcome:')
    .option('--comments', COMMENTS)
    .option(
      '--check',
      'end with exit code 4 while something is missing, has issues or is no longer in the source, or a file is new',
    );
}

/** Adds the command `pull`. */
export function addPull(cli: Cli): void {
  addFileCommand(cli, 'pull', async (sources, given: PullOptions, io) => {
    const { pullFiles } = await import('./pull.js');
    return pullFiles(sources, given, io);
  })
    .summary('write finished translations into the files')
    .description(
      'Writes finished translations into the files of their languages. Everything else in them stays.',
    )
    .optionsGroup('What is written:')
    .option(
      '--wait',
      'wait until each ordered text has a translation; each file is written as it is finished',
    )
    .option('--timeout <time>', 'wait no longer than this, such as 30m or 2h', parseTimeSpan('--timeout'))
    .option('--prune', 'remove translations whose texts are no longer in the source')
    .option(
      '--pseudo',
      'write a pseudo locale (en-XA, or --to) made from the source, for layout tests; orders nothing',
    )
    .option('--comments', COMMENTS)
    .option('--accept-issues', 'also write translations whose placeholders, tags or lines are wrong');
}

/** Adds the commands `reject` and `comment`. */
export function addSendBack(cli: Cli): void {
  addKey(
    addSessionCommand(cli, 'reject', async (session, given: RejectOptions, io) => {
      const { sendRejection } = await import('./send-back.js');
      return sendRejection(session, given, io);
    }),
  )
    .summary('send a translation back to its translator')
    .description(
      'Rejects the translation of one text of a simple question, with a reason for the translator. A document has no rejection, but comments; once it is final, this remembers that it is wrong.\nAnother translation may come until 24 hours after the order; pull waits for it, and does not write the rejected one.',
    )
    .requiredOption(
      '--reason <text>',
      'what is wrong with it, in at least 16 characters',
      parseLongText('--reason', 16),
    );
  addKey(
    addSessionCommand(cli, 'comment', async (session, given: CommentOptions, io) => {
      const { comment } = await import('./send-back.js');
      return comment(session, given, io);
    }),
  )
    .summary('write to the translator of a document, or of a text in a project')
    .description(
      'Writes a comment on a document, or on one text of a project. While it is in feedback, its translator can submit it again.',
    )
    .addOption(textOption('--text <text>', 'what to write').makeOptionMandatory());
}

const addKey = (command: Command): Command =>
  command
    .optionsGroup('Which text:')
    .addOption(
      textOption('--key <key>', 'its key in the file, as pull and status show it; not for a document'),
    );

/** Adds the command `languages`. */
export function addLanguages(cli: Cli): void {
  addServiceCommand(cli, 'languages', async (service, given: LanguagesOptions, io) => {
    const { listLanguages } = await import('./languages.js');
    return listLanguages(service, given, io);
  })
    .summary('list the language pairs')
    .description('Lists the language pairs of the service, with their price in points for a letter.')
    .optionsGroup('Which pairs:')
    .addOption(textOption('--from <language>', 'only pairs from this language'));
}

/** Adds the command `unknown`. */
export function addUnknown(cli: Cli): void {
  addServiceCommand(cli, 'unknown', async (service, given: UnknownOptions, io) => {
    const { listUnknown } = await import('./unknown.js');
    return listUnknown(service, given, io);
  })
    .summary('list the orders whose outcome is unknown')
    .description(
      'Lists the orders of this project that were sent, and of which nobody knows whether they were placed.\nThey are never sent again until a person says what became of them.',
    )
    .optionsGroup('What became of one:')
    .addOption(textOption('--resolve <key>', 'the key of the order'))
    .option('--id <number>', 'it was placed, under this id', parseWholeNumber('--id', undefined, 1))
    .option('--not-placed', 'it was not placed: the next order may send it');
}

/** Adds the command `login`. */
export function addLogin(cli: Cli): void {
  addServiceCommand(cli, 'login', async (service, given: LoginOptions, io) => {
    const { signIn } = await import('./login.js');
    return signIn(service, given, io);
  })
    .summary('sign in, and save the token on this machine')
    .description(
      'Signs you in with OAuth in the browser, and saves the token in a file that only you can read.\nThe secret is read from TRANSLATION_REQUESTER_CLIENT_SECRET; if it is not set, you are asked.',
    )
    .optionsGroup('The application:')
    .addOption(textOption('--client-id <id>', 'its id (default: TRANSLATION_REQUESTER_CLIENT_ID)'))
    .addOption(
      textOption(
        '--redirect-uri <url>',
        'its redirect address, which must be on this machine (default: TRANSLATION_REQUESTER_REDIRECT_URI, or http://localhost:3000/callback)',
      ),
    )
    .option('--no-open', 'print the address instead of opening a browser');
}

/** Adds the command `logout`. */
export function addLogout(cli: Cli): void {
  addServiceCommand(cli, 'logout', async (service, given: ServiceOptions, io) => {
    const { logout } = await import('./logout.js');
    return logout(service, given, io);
  })
    .summary('forget the token on this machine')
    .description(
      'Removes the token that login has saved for this service on this machine.\nThe service is not asked: there, the token stays valid.',
    );
}

/** Adds the command `whoami`. */
export function addWhoami(cli: Cli): void {
  addServiceCommand(cli, 'whoami', async (service, given: ServiceOptions, io) => {
    const { whoami } = await import('./whoami.js');
    return whoami(service, given, io);
  })
    .summary('show the account, and where the token comes from')
    .description(
      'Shows which service is asked, where the token comes from, and which account it belongs to. The token itself is never shown.',
    );
}
