import { spawn } from 'node:child_process';
import { platform } from 'node:process';

/** The program that opens an address in the browser that people have chosen. */
function opener(url: string): readonly [string, ...string[]] {
  if (platform === 'darwin') return ['open', url];
  // An empty title comes first, since `start` takes the first quoted text for one.
  if (platform === 'win32') return ['cmd', '/c', 'start', '""', url];
  return ['xdg-open', url];
}

/** Opens an address, and does not wait until the browser is closed. @returns whether there is a program for it */
export function openInBrowser(url: string): Promise<boolean> {
  const [program, ...args] = opener(url);
  return new Promise((resolve) => {
    const started = spawn(program, args, { stdio: 'ignore', detached: true });
    started.once('error', () => resolve(false));
    started.once('spawn', () => {
      started.unref();
      resolve(true);
    });
  });
}
