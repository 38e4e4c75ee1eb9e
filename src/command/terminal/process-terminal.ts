import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { styleText } from 'node:util';
import { isCancel, multiselect, password, progress, text } from '@clack/prompts';
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
    confirm: (question) => askForYes(question, input, output),
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

/** Milliseconds in which a terminal hands over what was typed before. */
const HAND_OVER = 100;

/** Drops what was typed before a question was asked: it answers nothing that a person has read. */
async function dropEarlierInput(input: TerminalProcess['stdin']): Promise<void> {
  const drop = (): void => undefined;
  // Otherwise the system keeps what is not a whole line yet.
  input.setRawMode(true);
  input.on('data', drop);
  await delay(HAND_OVER);
  input.off('data', drop);
  input.setRawMode(false);
}

/** Asks a question about money. Only `y` or `yes`, and Enter, agree to it. */
async function askForYes(
  question: string,
  input: TerminalProcess['stdin'],
  output: TerminalProcess['stderr'],
): Promise<boolean> {
  await dropEarlierInput(input);
  const lines = createInterface({ input, output, terminal: true });
  const answer = await new Promise<string>((resolve) => {
    lines.question(`${question} (y/N) `, resolve);
    // Ctrl+C and Ctrl+D.
    lines.once('SIGINT', () => lines.close());
    lines.once('close', () => resolve('\n'));
  });
  lines.close();
  if (answer === '\n') output.write('\n');
  return /^\s*y(?:es)?\s*$/i.test(answer);
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
