/** How a text looks on a terminal. */
export type Paint = 'bold' | 'dim' | 'cyan' | 'green' | 'yellow' | 'red';

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
}

/** A mistake in the command line. Its message says what to change. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Something outside of the command line that keeps the command from its work, such as a busy port. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
