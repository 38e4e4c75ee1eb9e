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

/** Reads the message of anything that was thrown. */
export function readMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
