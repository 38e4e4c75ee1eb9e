import { makePrintable } from '../../base/printable.js';
import { unicodeEscape } from '../../base/unicode-escape.js';

/** Styles of text on a terminal. */
export type Paint = 'bold' | 'dim' | 'cyan' | 'green' | 'yellow' | 'red';

/** A text in a style. */
interface Painted {
  readonly paint: Paint;
  readonly text: string;
}

/**
 * A text that is safe to print. Names, texts of the service and of files can have sequences in them that change a terminal, so
 * nothing else is printed. `say`, `painted` and `lines` make one.
 */
export class SafeText {
  readonly #parts: readonly (string | Painted)[];

  /** @internal */
  constructor(parts: readonly (string | Painted | SafeText)[]) {
    this.#parts = parts.flatMap((part) => (part instanceof SafeText ? part.#parts : [part]));
  }

  /** @param paint colours a part of it @default no colours */
  print(paint: Terminal['paint'] = (_, text) => text): string {
    return this.#parts
      .map((part) => (typeof part === 'string' ? part : paint(part.paint, part.text)))
      .join('');
  }
}

/** A tag: the values become one line each, without control characters. Texts among them stay as they are. */
export function say(
  literals: TemplateStringsArray,
  ...values: readonly (string | number | SafeText)[]
): SafeText {
  const parts = values.map((value) => (value instanceof SafeText ? value : makePrintable(String(value))));
  return new SafeText(literals.flatMap((literal, at) => [literal, ...parts.slice(at, at + 1)]));
}

/** A line in a style. */
export function painted(paint: Paint, text: string | number): SafeText {
  return new SafeText([{ paint, text: makePrintable(String(text)) }]);
}

/** Text of several lines. Only its line breaks stay. */
export function lines(text: string): SafeText {
  return new SafeText([text.split('\n').map(makePrintable).join('\n')]);
}

/** A progress bar. Without a terminal, one line at the end. */
export interface Progress<Said = SafeText> {
  /** Reports progress. @param message what was just done; without a terminal, a line */
  at(done: number, message?: Said): void;
  end(message: Said): void;
}

/** What a command needs from its process. Tests pass their own. What it gets to print is safe. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** Colours a text if the output shows colours. */
  paint(paint: Paint, text: string): string;
  /** See `openInBrowser`. */
  open(url: string): Promise<boolean>;
  /** Resolves when the command is asked to stop. */
  stopped(): Promise<void>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder that relative paths start from. */
  readonly folder: string;
  /** Whether a person can be asked. */
  readonly isInteractive: boolean;
  confirm(question: string): Promise<boolean>;
  /** Asks for a secret, without showing what is typed. Undefined when none is given. */
  secret(question: string): Promise<string | undefined>;
  progress(title: string, total: number): Progress<string>;
}

/** What commands print with, and what they know of their process. */
export interface CommandIo extends Pick<Terminal, 'open' | 'stopped' | 'env' | 'folder' | 'isInteractive'> {
  out(text: SafeText): void;
  err(text: SafeText): void;
  /** Prints a line of JSON on stdout. What could change a terminal is escaped, so nothing is lost. */
  json(value: unknown): void;
  confirm(question: SafeText): Promise<boolean>;
  secret(question: SafeText): Promise<string | undefined>;
  progress(title: SafeText, total: number): Progress;
}

/** The one place that prints. */
export function ioOf(terminal: Terminal): CommandIo {
  const { env, folder, isInteractive } = terminal;
  return {
    env,
    folder,
    isInteractive,
    open: (url) => terminal.open(url),
    stopped: () => terminal.stopped(),
    out: (text) => terminal.out(inert(text.print((paint, part) => terminal.paint(paint, part)))),
    err: (text) => terminal.err(inert(text.print())),
    json: (value) => terminal.out(`${escaped(JSON.stringify(value))}\n`),
    confirm: (question) => terminal.confirm(question.print()),
    secret: (question) => terminal.secret(question.print()),
    progress(title, total) {
      const bar = terminal.progress(title.print(), total);
      return {
        at: (done, message) => (message === undefined ? bar.at(done) : bar.at(done, message.print())),
        end: (message) => bar.end(message.print()),
      };
    },
  };
}

/** Parts what a CI takes for a command to itself: `::` at the beginning of a line (GitHub), and `##vso[` (Azure, TeamCity). */
function inert(text: string): string {
  return text.replace(/^([^\S\r\n\u2028\u2029]*):(?=:)/gm, '$1: ').replace(/#(?=#[a-z]*\[)/gi, '# ');
}

/** JSON with more escapes than it needs. */
function escaped(json: string): string {
  return json.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) =>
    character
      .split('')
      .map((unit) => unicodeEscape(unit))
      .join(''),
  );
}

/** The exit codes of the command. docs/command.md explains them. */
export const ExitCode = {
  Done: 0,
  Failed: 1,
  Usage: 2,
  NotOrdered: 3,
  WithIssues: 4,
  TimedOut: 5,
  Stopped: 130,
} as const;

/** A mistake in the command line or the project file. The message says what to change. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A failure outside the command line, such as a port in use or a file that can't be read. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** A failure that one file in one language is about; the message names both, and `cause` is what failed. */
export class FileError extends Error {
  override readonly name = 'FileError';
}

/** Nothing was ordered, because it costs too much or nobody agreed. */
export class NotOrderedError extends Error {
  override readonly name = 'NotOrderedError';
}

/** The command was stopped, for example by Ctrl+C. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError';

  constructor() {
    super('Stopped. Run the same command again to continue; nothing is ordered twice.');
  }
}

/** A signal that aborts when the command is asked to stop. */
export function stopSignal(io: CommandIo): AbortSignal {
  const stop = new AbortController();
  void io.stopped().then(() => stop.abort(new StoppedError()));
  return stop.signal;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
