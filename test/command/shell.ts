import { runCommand } from '../../src/command/command.js';
import type { Terminal } from '../../src/command/io.js';

/** A simulated process for the command. */
export function shell(given: Partial<Terminal> = {}) {
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const printed = { out: '', err: '' };
  const opened: string[] = [];
  const io: Terminal = {
    out: (text) => {
      printed.out += text;
    },
    err: (text) => {
      printed.err += text;
    },
    paint: (_, text) => text,
    open: async (url) => opened.push(url) > 0,
    stopped: () => stopped,
    env: {},
    folder: '.',
    isInteractive: false,
    confirm: async () => false,
    secret: async () => undefined,
    progress: () => ({ at: () => {}, end: () => {} }),
    ...given,
  };
  return { printed, opened, stop, run: (...args: string[]) => runCommand(args, io) };
}
