import { styleText } from 'node:util';
import cliProgress from 'cli-progress';

/** Begins a chapter. */
export function heading(text: string): void {
  console.log(`\n${styleText('bold', text, { stream: process.stdout })}`);
}

export function line(text: string): void {
  console.log(`  ${text}`);
}

export function points(count: number): string {
  return `${count.toLocaleString('en')} points`;
}

/** Something that gets done bit by bit. */
export interface Progress {
  /** @param fraction from 0 to 1 */
  update(fraction: number): void;
  stop(): void;
}

/** A bar on a terminal, a line a quarter anywhere else. */
export function progressOf(label: string): Progress {
  return process.stdout.isTTY ? bar(label) : quarters(label);
}

function bar(label: string): Progress {
  const format = `  ${label} {bar} {percentage}%`;
  const shown = new cliProgress.SingleBar(
    { format, barsize: 30, hideCursor: true },
    cliProgress.Presets.shades_classic,
  );
  shown.start(100, 0);
  return { update: (fraction) => shown.update(Math.floor(100 * fraction)), stop: () => shown.stop() };
}

function quarters(label: string): Progress {
  let told = 0;
  const update = (fraction: number): void => {
    const reached = Math.floor(4 * fraction);
    if (reached <= told) return;
    told = reached;
    line(`${label} ${25 * reached}%`);
  };
  return { update, stop: () => undefined };
}
