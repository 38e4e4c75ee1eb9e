import type { Command } from 'commander';
import type { CommandIo } from '../terminal/io.js';

/** What commands are added to. */
export interface Cli {
  readonly program: Command;
  readonly io: CommandIo;
  /** Called with the exit code. */
  done(code: number): void;
}
