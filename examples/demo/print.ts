import { setTimeout as sleep } from 'node:timers/promises';
import { styleText } from 'node:util';
import cliProgress from 'cli-progress';

type Format = Parameters<typeof styleText>[0];

/** Plain on anything but a terminal, and where NO_COLOR says so. */
const styled = (format: Format, text: string): string => styleText(format, text, { stream: process.stdout });

/** Begins a step. */
export function heading(text: string): void {
  console.log(`\n${styled('bold', text)}`);
}

export function line(text: string): void {
  console.log(`  ${text}`);
}

/** Shows what a step found out. */
export function result(text: string): void {
  console.log(`  ${styled('green', '✓')} ${text}`);
}

/** Shows code before it runs. */
export function code(text: string): void {
  for (const each of text.split('\n')) {
    const [, before = '', comment = ''] = /^(.*?)(\/\/ .*)?$/.exec(each) ?? [];
    console.log(`  ${styled('gray', '│')} ${styled('cyan', before)}${styled('gray', comment)}`);
  }
}

/** Time to read, on a terminal. */
export async function pause(ms = 1500): Promise<void> {
  if (process.stdout.isTTY) await sleep(ms);
}

/** Something that gets done bit by bit. */
export interface Progress {
  /** @param fraction from 0 to 1 */
  update(fraction: number): void;
  stop(): void;
}

/** A bar on a terminal, a line for each quarter anywhere else. */
export function showProgress(label: string): Progress {
  return process.stdout.isTTY ? bar(label) : quarters(label);
}

function bar(label: string): Progress {
  const options = { format: `  ${label} {bar} {percentage}%`, barsize: 30, hideCursor: true };
  const shown = new cliProgress.SingleBar(options, cliProgress.Presets.shades_classic);
  shown.start(100, 0);
  return { update: (fraction) => shown.update(Math.floor(100 * fraction)), stop: () => shown.stop() };
}

function quarters(label: string): Progress {
  let reported = 0;
  const update = (fraction: number): void => {
    const reached = Math.floor(4 * fraction);
    if (reached <= reported) return;
    reported = reached;
    line(`${label} ${25 * reached}%`);
  };
  return { update, stop: () => undefined };
}
