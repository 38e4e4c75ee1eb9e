#!/usr/bin/env node
import { stderr, stdin } from 'node:process';
import { styleText } from 'node:util';
import { confirm, isCancel, password, progress } from '@clack/prompts';
import { runCommand } from './command.js';
import { openInBrowser } from './sign-in/browser.js';
import type { Progress, Terminal } from './terminal/io.js';

/** Milliseconds after the command's end for unfinished work, such as a delivery, before the process exits. */
const EXIT_DELAY = 100;

/** Questions and progress bars go to stderr: stdout is for results. */
const output = stderr;

const terminal: Pick<Terminal, 'isInteractive' | 'confirm' | 'secret' | 'progress'> = {
  isInteractive: stdin.isTTY === true && stderr.isTTY === true,
  async confirm(message) {
    const answer = await confirm({ message, output, initialValue: false });
    return answer === true;
  },
  async secret(message) {
    const answer = await password({ message, output });
    return isCancel(answer) || answer === '' ? undefined : answer;
  },
  progress: (title, total) =>
    stderr.isTTY === true ? createProgressBar(title, total) : createProgressLine(title),
};

function createProgressBar(title: string, total: number): Progress<string> {
  const bar = progress({ max: Math.max(1, total), output, style: 'heavy' });
  let before = 0;
  bar.start(title);
  return {
    at(done, message = title) {
      bar.advance(done - before, message);
      before = done;
    },
    end: (message) => bar.stop(`${title}: ${message}`),
  };
}

/** In a log, a line for what was done is enough, and one at the end. */
function createProgressLine(title: string): Progress<string> {
  return {
    at: (_, message) => {
      if (message !== undefined) stderr.write(`${message}\n`);
    },
    end: (message) => {
      stderr.write(`${title}: ${message}\n`);
    },
  };
}

// The reader of the output may stop reading, as `head -1` does. The sandbox keeps running.
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
      // `once`: a second Ctrl+C ends the process at once, without a last write.
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
    }),
});
setTimeout(() => process.exit(), EXIT_DELAY).unref();
