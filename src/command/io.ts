/** How a text looks on a terminal. */
export type Paint = 'bold' | 'dim' | 'cyan' | 'green' | 'yellow' | 'red';

/** A bar that shows how far something is; where there is no terminal, a line at the end. */
export interface Progress {
  /** @param message what is being done now */
  at(done: number, message?: string): void;
  end(message: string): void;
}

/** What a command needs of the process that it runs in. */
export interface CommandIo {
  out(text: string): void;
  err(text: string): void;
  /** Colours a text, where colours can be seen. */
  paint(paint: Paint, text: string): string;
  /** Opens an address in the browser. @returns whether there is a program for it */
  open(url: string): Promise<boolean>;
  /** Resolves when the command is asked to stop. */
  stopped(): Promise<void>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder that paths begin at. */
  readonly folder: string;
  /** Whether a person can be asked. */
  readonly isInteractive: boolean;
  confirm(question: string): Promise<boolean>;
  /** Asks for a text without showing it. Undefined when the person gives none. */
  secret(question: string): Promise<string | undefined>;
  progress(title: string, total: number): Progress;
}

/** What the command ends with, as docs/command.md lists them. */
export const ExitCode = { Done: 0, Failed: 1, Usage: 2, NotOrdered: 3, WithIssues: 4, Stopped: 130 } as const;

/** A mistake in the command line, or in the project file. Its message says what to change. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Something outside of the command line that keeps the command from its work, such as a busy port. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Nothing was ordered, since it is too dear or nobody agreed. */
export class NotOrderedError extends Error {
  override readonly name = 'NotOrderedError';
}

/** The person stopped the command. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError';

  constructor() {
    super('Stopped. Run the same command again to go on; nothing is ordered twice.');
  }
}

/** Aborted when the command is asked to stop. */
export function stopSignal(io: CommandIo): AbortSignal {
  const stop = new AbortController();
  void io.stopped().then(() => stop.abort(new StoppedError()));
  return stop.signal;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
