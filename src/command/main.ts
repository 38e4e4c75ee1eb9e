#!/usr/bin/env node
import { styleText } from 'node:util';
import { openInBrowser } from './browser.js';
import { runCommand } from './command.js';
import { terminal } from './terminal.js';

/** Milliseconds that are left for what is still open, such as a delivery, once the command has ended. */
const LEFT = 100;

// Whoever reads the output may stop reading, as `head -1` does. The sandbox goes on.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

process.exitCode = await runCommand(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  paint: (paint, text) => styleText(paint, text, { stream: process.stdout }),
  open: openInBrowser,
  env: process.env,
  folder: process.cwd(),
  ...terminal,
  stopped: () =>
    new Promise((resolve) => {
      // Only once: whoever presses Ctrl+C again ends the process without a last write.
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
    }),
});
setTimeout(() => process.exit(), LEFT).unref();
