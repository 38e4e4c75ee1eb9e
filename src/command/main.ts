#!/usr/bin/env node
import { printUnexpected, runCommand } from './command.js';
import { openInBrowser } from './sign-in/browser.js';
import { nameProgram } from './terminal/format.js';
import { createTerminal } from './terminal/process-terminal.js';

/** Milliseconds after the command's end for unfinished work, such as a delivery, before the process exits. */
const EXIT_DELAY = 100;

nameProgram(process.env);
const terminal = createTerminal(process, openInBrowser);

// The reader of the output may stop reading, as `head -1` does. The sandbox keeps running.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
// Node would print it as it is, with names and texts of others in it.
process.on('uncaughtException', (error) => {
  printUnexpected(error, terminal);
  process.exit(1);
});

process.exitCode = await runCommand(process.argv.slice(2), terminal);
setTimeout(() => process.exit(), EXIT_DELAY).unref();
