import { StoppedError } from './failures.js';
import { type Paint, type SafeText, say, sayJson } from './safe-text.js';

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
  /** Asks for a text. Undefined when the person stops. @param suggestion what is there to be changed */
  ask(question: string, suggestion: string): Promise<string | undefined>;
  /** Asks which of some things are meant, all of them at first. Undefined when the person stops. @returns their indexes */
  choose(question: string, things: readonly string[]): Promise<readonly number[] | undefined>;
  /** Shows a progress bar. Undefined where there is no terminal to show it on. */
  progress(title: string, total: number): Progress<string> | undefined;
}

/** What commands print with, and what they know of their process. */
export interface CommandIo extends Pick<Terminal, 'stopped' | 'env' | 'folder' | 'isInteractive'> {
  out(text: SafeText): void;
  err(text: SafeText): void;
  /** Opens an address in the browser, and does not wait for it. @param otherwise is printed when no browser can be opened */
  open(url: string, otherwise: SafeText): void;
  /** Prints a line of JSON on stdout. What could change a terminal is escaped, so nothing is lost. */
  json(value: unknown): void;
  confirm(question: SafeText): Promise<boolean>;
  secret(question: SafeText): Promise<string | undefined>;
  ask(question: SafeText, suggestion: SafeText): Promise<string | undefined>;
  choose(question: SafeText, things: readonly SafeText[]): Promise<readonly number[] | undefined>;
  progress(title: SafeText, total: number): Progress;
}

/** Gives a command its terminal. Nothing else prints, so all that people and programs read passes `render` or `escapeJson`. */
export function createIo(terminal: Terminal): CommandIo {
  const io: CommandIo = {
    ...terminal,
    out: (text) => terminal.out(render(text, (paint, part) => terminal.paint(paint, part))),
    err: (text) => terminal.err(render(text)),
    open: (url, otherwise) =>
      void terminal.open(url).then((isOpen) => {
        if (!isOpen) io.err(otherwise);
      }),
    json: (value) => terminal.out(`${sayJson(value).print()}\n`),
    confirm: (question) => terminal.confirm(renderWrapped(question)),
    secret: (question) => terminal.secret(renderWrapped(question)),
    ask: (question, suggestion) => terminal.ask(renderWrapped(question), renderWrapped(suggestion)),
    choose: (question, things) => terminal.choose(renderWrapped(question), things.map(renderWrapped)),
    progress(title, total) {
      const bar = terminal.progress(renderWrapped(title), total);
      return bar === undefined ? createProgressLines(title, io) : createProgressBar(title, bar);
    },
  };
  return io;
}

function createProgressBar(title: SafeText, bar: Progress<string>): Progress {
  return {
    at: (done, message) => (message === undefined ? bar.at(done) : bar.at(done, renderWrapped(message))),
    end: (message) => bar.end(renderWrapped(say`${title}: ${message}`)),
  };
}

/** In a log, a line for what was done is enough, and one at the end. */
function createProgressLines(title: SafeText, io: CommandIo): Progress {
  return {
    at: (_, message) => {
      if (message !== undefined) io.err(say`${message}\n`);
    },
    end: (message) => io.err(say`${title}: ${message}\n`),
  };
}

/**
 * Each part of a text is printable by itself. Joined, they could make what a CI runs as a command, so that is split once
 * more: `::` at the beginning of a line (GitHub), and what `makePrintable` splits.
 */
function render(text: SafeText, paint?: Terminal['paint']): string {
  const printed = text.print(paint);
  return printed.replace(/^([^\S\r\n\u2028\u2029]*):(?=:)/gm, '$1: ').replace(/#(?=#\w*\[)/g, ' ');
}

/**
 * A question or a progress bar is wrapped where the terminal ends, so any `::` can get to the beginning of a line. A command
 * of a CI has two.
 */
function renderWrapped(text: SafeText): string {
  return render(text).replace(/:(?=:.*::)/g, ': ');
}

/** Makes a signal that aborts when the command is asked to stop. */
export function createStopSignal(io: CommandIo): AbortSignal {
  const stop = new AbortController();
  void io.stopped().then(() => stop.abort(new StoppedError()));
  return stop.signal;
}
