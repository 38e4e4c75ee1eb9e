import { styleText } from 'node:util';
import { confirm, isCancel, multiselect, password, progress, text } from '@clack/prompts';
import type { Progress, Terminal } from './io.js';

/** What the terminal needs of its process. Tests pass their own. */
type TerminalProcess = Pick<NodeJS.Process, 'stdin' | 'stdout' | 'stderr' | 'env' | 'cwd' | 'once'>;

/** Makes the terminal of a process. Questions and progress bars go to stderr: stdout is for results. @param open see `Terminal` */
export function createTerminal(process: TerminalProcess, open: Terminal['open']): Terminal {
  const { stdin: input, stdout, stderr: output, env } = process;
  const isShown = output.isTTY === true;
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void output.write(text),
    paint: (paint, text) => styleText(paint, text, { stream: stdout }),
    open,
    env,
    folder: process.cwd(),
    isInteractive: input.isTTY === true && isShown,
    stopped: () =>
      new Promise((resolve) => {
        // `once`: a second Ctrl+C ends the process at once, without a last write.
        for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
      }),
    confirm: async (message) => (await confirm({ message, input, output, initialValue: false })) === true,
    async secret(message) {
      const answer = await password({ message, input, output });
      return isCancel(answer) || answer === '' ? undefined : answer;
    },
    async ask(message, suggestion) {
      const answer = await text({ message, input, output, initialValue: suggestion });
      return isCancel(answer) ? undefined : answer;
    },
    async choose(message, things) {
      const options = things.map((label, value) => ({ value, label }));
      const answer = await multiselect({
        message,
        options,
        input,
        output,
        initialValues: [...things.keys()],
      });
      return isCancel(answer) ? undefined : answer;
    },
    progress: (title, total) => (isShown ? startProgressBar(title, total, output) : undefined),
  };
}

function startProgressBar(title: string, total: number, output: NodeJS.WriteStream): Progress<string> {
  const bar = progress({ max: Math.max(1, total), output, style: 'heavy' });
  let before = 0;
  bar.start(title);
  return {
    at(done, message = title) {
      bar.advance(done - before, message);
      before = done;
    },
    end: (message) => bar.stop(message),
  };
}
