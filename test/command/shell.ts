import { expect } from 'vitest';
import { runCommand } from '../../src/command/command.js';
import type { Terminal } from '../../src/command/terminal/io.js';

/** What only programs know: options and calls of the library. */
const OF_THE_LIBRARY =
  /\boptions[.[]|\b(?:baseUrl|accessToken|allowInsecureHttp|maxPoints|maxAnswerSize|\w+Timeout|clientId|clientSecret|redirectUri|(?<!-)requester\.\w+)\b|[Cc]all again|the cause|the store\b/;

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
    ask: async () => undefined,
    choose: async () => undefined,
    progress: () => ({ at: () => {}, end: () => {} }),
    ...given,
  };
  return {
    printed,
    opened,
    stop,
    async run(...args: string[]) {
      const code = await runCommand(args, io);
      expect(printed.err).not.toMatch(OF_THE_LIBRARY);
      return code;
    },
  };
}
