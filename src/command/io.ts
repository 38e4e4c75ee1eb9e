/** Styles of text on a terminal. */
export type Paint = 'bold' | 'dim' | 'cyan' | 'green' | 'yellow' | 'red';

/** A progress bar. Without a terminal, one line at the end. */
export interface Progress {
  /** Reports progress. @param message what is being done now */
  at(done: number, message?: string): void;
  end(message: string): void;
}

/** What a command needs from its process. Tests pass their own. */
export interface CommandIo {
  out(text: string): void;
  err(text: string): void;
  /** Colours a text if the output shows colours. */
  paint(paint: Paint, text: string): string;
  /** Opens an address in the browser. @returns false when there is no program for it */
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
  progress(title: string, total: number): Progress;
}

/** The exit codes of the command. docs/command.md explains them. */
export const ExitCode = { Done: 0, Failed: 1, Usage: 2, NotOrdered: 3, WithIssues: 4, Stopped: 130 } as const;

/** A mistake in the command line or the project file. The message says what to change. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A failure outside the command line, such as a port in use or a file that can't be read. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
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
