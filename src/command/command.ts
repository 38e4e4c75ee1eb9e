import { existsSync, readFileSync } from 'node:fs';
import { readArguments } from './arguments.js';
import { CommandError, type CommandIo, UsageError } from './io.js';
import { serveSandbox } from './sandbox.js';

/** Runs the command line until it is done, or stopped. @returns the exit code */
export async function runCommand(args: readonly string[], io: CommandIo): Promise<number> {
  try {
    const order = readArguments(args);
    if (order.kind === 'sandbox') return await serveSandbox(order.settings, io);
    io.out(order.kind === 'print' ? order.text : `${readVersion()}\n`);
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      io.err(
        `${error.message}\nTry: translation-requester ${args[0] === 'sandbox' ? 'sandbox ' : ''}--help\n`,
      );
      return 2;
    }
    if (!(error instanceof CommandError)) throw error;
    io.err(`${error.message}\n`);
    return 1;
  }
}

/** From the nearest package.json above: it lies as deep below it when built as when not. */
function readVersion(): string {
  for (const above of ['../', '../../']) {
    const manifest = new URL(`${above}package.json`, import.meta.url);
    if (!existsSync(manifest)) continue;
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }; // our own package's
    return version;
  }
  return 'unknown';
}
