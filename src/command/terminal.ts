import { stderr, stdin } from 'node:process';
import { confirm, isCancel, password, progress } from '@clack/prompts';
import type { CommandIo, Progress } from './io.js';

// A question and a bar are no result: they go where the messages go.
const output = stderr;

/** Whether a person sees the messages, and can answer. */
const isInteractive = stdin.isTTY === true && stderr.isTTY === true;

export const terminal: Pick<CommandIo, 'isInteractive' | 'confirm' | 'secret' | 'progress'> = {
  isInteractive,
  async confirm(message) {
    const answer = await confirm({ message, output, initialValue: false });
    return answer === true;
  },
  async secret(message) {
    const answer = await password({ message, output });
    return isCancel(answer) || answer === '' ? undefined : answer;
  },
  progress: (title, total) => (stderr.isTTY === true ? bar(title, total) : line(title)),
};

function bar(title: string, max: number): Progress {
  const shown = progress({ max: Math.max(1, max), output, style: 'heavy' });
  let before = 0;
  shown.start(title);
  return {
    at(done, message = title) {
      shown.advance(done - before, message);
      before = done;
    },
    end: (message) => shown.stop(`${title}: ${message}`),
  };
}

/** In a log, one line at the end is enough. */
const line = (title: string): Progress => ({
  at: () => {},
  end: (message) => {
    stderr.write(`${title}: ${message}\n`);
  },
});
