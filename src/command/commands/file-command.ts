import { type Command, Option } from 'commander';
import { FORMAT_NAMES } from '../plan/project-file.js';
import { PROTECT_RULE, protectOf } from '../plan/text-rules.js';
import { type CommandIo, UsageError } from '../terminal/io.js';
import {
  addServiceOptions,
  atLeast,
  list,
  nonEmpty,
  RepeatableOption,
  timeSpan,
  wholeNumber,
} from './option-values.js';
import { order, quote } from './order.js';
import { pull } from './pull.js';
import { comment, reject } from './send-back.js';
import { status } from './status.js';

type Run<Given> = (sources: readonly string[], given: Given, io: CommandIo) => Promise<number>;

const DESCRIPTIONS = {
  quote:
    'Shows the price of the missing translations of locale files and documents. Nothing is ordered.\nThe price of a document is known only when the service has it: it is uploaded, which costs nothing.',
  order:
    'Orders the missing translations of locale files and documents, after you have agreed to the price.\nIf run again, it orders only what is new.',
  status: 'Shows how many translations are written, ready, not final yet, in progress and not ordered.',
  reject:
    'Rejects the translation of one text of a simple question, with a reason for the translator.\nAnother translation may come until 24 hours after the order; pull waits for it, and does not write the rejected one.',
  comment:
    'Writes a comment on one text of a project. While it is in feedback, its translator can submit it again.',
  pull: 'Writes finished translations into the files of their languages. Everything else in them stays.',
};

/** @throws UsageError */
function protection(text: string): string {
  if (protectOf(text) !== undefined) return text;
  throw new UsageError(`--protect ${PROTECT_RULE}, not "${text}".`);
}

/** Adds the commands that order and fetch translations of locale files. */
export function addTexts(program: Command, io: CommandIo, done: (code: number) => void): void {
  const add = <Given>(name: keyof typeof DESCRIPTIONS, summary: string, run: Run<Given>): Command =>
    addFileOptions(
      program
        .command(name)
        .summary(summary)
        .description(DESCRIPTIONS[name])
        .argument(
          '[files...]',
          'locale files, or documents: .docx, .xlsx, .pptx, .txt (default: those in translation-requester.json)',
        )
        .action(async (sources: readonly string[], given: Given) => done(await run(sources, given, io))),
    );
  addOrderOptions(add('quote', 'show the price of the missing translations', quote));
  addOrderOptions(add('order', 'order the missing translations', order))
    .option('--dry-run', 'show the price, and order nothing')
    .option('-y, --yes', 'agree to the price without being asked');
  add('status', 'show how far the translations are', status)
    .optionsGroup('The outcome:')
    .option(
      '--check',
      'end with exit code 4 while something is missing, has issues or is no longer in the source',
    );
  addPullOptions(add('pull', 'write finished translations into the files', pull));
  addKey(add('reject', 'send a translation back to its translator', reject)).requiredOption(
    '--reason <text>',
    'what is wrong with it, in at least 16 characters',
    atLeast('--reason', 16),
  );
  addKey(add('comment', 'write to the translator of a text in a project', comment)).requiredOption(
    '--text <text>',
    'what to write',
    nonEmpty('--text'),
  );
}

function addPullOptions(command: Command): void {
  command
    .optionsGroup('What is written:')
    .option(
      '--wait',
      'wait until each ordered text has a translation; each file is written as it is finished',
    )
    .option('--timeout <time>', 'wait no longer than this, such as 30m or 2h', timeSpan('--timeout'))
    .option('--prune', 'remove translations whose texts are no longer in the source')
    .option(
      '--pseudo',
      'write a pseudo locale (en-XA, or --to) made from the source, for layout tests; orders nothing',
    )
    .option('--accept-issues', 'also write translations whose placeholders, tags or lines are wrong');
}

const addKey = (command: Command): Command =>
  command
    .optionsGroup('Which text:')
    .requiredOption('--key <key>', 'its key in the file, as pull and status show it', nonEmpty('--key'));

function addFileOptions(command: Command): Command {
  addServiceOptions(command)
    .optionsGroup('Files and languages:')
    .option(
      '--from <language>',
      'the language of the texts (default: from the file or its path)',
      nonEmpty('--from'),
    )
    .addOption(
      new RepeatableOption(
        '--to <languages>',
        'the languages to translate into, separated by commas',
      ).argParser(list('--to')),
    )
    .option(
      '--target <path>',
      'the path of the translations, such as locales/{language}.json',
      nonEmpty('--target'),
    )
    .addOption(new Option('--format <name>', 'the format of the files').choices(FORMAT_NAMES))
    .option(
      '--format-module <path>',
      'a module with a format of your own, such as ./my-format.js; it is run',
      nonEmpty('--format-module'),
    )
    .addOption(
      new RepeatableOption(
        '--ignore <keys>',
        'keys of texts that are not translated, separated by commas, such as legal.*',
      ).argParser(list('--ignore')),
    )
    .addOption(
      new RepeatableOption(
        '--notes <keys>',
        'keys of notes for translators, separated by commas, such as *_comment',
      ).argParser(list('--notes')),
    )
    .option('--no-notes', 'all texts are texts, also those that look like notes');
  return command;
}

function addOrderOptions(command: Command): Command {
  return command
    .optionsGroup('The order:')
    .option('--max-points <number>', 'the most that this may cost', wholeNumber('--max-points'))
    .option('--description <text>', 'instructions to the translators', nonEmpty('--description'))
    .addOption(
      new Option('--using <kind>', 'the kind of orders (default simple)').choices(['simple', 'project']),
    )
    .addOption(
      new Option(
        '--protect <kind>',
        'placeholders that must not be translated: icu, i18next, printf, all, or an expression such as /%\\w+%/',
      ).argParser(protection),
    )
    .addOption(
      new RepeatableOption(
        '--terms <words>',
        'words that must not be translated, separated by commas',
      ).argParser(list('--terms')),
    );
}
